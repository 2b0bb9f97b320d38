"""Choosing what is imported."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.importing import source_dialog
from vaultdesk.ui.importing.source_dialog import chosen_source


@pytest.mark.parametrize("folder", [False, True])
@on_qt_loop
async def test_what_was_chosen_is_returned_and_nothing_where_it_was_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: bool
) -> None:
    (tmp_path / "export.zip").touch()
    wanted = tmp_path if folder else tmp_path / "export.zip"
    seen: list[QFileDialog.FileMode] = []
    answers = [QFileDialog.DialogCode.Accepted, QFileDialog.DialogCode.Rejected]

    async def answer(dialog: QFileDialog) -> int:
        seen.append(dialog.fileMode())
        dialog.setDirectory(str(wanted.parent))
        dialog.selectFile(str(wanted))
        return int(answers.pop(0))

    monkeypatch.setattr(source_dialog, "ask", answer)
    window = QWidget()

    assert await chosen_source(window, folder=folder) == wanted
    assert await chosen_source(window, folder=folder) is None
    mode = QFileDialog.FileMode.Directory if folder else QFileDialog.FileMode.ExistingFile
    assert seen == [mode, mode]
