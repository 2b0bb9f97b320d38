from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.highlighter import Highlighter
from vaultdesk.ui.theme.theme import Theme

TEXT = "---\nstatus: x\n---\n# Head\n[[Link]] #tag `code`\n```\nin code\n```\nplain"


def test_each_kind_of_line_has_its_colour(qtbot: QtBot, dressed: Theme) -> None:
    document = QTextDocument()
    highlighter = Highlighter(document)
    document.setPlainText(TEXT)
    highlighter.setDocument(document)
    highlighter.rehighlight()

    def colours(line: int) -> list[str]:
        return [
            found.format.foreground().color().name() for found in document.findBlockByNumber(line).layout().formats()
        ]

    muted, accent, word = (dressed.color(role).name() for role in ("muted", "accent", "code_word"))
    assert colours(1) == [muted]
    assert document.findBlockByNumber(3).layout().formats()[0].format.fontWeight() > 500
    assert colours(4) == [accent, accent, word]
    assert colours(6) == [word]
    assert colours(8) == []
