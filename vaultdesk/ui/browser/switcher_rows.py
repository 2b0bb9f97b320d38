"""Rows of the quick switcher, and what each of them opens or creates."""

from collections.abc import Callable
from datetime import datetime
from typing import Literal

from msgspec import Struct

from vaultdesk.index.index_results import NameHit
from vaultdesk.index.search.name_search import NameSpans
from vaultdesk.ui.dates import rough_time_text
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.notes.outline import NoteHeading
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.lists.list_row import ListRow

_tr = translator("QuickSwitcher")


FILE_ICONS = {"canvas": "canvas", "base": "table"}
"""Icons of files that are not notes, by suffix."""

ChoiceKind = Literal["open", "heading", "tag", "create", "search"]


class SwitcherChoice(Struct, frozen=True):
    """The target or action of a row."""

    kind: ChoiceKind
    path: str = ""
    """Path of the note, or of the note to be created."""
    term: str = ""
    """A tag, or a query."""
    line: int = 0
    """Line of a heading, counted from 1."""
    heading: str = ""
    """A heading as written."""
    index: int = -1
    """Index of the heading in the note."""


class SwitcherRow(Struct, frozen=True):
    """A choice and its row."""

    row: ListRow
    choice: SwitcherChoice


def note_choice(hit: NameHit, lock: Callable[[str], str], now: datetime) -> SwitcherRow:
    folder = hit.path.rpartition("/")[0]
    detail = folder
    marks: NameSpans = ()
    if hit.alias:
        before_name, after_name = _tr("also called “{name}”").split("{name}")
        prefix = f"{folder} › {before_name}" if folder else before_name
        detail = f"{prefix}{hit.alias}{after_name}"
        marks = tuple((start + len(prefix), end + len(prefix)) for start, end in hit.marks)
    privacy_reason = lock(hit.path)
    row = ListRow(
        f"note {hit.path}",
        hit.name,
        detail,
        rough_time_text(hit.modified, now),
        title_marks=() if hit.alias else hit.marks,
        detail_marks=marks,
        icon=FILE_ICONS.get(hit.path.rpartition(".")[2].lower(), "file"),
        badge="lock" if privacy_reason else "",
        description="\n".join(part for part in (hit.path, privacy_reason) if part),
    )
    return SwitcherRow(row, SwitcherChoice("open", hit.path))


def heading_choice(path: str, heading: NoteHeading, index: int, marks: NameSpans, depth: int) -> SwitcherRow:
    row = ListRow(
        f"heading {index} {path}",
        heading.text,
        right=_tr("line {n}").format(n=format_number(heading.line)),
        title_marks=marks,
        icon="hash",
        depth=depth,
    )
    return SwitcherRow(row, SwitcherChoice("heading", path, line=heading.line, heading=heading.written, index=index))


def tag_choice(tag: str, count: int, marks: NameSpans) -> SwitcherRow:
    """Return the row of a tag, which is searched for when chosen."""
    count_text = plural_text(count, _tr("1 note"), _tr("{n} notes"))
    return SwitcherRow(
        ListRow(f"tag {tag}", tag, right=count_text, title_marks=marks, icon="tag"), SwitcherChoice("tag", term=tag)
    )


def missing_note_choice(target: str, links: int, marks: NameSpans, path: str) -> SwitcherRow:
    """Return the row of a missing note to which others link."""
    count_text = plural_text(links, _tr("linked once"), _tr("linked {n} times"))
    row = ListRow(
        f"unwritten {target}",
        target,
        _tr("not created yet"),
        count_text,
        title_marks=marks,
        icon="file-plus",
        role="muted",
        description=_tr("Creates {path}").format(path=path),
    )
    return SwitcherRow(row, SwitcherChoice("create", path))


def create_choice(name: str, path: str, *, has_rule: bool) -> SwitcherRow:
    """Return the row that creates a note."""
    folder = path.rpartition("/")[0]
    folder_text = _tr("in {folder}").format(folder=folder) if folder else _tr("in the vault root")
    title = _tr("Create note “{name}”").format(name=name.rpartition("/")[2])
    row = ListRow(
        "create",
        title,
        folder_text,
        keys=_tr("Shift+Enter"),
        icon="file-plus",
        has_rule=has_rule,
        description=_tr("Creates {path}").format(path=path),
    )
    return SwitcherRow(row, SwitcherChoice("create", path))


def search_choice(query: str) -> SwitcherRow:
    """Return the row that searches all notes."""
    title = _tr("Search all notes for “{words}”").format(words=query)
    return SwitcherRow(ListRow("search", title, icon="search"), SwitcherChoice("search", term=query))


def switcher_count_text(shown: int, limit: int, total: int) -> str:
    """Return the text about how many of all notes are shown."""
    if not total:
        return ""
    shown_text = f"{format_number(shown)}+" if shown >= limit else format_number(shown)
    return _tr("{some} of {total}").format(some=shown_text, total=format_number(total))
