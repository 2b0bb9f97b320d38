"""Main: the entry point starts the command line or the window."""

from pathlib import Path

import pytest

from vaultdesk import __version__
from vaultdesk.__main__ import main
from vaultdesk.core.platform.launch_request import LaunchRequest


def test_a_command_starts_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["--version"])
    assert exit_info.value.code == 0
    assert __version__ in capsys.readouterr().out


def test_no_arguments_open_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path | None] = []
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "")

    def open_window(request: LaunchRequest) -> int:
        opened.append(request.folder)
        return 0

    monkeypatch.setattr("vaultdesk.__main__.open_window", open_window)
    assert main([]) == 0
    assert opened == [None]
