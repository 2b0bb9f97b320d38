from PySide6.QtGui import QTextCursor

from vaultdesk.ui.markdown.copying import selected_text
from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.planner import plan_of
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.theme.theme import Theme


def test_everything_is_copied_as_it_is_seen(dressed: Theme) -> None:
    document = RenderedDocument(Style(dressed, "note"))
    document.show_plan(plan_of("Hi **you**\nthere\n\n1. a\n   - b\n- [x] c\n\n| p | q |\n|---|---|\n| 1 | 2 |\n\nend"))
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    assert selected_text(document, cursor) == "Hi you\nthere\n1. a\n  - b\n- [x] c\np\tq\n1\t2\n\nend"


def test_a_part_of_a_line_is_copied_without_its_sign(dressed: Theme) -> None:
    document = RenderedDocument(Style(dressed, "note"))
    document.show_plan(plan_of("- some words"))
    cursor = QTextCursor(document)
    cursor.setPosition(5)
    cursor.setPosition(10, QTextCursor.MoveMode.KeepAnchor)
    assert selected_text(document, cursor) == "words"
