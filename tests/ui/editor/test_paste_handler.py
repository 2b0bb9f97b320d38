"""Tests of ui/editor/paste_handler.py."""

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import Desk, desk
from vaultdesk.ui.chat.transcript.answer_view import AnswerSource, source_drag_data
from vaultdesk.ui.editor.paste_handler import MAX_HTML_LENGTH, NOTES_MIME_TYPE, has_formatting, html_to_markdown
from vaultdesk.ui.notes.note_page import NotePage


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h2>Head</h2><p>one</p><p>two<br>three</p>", "## Head\n\none\n\ntwo\nthree"),
        ("<b>bold</b> and <i>slanted </i>words", "**bold** and *slanted* words"),
        ("<b style='font-weight:normal'><p>Google's</p></b>", "Google's"),
        ("<a href='https://a.b/c d'>x</a> <a href='javascript:x'>y</a>", "[x](https://a.b/c%20d) y"),
        ("<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>", "- a\n\t1. b\n\t2. c\n- d"),
        ("<blockquote><p>a</p></blockquote>b", "> a\n\nb"),
        ("<pre><code>a\n  b</code></pre>", "```\na\n  b\n```"),
        ("use <code>a_b</code> and snake_case, 2*3", "use `a_b` and snake_case, 2\\*3"),
        ("<table><tr><th>A</th><th>B|C</th></tr><tr><td>1</td><td>2</td></tr></table>",
         "| A | B\\|C |\n| --- | --- |\n| 1 | 2 |"),
        ("<script>x</script><style>y</style>words", "words"),
        ("<img src='https://a.b/c.png' alt='d'><img src='file:///etc/x'>", "![d](https://a.b/c.png)"),
        ("<p># no head</p><p>1. no item</p>", "\\# no head\n\n1\\. no item"),
    ],
)  # fmt: skip
def test_html_is_converted_to_markdown(html: str, markdown: str) -> None:
    assert html_to_markdown(html) == markdown


def test_coloured_text_without_structure_is_not_formatting() -> None:
    assert not has_formatting("<div style='color:red'><span>a_b</span></div>")
    assert has_formatting("<div><p>a</p></div>")


@pytest.mark.parametrize("piece", ["<b>", "<ul><li>", "<table><tr><td>", "<a href='https://x'>", "<blockquote>"])
def test_unclosed_tags_are_converted_in_bounded_time(piece: str) -> None:
    started = time.process_time()
    html_to_markdown(piece * 5_000)
    assert time.process_time() - started < 3


def test_html_beyond_the_maximum_length_is_not_converted() -> None:
    assert html_to_markdown("a" * (MAX_HTML_LENGTH + 1)) == ""


@asynccontextmanager
async def editing(root: Path) -> AsyncIterator[tuple[NotePage, Desk]]:
    async with desk(root, {"Note.md": "words\n", "Deep/Other.md": "x\n"}) as env:
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
