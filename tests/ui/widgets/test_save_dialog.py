"""Save as: the file is written where and as what the person said, and nowhere where they said nothing."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.widgets.save_dialog import save_as

KINDS = {"csv": ("Table", lambda: "a,b\r\n"), "json": ("JSON", lambda: '{"ä": 1}\n')}


async def answered(file: Path | None, folder: Path) -> Path | None:
    window = QWidget()
    window.show()
    asking = asyncio.ensure_future(save_as(window, "Export", "What left", KINDS))
    try:
        await until(
            lambda: [one for one in QApplication.topLevelWidgets() if isinstance(one, QFileDialog) and one.isVisible()]
        )
        (dialog,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, QFileDialog) and one.isVisible()]
        dialog.setDirectory(str(folder))
        if file is None:
            dialog.reject()
        else:
            name = dialog.findChild(QLineEdit, "fileNameEdit")
            assert isinstance(name, QLineEdit)
            name.setText(str(file))
            dialog.accept()
        return await asking
    finally:
        window.deleteLater()


@on_qt_loop
async def test_the_ending_says_what_is_written(tmp_path: Path) -> None:
    written = await answered(tmp_path / "out.json", tmp_path)

    assert written == tmp_path / "out.json"
    assert (tmp_path / "out.json").read_bytes() == '{"ä": 1}\n'.encode()


@on_qt_loop
async def test_without_an_ending_the_chosen_kind_counts(tmp_path: Path) -> None:
    written = await answered(tmp_path / "out", tmp_path)

    assert written == tmp_path / "out.csv"
    assert (tmp_path / "out.csv").read_bytes() == b"a,b\r\n"


@on_qt_loop
async def test_nothing_is_written_where_the_person_cancels(tmp_path: Path) -> None:
    assert await answered(None, tmp_path) is None
    assert not (tmp_path / "What left.csv").exists()


@on_qt_loop
async def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="gone"):
        await answered(tmp_path / "gone" / "out.csv", tmp_path)
