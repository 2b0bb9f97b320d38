"""Crash report: what is written down when the program ends unasked, and what a person is told of it the next time.

A report names the places in our code and the last lines of the log; the words of an error may quote a note, so that
only the kind of an error is kept, and keys are taken out of the rest. Nothing is ever sent.
"""

import faulthandler
import logging
import platform
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO

from vaultdesk import __version__
from vaultdesk.logs import last_lines
from vaultdesk.paths import Places
from vaultdesk.redaction import without_secrets

FATAL = "fatal.txt"
"""Where Python writes its stack when a library brings the process down."""

REPORT = "crash.txt"
"""The report a person reads."""

SEEN = "crash-seen.txt"
"""The same once it was told of; the next crash writes a new one."""

LONGEST_FATAL = 100_000
"""Bytes of a stack that are read back."""

log = logging.getLogger(__name__)

Failure = tuple[type[BaseException], BaseException, TracebackType | None]


@dataclass(frozen=True, slots=True)
class CrashReport:
    """One crash, as it can be read and copied."""

    text: str
    file: Path


class CrashWatch:
    """Writes a report for whatever ends the program. Made once, at the start of the window."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._folder = places.logs
        self._stack: IO[bytes] | None = None
        self._before: Callable[..., object] = sys.excepthook

    def start(self) -> CrashReport | None:
        """Watch from now on, and return what is known of the last run, where that crashed.

        Where the folder of logs cannot be written, nothing is watched.
        """
        last = unseen_report(self._places)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._stack = (self._folder / FATAL).open("wb")
        except OSError as failed:
            log.info("Crashes cannot be written down: %s", failed.strerror)
            return last
        faulthandler.enable(self._stack)
        self._before = sys.excepthook
        sys.excepthook = self._caught
        threading.excepthook = self._caught_in_thread
        return last

    def stop(self) -> None:
        """The program ends as it should."""
        if self._stack is None:
            return
        faulthandler.disable()
        self._stack.close()
        self._stack = None
        sys.excepthook = self._before
        threading.excepthook = threading.__excepthook__
        (self._folder / FATAL).unlink(missing_ok=True)

    def write(self, failure: Failure) -> None:
        """Write a report of *failure*; failing to is only logged."""
        stack = "".join(_places_in(failure[2]))
        try:
            (self._folder / REPORT).write_text(_report(f"{_kind(failure[1])}\n{stack}"), encoding="utf-8")
        except OSError as failed:
            log.error("The crash could not be written down: %s", failed.strerror)

    def _caught(self, kind: type[BaseException], error: BaseException, place: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            self.write((kind, error, place))
        self._before(kind, error, place)

    def _caught_in_thread(self, told: threading.ExceptHookArgs) -> None:
        if told.exc_value is not None:
            log.error("A thread failed", exc_info=told.exc_value)
            self.write((told.exc_type, told.exc_value, told.exc_traceback))


def unseen_report(places: Places) -> CrashReport | None:
    """Return the report of the last run, once: the next question for it gets None. Call it before a watch starts."""
    report, fatal = places.logs / REPORT, places.logs / FATAL
    try:
        with fatal.open("rb") as file:
            stack = file.read(LONGEST_FATAL).decode("utf-8", "replace")
        fatal.unlink()
        if stack.strip():
            report.write_text(_report(stack), encoding="utf-8")
    except FileNotFoundError:
        pass
    except OSError as failed:
        log.info("The last crash cannot be read: %s", failed.strerror)
    try:
        seen = places.logs / SEEN
        text = report.read_text(encoding="utf-8")
        report.replace(seen)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as failed:
        log.info("The report of the last crash cannot be read: %s", failed)
        return None
    return CrashReport(text, seen)


def _report(stack: str) -> str:
    about = (
        f"VaultDesk {__version__}, Python {platform.python_version()}, {platform.platform()}",
        datetime.now().astimezone().isoformat(timespec="seconds"),
        "",
        stack.rstrip(),
        "",
        "The last lines of the log:",
        *last_lines(100),
    )
    return without_secrets("\n".join(about)) + "\n"


def _kind(error: BaseException) -> str:
    """Return what sort of error it is, with the error it came of; their words may quote a note and stay out."""
    kinds: list[str] = []
    seen: BaseException | None = error
    while seen is not None and len(kinds) < 10:
        kinds.append(f"{type(seen).__module__}.{type(seen).__qualname__}")
        seen = seen.__cause__ or seen.__context__
    return " from ".join(kinds)


def _places_in(place: TracebackType | None) -> list[str]:
    return [f"  {frame.filename}:{frame.lineno} in {frame.name}\n" for frame in traceback.extract_tb(place)]
