"""Tests of suggestions.py."""

from datetime import UTC, datetime, timedelta

from vaultdesk.index.index_results import NoteSummary
from vaultdesk.ui.chat.suggestions import Suggestion, Suggestions, suggestions_for


def row(path: str, days: int) -> NoteSummary:
    return NoteSummary(path, path, path, 10, datetime.now(UTC) - timedelta(days=days))


def test_the_notes_changed_last_are_suggested() -> None:
    rows = [row("A/New.md", 0), row("old.md", 9)]
    assert suggestions_for(rows)[0] == Suggestion("What does “New” say?", "A · changed today")
    assert [suggestion.question for suggestion in suggestions_for(rows)] == [
        "What does “New” say?",
        "What does “old” say?",
    ]


def test_an_empty_vault_suggests_nothing() -> None:
    assert suggestions_for([]) == ()


def test_a_press_asks_and_new_suggestions_replace_the_old() -> None:
    shown = Suggestions()
    emitted: list[str] = []
    shown.chosen.connect(emitted.append)
    shown.set_suggestions([Suggestion("Old?", "x")])
    shown.set_suggestions([Suggestion("A?", "x"), Suggestion("B?", "y")])
    shown.rows[1].click()
    assert (emitted, len(shown.rows)) == (["B?"], 2)
    assert shown.rows[0].accessibleName() == "Ask: A?"


def test_the_same_suggestions_are_not_made_again() -> None:
    shown = Suggestions()
    shown.set_suggestions([Suggestion("A?", "x")])
    before = shown.rows[0]
    shown.set_suggestions([Suggestion("A?", "x")])
    assert shown.rows == [before]


def test_a_day_is_said_with_its_month_where_no_language_is_set_too() -> None:
    now = datetime.now().astimezone()
    rows = [row("a.md", 1), NoteSummary("b.md", "b", "b", 10, now.replace(year=2024, month=5, day=7))]
    assert [one.reason.partition(" · ")[2] for one in suggestions_for(rows)] == [
        "changed yesterday",
        "changed 7 May 2024",
    ]
