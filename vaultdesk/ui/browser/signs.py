"""Signs: what the tree tells of a note besides its name: a lock, a warning. What they say is found out elsewhere."""

from typing import Protocol


class Signs(Protocol):
    """Who knows. Asked for each row that is drawn: must not wait for anything."""

    def lock(self, path: str, *, folder: bool) -> str:
        """Return why the note or folder is private, in a sentence; empty where it is not."""
        ...

    def conflict(self, path: str) -> str:
        """Return what the note is a conflict copy of, in a sentence; empty where it is none."""
        ...


def said_of(signs: Signs, path: str, *, folder: bool) -> tuple[str, str]:
    """Return what *signs* says of a note or folder: of its lock, and of what it is a copy of."""
    return signs.lock(path, folder=folder), "" if folder else signs.conflict(path)


class NoSigns:
    """Knows of nothing: the tree before somebody does."""

    def lock(self, path: str, *, folder: bool) -> str:
        """Say nothing."""
        return ""

    def conflict(self, path: str) -> str:
        """Say nothing."""
        return ""
