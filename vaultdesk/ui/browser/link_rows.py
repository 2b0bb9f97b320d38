"""Link rows: what has to do with the open note, and what stands out among all notes, as rows of lists. Values only."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication

from vaultdesk.index.index_results import Backlink, OutgoingLink
from vaultdesk.index.link_graph import Hub, may_be_note
from vaultdesk.ui.facts import number
from vaultdesk.ui.notes.related_rows import RelatedRow, link_row
from vaultdesk.ui.widgets.lists.fold_list import FoldRow, excerpt_near_match

Section = Literal["from", "to", "unwritten", "mentions", "orphans", "missing", "hubs"]

OF_NOTE: tuple[Section, ...] = ("from", "to", "unwritten", "mentions")
OF_VAULT: tuple[Section, ...] = ("orphans", "missing", "hubs")

LEAD, LONGEST = 24, 240
"""Characters before the first mark of a line, and of a line in all, that are shown at most."""

STEP = 300
"""Rows of a section shown at a time; more are a press away."""


@dataclass(frozen=True, slots=True)
class LinkPlace:
    """Where a row leads."""

    path: str = ""
    words: str = ""
    """What to show in it."""
    create: str = ""
    """What is linked to and not there, to be written."""
    more: Section | None = None
    """Further rows of this section are wanted."""


@dataclass(frozen=True, slots=True)
class LinkItem:
    """A row of a section without its key."""

    row: FoldRow
    place: LinkPlace


Known = Mapping[Section, Sequence[LinkItem]]


def link_rows(
    known: Known, folded: Set[Section], seen: Mapping[Section, int], *, note: bool
) -> tuple[list[FoldRow], dict[str, LinkPlace]]:
    """Return the rows of all sections and where each leads; *seen* are how many rows of each are shown at most."""
    rows: list[FoldRow] = []
    places: dict[str, LinkPlace] = {}
    if not note:
        rows.append(FoldRow("head note", _tr("No note is open"), heading=True))
    for section in (*(OF_NOTE if note else ()), *OF_VAULT):
        if section == OF_VAULT[0]:
            rows.append(FoldRow("head vault", _tr("In this vault"), heading=True))
        items = known.get(section)
        count = number(len(items)) if items is not None else "…"
        rows.append(
            FoldRow(
                section,
                section_name(section),
                right=count,
                folded=section in folded or not items,
                strong=True,
                airy=len(rows) > 0 and not rows[-1].heading,
            )
        )
        if section in folded or not items:
            continue
        most = seen.get(section, STEP)
        for nth, item in enumerate(items[:most]):
            key = f"{section} {nth}"
            rows.append(_keyed(item.row, key))
            places[key] = item.place
        if len(items) > most:
            words = _tr("{n} more").format(n=number(len(items) - most))
            rows.append(FoldRow(f"more {section}", words, depth=1, link=True))
            places[f"more {section}"] = LinkPlace(more=section)
    return rows, places


def section_name(section: Section) -> str:
    """Return what a section is called."""
    return {
        "from": _tr("Linked from"),
        "to": _tr("Links to"),
        "unwritten": _tr("Not yet written"),
        "mentions": _tr("Mentions without a link"),
        "orphans": _tr("Notes without any link"),
        "missing": _tr("Not yet written, linked to"),
        "hubs": _tr("Notes most linked to"),
    }[section]


def from_items(links: Sequence[Backlink], name: str) -> list[LinkItem]:
    """Return the lines on which others link to the note called *name*; a note is named once."""
    return foot_items([link_row(link, name) for link in links])


def foot_items(rows: Sequence[RelatedRow]) -> list[LinkItem]:
    """Return rows of a list under a note as they stand here: the note is named over the first of its lines."""
    found: list[LinkItem] = []
    before = ""
    for row in rows:
        title, folder = (row.name, row.path.rpartition("/")[0]) if row.path != before else ("", "")
        before = row.path
        # A line in which nothing is left but a name still needs a row of its own.
        title = title or ("" if row.text else row.name)
        text, marks = excerpt_near_match(row.text, row.marks, LEAD, LONGEST)
        made = FoldRow(
            "", title, folder, text=text, marks=marks, depth=1 if title else 2, said=row.path, airy=bool(title)
        )
        found.append(LinkItem(made, LinkPlace(row.path, row.passage)))
    return found


def to_items(links: Sequence[OutgoingLink]) -> tuple[list[LinkItem], list[LinkItem]]:
    """Return the notes that are linked to, each once, and what is linked to and not there."""
    there: dict[str, int] = {}
    lacking: dict[str, str] = {}
    for link in links:
        if link.path is not None:
            there[link.path] = there.get(link.path, 0) + 1
        elif may_be_note(link.target):
            lacking.setdefault(link.target.casefold(), link.target)
    return (
        [_note(path, _times(count)) for path, count in there.items()],
        [_unwritten(target, _tr("Create")) for target in lacking.values()],
    )


def note_items(paths: Sequence[str]) -> list[LinkItem]:
    """Return notes."""
    return [_note(path) for path in paths]


def missing_items(targets: Sequence[tuple[str, int]]) -> list[LinkItem]:
    """Return what notes link to and is not there."""
    return [_unwritten(target, number(count)) for target, count in targets]


def hub_items(hubs: Sequence[Hub]) -> list[LinkItem]:
    """Return the notes that most others link to."""
    return [_note(path, number(into)) for path, into, _ in hubs if into]


def _note(path: str, right: str = "") -> LinkItem:
    folder, _, name = path.rpartition("/")
    return LinkItem(FoldRow("", name.removesuffix(".md"), folder, right, depth=1, said=path), LinkPlace(path))


def _unwritten(target: str, right: str) -> LinkItem:
    said = _tr("Create the note {name}").format(name=target)
    return LinkItem(FoldRow("", target, "", right, icon="file-plus", depth=1, said=said), LinkPlace(create=target))


def _times(count: int) -> str:
    return number(count) if count > 1 else ""


def _keyed(row: FoldRow, key: str) -> FoldRow:
    return FoldRow(
        key, row.title, row.beside, row.right, row.text, row.marks, icon=row.icon, depth=row.depth, said=row.said
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("LinkRows", text)
