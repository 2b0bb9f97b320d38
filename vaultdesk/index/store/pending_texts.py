"""Texts of notes that were read but are not committed yet, so that substring search finds them."""

import threading
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PendingChanges:
    """Changes of the pending texts since some version."""

    version: int
    all_over: bool
    """Whether all earlier content has to be dropped first."""
    texts: Mapping[str, bytes | None]
    """By path, the pending texts put or dropped since; None for those no longer pending."""


class PendingTexts:
    """Pending texts by path, including properties, in indexed form as UTF-8. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: dict[str, bytes] = {}
        self._changed: dict[str, int] = {}
        """The version in which each path was put or dropped, the latest last."""
        self._version = 0
        self._cleared = 0

    @property
    def version(self) -> int:
        """Changes with every call."""
        with self._lock:
            return self._version

    def put(self, texts: Mapping[str, bytes]) -> None:
        """Add these texts."""
        with self._lock:
            self._note(texts)
            self._texts.update(texts)

    def drop(self, paths: Iterable[str]) -> None:
        """Remove these: they are in the index now, or gone."""
        with self._lock:
            self._note([path for path in paths if self._texts.pop(path, None) is not None])

    def clear(self) -> None:
        """Remove all."""
        with self._lock:
            self._texts.clear()
            self._changed.clear()
            self._version += 1
            self._cleared = self._version

    def texts(self) -> dict[str, bytes]:
        """Return a copy of the pending texts, by path."""
        with self._lock:
            return dict(self._texts)

    def since(self, version: int) -> PendingChanges:
        """Return the changes since *version*: the cost depends on the number of changes only."""
        with self._lock:
            all_over = version < self._cleared
            changed: list[str] = []
            for path in reversed(self._changed):
                if self._changed[path] <= version:
                    break
                changed.append(path)
            # In the order of arrival, so that the first read is processed first.
            return PendingChanges(self._version, all_over, {path: self._texts.get(path) for path in reversed(changed)})

    def _note(self, paths: Iterable[str]) -> None:
        self._version += 1
        for path in paths:
            self._changed.pop(path, None)
            self._changed[path] = self._version


class PendingTextsReader:
    """Follows `PendingTexts` for one thread."""

    def __init__(self, early: PendingTexts) -> None:
        self.by_path: dict[str, bytes] = {}
        """Read-only."""
        self._early = early
        self._version = -1

    def refresh(self) -> AbstractSet[str]:
        """Apply the changes since the last call; return their paths."""
        now = self._early.since(self._version)
        if now.version == self._version:
            return frozenset()
        self._version = now.version
        over = self.by_path if now.all_over else {}
        if now.all_over:
            self.by_path = {}
        for path, text in now.texts.items():
            if text is not None:
                self.by_path[path] = text
            else:
                self.by_path.pop(path, None)
        return now.texts.keys() | over.keys()
