"""Tests of ui/notes/file_page.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.pdf import pdf
from tests.support.pictures import SVG, USE_BOMB, picture_file
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import desk
from vaultdesk.ui.notes.file_page import ZOOM_STEP, ImagePage, ImageView, OtherFilePage, PdfPage
from vaultdesk.ui.rendering.drawing_process import DrawingProcesses
from vaultdesk.ui.widgets.labels import PlainLabel


@on_qt_loop
async def test_a_file_that_vanishes_is_said_to_be_gone_and_may_come_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        file = at.root / "talk.mp3"
        file.write_bytes(b"x" * 100)
        page = OtherFilePage(at.vault, "talk.mp3")
        page.show()
        await until(lambda: page.body.currentWidget() not in (None, page.error_state))
        file.unlink()
        page.hide()
        page.show()
        await until(lambda: page.body.currentWidget() is page.error_state)
        assert not page.outside.isEnabled()
        file.write_bytes(b"y")
        page.check_file()
        await until(lambda: page.body.currentWidget() is not page.error_state)
        page.close()
        page.deleteLater()


@on_qt_loop
async def test_sound_is_told_with_its_size_and_its_day(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "talk.mp3").write_bytes(b"x" * 2048)
        page = OtherFilePage(at.vault, "talk.mp3")
        page.show()
        assert page.body.currentWidget() is not page.error_state
        await until(lambda: page.details.isVisible())
        words = [label.text() for label in page.details.findChildren(PlainLabel)]
        assert words[0] == "talk.mp3"
        assert words[1].startswith("Sound · ")
        page.close()
        page.deleteLater()


# Image page.


def view(qtbot: QtBot, width: int, height: int) -> ImageView:
    widget = ImageView("Plan")
    qtbot.addWidget(widget)
    widget.resize(400, 400)
    widget.show()
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    widget.show_image(image, QSize(width, height))
    return widget


def test_a_large_picture_is_fitted_and_a_small_one_is_shown_as_it_is(qtbot: QtBot) -> None:
    large = view(qtbot, 1000, 2000)
    assert large.fitted
    assert large.zoom * 2000 <= 400
    assert view(qtbot, 50, 50).zoom == 1.0


def test_keys_make_it_larger_smaller_and_fit_it_again(qtbot: QtBot) -> None:
    widget = view(qtbot, 1000, 1000)
    before = widget.zoom
    QTest.keyClick(widget, Qt.Key.Key_Plus)
    assert abs(widget.zoom - before * ZOOM_STEP) < 1e-9
    QTest.keyClick(widget, Qt.Key.Key_Minus)
    QTest.keyClick(widget, Qt.Key.Key_1)
    assert (widget.zoom, widget.fitted) == (1.0, False)
    assert widget.verticalScrollBar().maximum() > 0
    QTest.keyClick(widget, Qt.Key.Key_0)
    assert widget.fitted


def test_the_point_under_the_mouse_stays_where_it_is(qtbot: QtBot) -> None:
    widget = view(qtbot, 1000, 1000)
    widget.set_zoom(1.0, QPointF(200, 200))
    seen = widget.horizontalScrollBar().value() + 200
    widget.set_zoom(2.0, QPointF(200, 200))
    assert abs(widget.horizontalScrollBar().value() + 200 - 2 * seen) <= 2


def test_pages_are_turned_by_keys(qtbot: QtBot) -> None:
    widget = view(qtbot, 10, 10)
    turned: list[int] = []
    widget.page_requested.connect(turned.append)
    QTest.keyClick(widget, Qt.Key.Key_PageDown)
    QTest.keyClick(widget, Qt.Key.Key_PageUp)
    assert turned == [1, -1]


@on_qt_loop
async def test_a_picture_is_shown_and_a_broken_one_told(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "plan.png").write_bytes(picture_file(30, 20))
        page = ImagePage(at.vault, "plan.png")
        page.show()
        await until(lambda: page.body.currentWidget() is page.view)
        assert page.facts.text().startswith("30 × 20")
        (at.root / "plan.png").write_bytes(b"broken")
        page.check_file()
        await until(lambda: page.body.currentWidget() is page.error_state)
        page.close()
        page.deleteLater()


@on_qt_loop
async def test_t9_a_svg_bomb_leaves_the_page_usable_and_says_why_it_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.ui.notes.file_page.drawing_processes", lambda: DrawingProcesses(cpu_limit=1))
    async with desk(tmp_path) as at:
        (at.root / "bomb.svg").write_bytes(USE_BOMB)
        page = ImagePage(at.vault, "bomb.svg")
        page.show()
        await until(lambda: page.error_state._title.text() == "This picture takes too long to display")
        assert page.body.currentWidget() is page.error_state
        assert page.outside.isEnabled()
        page.close()
        page.deleteLater()


@on_qt_loop
async def test_a_drawing_is_shown(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "plan.svg").write_bytes(SVG.format("<rect width='9' height='9'/>").encode())
        page = ImagePage(at.vault, "plan.svg")
        page.show()
        await until(lambda: page.body.currentWidget() is page.view)
        assert page.facts.text().startswith("20 × 10")
        page.close()
        page.deleteLater()


@on_qt_loop
async def test_pages_are_turned_and_a_link_names_one(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    async with desk(tmp_path) as at:
        (at.root / "plan.pdf").write_bytes(pdf("one", "two", "three"))
        at.area.open("plan.pdf", subpath="page=2")
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
