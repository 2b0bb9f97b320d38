"""Tests of ui/rendering/text_document_writer.py."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QImage, QTextBlock, QTextCursor, QTextDocument, QTextFormat, QTextImageFormat
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.markdown.dumps import SAMPLE, dump
from vaultdesk.ui.rendering.formula import formulas
from vaultdesk.ui.rendering.markdown_view import MarkdownView, selected_text
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import Table, TextRun
from vaultdesk.ui.rendering.rendered_document import RenderedDocument, StreamingDocument
from vaultdesk.ui.rendering.text_document_writer import CELL_GAP, LATEX, MAX_WORD_WIDTH, column_widths
from vaultdesk.ui.rendering.text_formats import TextFormats
from vaultdesk.ui.theme.theme import Theme, theme

# Picture widths: pictures follow the width of the place they stand in.

TEXT = "![[p.png]] ![[p.png]]\n\n- item\n\n  ![[p.png]]\n\n> [!note] Title\n> ![[p.png|40]]\n"


def pictures(document: RenderedDocument) -> Iterator[tuple[QTextBlock, QTextImageFormat]]:
    block = document.begin()
    while block.isValid():
        parts = block.begin()
        while not parts.atEnd():
            image_format = parts.fragment().charFormat()
            if image_format.isImageFormat():
                yield block, image_format.toImageFormat()
            parts += 1
        block = block.next()


def rooms(document: RenderedDocument) -> list[float]:
    """What each picture takes with the margins around it."""
    margins = ((block.blockFormat(), image_format) for block, image_format in pictures(document))
    return [image_format.width() + around.leftMargin() + around.rightMargin() for around, image_format in margins]


def test_a_wide_picture_follows_the_room_and_a_small_one_stays(dressed: Theme) -> None:
    image = QImage(3000, 1500, QImage.Format.Format_RGB32)
    document = RenderedDocument(TextFormats(dressed, "note"))
    document.set_sources(None, lambda _target: image)
    document.show_plan(plan_of(TEXT))
    column = document.style.column
    assert rooms(document)[:3] == [column] * 3
    for room in (300, 200, 10_000):
        document.fit(room)
        assert rooms(document)[:3] == [min(room, column)] * 3
        last = [image_format for _, image_format in pictures(document)][-1]
        assert (last.width(), last.height()) == (40, 20)


QUOTES = """| Supplier | Price | Remark |
| --- | ---: | --- |
| Nordwärme | €18,400 | comes in six weeks and takes the old boiler with them when they go |
| Halm & Sohn | €21,150 | four weeks |
"""


def table_of(text: str) -> Table:
    (table,) = [element for element in plan_of(text) if isinstance(element, Table)]
    return table


@pytest.fixture
def style(dressed: Theme) -> TextFormats:
    return TextFormats(dressed, "note")


def word(style: TextFormats, text: str) -> float:
    return column_widths(table_of(f"| {text} x |\n| --- |\n| y |"), style, 1)[0]


def test_where_all_fits_nothing_is_told(style: TextFormats) -> None:
    assert column_widths(table_of(QUOTES), style, 5_000) == []


def test_the_longest_text_gives_way_and_short_ones_stay_on_one_line(style: TextFormats) -> None:
    room = 3 * style.px(150)
    names, prices, remarks = column_widths(table_of(QUOTES), style, room)
    assert names >= word(style, "Halm&Sohn")
    assert prices >= word(style, "€21,150")
    assert room - 3 <= names + prices + remarks <= room


def test_no_word_is_broken_even_where_the_table_becomes_wider_than_the_view(style: TextFormats) -> None:
    widths = column_widths(table_of(QUOTES), style, 40)
    assert widths[0] >= word(style, "Nordwärme")
    assert widths[1] >= word(style, "€18,400")


def test_an_endless_word_may_be_broken(style: TextFormats) -> None:
    (first, _) = column_widths(table_of(f"| {'z' * 500} | a |\n| --- | --- |\n| b | c |"), style, 100)
    assert first <= style.px(MAX_WORD_WIDTH) + style.px(CELL_GAP) + 1


def test_a_word_in_two_looks_is_one_word(style: TextFormats) -> None:
    assert abs(word(style, "€18,`400`") - word(style, "`€18,400`")) < word(style, "`400`")
    assert word(style, "Nord**wärme**") >= word(style, "Nordwärme")


def test_tables_with_pictures_are_left_to_qt(style: TextFormats) -> None:
    table = Table(("left",), (((TextRun("x" * 400, image="a.png"),),),))
    assert column_widths(table, style, 10) == []


def told(view: MarkdownView) -> list[float]:
    table = view.rendered_document.first_block(0)
    frame = view.rendered_document.rootFrame().childFrames()[0]
    assert frame.firstPosition() == table.position()
    table_format = frame.frameFormat().toTableFormat()
    return [length.rawValue() for length in table_format.columnWidthConstraints()]


def test_a_table_follows_the_width_of_its_view(qtbot: QtBot, dressed: Theme) -> None:
    view = MarkdownView("note")
    qtbot.addWidget(view)
    view.resize(500, 400)
    view.show()
    view.rendered_document.show_plan(plan_of(QUOTES))
    narrow = told(view)
    assert len(narrow) == 3
    assert sum(narrow) <= view.viewport().width()
    view.resize(2_000, 400)
    view.rendered_document.fit(1_900)
    assert told(view) == []
    view.rendered_document.fit(300)
    assert told(view) != narrow


# FormulaRuns: source first, then the picture in its place; copies hold the source.

FORMULA_RUNS_TEXT = (
    "# H\n\nSo $a+b$ and $c$.\n\n$$\nd^2\n$$\n\n| $e$ | x |\n|---|---|\n| y | $f$ |\n\nThe end of $broken{$."
)
DRAWN = {"a+b", "c", "d^2", "e", "f"}


def shown() -> RenderedDocument:
    document = RenderedDocument(TextFormats(theme(), "note"))
    document.setTextWidth(500)
    return document


def pictured(document: RenderedDocument) -> set[str]:
    found: set[str] = set()
    cursor = QTextCursor(document)
    for place, sign in enumerate(document.toPlainText()):
        if sign == "\ufffc":
            cursor.setPosition(place)
            cursor.setPosition(place + 1, QTextCursor.MoveMode.KeepAnchor)
            found.add(str(cursor.charFormat().property(LATEX)))
            assert "$" in cursor.charFormat().property(QTextFormat.Property.ImageAltText.value)
    return found


def copied(document: RenderedDocument) -> str:
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    return selected_text(document, cursor)


@on_qt_loop
async def test_every_formula_is_drawn_in_the_place_of_its_source() -> None:
    document = shown()
    document.show_plan(plan_of(FORMULA_RUNS_TEXT))
    before = copied(document)
    await until(lambda: not formulas().is_waiting())
    assert pictured(document) == DRAWN
    assert copied(document) == before
    assert "$$d^2$$" in before
    assert "$broken{$" in before


@on_qt_loop
async def test_the_elements_keep_their_places_when_source_becomes_a_picture() -> None:
    document, fresh = shown(), shown()
    document.show_plan(plan_of(FORMULA_RUNS_TEXT))
    await until(lambda: not formulas().is_waiting())
    fresh.show_plan(plan_of(FORMULA_RUNS_TEXT))
    assert document.starts == fresh.starts
    assert pictured(fresh) == DRAWN
    document.show_plan(plan_of("# H"))
    assert document.toPlainText() == "H"


@on_qt_loop
async def test_a_streamed_answer_ends_as_one_that_is_shown_at_once() -> None:
    document, whole = shown(), shown()
    stream = StreamingDocument(document)
    for place in range(0, len(FORMULA_RUNS_TEXT), 7):
        stream.feed(FORMULA_RUNS_TEXT[place : place + 7])
        await until(lambda: not formulas().is_waiting())
    stream.finish()
    await until(lambda: not formulas().is_waiting())
    StreamingDocument(whole).show(FORMULA_RUNS_TEXT)
    assert document.starts == whole.starts
    assert pictured(document) == pictured(whole) == DRAWN


@on_qt_loop
async def test_a_formula_in_a_line_keeps_the_lines_height_and_a_tall_one_gets_more() -> None:
    plain, small, tall = shown(), shown(), shown()
    plain.show_plan(plan_of("So it is."))
    small.show_plan(plan_of(r"So $x^2$ is."))
    tall.show_plan(plan_of(r"So $\begin{pmatrix}1\\2\\3\\4\end{pmatrix}$ is."))
    await until(lambda: not formulas().is_waiting())
    heights = [document.size().height() for document in (plain, small, tall)]
    assert heights[0] == heights[1] < heights[2]


@on_qt_loop
async def test_what_is_wider_than_the_column_becomes_smaller_and_what_is_far_too_wide_stays_source() -> None:
    document = shown()
    wide, far = "a" * 45, "b" * 220
    document.show_plan(plan_of(f"$${wide}$$\n\nAnd ${far}$."))
    await until(lambda: not formulas().is_waiting())
    assert pictured(document) == {wide}
    assert far in document.toPlainText()


@on_qt_loop
async def test_another_theme_draws_them_anew() -> None:
    document = shown()
    document.show_plan(plan_of("So $q$."))
    await until(lambda: not formulas().is_waiting())
    theme().set_choice("dark")
    document.restyle(TextFormats(theme(), "note"))
    await until(lambda: not formulas().is_waiting())
    assert pictured(document) == {"q"}


def render_shown(look: Theme, text: str, **sources: object) -> RenderedDocument:
    document = RenderedDocument(TextFormats(look, "note"))
    document.set_sources(sources.get("resolves"), sources.get("pictures"))  # type: ignore[arg-type]  # a test's shorthand
    document.show_plan(plan_of(text))
    return document


def test_all_text_is_there_and_raw_html_is_literal(dressed: Theme) -> None:
    text = render_shown(dressed, SAMPLE + "\n<img src=x onerror=y>").toPlainText()
    for words in ("The boiler leaks", "The decision", "Nordwind", "done well", "print(142)", "The foot", "<img src=x"):
        assert words in text


def test_links_of_a_note_carry_their_addresses(dressed: Theme) -> None:
    document = render_shown(dressed, "[[A b]] https://c.d [x](file:///etc/passwd) [y](javascript:z)")
    hrefs = {part[4] for block in dump(document) for part in block[4]}  # type: ignore[attr-defined]  # see dumps.py
    # `may_be_opened` decides at a click: it asks before a file is opened and refuses code.
    assert hrefs == {"", "note:A%20b", "https://c.d", "file:///etc/passwd", "javascript:z"}


def test_an_unresolved_link_is_drawn_muted(dressed: Theme) -> None:
    document = render_shown(dressed, "[[Gone]]", resolves=lambda target: target != "Gone")
    assert dump(document)[0][4][0][2] == dressed.color("muted").name()  # type: ignore[index]  # see dumps.py


def test_a_picture_comes_from_the_callback_alone(dressed: Theme) -> None:
    requested: list[str] = []
    image = QImage(40, 20, QImage.Format.Format_RGB32)

    def picture(target: str) -> QImage | None:
        requested.append(target)
        return image if target == "p.png" else None

    document = render_shown(dressed, "![[p.png]] ![[gone.png]] ![x](http://evil.example/y.png)", pictures=picture)
    assert requested == ["p.png", "gone.png"]
    assert document.toPlainText().count("\ufffc") == 1
    assert "gone.png" in document.toPlainText()


def test_a_table_is_a_table_and_text_after_it_has_its_own_block(dressed: Theme) -> None:
    document = render_shown(dressed, "| a |\n|---|\n| b |\n\nafter")
    assert document.first_block(1).text() == "after"
    assert isinstance(document, QTextDocument)
    assert document.rootFrame().childFrames()
