"""Desktop: the window where one can be shown; the terminal chat elsewhere (that story is in test_chat.py)."""

from pathlib import Path

import pytest

from vaultdesk.cli.desktop import open_desktop
from vaultdesk.errors import VaultUnavailable


def test_the_windows_exit_code_is_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("vaultdesk.cli.desktop.display_problem", lambda: "")
    assert open_desktop(tmp_path, lambda folder: 7 if folder == tmp_path.resolve() else 0) == 7


def test_a_file_is_no_folder_of_notes(tmp_path: Path) -> None:
    file = tmp_path / "note.md"
    file.write_text("x", encoding="utf-8")
    with pytest.raises(VaultUnavailable):
        open_desktop(file, lambda folder: 0)
