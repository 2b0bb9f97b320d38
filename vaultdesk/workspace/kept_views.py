"""Kept views: what a window keeps of one vault beside it: searches, open folders, words of notes, own bookmarks."""

from pathlib import Path

from vaultdesk.core.json_store import JsonStore
from vaultdesk.workspace.bookmark_shelf import BookmarkShelf

KeptViews = tuple[JsonStore, JsonStore, JsonStore, BookmarkShelf]


def kept_views(place: Path, config: Path) -> KeptViews:
    """Return what was searched for and visited, which folders are open, words right in one note, and the bookmarks.

    *place* is the vault's own folder in the data place, *config* the vault's `.obsidian`, whose bookmarks are read.
    """
    return (
        JsonStore(place / "finding.json"),
        JsonStore(place / "tree.json"),
        JsonStore(place / "ignored-words.json"),
        BookmarkShelf(place / "bookmarks.json", config),
    )
