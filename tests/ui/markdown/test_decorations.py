from PySide6.QtGui import QImage, QPainter

from tests.ui.markdown.dumps import SAMPLE
from vaultdesk.ui.markdown.decorations import Decorations
from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.plan import Code
from vaultdesk.ui.markdown.planner import plan_of
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.theme.theme import Theme


def document_of(look: Theme, text: str) -> RenderedDocument:
    document = RenderedDocument(Style(look, "note"))
    document.setTextWidth(500)
    document.show_plan(plan_of(text))
    return document


def test_a_callout_stands_on_its_ground(dressed: Theme) -> None:
    document = document_of(dressed, "> [!note] A\n> b")
    image = QImage(500, 120, QImage.Format.Format_RGB32)
    image.fill(dressed.color("surface"))
    painter = QPainter(image)
    Decorations(document).paint(painter, range(2), 500)
    painter.end()
    assert image.pixelColor(400, 20) == dressed.color("accent_soft")
    assert image.pixelColor(1, 20) == dressed.color("accent")


def test_code_areas_hold_the_text_and_its_head(dressed: Theme) -> None:
    document = document_of(dressed, SAMPLE)
    number = next(n for n, piece in enumerate(document.pieces) if isinstance(piece, Code))
    decorations = Decorations(document)
    area = decorations.code_area(number, 500)
    top, bottom = decorations.extent(number)
    assert area.text == "# remark\nprint(142)"
    assert area.rect.top() <= top - document.style.code_head
    assert area.rect.bottom() > bottom


def test_only_what_is_seen_is_looked_at(dressed: Theme) -> None:
    document = document_of(dressed, "word\n\n" * 500)
    seen = Decorations(document).visible(0, 300)
    assert 5 < len(seen) < 40


def test_a_passage_in_a_callout_reaches_over_its_ground(dressed: Theme) -> None:
    document = document_of(dressed, "before\n\n> [!note] A\n> b\n\nafter")
    decorations = Decorations(document)
    pad = document.style.box_pad
    top, bottom = decorations.whole_extent(2, 2)
    assert top == decorations.extent(1)[0] - pad
    assert bottom == decorations.extent(2)[1] + pad
    assert decorations.whole_extent(3, 3) == decorations.extent(3)


def test_the_marker_of_a_hebrew_item_stands_at_its_right(dressed: Theme) -> None:
    document = document_of(dressed, "- דוח\n- word\n- [ ] דוח")
    decorations = Decorations(document)
    hebrew, english, task = (decorations.marker_area(number, 500) for number in range(3))
    assert english.right() < 60
    assert hebrew.left() > 440
    assert task == hebrew.translated(0, task.top() - hebrew.top())


def test_the_rule_of_a_hebrew_quote_stands_at_its_right(dressed: Theme) -> None:
    document = document_of(dressed, "> דוח")
    image = QImage(500, 60, QImage.Format.Format_RGB32)
    image.fill(dressed.color("surface"))
    painter = QPainter(image)
    Decorations(document).paint(painter, range(1), 500)
    painter.end()
    row = [image.pixelColor(x, 10) == dressed.color("control") for x in range(500)]
    assert not any(row[:250])
    assert any(row[490:])
    made = document.first_block(0).blockFormat()
    assert made.leftMargin() == made.rightMargin() == document.style.box_left
