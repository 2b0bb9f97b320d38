"""An index of short notes with common words, and limits low enough for these words to count as common."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from vaultdesk.index.search import common_words, ranking
from vaultdesk.index.store.index_entry import HeadingRow, IndexEntry
from vaultdesk.index.store.index_file import Index

NOTES = 120


def lower_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the limits so that a hundred notes suffice."""
    for name, value in (
        ("MIN_VAULT_NOTES", 10),
        ("MIN_FREQUENT_NOTES", 2),
        ("MIN_LISTED_NOTES", 20),
        ("MAX_LISTED_NOTES", 20),
    ):
        monkeypatch.setattr(common_words, name, value)
    for name, value in (
        ("MIN_LIST_LENGTH", 50),
        ("MAX_LIST_LENGTH", 50),
        ("MAX_WEIGHED_NOTES", 100),
        ("RECOUNT_AFTER_CHANGES", 10),
    ):
        monkeypatch.setattr(common_words, name, value)
    monkeypatch.setattr(ranking, "MAX_SCORED_NOTES", 20)
    monkeypatch.setattr(ranking, "MAX_SCORED_NOTES_ALL_WORDS", 20)
    monkeypatch.setattr(ranking, "MAX_SCORED_NOTES_QUICK", 10)
    monkeypatch.setattr(ranking, "FINISHED_WORD_NOTES", 60)
    monkeypatch.setattr(ranking, "HEAVY_PREFIX_NOTES", 40)
    monkeypatch.setattr(ranking, "HEAVY_PREFIX_NOTES_QUICK", 40)


def note(number: int, body: str, *, name: str = "", headings: Sequence[str] = ()) -> IndexEntry:
    """An index entry of a note."""
    note_name = name or f"Note {number}"
    rows = tuple(HeadingRow(position + 1, 1, heading) for position, heading in enumerate(headings))
    return IndexEntry(
        f"{note_name}.md", note_name, note_name, len(body), number, f"digest {number} {body}", body=body, headings=rows
    )


def common_index(file: Path) -> Index:
    """Notes that all contain `common` and `usual`, more often the higher their number; every third contains `third`."""
    index = Index(file)
    index.apply(
        [
            note(
                number,
                f"{'common ' * (1 + number % 12)}{'usual ' * (1 + number % 7)}{'third ' if number % 3 == 0 else ''}"
                f"filler {'words ' * 20} only{number}",
            )
            for number in range(NOTES)
        ]
    )
    return index
