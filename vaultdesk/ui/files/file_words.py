"""File words: what is said of files that were moved, deleted, added, and why something cannot be a name. No widgets."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QCoreApplication

from vaultdesk.core.errors import OutsideVault
from vaultdesk.ui.facts import number
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.vault.note_path import NotePath, printable, same_name_key, unportable_reason
from vaultdesk.workspace.file_changes import FileChangeResult

MOST_NUMBERS = 10_000
"""Numbers tried behind a name that is taken."""


def called(path: str) -> str:
    """Return what people call the file or folder at *path*: its name, a note's without the ending."""
    name = path.rpartition("/")[2]
    return printable(name[:-3] if name.lower().endswith(".md") else name)


def new_path(path: str, name: str) -> str:
    """Return the path of what is at *path* under another *name*; a note's may be given without its ending."""
    folder = path.rpartition("/")[0]
    note = path[-3:].lower() == ".md"
    if note and name[-3:].lower() != ".md":
        name = f"{name}.md"
    return f"{folder}/{name}" if folder else name


def free_name(name: str, taken: Collection[str]) -> str:
    """Return *name*, with a number before its ending where one of *taken*, keys of names, is the same."""
    stem, dot, ending = name.rpartition(".")
    if not stem:
        stem, dot, ending = name, "", ""
    numbered = (f"{stem} {count}{dot}{ending}" for count in range(1, MOST_NUMBERS))
    return next(one for one in (name, *numbered) if same_name_key(one) not in taken)


def why_no_name(path: str, name: str, taken: Collection[str]) -> str:
    """Return why what is at *path* cannot be called *name*, among names with the keys *taken*; empty where it can."""
    if not name.strip():
        return _tr("A name is needed.")
    if "/" in name or "\\" in name:
        return _tr("A name cannot have a slash in it. Move it to put it into a folder.")
    new = new_path(path, name)
    try:
        NotePath(new)
    except OutsideVault as problem:
        return problem.title
    why = unportable_reason(new.rpartition("/")[2])
    if why:
        return _tr("“{name}” cannot be a name: {why}.").format(name=printable(name), why=why)
    key = same_name_key(new)
    if key != same_name_key(path) and key.rpartition("/")[2] in taken:
        return _tr("There is already something called “{name}” here.").format(name=printable(name))
    return ""


def renamed_words(old: str, new: str, acted: FileChangeResult) -> str:
    """Return what is said after a rename."""
    words = _tr("Renamed “{old}” to “{new}”.").format(old=called(old), new=called(new))
    return _with_links(words, acted)


def moved_words(paths: Sequence[str], folder: str, acted: FileChangeResult) -> str:
    """Return what is said after *paths* were moved to *folder*."""
    where = _tr("“{folder}”").format(folder=called(folder)) if folder else _tr("the top of the vault")
    words = _tr("Moved {what} to {where}.").format(what=_what(paths, acted), where=where)
    return _with_links(words, acted)


def open_words(count: int) -> str:
    """Return what is said where *count* notes were moved out of a private folder."""
    if count == 1:
        return _tr("It is not private there.")
    return _tr("{count} of them are not private there.").format(count=number(count))


def deleted_words(paths: Sequence[str], acted: FileChangeResult, *, trash: bool) -> str:
    """Return what is said after *paths* were deleted; without a *trash* they are gone from the disk."""
    words = _tr("Moved {what} to the trash.") if trash else _tr("Deleted {what}.")
    told = words.format(what=_what(paths, acted))
    if acted.left:
        told += " " + _tr("The folder stays: there are hidden files in it.")
    return told


def added_words(acted: FileChangeResult, folder: str) -> str:
    """Return what is said after files were brought in."""
    where = _tr("“{folder}”").format(folder=called(folder)) if folder else _tr("the top of the vault")
    return _tr("Copied {what} to {where}.").format(what=_what(list(acted.moves), acted), where=where)


def working_words(count: int) -> str:
    """Return what is said while many files are worked on."""
    return _tr("Working on {count} files…").format(count=number(count))


def _what(paths: Sequence[str], acted: FileChangeResult) -> str:
    if len(paths) > 1:
        return _tr("{count} files").format(count=number(max(len(acted.moves), len(paths))))
    name = safe_label_text(called(paths[0]) if paths else "", 80)
    inside = len(acted.moves)
    if inside == 1 or not inside:
        return _tr("“{name}”").format(name=name)
    return _tr("“{name}” with {count} files").format(name=name, count=number(inside))


def _with_links(words: str, acted: FileChangeResult) -> str:
    if acted.links:
        follow = _tr("1 link follows.") if acted.links == 1 else _tr("{count} links follow.")
        words += " " + follow.format(count=number(acted.links))
    if acted.lost:
        lost = (
            _tr("1 link cannot say the new name.") if acted.lost == 1 else _tr("{count} links cannot say the new name.")
        )
        words += " " + lost.format(count=number(acted.lost))
    return words


def _tr(text: str) -> str:
    return QCoreApplication.translate("FileWords", text)
