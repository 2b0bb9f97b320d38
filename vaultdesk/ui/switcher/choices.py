"""Choices: what the switcher offers, as rows and what each leads to. Words only; asks nobody."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from PySide6.QtCore import QCoreApplication

from vaultdesk.index.index_results import NameHit
from vaultdesk.index.search.name_search import NameSpans
from vaultdesk.ui.facts import number
from vaultdesk.ui.notes.outline import NoteHeading
from vaultdesk.ui.when import soft_when
from vaultdesk.ui.widgets.lists.fold_list import FoldRow

ICONS = {"canvas": "canvas", "base": "table"}
"""What stands before the name of a file that is no note, by its ending."""

Way = Literal["open", "heading", "tag", "create", "search"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to go to or do."""

    way: Way
    path: str = ""
    """The note's, or the one it would have."""
    words: str = ""
    """A tag, or what is searched for."""
    line: int = 0
    """Of a heading, counted from 1."""
    place: str = ""
    """A heading as it is written."""
    nth: int = -1
    """Which of the note's headings it is."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A choice and its row."""

    row: FoldRow
    choice: Choice


def note_choice(hit: NameHit, lock: Callable[[str], str], now: datetime) -> Offered:
    """Return a note that fits."""
    folder = hit.path.rpartition("/")[0]
    beside = folder
    lit: NameSpans = ()
    if hit.alias:
        head, tail = _tr("also called “{name}”").split("{name}")
        begin = f"{folder} › {head}" if folder else head
        beside = f"{begin}{hit.alias}{tail}"
        lit = tuple((start + len(begin), end + len(begin)) for start, end in hit.marks)
    private = lock(hit.path)
    row = FoldRow(
        f"note {hit.path}", hit.name, beside, soft_when(hit.modified, now), lit=() if hit.alias else hit.marks,
        beside_lit=lit, icon=ICONS.get(hit.path.rpartition(".")[2].lower(), "file"), sign="lock" if private else "",
        said="\n".join(part for part in (hit.path, private) if part),
    )  # fmt: skip
    return Offered(row, Choice("open", hit.path))


def heading_choice(path: str, heading: NoteHeading, nth: int, marks: NameSpans, depth: int) -> Offered:
    """Return a heading of the note at *path*."""
    row = FoldRow(
        f"heading {nth} {path}", heading.text, right=_tr("line {n}").format(n=number(heading.line)), lit=marks,
        icon="hash", depth=depth,
    )  # fmt: skip
    return Offered(row, Choice("heading", path, line=heading.line, place=heading.written, nth=nth))


def tag_choice(tag: str, count: int, marks: NameSpans) -> Offered:
    """Return a tag, which is searched for."""
    told = _tr("1 note") if count == 1 else _tr("{n} notes").format(n=number(count))
    return Offered(FoldRow(f"tag {tag}", tag, right=told, lit=marks, icon="tag"), Choice("tag", words=tag))


def unwritten_choice(target: str, links: int, marks: NameSpans, path: str) -> Offered:
    """Return a note that others link to and that is not there."""
    told = _tr("linked once") if links == 1 else _tr("linked {n} times").format(n=number(links))
    row = FoldRow(
        f"unwritten {target}", target, _tr("not yet written"), told, lit=marks, icon="file-plus", muted=True,
        said=_tr("Creates {path}").format(path=path),
    )  # fmt: skip
    return Offered(row, Choice("create", path))


def create_choice(name: str, path: str, *, ruled: bool) -> Offered:
    """Return the note that would be made."""
    folder = path.rpartition("/")[0]
    where = _tr("in {folder}").format(folder=folder) if folder else _tr("in the vault’s top folder")
    title = _tr("Create note “{name}”").format(name=name.rpartition("/")[2])
    row = FoldRow(
        "create", title, where, cap=_tr("Shift+Enter"), icon="file-plus", ruled=ruled,
        said=_tr("Creates {path}").format(path=path),
    )  # fmt: skip
    return Offered(row, Choice("create", path))


def search_choice(words: str) -> Offered:
    """Return the search of all notes."""
    title = _tr("Search all notes for “{words}”").format(words=words)
    return Offered(FoldRow("search", title, icon="search"), Choice("search", words=words))


def count_words(shown: int, most: int, total: int) -> str:
    """Return how many of all notes are offered."""
    if not total:
        return ""
    some = f"{number(shown)}+" if shown >= most else number(shown)
    return _tr("{some} of {total}").format(some=some, total=number(total))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Switcher", text)
