"""Tests of ui/rendering/text_document_writer.py."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QImage, QTextBlock, QTextCursor, QTextDocument, QTextFormat, QTextImageFormat
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.markdown.dumps import SAMPLE, dump
from vaultdesk.ui.rendering.formula import LATEX, formulas
from vaultdesk.ui.rendering.markdown_view import MarkdownView, selected_text
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import Table, TextRun
from vaultdesk.ui.rendering.rendered_document import RenderedDocument, StreamingDocument
from vaultdesk.ui.rendering.text_document_writer import CELL_GAP, MAX_WORD_WIDTH, column_widths
from vaultdesk.ui.rendering.text_formats import TextFormats
from vaultdesk.ui.theme.theme import Theme, theme

# Picture widths: pictures follow the available width.

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


def occupied_widths(document: RenderedDocument) -> list[float]:
    """Return the width of each picture including its margins."""
    formats = ((block.blockFormat(), image_format) for block, image_format in pictures(document))
    return [
        image_format.width() + block_format.leftMargin() + block_format.rightMargin()
        for block_format, image_format in formats
    ]


def test_a_wide_picture_follows_the_available_width_and_a_small_one_does_not(app_theme: Theme) -> None:
    image = QImage(3000, 1500, QImage.Format.Format_RGB32)
    document = RenderedDocument(TextFormats(app_theme, "note"))
    document.set_sources(None, lambda _target: image)
    document.show_plan(plan_of(TEXT))
    column = document.style.column
    assert occupied_widths(document)[:3] == [column] * 3
    for available in (300, 200, 10_000):
        document.fit(available)
        assert occupied_widths(document)[:3] == [min(available, column)] * 3
        last = [image_format for _, image_format in pictures(document)][-1]
        assert (last.width(), last.height()) == (40, 20)


@on_qt_loop
async def test_a_formula_beside_a_picture_keeps_its_size_when_the_width_changes() -> None:
    document = RenderedDocument(TextFormats(theme(), "note"))
    document.set_sources(None, lambda _target: QImage(300, 150, QImage.Format.Format_RGB32))
    document.show_plan(plan_of("$x^2$ ![[p.png]]"))
    await until(lambda: len(list(pictures(document))) == 2)
    formula_width = next(pictures(document))[1].width()
    document.fit(200)
    assert [image_format.width() for _, image_format in pictures(document)] == [formula_width, 200]


QUOTES = """| Supplier | Price | Remark |
| --- | ---: | --- |
| Nordwärme | €18,400 | comes in six weeks and takes the old boiler with them when they go |
| Halm & Sohn | €21,150 | four weeks |
"""


def table_of(text: str) -> Table:
    (table,) = [element for element in plan_of(text) if isinstance(element, Table)]
    return table


@pytest.fixture
def style(app_theme: Theme) -> TextFormats:
    return TextFormats(app_theme, "note")


def word_width(style: TextFormats, text: str) -> float:
    return column_widths(table_of(f"| {text} x |\n| --- |\n| y |"), style, 1)[0]


def test_no_column_widths_are_set_if_the_table_fits(style: TextFormats) -> None:
    assert column_widths(table_of(QUOTES), style, 5_000) == []


def test_the_longest_column_wraps_and_short_ones_stay_on_one_line(style: TextFormats) -> None:
    available = 3 * style.px(150)
    names, prices, remarks = column_widths(table_of(QUOTES), style, available)
    assert names >= word_width(style, "Halm&Sohn")
    assert prices >= word_width(style, "€21,150")
    assert available - 3 <= names + prices + remarks <= available


def test_words_are_not_broken_even_if_the_table_becomes_wider_than_the_view(style: TextFormats) -> None:
    widths = column_widths(table_of(QUOTES), style, 40)
    assert widths[0] >= word_width(style, "Nordwärme")
    assert widths[1] >= word_width(style, "€18,400")


def test_a_very_long_word_may_be_broken(style: TextFormats) -> None:
    (first, _) = column_widths(table_of(f"| {'z' * 500} | a |\n| --- | --- |\n| b | c |"), style, 100)
    assert first <= style.px(MAX_WORD_WIDTH) + style.px(CELL_GAP) + 1


def test_a_word_of_several_styles_is_one_word(style: TextFormats) -> None:
    assert abs(word_width(style, "€18,`400`") - word_width(style, "`€18,400`")) < word_width(style, "`400`")
    assert word_width(style, "Nord**wärme**") >= word_width(style, "Nordwärme")


def test_column_widths_of_tables_with_pictures_are_left_to_qt(style: TextFormats) -> None:
    table = Table(("left",), (((TextRun("x" * 400, image="a.png"),),),))
    assert column_widths(table, style, 10) == []


def column_constraints(view: MarkdownView) -> list[float]:
    table = view.rendered_document.first_block(0)
    frame = view.rendered_document.rootFrame().childFrames()[0]
    assert frame.firstPosition() == table.position()
    table_format = frame.frameFormat().toTableFormat()
    return [length.rawValue() for length in table_format.columnWidthConstraints()]


def test_a_table_follows_the_width_of_its_view(qtbot: QtBot, app_theme: Theme) -> None:
    view = MarkdownView("note")
    qtbot.addWidget(view)
    view.resize(500, 400)
    view.show()
    view.rendered_document.show_plan(plan_of(QUOTES))
    narrow = column_constraints(view)
    assert len(narrow) == 3
    assert sum(narrow) <= view.viewport().width()
    view.resize(2_000, 400)
    view.rendered_document.fit(1_900)
    assert column_constraints(view) == []
    view.rendered_document.fit(300)
    assert column_constraints(view) != narrow


# Formulas: the source is replaced by its picture, and copies contain the source.

FORMULA_RUNS_TEXT = (
    "# H\n\nSo $a+b$ and $c$.\n\n$$\nd^2\n$$\n\n| $e$ | x |\n|---|---|\n| y | $f$ |\n\nThe end of $broken{$."
)
DRAWN = {"a+b", "c", "d^2", "e", "f"}


def empty_document() -> RenderedDocument:
    document = RenderedDocument(TextFormats(theme(), "note"))
    document.setTextWidth(500)
    return document


def drawn_formulas(document: RenderedDocument) -> set[str]:
    found: set[str] = set()
    cursor = QTextCursor(document)
    for position, character in enumerate(document.toPlainText()):
        if character == "\ufffc":
            cursor.setPosition(position)
            cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
            found.add(str(cursor.charFormat().property(LATEX)))
            assert "$" in cursor.charFormat().property(QTextFormat.Property.ImageAltText.value)
    return found


def copied_text(document: RenderedDocument) -> str:
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    return selected_text(document, cursor)


@on_qt_loop
async def test_the_picture_of_every_formula_replaces_its_source() -> None:
    document = empty_document()
    document.show_plan(plan_of(FORMULA_RUNS_TEXT))
    before = copied_text(document)
    await until(lambda: not formulas().is_waiting())
    assert drawn_formulas(document) == DRAWN
    assert copied_text(document) == before
    assert "$$d^2$$" in before
    assert "$broken{$" in before


@on_qt_loop
async def test_element_positions_are_updated_when_a_formula_is_drawn() -> None:
    document, fresh = empty_document(), empty_document()
    document.show_plan(plan_of(FORMULA_RUNS_TEXT))
    await until(lambda: not formulas().is_waiting())
    fresh.show_plan(plan_of(FORMULA_RUNS_TEXT))
    assert document.starts == fresh.starts
    assert drawn_formulas(fresh) == DRAWN
    document.show_plan(plan_of("# H"))
    assert document.toPlainText() == "H"


@on_qt_loop
async def test_formulas_of_a_streamed_answer_equal_those_of_a_complete_one() -> None:
    document, complete = empty_document(), empty_document()
    stream = StreamingDocument(document)
    for position in range(0, len(FORMULA_RUNS_TEXT), 7):
        stream.feed(FORMULA_RUNS_TEXT[position : position + 7])
        await until(lambda: not formulas().is_waiting())
    stream.finish()
    await until(lambda: not formulas().is_waiting())
    complete.show_plan(plan_of(FORMULA_RUNS_TEXT, comments=False))
    assert document.starts == complete.starts
    assert drawn_formulas(document) == drawn_formulas(complete) == DRAWN


@on_qt_loop
async def test_a_small_formula_keeps_the_line_height_and_a_tall_one_increases_it() -> None:
    plain, small, tall = empty_document(), empty_document(), empty_document()
    plain.show_plan(plan_of("So it is."))
    small.show_plan(plan_of(r"So $x^2$ is."))
    tall.show_plan(plan_of(r"So $\begin{pmatrix}1\\2\\3\\4\end{pmatrix}$ is."))
    await until(lambda: not formulas().is_waiting())
    heights = [document.size().height() for document in (plain, small, tall)]
    assert heights[0] == heights[1] < heights[2]


@on_qt_loop
async def test_a_wide_formula_is_scaled_down_and_an_excessively_wide_one_stays_source() -> None:
    document = empty_document()
    wide, too_wide = "a" * 45, "b" * 220
    document.show_plan(plan_of(f"$${wide}$$\n\nAnd ${too_wide}$."))
    await until(lambda: not formulas().is_waiting())
    assert drawn_formulas(document) == {wide}
    assert too_wide in document.toPlainText()


@on_qt_loop
async def test_a_theme_change_redraws_formulas() -> None:
    document = empty_document()
    document.show_plan(plan_of("So $q$."))
    await until(lambda: not formulas().is_waiting())
    theme().set_choice("dark")
    document.restyle(TextFormats(theme(), "note"))
    await until(lambda: not formulas().is_waiting())
    assert drawn_formulas(document) == {"q"}


def document_with(app_theme: Theme, text: str, **sources: object) -> RenderedDocument:
    document = RenderedDocument(TextFormats(app_theme, "note"))
    document.set_sources(sources.get("resolves"), sources.get("pictures"))  # type: ignore[arg-type]  # a test's shorthand
    document.show_plan(plan_of(text))
    return document


def test_all_text_is_rendered_and_raw_html_is_literal(app_theme: Theme) -> None:
    text = document_with(app_theme, SAMPLE + "\n<img src=x onerror=y>").toPlainText()
    for words in ("The boiler leaks", "The decision", "Nordwind", "done well", "print(142)", "The foot", "<img src=x"):
        assert words in text


def test_links_of_a_note_have_their_addresses(app_theme: Theme) -> None:
    document = document_with(app_theme, "[[A b]] https://c.d [x](file:///etc/passwd) [y](javascript:z)")
    hrefs = {part[4] for block in dump(document) for part in block[4]}  # type: ignore[attr-defined]  # see dumps.py
    # `may_be_opened` decides at a click: it asks before a file is opened and refuses code.
    assert hrefs == {"", "note:A%20b", "https://c.d", "file:///etc/passwd", "javascript:z"}


def test_an_unresolved_link_is_drawn_muted(app_theme: Theme) -> None:
    document = document_with(app_theme, "[[Gone]]", resolves=lambda target: target != "Gone")
    assert dump(document)[0][4][0][2] == app_theme.color("muted").name()  # type: ignore[index]  # see dumps.py


def test_pictures_are_obtained_only_from_the_callback(app_theme: Theme) -> None:
    requested: list[str] = []
    image = QImage(40, 20, QImage.Format.Format_RGB32)

    def picture(target: str) -> QImage | None:
        requested.append(target)
        return image if target == "p.png" else None

    document = document_with(app_theme, "![[p.png]] ![[gone.png]] ![x](http://evil.example/y.png)", pictures=picture)
    assert requested == ["p.png", "gone.png"]
    assert document.toPlainText().count("\ufffc") == 1
    assert "gone.png" in document.toPlainText()


def test_a_table_is_a_qt_table_and_the_text_after_it_has_its_own_block(app_theme: Theme) -> None:
    document = document_with(app_theme, "| a |\n|---|\n| b |\n\nafter")
    assert document.first_block(1).text() == "after"
    assert isinstance(document, QTextDocument)
    assert document.rootFrame().childFrames()
