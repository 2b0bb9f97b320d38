"""Tests of ui/chat/suggestions.py."""

from datetime import UTC, datetime, timedelta

from vaultdesk.index.index_results import NoteSummary
from vaultdesk.ui.chat.suggestions import Suggestion, Suggestions, suggestions_for


def row(path: str, days: int) -> NoteSummary:
    return NoteSummary(path, path, path, 10, datetime.now(UTC) - timedelta(days=days))


def test_recently_changed_notes_are_suggested() -> None:
    rows = [row("A/New.md", 0), row("old.md", 9)]
    assert suggestions_for(rows)[0] == Suggestion("What does “New” say?", "A · changed today")
    assert [suggestion.question for suggestion in suggestions_for(rows)] == [
        "What does “New” say?",
        "What does “old” say?",
    ]


def test_empty_vault_has_no_suggestions() -> None:
    assert suggestions_for([]) == ()


def test_clicking_asks_and_new_suggestions_replace_the_old() -> None:
    widget = Suggestions()
    emitted: list[str] = []
    widget.chosen.connect(emitted.append)
    widget.set_suggestions([Suggestion("Old?", "x")])
    widget.set_suggestions([Suggestion("A?", "x"), Suggestion("B?", "y")])
    widget.rows[1].click()
    assert (emitted, len(widget.rows)) == (["B?"], 2)
    assert widget.rows[0].accessibleName() == "Ask: A?"


def test_unchanged_suggestions_are_not_rebuilt() -> None:
    widget = Suggestions()
    widget.set_suggestions([Suggestion("A?", "x")])
    before = widget.rows[0]
    widget.set_suggestions([Suggestion("A?", "x")])
    assert widget.rows == [before]


def test_change_date_is_formatted_without_a_configured_language() -> None:
    now = datetime.now().astimezone()
    rows = [row("a.md", 1), NoteSummary("b.md", "b", "b", 10, now.replace(year=2024, month=5, day=7))]
    assert [suggestion.reason.partition(" · ")[2] for suggestion in suggestions_for(rows)] == [
        "changed yesterday",
        "changed 7 May 2024",
    ]
