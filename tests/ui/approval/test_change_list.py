"""Change list: rows with ticks, for the eye and for a screen reader."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.support.reviews import house
from vaultdesk.ui.approval.change_list import ENTRY, LINES, ChangeListModel
from vaultdesk.ui.approval.review_choices import ReviewChoices

Role = Qt.ItemDataRole


def checks(model: ChangeListModel) -> list[Qt.CheckState]:
    return [Qt.CheckState(model.index(row).data(Role.CheckStateRole)) for row in range(model.rowCount())]


def test_rows_say_what_is_done(qtbot: QtBot) -> None:
    model = ChangeListModel(ReviewChoices(house()))
    assert [model.index(row).data(Role.AccessibleTextRole) for row in range(model.rowCount())] == [
        "Boiler → Heating system, Projects/House, renamed · 3 changes · +6 −1",
        "Repair 4 links, because of the new name, in, 2026-11-20 · 1, Heat-loss survey · 1, House · 1, Subsidy · 1",
        "Budget, Projects/House, 1 change · +1 −1",
    ]
    assert len(model.index(1).data(LINES)) == 5
    assert model.index(0).data(ENTRY).key == "c1"
    assert model.index(0).data(Role.DecorationRole) is None


def test_ticks_have_three_states_and_units_go_together(qtbot: QtBot) -> None:
    choices = ReviewChoices(house())
    model = ChangeListModel(choices)
    told: list[bool] = []
    model.ticked.connect(lambda: told.append(True))
    choices.tick_hunk("c1", "h1", False)
    assert checks(model)[0] == Qt.CheckState.PartiallyChecked

    assert model.setData(model.index(0), None, Role.CheckStateRole)
    assert checks(model) == [Qt.CheckState.Checked] * 3
    model.setData(model.index(1), None, Role.CheckStateRole)
    assert checks(model) == [Qt.CheckState.Unchecked, Qt.CheckState.Unchecked, Qt.CheckState.Checked]
    assert told == [True, True]
    assert not model.setData(model.index(0), "x", Role.EditRole)


def test_the_tooltip_has_the_whole_paths(qtbot: QtBot) -> None:
    model = ChangeListModel(ReviewChoices(house()))
    tip = str(model.index(0).data(Role.ToolTipRole))
    assert "Projects/House/Boiler.md → Projects/House/Heating system.md" in tip


def test_every_row_can_be_ticked(qtbot: QtBot) -> None:
    model = ChangeListModel(ReviewChoices(house()))
    assert all(model.flags(model.index(row)) & Qt.ItemFlag.ItemIsUserCheckable for row in range(model.rowCount()))
