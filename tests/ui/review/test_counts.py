"""Counts: one is one, many are counted."""

from PySide6.QtWidgets import QApplication

from vaultdesk.ui.review import counts


def test_one_is_one_and_many_are_counted(qapp: QApplication) -> None:
    assert [counts.notes(1), counts.notes(1204)] == ["1 note", "1,204 notes"]
    assert [counts.changes(1), counts.changes(12)] == ["1 change", "12 changes"]
    assert [counts.results(1), counts.results(0)] == ["1 result", "0 results"]
