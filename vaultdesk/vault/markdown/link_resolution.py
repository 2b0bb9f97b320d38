"""Resolves links to files by Obsidian's rules, and writes links in the form set for the vault."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from urllib.parse import quote

from vaultdesk.core.errors import VaultError
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.markdown.markdown_scanner import Heading
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key
from vaultdesk.vault.obsidian.vault_config import LinkFormat

_HEADING_MARKS = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\r\n]")
"""Characters ignored when headings are compared; `stripHeading` in Obsidian's API."""


class NoteNames:
    """All files of the vault by name; kept up to date by its owner."""

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self._by_path: dict[str, list[str]] = {}
        self._by_name: dict[str, list[str]] = {}
        for path in paths:
            self.add(path)

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and path in self._by_path.get(same_name_key(path), ())

    def add(self, path: str) -> None:
        key = same_name_key(path)
        if path not in self._by_path.setdefault(key, []):
            self._by_path[key].append(path)
            self._by_name.setdefault(key.rpartition("/")[2], []).append(path)

    def discard(self, path: str) -> None:
        key = same_name_key(path)
        for table, name in ((self._by_path, key), (self._by_name, key.rpartition("/")[2])):
            remaining = [other for other in table.get(name, ()) if other != path]
            if remaining:
                table[name] = remaining
            else:
                table.pop(name, None)

    def at(self, path: str) -> list[str]:
        """Return the files at *path*, the exact spelling first."""
        return sorted(self._by_path.get(same_name_key(path), ()), key=lambda found: (found != path, found))

    def ending_in(self, path: str) -> list[str]:
        """Return the files whose paths end in *path*."""
        key = same_name_key(path)
        named = self._by_name.get(key.rpartition("/")[2], ())
        if "/" not in key:
            return list(named)
        return [found for found in named if f"/{same_name_key(found)}".endswith(f"/{key}")]


def resolve_link(linkpath: str, source: str, names: NoteNames) -> str | None:
    """Return the file that *linkpath* refers to in the note *source*; None if there is none."""
    return next(iter(link_candidates(linkpath, source, names)), None)


def link_candidates(linkpath: str, source: str, names: NoteNames) -> list[str]:
    """Return every file *linkpath* may refer to, the likeliest first; more than one result only for an ambiguous name.

    In order: the exact path, the path from the source's folder, the only file of that name, the one in the source's
    folder, the shortest path, alphabetical order.
    """
    folder = source.rpartition("/")[0]
    if not linkpath:
        return [source]
    for written in (linkpath, f"{linkpath}{NOTE_SUFFIX}"):
        rooted = join_link_path("", written)
        relative = join_link_path(folder, written)
        for candidate in (rooted, relative) if not written.startswith(".") else (relative,):
            found = names.at(candidate) if candidate else []
            if found:
                return found[:1]
        if rooted and not written.startswith((".", "/")):
            found = names.ending_in(rooted)
            if found:
                return sorted(found, key=lambda path: _preference(path, folder))
    return []


def heading_key(text: str) -> str:
    """Return *text* for the comparison of headings: without marks, with collapsed spaces, casefolded."""
    bare = _HEADING_MARKS.sub(" ", unicodedata.normalize("NFC", text))
    return " ".join(bare.casefold().split())


def heading_at(headings: Sequence[Heading], subpath: str) -> Heading | None:
    """Return the heading that *subpath* (`H1#H2`: each one deeper) names; None if there is none."""
    keys = [heading_key(part) for part in subpath.split("#") if part.strip()]
    start, found = 0, None
    for key in keys:
        level = found.level if found is not None else 0
        following = (number for number in range(start, len(headings)) if heading_key(headings[number].text) == key)
        number = next((n for n in following if headings[n].level > level), None)
        if number is None:
            return None
        found, start = headings[number], number + 1
    return found


def link_text(
    target: str,
    source: str,
    names: NoteNames,
    style: LinkFormat = "shortest",
    *,
    subpath: str = "",
    markdown: bool = False,
) -> str:
    """Return the link to *target* in *source*, in the form set for the vault."""
    path = _link_path(target, source, names, style)
    anchor = f"#{subpath}" if subpath else ""
    if not markdown:
        return f"[[{path.removesuffix(NOTE_SUFFIX)}{anchor}]]"
    shown = target.rpartition("/")[2].removesuffix(NOTE_SUFFIX)
    return f"[{shown}]({quote(path, safe='/!$&*+,;=@~')}{quote(anchor, safe='#^/')})"


def _link_path(target: str, source: str, names: NoteNames, style: LinkFormat) -> str:
    name = target.rpartition("/")[2]
    if style == "shortest" and link_candidates(name, source, names) == [target]:
        return name
    if style == "relative":
        source_folder = source.split("/")[:-1]
        target_parts = target.split("/")
        shared = 0
        while shared < min(len(source_folder), len(target_parts) - 1) and source_folder[shared] == target_parts[shared]:
            shared += 1
        return "/".join([*[".."] * (len(source_folder) - shared), *target_parts[shared:]])
    return target


def _preference(path: str, folder: str) -> tuple[bool, int, int, str]:
    """Sort key for the undocumented rest: same folder, fewer folders, shorter, alphabetical."""
    return path.rpartition("/")[0] != folder, path.count("/"), len(path), path


def join_link_path(folder: str, written: str) -> str:
    """Return *written*, relative to *folder*, as a path from the root; empty if it leaves the root."""
    if written.startswith("/"):
        folder = ""
    parts = folder.split("/") if folder else []
    for part in written.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def attachment_names(files: VaultFiles, is_visible: Callable[[str], bool]) -> NoteNames:
    """Return the names of the files that *is_visible* accepts. Walks over the vault: call it in a thread."""
    names = NoteNames()
    try:
        for state in files.walk_all():
            if not state.path.is_indexed and is_visible(state.path.text):
                names.add(state.path.text)
    except VaultError:
        pass  # Files found so far remain.
    return names


def may_be_attachment(target: str) -> bool:
    """Whether a link to *target* may refer to such a file: its last name has a suffix."""
    return "." in target.rpartition("/")[2].strip(".")
