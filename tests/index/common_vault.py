"""Common vault: an index of short notes with common words, and limits low enough for them to count as such."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from vaultdesk.index.search import common_words, ranking
from vaultdesk.index.store.index_entry import HeadingRow, IndexEntry
from vaultdesk.index.store.index_file import Index

NOTES = 120


def lower_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a hundred notes count as a hundred thousand."""
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
    """A note as it is taken in."""
    called = name or f"Note {number}"
    rows = tuple(HeadingRow(place + 1, 1, heading) for place, heading in enumerate(headings))
    return IndexEntry(
        f"{called}.md", called, called, len(body), number, f"digest {number} {body}", body=body, headings=rows
    )


def common_index(file: Path) -> Index:
    """Notes that all hold `common` and `usual`, more often the higher their number; every third one holds `third`."""
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
