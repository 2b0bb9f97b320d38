"""FormulaRuns: source first, then the picture in its place; copies hold the source."""

from PySide6.QtGui import QTextCursor, QTextFormat

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.formula.formulas import formulas
from vaultdesk.ui.markdown.copying import selected_text
from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.formula_runs import LATEX
from vaultdesk.ui.markdown.planner import plan_of
from vaultdesk.ui.markdown.stream import StreamingDocument
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.theme.theme import theme

TEXT = "# H\n\nSo $a+b$ and $c$.\n\n$$\nd^2\n$$\n\n| $e$ | x |\n|---|---|\n| y | $f$ |\n\nThe end of $broken{$."
DRAWN = {"a+b", "c", "d^2", "e", "f"}


def shown() -> RenderedDocument:
    document = RenderedDocument(Style(theme(), "note"))
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
    document.show_plan(plan_of(TEXT))
    before = copied(document)
    await until(lambda: not formulas().is_waiting())
    assert pictured(document) == DRAWN
    assert copied(document) == before
    assert "$$d^2$$" in before
    assert "$broken{$" in before


@on_qt_loop
async def test_the_pieces_keep_their_places_when_source_becomes_a_picture() -> None:
    document, fresh = shown(), shown()
    document.show_plan(plan_of(TEXT))
    await until(lambda: not formulas().is_waiting())
    fresh.show_plan(plan_of(TEXT))
    assert document.starts == fresh.starts
    assert pictured(fresh) == DRAWN
    document.show_plan(plan_of("# H"))
    assert document.toPlainText() == "H"


@on_qt_loop
async def test_a_streamed_answer_ends_as_one_that_is_shown_at_once() -> None:
    document, whole = shown(), shown()
    stream = StreamingDocument(document)
    for place in range(0, len(TEXT), 7):
        stream.feed(TEXT[place : place + 7])
        await until(lambda: not formulas().is_waiting())
    stream.finish()
    await until(lambda: not formulas().is_waiting())
    StreamingDocument(whole).show(TEXT)
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
    document.restyle(Style(theme(), "note"))
    await until(lambda: not formulas().is_waiting())
    assert pictured(document) == {"q"}
