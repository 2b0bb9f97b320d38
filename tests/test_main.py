"""Main: the entry joins the two doors."""

from pathlib import Path

import pytest

from vaultdesk import __version__
from vaultdesk.__main__ import main
from vaultdesk.core.platform.launch_request import LaunchRequest


def test_a_command_goes_to_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert __version__ in capsys.readouterr().out


def test_no_words_go_to_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path | None] = []
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "")

    def open_window(wish: LaunchRequest) -> int:
        asked.append(wish.folder)
        return 0

    monkeypatch.setattr("vaultdesk.__main__.open_window", open_window)
    assert main([]) == 0
    assert asked == [None]
