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
    for name, value in (("WORTH_NOTES", 10), ("LEAST", 2), ("LISTED_LEAST", 20), ("LISTED_MOST", 20)):
        monkeypatch.setattr(common_words, name, value)
    for name, value in (("LENGTH_LEAST", 50), ("LENGTH_MOST", 50), ("WEIGHED", 100), ("OUT_OF_DATE", 10)):
        monkeypatch.setattr(common_words, name, value)
    monkeypatch.setattr(ranking, "SCORED_AT_MOST", 20)
    monkeypatch.setattr(ranking, "SCORED_TOGETHER", 20)
    monkeypatch.setattr(ranking, "SCORED_QUICKLY", 10)
    monkeypatch.setattr(ranking, "FINISHED", 60)
    monkeypatch.setattr(ranking, "HEAVY", 40)
    monkeypatch.setattr(ranking, "HEAVY_QUICKLY", 40)


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
