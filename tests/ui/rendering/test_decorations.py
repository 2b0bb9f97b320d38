import pytest
from PySide6.QtGui import QImage, QPainter, QTextCursor

from tests.ui.markdown.dumps import SAMPLE
from vaultdesk.ui.rendering.decorations import Decorations
from vaultdesk.ui.rendering.markdown_view import selected_text
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import Box, CodeBlock, Nesting, TextBlock, TextRun
from vaultdesk.ui.rendering.rendered_document import RenderedDocument
from vaultdesk.ui.rendering.text_formats import TextFormats
from vaultdesk.ui.theme.theme import Theme


def document_of(theme: Theme, text: str) -> RenderedDocument:
    document = RenderedDocument(TextFormats(theme, "note"))
    document.setTextWidth(500)
    document.show_plan(plan_of(text))
    return document


def test_a_callout_has_its_background(app_theme: Theme) -> None:
    document = document_of(app_theme, "> [!note] A\n> b")
    image = QImage(500, 120, QImage.Format.Format_RGB32)
    image.fill(app_theme.color("surface"))
    painter = QPainter(image)
    Decorations(document).paint(painter, range(2), 500)
    painter.end()
    assert image.pixelColor(400, 20) == app_theme.color("accent_soft")
    assert image.pixelColor(1, 20) == app_theme.color("accent")


def test_an_embed_has_a_frame_without_a_background(app_theme: Theme) -> None:
    document = RenderedDocument(TextFormats(app_theme, "note"))
    document.setTextWidth(500)
    nesting = Nesting((Box(0, "embed", "file"),))
    document.show_plan((TextBlock("title", (TextRun("A"),), nesting), TextBlock("paragraph", (TextRun("b"),), nesting)))
    image = QImage(500, 120, QImage.Format.Format_RGB32)
    image.fill(app_theme.color("surface"))
    painter = QPainter(image)
    Decorations(document).paint(painter, range(2), 500)
    painter.end()
    assert image.pixelColor(0, 30) == app_theme.color("border")
    assert image.pixelColor(499, 30) == app_theme.color("border")
    assert image.pixelColor(400, 20) == app_theme.color("surface")


def test_a_rule_stays_within_its_frame(app_theme: Theme) -> None:
    document = RenderedDocument(TextFormats(app_theme, "note"))
    document.setTextWidth(500)
    nesting = Nesting((Box(0, "embed", "file"),))
    document.show_plan((TextBlock("rule", (), nesting),))
    image = QImage(500, 120, QImage.Format.Format_RGB32)
    image.fill(app_theme.color("surface"))
    painter = QPainter(image)
    Decorations(document).paint(painter, range(1), 500)
    painter.end()
    background = app_theme.color("surface")
    top, bottom = Decorations(document).extent(0)
    drawn = {x for x in range(500) for y in range(int(top), int(bottom)) if image.pixelColor(x, y) != background}
    left, right = document.style.left(nesting), 500 - document.style.right(nesting)
    inner = [x for x in drawn if 5 < x < 495]
    assert abs(min(inner) - left) <= 1
    assert abs(max(inner) - right) <= 1


@pytest.mark.parametrize("text", ["> [!note] A\n> b", "```\nx\n```", "# Heading", "> quote"])
def test_decorations_of_the_first_element_do_not_extend_above_the_document(app_theme: Theme, text: str) -> None:
    document = document_of(app_theme, text)
    decorations = Decorations(document)
    tops = [decorations.extent_with_boxes(0, 0)[0]]
    tops += [decorations.code_area(0, 500).rect.top()] if isinstance(document.elements[0], CodeBlock) else []
    assert min(tops) >= 0
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    assert not selected_text(document, cursor).startswith("\n")


def test_the_extent_of_a_table_includes_the_rule_below_it(app_theme: Theme) -> None:
    document = document_of(app_theme, "| a |\n|---|\n| b |\n\nend")
    decorations = Decorations(document)
    layout = document.documentLayout()
    table = document.rootFrame().childFrames()[0]
    assert abs(decorations.extent(0)[1] - layout.frameBoundingRect(table).bottom()) < 3


def test_a_code_area_includes_its_text_and_header(app_theme: Theme) -> None:
    document = document_of(app_theme, SAMPLE)
    number = next(n for n, element in enumerate(document.elements) if isinstance(element, CodeBlock))
    decorations = Decorations(document)
    area = decorations.code_area(number, 500)
    top, bottom = decorations.extent(number)
    assert area.text == "# remark\nprint(142)"
    assert area.rect.top() <= top - document.style.code_head
    assert area.rect.bottom() > bottom


def test_only_visible_elements_are_returned(app_theme: Theme) -> None:
    document = document_of(app_theme, "word\n\n" * 500)
    visible = Decorations(document).visible(0, 300)
    assert 5 < len(visible) < 40


def test_a_passage_in_a_callout_extends_over_its_padding(app_theme: Theme) -> None:
    document = document_of(app_theme, "before\n\n> [!note] A\n> b\n\nafter")
    decorations = Decorations(document)
    pad = document.style.box_pad
    top, bottom = decorations.extent_with_boxes(2, 2)
    assert top == decorations.extent(1)[0] - pad
    assert bottom == decorations.extent(2)[1] + pad
    assert decorations.extent_with_boxes(3, 3) == decorations.extent(3)


def test_the_marker_of_a_hebrew_item_is_at_its_right(app_theme: Theme) -> None:
    document = document_of(app_theme, "- דוח\n- word\n- [ ] דוח")
    decorations = Decorations(document)
    hebrew, english, task = (decorations.marker_area(number, 500) for number in range(3))
    assert english.right() < 60
    assert hebrew.left() > 440
    assert task == hebrew.translated(0, task.top() - hebrew.top())


def test_the_rule_of_a_hebrew_quote_is_at_its_right(app_theme: Theme) -> None:
    document = document_of(app_theme, "> דוח")
    image = QImage(500, 60, QImage.Format.Format_RGB32)
    image.fill(app_theme.color("surface"))
    painter = QPainter(image)
    Decorations(document).paint(painter, range(1), 500)
    painter.end()
    row = [image.pixelColor(x, 10) == app_theme.color("control") for x in range(500)]
    assert not any(row[:250])
    assert any(row[490:])
    block_format = document.first_block(0).blockFormat()
    assert block_format.leftMargin() == block_format.rightMargin() == document.style.box_left


@pytest.mark.parametrize("item", ["1. a\n   ![[x.png]]\n   b", "- [ ] a\n   ![[x.png]]\n   b"])
def test_the_marker_of_an_item_with_a_picture_is_beside_its_first_line(app_theme: Theme, item: str) -> None:
    plain, pictured = (document_of(app_theme, text) for text in (item.replace("![[x.png]]", "x"), item))
    middles = [Decorations(item_document).marker_area(0, 500).center().y() for item_document in (plain, pictured)]
    baselines = []
    for document in (plain, pictured):
        block = document.first_block(0)
        line = block.layout().lineAt(0)
        baselines.append(document.documentLayout().blockBoundingRect(block).top() + line.y() + line.ascent())
    assert abs((middles[1] - baselines[1]) - (middles[0] - baselines[0])) <= 1
    pitches = []
    for document in (plain, pictured):
        layout = document.first_block(0).layout()
        pitches.append(layout.lineAt(2).y() - layout.lineAt(1).y())
    assert abs(pitches[0] - pitches[1]) <= 1
