"""Jump: typing asks, arrows move, Enter goes; an old answer never lies under new words."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.jump import JumpField
from vaultdesk.ui.jump_list import JumpHit

HITS = [JumpHit("Projects/Boiler.md", "Boiler", "Projects"), JumpHit("Boiler quotes.md", "Boiler quotes")]


class Told:
    """What the field said."""

    def __init__(self, field: JumpField) -> None:
        self.queries: list[str] = []
        self.chosen: list[str] = []
        self.searches: list[str] = []
        field.query_changed.connect(self.queries.append)
        field.chosen.connect(self.chosen.append)
        field.search_asked.connect(self.searches.append)


@pytest.fixture
def field(qtbot: QtBot) -> JumpField:
    window = QWidget()
    window.resize(900, 600)
    made = JumpField("Ctrl+O")
    column = QVBoxLayout(window)
    column.addWidget(made)
    column.addStretch(1)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    made.kept = window  # type: ignore[attr-defined]  # keeps the window alive
    made.setFocus(Qt.FocusReason.ShortcutFocusReason)
    return made


def test_enter_goes_to_the_first_hit_and_arrows_to_the_others(qtbot: QtBot, field: JumpField) -> None:
    told = Told(field)
    qtbot.keyClicks(field, "boil")
    field.show_hits("boil", HITS)
    assert field.hits_shown() == 3

    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert told.queries[:4] == ["b", "bo", "boi", "boil"]
    assert told.chosen == ["Boiler quotes.md"]
    assert field.text() == ""
    assert field.hits_shown() == 0
    assert not field.hasFocus()


def test_the_last_row_searches_all_notes(qtbot: QtBot, field: JumpField) -> None:
    told = Told(field)
    qtbot.keyClicks(field, "boil")
    field.show_hits("boil", HITS)

    qtbot.keyClick(field, Qt.Key.Key_Up)
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert (told.chosen, told.searches) == ([], ["boil"])


def test_an_old_answer_is_not_shown(qtbot: QtBot, field: JumpField) -> None:
    qtbot.keyClicks(field, "boiler")

    field.show_hits("boil", HITS)

    assert field.hits_shown() == 0


def test_enter_before_an_answer_searches(qtbot: QtBot, field: JumpField) -> None:
    told = Told(field)
    qtbot.keyClicks(field, "boiler")

    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert told.searches == ["boiler"]


def test_leaving_the_field_folds_the_list(qtbot: QtBot, field: JumpField) -> None:
    qtbot.keyClicks(field, "boil")
    field.show_hits("boil", HITS)

    field.clearFocus()

    assert field.hits_shown() == 0


def test_escape_empties_then_leaves(qtbot: QtBot, field: JumpField) -> None:
    qtbot.keyClicks(field, "boil")

    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), field.hasFocus()) == ("", True)
    qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert not field.hasFocus()
