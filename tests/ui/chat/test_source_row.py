"""Tests of source_row.py."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDrag, QGuiApplication

from vaultdesk.chat.messages import ContextItem
from vaultdesk.ui.browser.file_tree_model import dragged_paths
from vaultdesk.ui.chat.answer_sources import AnswerSource
from vaultdesk.ui.chat.laid_beside import goes_beside, things_in
from vaultdesk.ui.chat.source_row import SourceRow, link_to, taken_along
from vaultdesk.ui.widgets.chips import SourceChip


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


def test_a_source_is_dragged_as_a_link_for_texts_and_never_as_a_note_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    row = SourceRow([AnswerSource(1, "A/Boiler.md", "Decision")])
    dragged: list[tuple[str, list[str], Qt.DropAction]] = []
    monkeypatch.setattr(
        QDrag, "exec", lambda drag, how: dragged.append((drag.mimeData().text(), dragged_paths(drag.mimeData()), how))
    )
    row.findChildren(SourceChip)[0].pulled.emit()
    assert dragged == [("[[A/Boiler#Decision]]", [], Qt.DropAction.CopyAction)]


def test_a_dragged_source_goes_beside_a_question_as_its_note() -> None:
    data = taken_along(AnswerSource(1, "A/Boiler.md", "Decision"))
    assert goes_beside(data)
    assert things_in(data) == (ContextItem(kind="note", target="A/Boiler#Decision"),)
