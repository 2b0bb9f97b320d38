"""Desktop: the window where one can be shown; the terminal chat elsewhere (that story is in test_chat.py)."""

from pathlib import Path

import pytest

from vaultdesk.cli.desktop import open_desktop
from vaultdesk.core.errors import UsageError, VaultDeskError, VaultUnavailable
from vaultdesk.core.platform.launch_request import LaunchRequest


def test_the_windows_exit_code_is_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("vaultdesk.cli.desktop.display_problem", lambda: "")
    assert open_desktop(LaunchRequest(tmp_path), lambda wish: 7 if wish.folder == tmp_path.resolve() else 0) == 7


def test_a_note_is_opened_and_another_file_is_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("vaultdesk.cli.desktop.display_problem", lambda: "")
    note, picture = tmp_path / "note.md", tmp_path / "boiler.png"
    for file in (note, picture):
        file.write_text("x", encoding="utf-8")
    opened: list[Path | None] = []

    def open_window(wish: LaunchRequest) -> int:
        opened.append(wish.folder)
        return 0

    assert open_desktop(LaunchRequest(note), open_window) == 0
    assert opened == [note.resolve()]
    with pytest.raises(VaultUnavailable):
        open_desktop(LaunchRequest(picture), lambda _wish: 0)


def test_quick_ask_without_a_display_says_what_to_do_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.cli.desktop.display_problem", lambda: "No display can be reached.")
    with pytest.raises(VaultDeskError, match="vaultdesk ask"):
        open_desktop(LaunchRequest(question="why?"), lambda _wish: 0)


def test_a_link_that_cannot_be_used_is_told_in_a_terminal_and_else_by_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaultdesk.cli.desktop.display_problem", lambda: "")
    opened: list[LaunchRequest] = []
    good, bad = LaunchRequest(link="vaultdesk://ask?question=why"), LaunchRequest(link="vaultdesk://erase?vault=Notes")

    def open_window(wish: LaunchRequest) -> int:
        opened.append(wish)
        return 0

    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with pytest.raises(UsageError, match="does not know"):
        open_desktop(bad, open_window)
    assert open_desktop(good, open_window) == 0
    monkeypatch.setattr("sys.stderr.isatty", lambda: False, raising=False)
    assert open_desktop(bad, open_window) == 0
    assert opened == [good, bad]


@pytest.mark.parametrize("wish", [LaunchRequest(link="vaultdesk://ask?question=why"), LaunchRequest(hidden=True)])
def test_what_needs_a_window_says_so_where_none_can_be_shown(
    monkeypatch: pytest.MonkeyPatch, wish: LaunchRequest
) -> None:
    monkeypatch.setattr("vaultdesk.cli.desktop.display_problem", lambda: "No display can be reached.")
    with pytest.raises(VaultDeskError, match="window"):
        open_desktop(wish, lambda _wish: 0)
