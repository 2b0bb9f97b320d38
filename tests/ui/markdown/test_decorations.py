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
