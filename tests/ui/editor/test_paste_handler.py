import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import Desk, desk
from vaultdesk.ui.chat.transcript.answer_sources import AnswerSource, source_drag_data
from vaultdesk.ui.editor.paste_handler import NOTES_MIME_TYPE
from vaultdesk.ui.notes.note_page import NotePage


@asynccontextmanager
async def editing(root: Path) -> AsyncIterator[tuple[NotePage, Desk]]:
    async with desk(root, {"Note.md": "words\n", "Deep/Other.md": "x\n"}) as made:
        page = await made.area.show_note("Note.md")
        page.toggle_edit()
        yield page, made


def data_of(*, html: str = "", text: str = "", urls: tuple[Path, ...] = ()) -> QMimeData:
    data = QMimeData()
    if html:
        data.setHtml(html)
    if text:
        data.setText(text)
    if urls:
        data.setUrls([QUrl.fromLocalFile(str(url)) for url in urls])
    return data


@on_qt_loop
async def test_a_pasted_picture_becomes_a_file_and_is_shown_at_the_cursor(tmp_path: Path) -> None:
    async with editing(tmp_path) as (page, made):
        data, image = QMimeData(), QImage(3, 2, QImage.Format.Format_RGB32)
        image.fill(QColor("red"))
        data.setImageData(image)
        page.editor.insertFromMimeData(data)
        await until(lambda: "]]" in page.editor.text())
        (file,) = made.root.glob("Pasted image *.png")
        assert page.editor.text() == f"![[{file.name}]]words\n"
        assert QImage(str(file)).size() == image.size()


@on_qt_loop
async def test_files_are_copied_and_notes_are_linked(tmp_path: Path) -> None:
    async with editing(tmp_path) as (page, made):
        (tmp_path / "out.pdf").write_bytes(b"pdf")
        page.editor.insertFromMimeData(data_of(urls=(tmp_path / "out.pdf",)))
        await until(lambda: page.editor.text() == "![[out.pdf]]words\n")
        assert (made.root / "out.pdf").read_bytes() == b"pdf"
        page.editor.set_text("")
        dragged = data_of(text="links", urls=(made.root / "Deep/Other.md",))
        dragged.setData(NOTES_MIME_TYPE, QByteArray(json.dumps(["Deep/Other.md"]).encode()))
        page.editor.insertFromMimeData(dragged)
        await until(lambda: page.editor.text() == "[[Other]]")


@on_qt_loop
async def test_an_address_over_words_makes_a_link_and_a_page_becomes_markdown(tmp_path: Path) -> None:
    async with editing(tmp_path) as (page, _):
        page.editor.set_text("words")
        page.editor.selectAll()
        page.editor.insertFromMimeData(data_of(text="https://a.b"))
        assert page.editor.text() == "[words](https://a.b)"
        page.editor.set_text("")
        page.editor.insertFromMimeData(data_of(html="<h2>Head</h2><p>a <b>b</b></p>", text="Head\na b"))
        assert page.editor.text() == "## Head\n\na **b**"
        page.editor.set_text("")
        page.editor.insertFromMimeData(data_of(html="<div><span>a_b</span></div>", text="a_b"))
        assert page.editor.text() == "a_b"


@on_qt_loop
async def test_what_cannot_be_taken_is_said(tmp_path: Path) -> None:
    async with editing(tmp_path) as (page, _):
        page.editor.insertFromMimeData(data_of(urls=(tmp_path / "gone.pdf",)))
        await until(lambda: "gone.pdf" in page.banner.text())
        assert page.editor.text() == "words\n"


@on_qt_loop
async def test_a_source_of_an_answer_that_is_dropped_is_a_link_where_it_was_dropped(tmp_path: Path) -> None:
    async with editing(tmp_path) as (page, _):
        page.editor.set_text("one two\nthree")
        data = source_drag_data(AnswerSource(1, "Deep/Other.md", "Part"))
        cursor = page.editor.textCursor()
        cursor.setPosition(4)
        at, copy = page.editor.cursorRect(cursor).center(), Qt.DropAction.CopyAction
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        entered = QDragEnterEvent(at, copy, data, left, none)
        QApplication.sendEvent(page.editor.viewport(), entered)
        assert entered.isAccepted()
        QApplication.sendEvent(page.editor.viewport(), QDropEvent(QPointF(at), copy, data, left, none))
        assert page.editor.text() == "one [[Deep/Other#Part]]two\nthree"
        page.editor.undo()
        assert page.editor.text() == "one two\nthree"
