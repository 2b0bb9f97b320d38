"""Note rows: thousands of notes with a word each, filtered by both, opened by Enter."""

import time

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.agents.note_lines import NoteLines

PATHS = ["Projects/House/Boiler.md", "Personal/Diary.md", "Top.md"]
WORDS = ["asks first", "private: in Personal", "without asking"]


def lines_of(qtbot: QtBot) -> NoteLines:
    lines = NoteLines("Notes")
    qtbot.addWidget(lines)
    lines.show_notes(PATHS, WORDS.__getitem__)
    lines.resize(400, 200)
    lines.show()
    return lines


def found(lines: NoteLines) -> list[str]:
    return [row.key for row in lines.row_model.rows]


def test_words_are_looked_for_in_paths_and_reasons(qtbot: QtBot) -> None:
    lines = lines_of(qtbot)
    for query, paths in (
        ("house", PATHS[:1]),
        ("private diary", PATHS[1:2]),
        ("asks", PATHS[:1]),
        ("", PATHS),
        ("zebra", []),
    ):
        lines.set_filter(query)
        assert found(lines) == paths


def test_a_filter_holds_for_what_is_shown_next(qtbot: QtBot) -> None:
    lines = lines_of(qtbot)
    lines.set_filter("asks")
    lines.show_notes(["A.md", "B.md"], ["asks", "never"].__getitem__)
    assert found(lines) == ["A.md"]


def test_enter_opens_the_note_and_a_voice_hears_why(qtbot: QtBot) -> None:
    lines = lines_of(qtbot)
    opened: list[str] = []
    lines.opened.connect(opened.append)
    lines.go_to("Personal/Diary.md")
    QTest.keyClick(lines, Qt.Key.Key_Return)
    assert opened == ["Personal/Diary.md"]
    spoken = lines.row_model.data(lines.currentIndex(), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Personal/Diary.md: private: in Personal"
    assert lines.row_model.data(lines.row_model.index(99)) is None


def test_hostile_names_are_shown_and_drawn(qtbot: QtBot) -> None:
    lines = lines_of(qtbot)
    lines.show_notes(["a/\u202ecod" + "x" * 5_000 + ".md"], lambda _place: "\u200b<b>")
    assert str(lines.row_model.data(lines.row_model.index(0))).startswith("U+202Ecod")
    lines.grab()


def test_fifteen_thousand_notes_are_shown_and_filtered_at_once(qtbot: QtBot) -> None:
    lines = lines_of(qtbot)
    paths = [f"Area {number % 50}/Note {number}.md" for number in range(15_000)]
    began = time.thread_time()  # of this thread alone: neighbours on the machine do not count
    lines.show_notes(paths, lambda place: f"asks first {'uvwxyzq'[place % 7]}q")
    shown = time.thread_time() - began
    began = time.thread_time()
    lines.set_filter("first xq")
    filtered = time.thread_time() - began
    assert 2_000 < lines.row_model.rowCount() < 2_500
    assert (shown < 0.05, filtered < 0.25) == (True, True), (shown, filtered)
