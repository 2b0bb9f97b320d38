"""Tests of source_row.py."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication

from vaultdesk.ui.chat.answer_sources import AnswerSource
from vaultdesk.ui.chat.source_row import SourceRow, link_to
from vaultdesk.ui.parts.chips import SourceChip


def test_each_source_is_a_chip_that_opens_it() -> None:
    row = SourceRow([AnswerSource(1, "A/Boiler.md", "Decision"), AnswerSource(2, "Budget", "Budget")])
    opened: list[tuple[str, str]] = []
    row.opened.connect(lambda note, heading: opened.append((note, heading)))
    chips = row.findChildren(SourceChip)
    for chip in chips:
        chip.click()
    assert [chip.accessibleName() for chip in chips] == ["1 Boiler Decision", "2 Budget"]
    assert opened == [("A/Boiler.md", "Decision"), ("Budget", "Budget")]


def test_a_source_is_taken_along_as_a_link() -> None:
    row = SourceRow([AnswerSource(1, "A/Boiler.md", "Decision"), AnswerSource(2, "Budget")])
    assert link_to(AnswerSource(2, "Budget")) == "[[Budget]]"
    menu = row.open_menu(row.findChildren(SourceChip)[0], AnswerSource(1, "A/Boiler.md", "Decision"), QPoint(0, 0))
    next(action for action in menu.actions() if action.text() == "Copy link").trigger()
    menu.close()
    assert QGuiApplication.clipboard().text() == "[[A/Boiler#Decision]]"
