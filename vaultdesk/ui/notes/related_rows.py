"""Rows of the related panel as values: links, related notes, mentions, duplicates."""

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from vaultdesk.index.index_results import Backlink
from vaultdesk.index.search.name_search import find_name_spans
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.ui.formatting import plain_excerpt
from vaultdesk.ui.translation import translator

if TYPE_CHECKING:
    from vaultdesk.index.related import DuplicatePair, RelatedNote, UnlinkedMention

_tr = translator("RelatedRows")

MAX_ROW_TEXT = 400
"""Maximum number of characters of a line shown."""

Tab = Literal["links", "related", "mentions", "similar"]
"""The lists under a note."""


class RelatedRow(Struct, frozen=True):
    """A note related to the shown one."""

    path: str
    name: str
    text: str
    """The reason, quoted from the other note, or its location."""
    marks: tuple[tuple[int, int], ...] = ()
    """Positions in `text` of the shown note's name."""
    remark: str = ""
    """The reason in the program's words."""
    subpath: str = ""
    """The heading to open at."""
    passage: str = ""
    """The words to open at."""


def link_row(link: Backlink, name: str) -> RelatedRow:
    """Return the row for a link from another note to the one called *name*."""
    line = plain_excerpt(link.context.strip()[:MAX_ROW_TEXT]).text
    return RelatedRow(link.path, link.title, line, find_name_spans(line, fold_to_base(name)), passage=line)


def related_row(note: "RelatedNote") -> RelatedRow:
    reason_names = {
        "meaning": _tr("similar content"),
        "links": _tr("linked"),
        "tags": _tr("shares tags"),
        "cites": _tr("cites the same notes"),
    }
    reasons = " · ".join(reason_names[reason] for reason in note.reasons if reason in reason_names)
    heading = note.heading.rpartition(" › ")[2]
    # Without a heading the folder distinguishes notes of the same name.
    location = note.heading or note.path.rpartition("/")[0]
    return RelatedRow(note.path, note.title, location, remark=reasons, subpath=heading)


def mention_row(mention: "UnlinkedMention") -> RelatedRow:
    """Return the row for a line that mentions this note without a link."""
    shown = plain_excerpt(mention.text, mention.marks)
    return RelatedRow(mention.path, mention.title, shown.text, shown.marks, passage=shown.text)


def duplicate_row(pair: "DuplicatePair", path: str) -> RelatedRow:
    """Return the row for the other note of a pair of duplicates."""
    other = pair.second if pair.first == path else pair.first
    match pair.reason:
        case "same text":
            remark = _tr("the same text")
        case "name":
            remark = _tr("the same name")
        case "meaning":
            remark = _tr("{share} % similar").format(share=round(100 * pair.similarity))
    return RelatedRow(other, PurePosixPath(other).stem, other.rpartition("/")[0], remark=remark)
