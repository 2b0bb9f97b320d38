"""Model rows: what eye, pointer and voice are told of a row, and that hostile names are drawn as letters only."""

from PySide6.QtCore import Qt

from tests.ui.chat.models import GEMMA, MODELS
from vaultdesk.ui.chat.model_entries import model_entries
from vaultdesk.ui.chat.model_list import ModelList
from vaultdesk.ui.chat.model_rows import LONGEST_NAME, ModelRows
from vaultdesk.workspace import ModelChoice

Role = Qt.ItemDataRole


def rows_of(*models: ModelChoice, chosen: str = "") -> ModelRows:
    rows = ModelRows(ModelList())
    rows.set_entries(model_entries(models), chosen)
    return rows


def test_a_downgraded_model_says_why_in_tooltip_and_to_a_reader() -> None:
    rows = rows_of(*MODELS, chosen=GEMMA.label)
    place = next(row for row in range(rows.rowCount()) if rows.entries[row].model is GEMMA)
    index = rows.index(place)
    assert index.data() == "gemma3:4b"
    assert index.data(Role.AccessibleTextRole) == "gemma3:4b, chosen, tools by text · 128k · on this computer"
    assert index.data(Role.AccessibleDescriptionRole) == GEMMA.why
    assert GEMMA.why in index.data(Role.ToolTipRole)


def test_the_name_of_a_provider_cannot_be_chosen() -> None:
    rows = rows_of(*MODELS)
    can = [bool(rows.flags(rows.index(row)) & Qt.ItemFlag.ItemIsSelectable) for row in range(rows.rowCount())]
    assert can == [False, True, False, True, True, False, True]


def test_a_name_that_turns_or_never_ends_is_made_visible_and_cut() -> None:
    hostile = ModelChoice("x/" + "a\u202e" + "b" * 5_000, "t", False, "X")
    rows = rows_of(hostile)
    text = rows.index(1).data()
    assert "\u202e" not in text
    assert len(text) <= LONGEST_NAME + 10


def test_every_kind_of_row_can_be_drawn() -> None:
    view = ModelList()
    view.resize(400, 400)
    view.show_entries(model_entries(MODELS), GEMMA.label, GEMMA.label)
    view.show()
    assert not view.grab().isNull()
