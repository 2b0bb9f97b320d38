"""Own process: an installed program has no other interpreter than itself."""

import sys

import pytest

from vaultdesk.own_process import own_command


def test_from_source_the_interpreter_runs_the_package_and_nothing_of_the_folder_it_is_in() -> None:
    assert own_command("--task") == [sys.executable, "-P", "-m", "vaultdesk", "--task"]


def test_an_installed_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", "/opt/vaultdesk/vaultdesk")

    assert own_command("--task") == ["/opt/vaultdesk/vaultdesk", "--task"]
