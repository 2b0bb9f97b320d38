"""Desktop: the window where one can be shown; the terminal chat elsewhere (that story is in test_chat.py)."""

from pathlib import Path

import pytest

from vaultdesk.cli.desktop import open_desktop
from vaultdesk.errors import VaultDeskError, VaultUnavailable


def test_the_windows_exit_code_is_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("vaultdesk.cli.desktop.display_problem", lambda: "")
    assert open_desktop(tmp_path, lambda folder, _question: 7 if folder == tmp_path.resolve() else 0) == 7


def test_a_note_is_opened_and_another_file_is_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("vaultdesk.cli.desktop.display_problem", lambda: "")
    note, picture = tmp_path / "note.md", tmp_path / "boiler.png"
    for file in (note, picture):
        file.write_text("x", encoding="utf-8")
    opened: list[Path | None] = []

    def open_window(folder: Path | None, _question: str | None) -> int:
        opened.append(folder)
        return 0

    assert open_desktop(note, open_window) == 0
    assert opened == [note.resolve()]
    with pytest.raises(VaultUnavailable):
        open_desktop(picture, lambda _folder, _question: 0)


def test_quick_ask_without_a_display_says_what_to_do_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.cli.desktop.display_problem", lambda: "No display can be reached.")
    with pytest.raises(VaultDeskError, match="vaultdesk ask"):
        open_desktop(None, lambda _folder, _question: 0, "why?")
