"""Common vault: an index of short notes with common words, and limits low enough for them to count as such."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from vaultdesk.index import candidates, frequent_upkeep, word_search
from vaultdesk.index.entry import Entry, HeadingRow
from vaultdesk.index.index import Index

NOTES = 120


def lower_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a hundred notes count as a hundred thousand."""
    for name, value in (("WORTH_NOTES", 10), ("LEAST", 2), ("LISTED_LEAST", 20), ("LISTED_MOST", 20)):
        monkeypatch.setattr(frequent_upkeep, name, value)
    for name, value in (("LENGTH_LEAST", 50), ("LENGTH_MOST", 50), ("WEIGHED", 100), ("OUT_OF_DATE", 10)):
        monkeypatch.setattr(frequent_upkeep, name, value)
    monkeypatch.setattr(candidates, "SCORED_AT_MOST", 20)
    monkeypatch.setattr(candidates, "SCORED_TOGETHER", 20)
    monkeypatch.setattr(candidates, "SCORED_QUICKLY", 10)
    monkeypatch.setattr(word_search, "FINISHED", 60)
    monkeypatch.setattr(word_search, "HEAVY", 40)
    monkeypatch.setattr(word_search, "HEAVY_QUICKLY", 40)


def note(number: int, body: str, *, name: str = "", headings: Sequence[str] = ()) -> Entry:
    """A note as it is taken in."""
    called = name or f"Note {number}"
    rows = tuple(HeadingRow(place + 1, 1, heading) for place, heading in enumerate(headings))
    return Entry(f"{called}.md", called, called, len(body), number, f"digest {number} {body}", body=body, headings=rows)


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
