"""Tests of ui/editor/paste_handler.py."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import NoteAreaEnv, open_note_area
from vaultdesk.ui.chat.transcript.answer_view import AnswerSource, source_drag_data
from vaultdesk.ui.editor.paste_handler import MAX_HTML_ON_THREAD, NOTES_MIME_TYPE, has_formatting
from vaultdesk.ui.notes.note_page import NotePage


def test_colored_text_without_structure_is_not_formatting() -> None:
    assert not has_formatting("<div style='color:red'><span>a_b</span></div>")
    assert has_formatting("<div><p>a</p></div>")


@asynccontextmanager
async def editing(root: Path) -> AsyncIterator[tuple[NotePage, NoteAreaEnv]]:
    async with open_note_area(root, {"Note.md": "words\n", "Deep/Other.md": "x\n"}) as env:
        page = await env.area.show_note("Note.md")
        page.toggle_edit()
        yield page, env


def mime_data(*, html: str = "", text: str = "", urls: tuple[Path, ...] = ()) -> QMimeData:
    data = QMimeData()
    if html:
        data.setHtml(html)
    if text:
        data.setText(text)
    if urls:
        data.setUrls([QUrl.fromLocalFile(str(url)) for url in urls])
    return data


@on_qt_loop
async def test_a_pasted_picture_becomes_a_file_and_is_embedded_at_the_cursor(tmp_path: Path) -> None:
    async with editing(tmp_path) as (page, env):
        data, image = QMimeData(), QImage(3, 2, QImage.Format.Format_RGB32)
        image.fill(QColor("red"))
        data.setImageData(image)
        page.editor.insertFromMimeData(data)
        await until(lambda: "]]" in page.editor.text())
        (file,) = env.root.glob("Pasted image *.png")
        assert page.editor.text() == f"![[{file.name}]]words\n"
        assert QImage(str(file)).size() == image.size()


@on_qt_loop
async def test_pasted_files_are_copied_and_pasted_notes_are_linked(tmp_path: Path) -> None:
    async with editing(tmp_path) as (page, env):
        (tmp_path / "out.pdf").write_bytes(b"pdf")
        page.editor.insertFromMimeData(mime_data(urls=(tmp_path / "out.pdf",)))
        await until(lambda: page.editor.text() == "![[out.pdf]]words\n")
        assert (env.root / "out.pdf").read_bytes() == b"pdf"
        page.editor.set_text("")
        dragged = mime_data(text="links", urls=(env.root / "Deep/Other.md",))
        dragged.setData(NOTES_MIME_TYPE, QByteArray(json.dumps(["Deep/Other.md"]).encode()))
        page.editor.insertFromMimeData(dragged)
        await until(lambda: page.editor.text() == "[[Other]]")


@on_qt_loop
async def test_an_address_pasted_over_a_selection_makes_a_link_and_html_becomes_markdown(tmp_path: Path) -> None:
    async with editing(tmp_path) as (page, _):
        page.editor.set_text("words")
        page.editor.selectAll()
        page.editor.insertFromMimeData(mime_data(text="https://a.b"))
        assert page.editor.text() == "[words](https://a.b)"
        page.editor.set_text("")
        page.editor.insertFromMimeData(mime_data(html="<h2>Head</h2><p>a <b>b</b></p>", text="Head\na b"))
        assert page.editor.text() == "## Head\n\na **b**"
        page.editor.set_text("")
        page.editor.insertFromMimeData(mime_data(html="<div><span>a_b</span></div>", text="a_b"))
        assert page.editor.text() == "a_b"


@on_qt_loop
async def test_long_html_is_converted_in_a_thread_and_deeply_nested_html_is_pasted_as_text(tmp_path: Path) -> None:
    async with editing(tmp_path) as (page, _):
        page.editor.set_text("")
        html = "<p>a <b>b</b></p>" * (MAX_HTML_ON_THREAD // 10)
        page.editor.insertFromMimeData(mime_data(html=html, text="plain"))
        await until(lambda: page.editor.text().startswith("a **b**\n\na **b**"))
        page.editor.set_text("")
        page.editor.insertFromMimeData(mime_data(html="<b>" * 500, text="plain"))
        assert page.editor.text() == "plain"


@on_qt_loop
async def test_a_file_that_cannot_be_pasted_is_reported(tmp_path: Path) -> None:
    async with editing(tmp_path) as (page, _):
        page.editor.insertFromMimeData(mime_data(urls=(tmp_path / "gone.pdf",)))
        await until(lambda: "gone.pdf" in page.banner.text())
        assert page.editor.text() == "words\n"


@on_qt_loop
async def test_a_dropped_source_of_an_answer_is_linked_at_the_drop_position(tmp_path: Path) -> None:
    async with editing(tmp_path) as (page, _):
        page.editor.set_text("one two\nthree")
        data = source_drag_data(AnswerSource(1, "Deep/Other.md", "Part"))
        cursor = page.editor.textCursor()
        cursor.setPosition(4)
        position, copy = page.editor.cursorRect(cursor).center(), Qt.DropAction.CopyAction
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        entered = QDragEnterEvent(position, copy, data, left, none)
        QApplication.sendEvent(page.editor.viewport(), entered)
        assert entered.isAccepted()
        QApplication.sendEvent(page.editor.viewport(), QDropEvent(QPointF(position), copy, data, left, none))
        assert page.editor.text() == "one [[Deep/Other#Part]]two\nthree"
        page.editor.undo()
        assert page.editor.text() == "one two\nthree"
