"""Found rows: what a search found as rows: each note with its passages below. Values; searches and folds nothing."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from vaultdesk.index.index_results import Hit, NotePassage, NotePassages
from vaultdesk.ui.facts import number
from vaultdesk.ui.freshness_words import freshness_words
from vaultdesk.ui.widgets.lists.fold_list import FoldRow, Marks, excerpt_near_match

SHOWN = 3
"""Passages of a note that are shown before more are asked for."""

LEAD = 30
"""Characters before the first found word that are shown at most, so that it stands in the first line."""

LONGEST = 300
"""Characters of a passage that are laid out; two lines never hold more."""

LONGEST_HEADING = 60

KIND_ICONS = {"canvas": "canvas", "base": "table"}
"""What stands before the title of a file that is no note."""


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Where a row leads: a note's passage, or with *more* its further ones."""

    hit: Hit
    more: bool = False


@dataclass(frozen=True, slots=True)
class _NoteTold:
    """What is told of a note where the pointer rests: days and times of a hundred notes would take 10 ms."""

    path: str
    modified: datetime
    indexed: datetime | None

    def __call__(self) -> str:
        return f"{self.path}\n{freshness_words(self.modified, self.indexed)}".rstrip()


def found_rows(
    hits: Sequence[Hit], known: dict[str, NotePassages], folded: Set[str], whole: Set[str]
) -> tuple[list[FoldRow], dict[str, FoundPlace]]:
    """Return the rows of *hits*, and where each row leads by its key.

    *known* are the passages of those notes that were looked at, *folded* the notes whose rows are hidden, *whole* those
    of which all passages are wanted.
    """
    rows: list[FoldRow] = []
    places: dict[str, FoundPlace] = {}

    def add(row: FoldRow, place: FoundPlace) -> None:
        rows.append(row)
        places[row.key] = place

    for hit in hits:
        below = _below(hit, known.get(hit.path), whole=hit.path in whole)
        is_folded = hit.path in folded
        add(_head(hit, known.get(hit.path), is_folded if below else None), FoundPlace(_first(hit, below)))
        if not is_folded:
            for row, place in below:
                add(row, place)
    return rows, places


def _first(hit: Hit, below: Sequence[tuple[FoldRow, FoundPlace]]) -> Hit:
    return below[0][1].hit if below else hit


def _head(hit: Hit, known: NotePassages | None, folded: bool | None) -> FoldRow:
    title = hit.title.replace("\n", " ")
    return FoldRow(
        f"note {hit.path}", title, hit.path.rpartition("/")[0], number(known.count) if known and known.count else "",
        lit=hit.title_marks if title == hit.title else (), icon=KIND_ICONS.get(hit.kind, ""), folded=folded,
        strong=True, airy=True, stop=folded is not False,
        said=_NoteTold(hit.path, hit.modified, hit.indexed),
    )  # fmt: skip


def _below(hit: Hit, known: NotePassages | None, *, whole: bool) -> list[tuple[FoldRow, FoundPlace]]:
    if known is None or not known.passages:
        if not hit.snippet:
            return []
        known = NotePassages(0, (NotePassage(hit.snippet, hit.marks, hit.line, hit.heading),))
    some = known.passages if whole else known.passages[:SHOWN]
    found: list[tuple[FoldRow, FoundPlace]] = []
    for nth, one in enumerate(some):
        text, marks = shown_passage(hit, one)
        row = FoldRow(f"passage {nth} {hit.path}", text=text, marks=marks, depth=1, said=one.text)
        place = replace(hit, snippet=one.text, marks=one.marks, line=one.line, heading=one.heading)
        found.append((row, FoundPlace(place)))
    left = known.count - len(some)
    if left > 0:
        words = _tr("1 more in this note") if left == 1 else _tr("{n} more in this note").format(n=number(left))
        found.append((FoldRow(f"more {hit.path}", words, depth=1, link=True), FoundPlace(hit, more=True)))
    return found


def shown_passage(hit: Hit, one: NotePassage) -> tuple[str, Marks]:
    """Return the part of a passage that is shown, after its heading; its first found word stands near the beginning."""
    text = one.text.replace("\n", " ")
    heading = one.heading if one.heading != hit.title else ""
    part, marks = excerpt_near_match(text, one.marks, LEAD, LONGEST)
    # A passage with a found word in its heading begins with that: told twice, it would take the place of the text.
    head = f"{heading[:LONGEST_HEADING].strip()}: " if heading and not part.startswith(heading) else ""
    return head + part, tuple((start + len(head), end + len(head)) for start, end in marks)


def _tr(text: str) -> str:
    return QCoreApplication.translate("FoundRows", text)
