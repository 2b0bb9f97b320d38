"""Texts of notes that were read but are not committed yet, so that substring search finds them."""

import threading
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PendingChanges:
    """What became of the waiting texts since some version."""

    version: int
    all_over: bool
    """Whether everything known before is to be forgotten first."""
    texts: Mapping[str, bytes | None]
    """By path what waits now and was put or dropped since; None where nothing waits any more."""


class PendingTexts:
    """Text of notes by path, properties and all, composed as the index keeps it, in UTF-8. Any thread may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: dict[str, bytes] = {}
        self._changed: dict[str, int] = {}
        """In which version each path was put or dropped, the latest last."""
        self._version = 0
        self._cleared = 0

    @property
    def version(self) -> int:
        """Another number after every change."""
        with self._lock:
            return self._version

    def put(self, texts: Mapping[str, bytes]) -> None:
        """Have these found from now on."""
        with self._lock:
            self._note(texts)
            self._texts.update(texts)

    def drop(self, paths: Iterable[str]) -> None:
        """Forget these: they are in the index now, or gone."""
        with self._lock:
            self._note([path for path in paths if self._texts.pop(path, None) is not None])

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._texts.clear()
            self._changed.clear()
            self._version += 1
            self._cleared = self._version

    def texts(self) -> dict[str, bytes]:
        """Return what is waiting, by path: a copy."""
        with self._lock:
            return dict(self._texts)

    def since(self, version: int) -> PendingChanges:
        """Return what changed since *version*: as much work as there are changes, whatever waits."""
        with self._lock:
            all_over = version < self._cleared
            changed: list[str] = []
            for path in reversed(self._changed):
                if self._changed[path] <= version:
                    break
                changed.append(path)
            # In the order they came, so that what was read first is taken over first.
            return PendingChanges(self._version, all_over, {path: self._texts.get(path) for path in reversed(changed)})

    def _note(self, paths: Iterable[str]) -> None:
        self._version += 1
        for path in paths:
            self._changed.pop(path, None)
            self._changed[path] = self._version


class PendingTextsReader:
    """Belongs to one thread."""

    def __init__(self, early: PendingTexts) -> None:
        self.by_path: dict[str, bytes] = {}
        """Only to be read."""
        self._early = early
        self._version = -1

    def refresh(self) -> AbstractSet[str]:
        """Take over what was put and dropped since the last time; return the paths of these."""
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
