"""Tests of note_model.py."""

from datetime import UTC, datetime

from PySide6.QtCore import Qt

from vaultdesk.index.index_results import Hit
from vaultdesk.ui.quick_ask.note_model import NoteCell, QuickModel

WHEN = datetime(2026, 11, 20, 9, tzinfo=UTC)


def hit(path: str, snippet: str = "the old boiler") -> Hit:
    return Hit(path, path.removesuffix(".md"), "", snippet, ((8, 14),), 1.0, WHEN)


def test_private_notes_are_told_and_the_same_answer_touches_nothing(qapp: object) -> None:
    model = QuickModel()
    hits = [hit("Boiler.md"), hit("Secret.md")]
    assert model.show_hits(hits, lambda path: path == "Secret.md")
    assert not model.show_hits(list(hits), lambda path: path == "Secret.md")
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    assert [row.data(NoteCell.PRIVATE) for row in rows] == [False, True]
    spoken = [row.data(Qt.ItemDataRole.AccessibleTextRole) for row in rows]
    assert spoken == ["Boiler, Boiler.md: the old boiler", "Private: Secret, Secret.md: the old boiler"]
    assert (model.row_of("Secret.md"), model.row_of("None.md")) == (1, -1)
    assert model.show_hits(hits, lambda _path: False)


def test_a_hostile_name_stays_one_line_of_plain_text(qapp: object) -> None:
    model = QuickModel()
    model.show_hits([hit("<b>a</b>\u202e\n" + "x" * 900 + ".md")], lambda _path: False)
    index = model.index(0, 0)
    assert "\n" not in index.data()
    assert len(index.data()) < 320
    assert "<b>" not in index.data(Qt.ItemDataRole.ToolTipRole)
