"""Bookmarks: what a person marked in Obsidian, read from its settings folder (OBSIDIAN E.5). Never written."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from vaultdesk.vault.config_file import ConfigFile

BookmarkKind = Literal["file", "folder", "search", "group"]

MOST = 1_000
"""Bookmarks that are shown; more would be another tree."""

DEEPEST = 10
"""Groups inside groups."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """One bookmark, or a group of them."""

    kind: BookmarkKind
    title: str
    """What its owner called it; empty where it goes by its own name."""
    target: str = ""
    """The path of a file or folder, or what is searched for."""
    place: str = ""
    """Heading or block in the file, as in a link but without the first `#`."""
    items: tuple["Bookmark", ...] = ()
    own: bool = False
    """Whether it is kept here and not by Obsidian."""

    def with_all_inside(self) -> Iterator["Bookmark"]:
        """Yield itself and all that is in it."""
        yield self
        for item in self.items:
            yield from item.with_all_inside()


def read_bookmarks(settings_folder: Path) -> tuple[Bookmark, ...]:
    """Return Obsidian's bookmarks; none where there are none, or the file cannot be read."""
    return _items(ConfigFile.read(settings_folder / "bookmarks.json", []), 0, [MOST])


def _items(kept: ConfigFile, depth: int, left: list[int]) -> tuple[Bookmark, ...]:
    found: list[Bookmark] = []
    for part in kept.parts("items"):
        if left[0] <= 0 or depth > DEEPEST:
            break
        bookmark = _bookmark(part, depth, left)
        if bookmark is not None:
            left[0] -= 1
            found.append(bookmark)
    return tuple(found)


def _bookmark(part: ConfigFile, depth: int, left: list[int]) -> Bookmark | None:
    title = part.text("title", "").strip()
    match part.text("type", ""):
        case "file" if path := part.text("path", "").strip("/"):
            return Bookmark("file", title, path, part.text("subpath", "").removeprefix("#"))
        case "folder" if path := part.text("path", "").strip("/"):
            return Bookmark("folder", title, path)
        case "search" if query := part.text("query", "").strip():
            return Bookmark("search", title, query)
        case "group":
            return Bookmark("group", title, items=_items(part, depth + 1, left))
    return None  # A web page or a view of the graph: nothing of this vault.
