from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.pdf import pdf
from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.ui.notes.pdf_page import PdfPage


@on_qt_loop
async def test_pages_are_turned_and_a_link_names_one(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    async with desk(tmp_path) as at:
        (at.root / "plan.pdf").write_bytes(pdf("one", "two", "three"))
        at.area.open("plan.pdf", place="page=2")
        page = at.area.widgets[-1]
        assert isinstance(page, PdfPage)
        await until(lambda: page.facts.text() == "Page 2 of 3" and page.body.currentWidget() is page.view)
        QTest.keyClick(page.view, Qt.Key.Key_PageDown)
        await until(lambda: page.facts.text() == "Page 3 of 3")
        page.turn(1)
        assert page.number == 2


@on_qt_loop
async def test_a_broken_document_is_told(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    async with desk(tmp_path) as at:
        (at.root / "plan.pdf").write_bytes(b"broken")
        at.area.open("plan.pdf")
        page = at.area.widgets[-1]
        assert isinstance(page, PdfPage)
        await until(lambda: page.error_state.isVisible())
