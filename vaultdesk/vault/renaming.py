"""Renaming: files that move, and what a link must say to mean afterwards what it meant before. Rewrites no text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from posixpath import normpath
from typing import Literal

from vaultdesk.vault.link_syntax import Link
from vaultdesk.vault.links import NoteNames, candidates
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key
from vaultdesk.vault.obsidian import LinkFormat

_Form = Literal["name", "beside", "relative", "rooted", "root", "partial"]
"""How a link names a file: by its name; so, but from a Markdown link in the same folder; by the path from the note's
folder; by the path from the root, with a slash before it or without; by the end of its path."""


class _RenamedNames(NoteNames):
    """The names as they are after the moves, without a copy of fifteen thousand."""

    def __init__(self, before: NoteNames, moves: Mapping[str, str]) -> None:
        super().__init__(moves.values())
        self._before = before
        self._gone = frozenset(moves)

    def __contains__(self, path: object) -> bool:
        return super().__contains__(path) or (path not in self._gone and path in self._before)

    def at(self, path: str) -> list[str]:
        found = {*super().at(path), *(kept for kept in self._before.at(path) if kept not in self._gone)}
        return sorted(found, key=lambda one: (one != path, one))

    def ending_in(self, path: str) -> list[str]:
        kept = (one for one in self._before.ending_in(path) if one not in self._gone)
        return list(dict.fromkeys((*kept, *super().ending_in(path))))


@dataclass(frozen=True)
class Renaming:
    """*moves* from old to new paths, among all files of the vault as they are *before*."""

    before: NoteNames
    moves: Mapping[str, str]
    style: LinkFormat = "shortest"
    """How the vault's owner lets new links be written."""
    after: NoteNames = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "after", _RenamedNames(self.before, self.moves))

    def targets(self, link: Link, source: str) -> list[str] | None:
        """Return what *link*, in the file that was at *source*, could say now, in its writer's form first.

        None where it may stay as it is. Not every syntax can say every name: take the first one it can.
        """
        if link.external or not link.target:
            return None
        meant = candidates(link.target, source, self.before)
        if not meant:
            return None
        here = self.moves.get(source, source)
        wanted = self.moves.get(meant[0], meant[0])
        now = candidates(link.target, here, self.after)
        form = _form(link, meant[0], source)
        newly_ambiguous = len(now) > 1 >= len(meant)
        if now[:1] == [wanted] and not newly_ambiguous and not self._left_behind(form, link, wanted, here):
            return None
        spelled = dict.fromkeys(_spellings(form, link, meant[0], wanted, here))
        return [say for say in spelled if say != link.target and candidates(say, here, self.after) == [wanted]]

    def _left_behind(self, form: _Form, link: Link, wanted: str, here: str) -> bool:
        """Whether a path from the note's folder, which the owner goes by, would now only work by its last name."""
        by_folder = self.style == "relative" and form in ("relative", "beside")
        return by_folder and _full(wanted) != _full(_joined(here, link.target))


def _form(link: Link, meant: str, source: str) -> _Form:
    target = link.target
    if target.startswith("/"):
        return "rooted"
    if target.startswith(("./", "../")):
        return "relative"
    if "/" not in target:
        beside = meant.rpartition("/")[0] == source.rpartition("/")[0]
        return "name" if link.kind == "wikilink" or not beside else "beside"
    if _full(target) == _full(meant):
        return "root"
    return "relative" if _full(_joined(source, target)) == _full(meant) else "partial"


def _spellings(form: _Form, link: Link, meant: str, wanted: str, here: str) -> Iterator[str]:
    """Yield what could be said for *wanted*: in the writer's own form first, at last in the forms that always work."""
    relative = _relative(wanted, here)
    dotted = relative if relative.startswith("../") else f"./{relative}"
    named = wanted.rpartition("/")[2]
    last = "/".join(wanted.split("/")[-1 - link.target.count("/") :])
    own: dict[_Form, tuple[str, ...]] = {
        "name": (named,),
        "beside": (named, relative),
        "relative": (dotted if link.target.startswith("./") else relative, dotted),
        "rooted": (f"/{wanted}",),
        "root": (wanted,),
        "partial": (last,),
    }
    # Only a note may be named without its ending, and only where the writer does.
    bare = meant.lower().endswith(NOTE_SUFFIX) and wanted.lower().endswith(NOTE_SUFFIX) and not _is_full(link, meant)
    spelled = (*own[form], wanted, f"/{wanted}", dotted, named)
    if bare:
        yield from (say[: -len(NOTE_SUFFIX)] for say in spelled)
    yield from spelled


def _is_full(link: Link, meant: str) -> bool:
    """Whether *link* gives the file's ending."""
    return same_name_key(link.target.rpartition("/")[2]) == same_name_key(meant.rpartition("/")[2])


def _full(path: str) -> str:
    """Return *path* as it is compared, with the ending of a note."""
    key = same_name_key(path)
    return key if key.endswith(NOTE_SUFFIX) else f"{key}{NOTE_SUFFIX}"


def _joined(source: str, target: str) -> str:
    return normpath(f"{source.rpartition('/')[0] or '.'}/{target}")


def _relative(wanted: str, here: str) -> str:
    """Return the path to *wanted* from the folder of *here*."""
    folder, parts = here.split("/")[:-1], wanted.split("/")
    shared = 0
    while shared < min(len(folder), len(parts) - 1) and folder[shared] == parts[shared]:
        shared += 1
    return "/".join([*[".."] * (len(folder) - shared), *parts[shared:]])
