"""Entry: how a command stands to this program, told by what is on the disk."""

import sys
from pathlib import Path

import pytest

from vaultdesk.autostart.entry import Standing, home_variable, standing_of, start_words


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    program = tmp_path / "opt" / "vaultdesk"
    program.parent.mkdir()
    program.write_text("")
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(program))
    return program


def test_from_source_the_package_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    assert start_words(True, {}) == [sys.executable, "-P", "-m", "vaultdesk", "--hidden"]
    assert standing_of(start_words(True, {}), {}) == Standing("on", hidden=True)
    assert standing_of([sys.executable, "-m", "other"], {}).state == "other"


def test_of_an_image_the_image_is_started_and_not_what_it_unpacked(installed: Path) -> None:
    assert start_words(False, {"APPIMAGE": "/mine/VaultDesk.AppImage"}) == ["/mine/VaultDesk.AppImage"]


def test_a_link_to_this_program_is_this_program(installed: Path, tmp_path: Path) -> None:
    link = tmp_path / "bin"
    link.symlink_to(installed)

    assert standing_of([str(link)], {}) == Standing("on")


def test_another_program_and_one_that_is_gone_are_told_apart(installed: Path, tmp_path: Path) -> None:
    other = tmp_path / "portable"
    other.write_text("")

    assert standing_of([str(other), "--hidden"], {}) == Standing("other", True, str(other))
    other.unlink()
    assert standing_of([str(other)], {}) == Standing("gone", False, str(other))
    assert standing_of(["no-such-program-at-all"], {}).state == "gone"
    assert standing_of([], {}) == Standing()


def test_only_a_home_of_a_variable_must_be_said() -> None:
    assert home_variable({}) == ""
    assert home_variable({"VAULTDESK_HOME": "/a"}) == str(Path("/a").absolute())
