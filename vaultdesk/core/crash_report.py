"""Crash reports: errors and code locations of a failure, written for the next start and never sent.

A report names kinds of errors and places in the code. What an error says, and what the log was told, may quote or name
a note: only the log's own sentences are taken, without what was put into them. Nothing is ever sent.
"""

import faulthandler
import logging
import platform
import re
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO

from vaultdesk import __version__
from vaultdesk.core.errors import VaultDeskError, sole_error
from vaultdesk.core.logs import last_safe_lines, redact_secrets, sanitized_traceback, short_place
from vaultdesk.core.platform.paths import AppFolders

FATAL_FILE = "fatal.txt"
"""Where Python writes its stack when a library brings the process down. It is there for as long as the program runs:
found at a start, it says that the last run did not end as it should."""

REPORT_FILE = "crash.txt"
"""What failed in this run."""

SEEN_FILE = "crash-seen.txt"
"""The same once it was told of; the next crash writes a new one."""

MAX_FATAL_BYTES = 100_000
"""Bytes of a stack, and of the end of a log, that are read back."""

MAX_FAILURES = 3
"""Failures of one run that are written down, before the one that ends it: the first ones say what was wrong."""

REPORT_LOG_LINES = 100
"""Lines of the log in a report."""

NO_REPORT_TEXT = "Nothing was written down: the program was ended from outside, or the computer went off."

_PLACE = re.compile(r'\s*File "(.*)", line (\d+) in ([\w<>]+)')
_FATAL_LINE = re.compile(r"(?:Fatal Python error|Windows fatal exception): [\w .:()-]+")
_THREAD = re.compile(r"(?:Current thread|Thread) 0x[0-9a-f]+")
_HEAD = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d),\d{3} ([A-Z]+) (vaultdesk[\w.]{0,80}) \[")
_HOMES = re.compile(r"(?:/home/|/Users/|[A-Za-z]:[\\/]+Users[\\/]+)[^\\/\s\"':]+")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CrashReport:
    """What failed in the last run, as it can be read and copied."""

    text: str
    file: Path
    ended: bool = True
    """Whether the run did not end as it should; else something failed and the program went on."""


class CrashWatch:
    """Writes a report of whatever fails unforeseen. Made once, at the start of the window."""

    def __init__(self, places: AppFolders, told: Callable[[BaseException], object] = lambda _error: None) -> None:
        """*told* is called with what failed where nobody waits for it, in the thread where it did."""
        self._places = places
        self._folder = places.logs
        self._told = told
        self._stack: IO[bytes] | None = None
        self._before: Callable[..., object] = sys.excepthook
        self._failures: list[str] = []
        self._last: BaseException | None = None
        self._fallen = False

    def start(self) -> CrashReport | None:
        """Watch from now on, and return what is known of the last run, where something failed in it.

        Where the folder of logs cannot be written, nothing is watched.
        """
        last = unseen_report(self._places)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._stack = (self._folder / FATAL_FILE).open("wb")
        except OSError as failed:
            log.info("Crashes cannot be written down: %s", failed.strerror)
            return last
        faulthandler.enable(self._stack)
        self._before = sys.excepthook
        sys.excepthook = self._caught
        threading.excepthook = self._caught_in_thread
        return last

    def stop(self) -> None:
        """The program ends as it should, unless `fell` was told before."""
        if self._stack is None:
            return
        faulthandler.disable()
        self._stack.close()
        self._stack = None
        sys.excepthook = self._before
        threading.excepthook = threading.__excepthook__
        if not self._fallen:
            (self._folder / FATAL_FILE).unlink(missing_ok=True)

    def fell(self, error: BaseException) -> None:
        """The program ends by *error*."""
        self._fallen = True
        self.write(error)

    def write(self, error: BaseException) -> None:
        """Write *error* down, unless the world is so (`VaultDeskError`) or it is known already.

        Failing to is only logged.
        """
        known = isinstance(sole_error(error), VaultDeskError) or error is self._last
        enough = len(self._failures) >= MAX_FAILURES and not self._fallen
        if known or enough or self._stack is None:
            return
        self._last = error
        self._failures.append(sanitized_traceback(error))
        try:
            (self._folder / REPORT_FILE).write_text(
                _report(self._failures, last_safe_lines(REPORT_LOG_LINES)), encoding="utf-8"
            )
        except OSError as failed:
            log.error("The crash could not be written down: %s", failed.strerror)

    def _caught(self, kind: type[BaseException], error: BaseException, place: TracebackType | None) -> None:
        if issubclass(kind, Exception):
            log.error("Something failed that nobody waits for", exc_info=error)
            self.write(error)
            self._told(error)
        self._before(kind, error, place)

    def _caught_in_thread(self, failed: threading.ExceptHookArgs) -> None:
        if failed.exc_value is not None:
            log.error("A thread failed", exc_info=failed.exc_value)
            self.write(failed.exc_value)
            self._told(failed.exc_value)


def unseen_report(places: AppFolders) -> CrashReport | None:
    """Return the report of the last run, once: the next question for it gets None. Call it before a watch starts."""
    try:
        stack, ended = _stack_left(places.logs / FATAL_FILE)
        text = _read(places.logs / REPORT_FILE)
        if stack or (ended and not text):
            text += _report([stack or NO_REPORT_TEXT], _heads(places.logs / "vaultdesk.log"))
        if not text:
            return None
        seen = places.logs / SEEN_FILE
        seen.write_text(text, encoding="utf-8")
        (places.logs / REPORT_FILE).unlink(missing_ok=True)
    except (OSError, ValueError) as failed:
        log.info("The report of the last crash cannot be read: %s", failed)
        return None
    return CrashReport(text, seen, ended)


def _stack_left(fatal: Path) -> tuple[str, bool]:
    """Return the stack in *fatal*, fit to be shown, and whether the last run left the file behind; take it away."""
    try:
        with fatal.open("rb") as file:
            lines = file.read(MAX_FATAL_BYTES).decode("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return "", False
    fatal.unlink()
    told = [said for line in lines if (said := _stack_line(line))]
    return "\n".join(told), True


def _stack_line(line: str) -> str:
    """Return what may be shown of one *line* of Python's stack: a place in the code, a thread, what the system said."""
    if place := _PLACE.fullmatch(line):
        return f"  {short_place(place[1])}:{place[2]} in {place[3]}"
    known = _FATAL_LINE.fullmatch(line) or _THREAD.match(line)
    return known[0] if known else ""


def _heads(file: Path) -> list[str]:
    """Return when and where the last run wrote into its log *file*; its words cannot be told from those of notes."""
    try:
        with file.open("rb") as opened:
            opened.seek(max(0, file.stat().st_size - MAX_FATAL_BYTES))
            lines = opened.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    # What follows the last start is of this run.
    starts = [place for place, line in enumerate(lines) if line.endswith("] Log started")]
    before = lines[: starts[-1]] if starts else lines
    return [" ".join(found.groups()) for line in before if (found := _HEAD.match(line))][-REPORT_LOG_LINES:]


def _report(failures: list[str], log_lines: list[str]) -> str:
    about = (
        f"VaultDesk {__version__}, Python {platform.python_version()}, {platform.platform()}",
        datetime.now().astimezone().isoformat(timespec="seconds"),
        "",
        "\n\n".join(failures),
        "",
        "The last lines of the log, without what was put into them:",
        *log_lines,
    )
    return redact_home_folders(redact_secrets("\n".join(about))) + "\n"


def redact_home_folders(text: str) -> str:
    """Return *text* with every folder of a person as `~`, whosever it is."""
    home = str(Path.home())
    return _HOMES.sub("~", text.replace(home, "~") if len(home) > 1 else text)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
