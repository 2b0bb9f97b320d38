"""Tests of ui/agents/note_lines.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.agents.note_lines import NoteLines

PATHS = ["Projects/House/Boiler.md", "Personal/Diary.md", "Top.md"]
REASONS = ["asks first", "private: in Personal", "without asking"]


def lines_of(qtbot: QtBot) -> NoteLines:
    lines = NoteLines("Notes")
    qtbot.addWidget(lines)
    lines.show_notes(PATHS, REASONS.__getitem__)
    lines.resize(400, 200)
    lines.show()
    return lines


def shown_paths(lines: NoteLines) -> list[str]:
    return [row.key for row in lines.row_model.rows]


def test_filter_searches_paths_and_reasons(qtbot: QtBot) -> None:
    lines = lines_of(qtbot)
    for query, paths in (
        ("house", PATHS[:1]),
        ("private diary", PATHS[1:2]),
        ("asks", PATHS[:1]),
        ("", PATHS),
        ("zebra", []),
    ):
        lines.set_filter(query)
        assert shown_paths(lines) == paths


def test_filter_applies_to_notes_shown_later(qtbot: QtBot) -> None:
    lines = lines_of(qtbot)
    lines.set_filter("asks")
    lines.show_notes(["A.md", "B.md"], ["asks", "never"].__getitem__)
    assert shown_paths(lines) == ["A.md"]


def test_enter_opens_the_note_and_the_accessible_text_has_the_reason(qtbot: QtBot) -> None:
    lines = lines_of(qtbot)
    opened: list[str] = []
    lines.opened.connect(opened.append)
    lines.go_to("Personal/Diary.md")
    QTest.keyClick(lines, Qt.Key.Key_Return)
    assert opened == ["Personal/Diary.md"]
    accessible_text = lines.row_model.data(lines.currentIndex(), Qt.ItemDataRole.AccessibleTextRole)
    assert accessible_text == "Personal/Diary.md: private: in Personal"
    assert lines.row_model.data(lines.row_model.index(99)) is None


def test_hostile_names_are_escaped_and_painted(qtbot: QtBot) -> None:
    lines = lines_of(qtbot)
    lines.show_notes(["a/\u202ecod" + "x" * 5_000 + ".md"], lambda _position: "\u200b<b>")
    assert str(lines.row_model.data(lines.row_model.index(0))).startswith("U+202Ecod")
    lines.grab()


def test_remarks_of_fifteen_thousand_notes_are_created_for_visible_rows_and_once_for_a_filter(qtbot: QtBot) -> None:
    lines = lines_of(qtbot)
    paths = [f"Area {number % 50}/Note {number}.md" for number in range(15_000)]
    created: list[int] = []

    def remark_of(position: int) -> str:
        created.append(position)
        return f"asks first {'uvwxyzq'[position % 7]}q"

    lines.show_notes(paths, remark_of)
    lines.grab()
    assert 0 < len(created) < 500
    created.clear()
    lines.set_filter("first xq")
    assert 2_000 < lines.row_model.rowCount() < 2_500
    assert len(paths) <= len(created) < len(paths) + 500
