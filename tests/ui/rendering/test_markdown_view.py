"""Tests of ui/rendering/markdown_view.py."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QUrl
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tests.support.growth import check_linear, repeated
from tests.ui.markdown.dumps import SAMPLE
from vaultdesk.ui.rendering.decorations import CodeArea
from vaultdesk.ui.rendering.markdown_view import CodeButtons, MarkdownView, selected_markdown, selected_text
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import RenderPlan
from vaultdesk.ui.rendering.rendered_document import RenderedDocument, StreamingDocument
from vaultdesk.ui.rendering.text_formats import TextFormats
from vaultdesk.ui.theme.theme import Theme, theme

# Selection text.


def test_copied_text_equals_the_visible_text(app_theme: Theme) -> None:
    document = RenderedDocument(TextFormats(app_theme, "note"))
    document.show_plan(plan_of("Hi **you**\nthere\n\n1. a\n   - b\n- [x] c\n\n| p | q |\n|---|---|\n| 1 | 2 |\n\nend"))
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    assert selected_text(document, cursor) == "Hi you\nthere\n1. a\n  - b\n- [x] c\np\tq\n1\t2\n\nend"


def test_part_of_an_item_is_copied_without_its_marker(app_theme: Theme) -> None:
    document = RenderedDocument(TextFormats(app_theme, "note"))
    document.show_plan(plan_of("- some words"))
    cursor = QTextCursor(document)
    cursor.setPosition(5)
    cursor.setPosition(10, QTextCursor.MoveMode.KeepAnchor)
    assert selected_text(document, cursor) == "words"


# Selection as Markdown.

MARKDOWN = """## Result

An **8.5 kW** pump, *quiet*, `code` and [[Boiler]], see [[Heat-loss survey|the survey]] or [site](https://pump.example/).

- clear the cellar
- send the form
    - before signing

1. first
2. second

> quoted **words**

```python
print(1)
```

| Supplier | Price |
|---|---|
| Nordwärme | 18,400 |"""


def rendered(text: str) -> RenderedDocument:
    document = RenderedDocument(TextFormats(theme(), "chat"))
    stream = StreamingDocument(document)
    stream.feed(text)
    stream.finish()
    return document


def select_all(document: RenderedDocument) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    return cursor


def test_a_full_selection_equals_the_source_markdown(qapp: QApplication) -> None:
    document = rendered(MARKDOWN)
    assert selected_markdown(document, select_all(document)) == MARKDOWN


@pytest.mark.parametrize(
    ("words", "markdown"),
    [
        ("8.5 kW pump", "**8.5 kW** pump"),
        ("kW pump, qui", "**kW** pump, *qui*"),
        ("the survey", "[[Heat-loss survey|the survey]]"),
        ("print(1)", "print(1)"),
        ("Nordwärme", "Nordwärme"),
    ],
)
def test_a_partial_selection_retains_its_formatting(qapp: QApplication, words: str, markdown: str) -> None:
    document = rendered(MARKDOWN)
    assert selected_markdown(document, document.find(words)) == markdown


def test_surrogate_pairs_are_not_split(qapp: QApplication) -> None:
    document = rendered("A 🎈 **balloon** 🎈 rises")
    assert selected_markdown(document, document.find("balloon 🎈")) == "**balloon** 🎈"


# Markdown view.


def test_a_code_button_copies_its_code_and_confirms_it(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    buttons = CodeButtons(host)
    rect = QRectF(0, 0, 300, 100)
    buttons.place([(CodeArea(rect, "one", "", 0), rect), (CodeArea(rect, "two", "", 1), rect)])
    found = host.findChildren(QToolButton)
    assert len(found) == 2
    found[1].click()
    assert QGuiApplication.clipboard().text() == "two"
    assert found[1].text() == "Copied"
    assert found[1].accessibleName()
    buttons.place([])
    assert all(button.isHidden() for button in found)


HOSTILE = """![a]({pipe}) ![b](file://{pipe}) ![c](//host/share/x.png) ![[{pipe}]] ![d](/dev/zero) [e]({pipe})
<img src="{pipe}"> <link rel=stylesheet href="{pipe}"> <style>@import "{pipe}"</style> ![f](data:image/png;base64,AAAA)
[g](javascript:alert(1)) [h](vaultdesk://x) <a href="file://{pipe}">i</a> ![j](http://127.0.0.1:9/x.png)
"""


@pytest.fixture
def browser(app_theme: Theme, qtbot: QtBot) -> MarkdownView:
    widget = MarkdownView("note")
    qtbot.addWidget(widget)
    return widget


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a FIFO")
def test_hostile_text_opens_no_file_when_shown(browser: MarkdownView, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)  # opening it for reading blocks until the time limit of the test
    browser.rendered_document.show_plan(plan_of(HOSTILE.replace("{pipe}", str(pipe))))
    browser.resize(400, 300)
    browser.show()
    browser.grab()
    browser.setSource(QUrl.fromLocalFile(str(pipe)))
    assert "<img src" in browser.toPlainText()


def test_link_clicks_are_signalled_and_never_followed(browser: MarkdownView) -> None:
    addresses: list[str] = []
    notes: list[tuple[str, bool]] = []
    browser.link_activated.connect(addresses.append)
    browser.note_requested.connect(lambda target, new_tab: notes.append((target, new_tab)))
    for address in ("https://a.b/c d", "note:A%2FB%23C", "file:///etc/passwd", "javascript:x", "mailto:a@b.c"):
        browser.anchorClicked.emit(QUrl(address))
    assert addresses == ["https://a.b/c%20d", "mailto:a@b.c"]
    assert notes == [("A/B#C", False)]
    assert browser.source().isEmpty()


def test_a_copy_is_plain_text(browser: MarkdownView) -> None:
    browser.rendered_document.show_plan(plan_of("**bold** [[A|words]]"))
    browser.selectAll()
    browser.copy()
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == "bold words"
    assert not data.hasHtml()


@pytest.fixture
def view(qtbot: QtBot) -> MarkdownView:
    widget = MarkdownView("note")
    qtbot.addWidget(widget)
    widget.resize(900, 500)
    widget.show()
    return widget


def test_the_text_column_is_centered_and_has_a_maximum_width(view: MarkdownView) -> None:
    view.rendered_document.show_plan(plan_of(SAMPLE))
    frame = view.rendered_document.rootFrame().frameFormat()
    width = view.viewport().width() - frame.leftMargin() - frame.rightMargin()
    assert abs(width - view.rendered_document.style.column) <= 2
    assert view.horizontalScrollBar().maximum() == 0


def test_every_visible_code_block_has_a_button(view: MarkdownView, qtbot: QtBot) -> None:
    view.rendered_document.show_plan(plan_of("```\na\n```\n\n```py\nb\n```"))
    viewport = view.viewport()
    qtbot.waitUntil(
        lambda: sum(button.isVisible() for button in viewport.findChildren(QToolButton)) == 2, timeout=30_000
    )


def test_a_header_scrolls_with_the_text_and_is_replaced(view: MarkdownView) -> None:
    first, second = QWidget(), QWidget()
    for header in (first, second):
        header.setMinimumHeight(80)
        view.set_header(header)
    view.rendered_document.show_plan(plan_of("word\n\n" * 200))
    view.verticalScrollBar().setValue(50)
    assert second.y() == -50
    assert first.isHidden()


def test_a_passage_is_scrolled_to_and_highlighted(view: MarkdownView, app_theme: Theme) -> None:
    view.rendered_document.show_plan(plan_of("word\n\n" * 200))
    view.show_elements(range(150, 151))
    assert view.verticalScrollBar().value() > 0
    assert view.passage() == range(150, 151)
    image = view.grab().toImage()
    colors = {image.pixelColor(x, y).name() for x in range(0, image.width(), 5) for y in range(0, image.height(), 3)}
    assert app_theme.color("accent_soft").name() in colors
    view.clear_passage()
    assert view.passage() is None


def test_a_growing_view_signals_its_height(qtbot: QtBot) -> None:
    view = MarkdownView("chat")
    qtbot.addWidget(view)
    view.set_growing()
    view.resize(400, 50)
    emitted: list[int] = []
    view.content_height_changed.connect(emitted.append)
    view.rendered_document.show_plan(plan_of("a\n\nb"))
    small = view.content_height()
    view.rendered_document.show_plan(plan_of("a\n\nb\n\nc\n\nd"))
    assert view.content_height() > small
    assert emitted


def test_a_theme_change_repaints_the_background(view: MarkdownView, app_theme: Theme) -> None:
    view.rendered_document.show_plan(plan_of("text"))
    app_theme.set_choice("dark")
    image = view.grab().toImage()
    assert image.pixelColor(5, 400) == app_theme.color("surface")


@pytest.mark.parametrize(
    ("text_of", "length"),
    [
        (repeated("a"), 200_000),
        (repeated("&amp;"), 100_000),
        (repeated("x", before="```\n"), 100_000),
        (repeated("z", before="| a |\n|---|\n| ", after=" |"), 40_000),
    ],
)
def test_very_long_lines_are_shown_in_linear_time(
    view: MarkdownView, text_of: Callable[[int], str], length: int
) -> None:
    def show(plan: RenderPlan) -> None:
        view.rendered_document.show_plan(plan)
        view.grab()

    check_linear(show, lambda size: plan_of(text_of(size)), length)


# Links by keyboard: the link with the focus has a ring, and is not a selection of the user.


def test_a_link_reached_by_tab_has_a_ring_and_is_no_selection(view: MarkdownView, app_theme: Theme) -> None:
    view.rendered_document.show_plan(plan_of("See [[Boiler]] and [[Heat-loss survey]]."))
    view.activateWindow()
    view.setFocus()
    assert view.focusNextPrevChild(True)
    assert view.textCursor().selectedText() == "Boiler"
    assert view.focused_link() is not None
    assert not view.has_selected_text()
    ring = view.cursorRect(view.textCursor())
    image = view.viewport().grab().toImage()
    colors = {image.pixelColor(x, ring.top()).name() for x in range(ring.left() - 40, ring.left() + 2)}
    assert app_theme.color("accent").name() in colors
    view.selectAll()
    assert view.has_selected_text()
