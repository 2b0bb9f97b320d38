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
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.ui.notes.file_page import ZOOM_STEP, ImagePage, ImageView, OtherFilePage, PdfPage
from vaultdesk.ui.rendering.drawing_process import DrawingProcesses
from vaultdesk.ui.widgets.labels import PlainLabel


@on_qt_loop
async def test_a_deleted_file_shows_an_error_until_it_exists_again(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        file = env.root / "talk.mp3"
        file.write_bytes(b"x" * 100)
        page = OtherFilePage(env.vault, "talk.mp3")
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
async def test_an_audio_file_is_shown_with_its_name_and_type(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        (env.root / "talk.mp3").write_bytes(b"x" * 2048)
        page = OtherFilePage(env.vault, "talk.mp3")
        page.show()
        assert page.body.currentWidget() is not page.error_state
        await until(lambda: page.details.isVisible())
        texts = [label.text() for label in page.details.findChildren(PlainLabel)]
        assert texts[0] == "talk.mp3"
        assert texts[1].startswith("Sound · ")
        page.close()
        page.deleteLater()


# Image page.


def image_view(qtbot: QtBot, width: int, height: int) -> ImageView:
    widget = ImageView("Plan")
    qtbot.addWidget(widget)
    widget.resize(400, 400)
    widget.show()
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    widget.show_image(image, QSize(width, height))
    return widget


def test_a_large_picture_is_fitted_and_a_small_one_has_its_natural_size(qtbot: QtBot) -> None:
    large = image_view(qtbot, 1000, 2000)
    assert large.fitted
    assert large.zoom * 2000 <= 400
    assert image_view(qtbot, 50, 50).zoom == 1.0


def test_keys_zoom_in_and_out_and_fit_the_picture(qtbot: QtBot) -> None:
    widget = image_view(qtbot, 1000, 1000)
    before = widget.zoom
    QTest.keyClick(widget, Qt.Key.Key_Plus)
    assert abs(widget.zoom - before * ZOOM_STEP) < 1e-9
    QTest.keyClick(widget, Qt.Key.Key_Minus)
    QTest.keyClick(widget, Qt.Key.Key_1)
    assert (widget.zoom, widget.fitted) == (1.0, False)
    assert widget.verticalScrollBar().maximum() > 0
    QTest.keyClick(widget, Qt.Key.Key_0)
    assert widget.fitted


def test_zooming_keeps_the_point_under_the_pointer(qtbot: QtBot) -> None:
    widget = image_view(qtbot, 1000, 1000)
    widget.set_zoom(1.0, QPointF(200, 200))
    seen = widget.horizontalScrollBar().value() + 200
    widget.set_zoom(2.0, QPointF(200, 200))
    assert abs(widget.horizontalScrollBar().value() + 200 - 2 * seen) <= 2


def test_pages_are_turned_by_keys(qtbot: QtBot) -> None:
    widget = image_view(qtbot, 10, 10)
    turned: list[int] = []
    widget.page_requested.connect(turned.append)
    QTest.keyClick(widget, Qt.Key.Key_PageDown)
    QTest.keyClick(widget, Qt.Key.Key_PageUp)
    assert turned == [1, -1]


@on_qt_loop
async def test_a_picture_is_shown_and_a_broken_one_is_an_error(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        (env.root / "plan.png").write_bytes(picture_file(30, 20))
        page = ImagePage(env.vault, "plan.png")
        page.show()
        await until(lambda: page.body.currentWidget() is page.view)
        assert page.facts.text().startswith("30 × 20")
        (env.root / "plan.png").write_bytes(b"broken")
        page.check_file()
        await until(lambda: page.body.currentWidget() is page.error_state)
        page.close()
        page.deleteLater()


@on_qt_loop
async def test_t9_an_svg_bomb_shows_an_error_and_leaves_the_page_usable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.ui.notes.file_page.drawing_processes", lambda: DrawingProcesses(cpu_limit=1))
    async with open_note_area(tmp_path) as env:
        (env.root / "bomb.svg").write_bytes(USE_BOMB)
        page = ImagePage(env.vault, "bomb.svg")
        page.show()
        await until(lambda: page.error_state._title.text() == "This picture takes too long to display")
        assert page.body.currentWidget() is page.error_state
        assert page.outside.isEnabled()
        page.close()
        page.deleteLater()


@on_qt_loop
async def test_an_svg_file_is_shown(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        (env.root / "plan.svg").write_bytes(SVG.format("<rect width='9' height='9'/>").encode())
        page = ImagePage(env.vault, "plan.svg")
        page.show()
        await until(lambda: page.body.currentWidget() is page.view)
        assert page.facts.text().startswith("20 × 10")
        page.close()
        page.deleteLater()


@on_qt_loop
async def test_a_link_opens_a_pdf_at_its_page_and_keys_turn_the_pages(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    async with open_note_area(tmp_path) as env:
        (env.root / "plan.pdf").write_bytes(pdf("one", "two", "three"))
        env.area.open("plan.pdf", subpath="page=2")
        page = env.area.widgets[-1]
        assert isinstance(page, PdfPage)
        await until(lambda: page.facts.text() == "Page 2 of 3" and page.body.currentWidget() is page.view)
        QTest.keyClick(page.view, Qt.Key.Key_PageDown)
        await until(lambda: page.facts.text() == "Page 3 of 3")
        page.turn(1)
        assert page.number == 2


@on_qt_loop
async def test_a_broken_pdf_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    async with open_note_area(tmp_path) as env:
        (env.root / "plan.pdf").write_bytes(b"broken")
        env.area.open("plan.pdf")
        page = env.area.widgets[-1]
        assert isinstance(page, PdfPage)
        await until(lambda: page.error_state.isVisible())
