"""Logs: the file the program writes about itself, its last lines in memory, and no key in either."""

import logging
import sys
import time
from collections import deque
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from vaultdesk.fault import fault
from vaultdesk.paths import Places
from vaultdesk.redaction import hide_secret, without_secrets

__all__ = ["hide_secret", "last_facts", "last_lines", "start_logging", "stop_logging"]

LOG_BYTES = 1_000_000
"""Size of one log file; with `LOG_FILES` a week of ordinary use, and small enough to be sent along with a report."""

LOG_FILES = 3
"""Older files kept beside the present one."""

LINES_KEPT = 500
"""Records kept in memory for a crash report: what led up to it, not the whole day."""

_FORMAT = "%(asctime)s %(levelname)s %(name)s [%(threadName)s] %(message)s"

_lines: deque[str] = deque(maxlen=LINES_KEPT)
_facts: deque[str] = deque(maxlen=LINES_KEPT)
_handlers: list[logging.Handler] = []


class _HideKeys(logging.Filter):
    """Rewrites each record before any handler formats it: message, arguments, exception and stack."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_secrets(record.getMessage()), None
        if record.exc_info:
            record.exc_text = record.exc_text or _FORMATTER.formatException(record.exc_info)
            # The exception itself would be formatted anew, keys and all, by a handler that is not ours.
            record.exc_info = None
        if record.exc_text:
            record.exc_text = without_secrets(record.exc_text)
        if record.stack_info:
            record.stack_info = without_secrets(record.stack_info)
        return True


def _concerns_us(record: logging.LogRecord) -> bool:
    """Tell whether *record* is ours, or grave: the environment can make a library write down whole requests."""
    return record.name.partition(".")[0] == "vaultdesk" or record.levelno >= logging.WARNING


class _Ring(logging.Handler):
    """Keeps the last records as text, and what of them may be shown to anybody."""

    def filter(self, record: logging.LogRecord) -> bool:
        # Before the filters: after them the sentence and what was put into it are one.
        if _concerns_us(record):
            _facts.append(_fact(record))
        return bool(super().filter(record))

    def emit(self, record: logging.LogRecord) -> None:
        _lines.append(self.format(record))


def _fact(record: logging.LogRecord) -> str:
    """Return *record* without what was put into its sentence: names, paths and what errors say may be of notes."""
    ours = record.name.partition(".")[0] == "vaultdesk"
    moment = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
    # A library may have put its sentence together before.
    said = str(record.msg) if ours else "(its words are left out)"
    raised = record.exc_info[1] if record.exc_info else None
    return "\n".join((f"{moment} {record.levelname} {record.name} {said}", *((fault(raised),) if raised else ())))


class _LogFile(RotatingFileHandler):
    """A rotating file that several processes may hold."""

    def doRollover(self) -> None:  # noqa: N802 - the base class's name
        try:
            super().doRollover()
        except OSError:
            # Windows renames no file another VaultDesk has open; this one goes on in the same file.
            self.stream = self._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the base class's name
        # On a full disk the command or the window says what is wrong; a traceback for each record would bury it.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


def start_logging(places: Places, level: int = logging.INFO) -> Path | None:
    """Write the program's own log into `places.logs` from now on; calling it again moves it there.

    Returns the file, or None where none can be written: then the last lines are kept in memory only. Libraries are
    heard from WARNING on, whatever *level* is: below it they write down whole requests, notes and all.
    """
    stop_logging()
    file = places.logs / "vaultdesk.log"
    _handlers.append(_Ring())
    failure: OSError | None = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        _handlers.append(_LogFile(file, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8"))
    except OSError as failed:
        failure = failed
    root, own = logging.getLogger(), logging.getLogger("vaultdesk")
    for handler in _handlers:
        handler.addFilter(_concerns_us)
        handler.addFilter(_HideKeys())
        handler.setFormatter(_FORMATTER)
        root.addHandler(handler)
    own.setLevel(level)
    if failure is not None:
        own.error("No log file: %s", failure)
        return None
    own.info("Log started")
    return file


def stop_logging() -> None:
    """Close the log. The last lines stay readable."""
    while _handlers:
        handler = _handlers.pop()
        logging.getLogger().removeHandler(handler)
        with suppress(OSError):  # what a full disk did not take is in the last lines
            handler.close()


def last_lines(count: int = LINES_KEPT) -> list[str]:
    """Return the newest *count* records as text, oldest first."""
    return list(_lines)[-count:] if count > 0 else []


def last_facts(count: int = LINES_KEPT) -> list[str]:
    """Return the newest *count* records, oldest first, as they may be shown to anybody: no word of a note in them."""
    return list(_facts)[-count:] if count > 0 else []


_FORMATTER = logging.Formatter(_FORMAT)
