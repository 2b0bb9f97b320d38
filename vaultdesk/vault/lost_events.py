"""Lost events: signs that a watcher did not see everything: what watchdog logs, and which folder lies at a place."""

import logging
from collections.abc import Callable
from pathlib import Path

LOGGERS = ("watchdog.observers.inotify_c", "watchdog.observers.inotify")
"""watchdog 7.1 tells of lost events in its log only."""


class LostEvents(logging.Handler):
    """Listens to watchdog's log; calls *lost* on whatever thread."""

    def __init__(self, lost: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._lost = lost

    def listen(self) -> None:
        """Begin; `close` ends it."""
        for name in LOGGERS:
            logging.getLogger(name).addHandler(self)

    def close(self) -> None:
        """Hear nothing any more."""
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(self)
        super().close()

    def emit(self, record: logging.LogRecord) -> None:
        """Pass on that events were lost."""
        if "overflow" in str(record.msg):
            self._lost()


def folder_at(place: Path) -> tuple[int, int] | None:
    """Return which folder lies at *place*; None where there is none."""
    try:
        found = place.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
