"""EarlyTexts: notes that were read and are not committed yet, so that their letters are found before their words."""

import threading
from collections.abc import Iterable, Mapping


class EarlyTexts:
    """Text of notes by path, properties and all, composed as the index keeps it. Any thread may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: dict[str, str] = {}
        self._version = 0

    @property
    def version(self) -> int:
        """Another number after every change."""
        with self._lock:
            return self._version

    def put(self, texts: Mapping[str, str]) -> None:
        """Have these found from now on."""
        with self._lock:
            self._texts.update(texts)
            self._version += 1

    def drop(self, paths: Iterable[str]) -> None:
        """Forget these: they are in the index now, or gone."""
        with self._lock:
            for path in paths:
                self._texts.pop(path, None)
            self._version += 1

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._texts.clear()
            self._version += 1

    def texts(self) -> dict[str, str]:
        """Return what is waiting, by path: a copy."""
        with self._lock:
            return dict(self._texts)
