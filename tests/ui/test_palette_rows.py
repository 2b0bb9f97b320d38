"""Palette rows: the best first while something is typed, else what was used last under its heading."""

import pytest

from vaultdesk.ui.palette_rows import Command, count_words, rows_for

COMMANDS = [
    Command("insert-answer", "Insert the last answer at the cursor", "Chat", "cursor"),
    Command("new-note", "New note", "Note", "file-plus", "Ctrl+N"),
    Command("insert-template", "Insert template…", "Note", "file-plus", "Ctrl+T"),
    Command("command:Shorten.md", "Shorten", "Quick command", "bolt", about="In two lines"),
]


def test_what_was_used_last_stands_first_under_its_heading_and_only_once() -> None:
    rows = rows_for("", COMMANDS, ["new-note", "gone-since"])
    assert [(row.title, row.heading) for row in rows[:3]] == [
        ("Used last", True), ("New note", False), ("All commands", True),
    ]  # fmt: skip
    assert [row.key for row in rows if not row.heading].count("new-note") == 1
    assert len({row.key for row in rows}) == len(rows) == len(COMMANDS) + 2


def test_without_anything_used_there_are_no_headings() -> None:
    assert [row.key for row in rows_for("", COMMANDS, [])] == [one.key for one in COMMANDS]


@pytest.mark.parametrize(
    ("typed", "title", "lit"),
    [
        ("ins", "Insert template…", "Ins"),
        ("temp ins", "Insert template…", "Ins temp"),
        ("nwn", "New note", "N w n"),
        ("shor", "Shorten", "Shor"),
    ],
)
def test_the_letters_typed_are_lit_in_the_name(typed: str, title: str, lit: str) -> None:
    row = next(row for row in rows_for(typed, COMMANDS, ["new-note"]) if row.title == title)
    assert " ".join(title[start:end] for start, end in row.lit) == lit


def test_a_group_finds_its_commands_after_those_called_so() -> None:
    assert [row.key for row in rows_for("note", COMMANDS, [])] == ["new-note", "insert-template"]
    (row,) = rows_for("insert note", COMMANDS, [])
    assert (row.title, row.beside, row.cap) == ("Insert template…", "Note", "Ctrl+T")
    assert [row.beside[start:end] for start, end in row.beside_lit] == ["Note"]


def test_letters_that_stand_inside_words_by_chance_find_nothing() -> None:
    assert rows_for("ewt", COMMANDS, []) == []


def test_the_count_passes_over_headings() -> None:
    assert count_words(rows_for("", COMMANDS, ["new-note"]), COMMANDS) == "4 of 4"
    assert rows_for("zebra", COMMANDS, []) == []
