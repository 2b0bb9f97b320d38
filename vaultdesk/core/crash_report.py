"""Crash reports: error types and code locations of a failure, written for the next start and never sent.

Error messages and log arguments may quote or name a note, so only the log's own templates are included, without their
arguments.
"""

import faulthandler
import logging
import platform
import re
import sys
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO

from msgspec import Struct

from vaultdesk import __version__
from vaultdesk.core.errors import VaultDeskError, sole_error
from vaultdesk.core.logs import last_safe_lines, redact_secrets, sanitized_traceback, short_location
from vaultdesk.core.platform.paths import AppFolders

FATAL_FILE = "fatal.txt"
"""File to which Python writes its stack when a library crashes the process. It exists while the program runs: if it
exists at a start, the last run did not end normally.
"""

REPORT_FILE = "crash.txt"
"""Failures of this run."""

LAST_SEEN_FILE = "crash-seen.txt"
"""The same after it was shown; the next crash writes a new one."""

MAX_FATAL_BYTES = 100_000
"""Maximum number of bytes read of a stack, and of the end of a log."""

MAX_FAILURES = 3
"""Maximum number of failures of one run that are recorded, besides the one that ends it: the first ones are the most
informative.
"""

REPORT_LOG_LINES = 100
"""Lines of the log in a report."""

NO_REPORT_TEXT = "No details were recorded: the program was killed, or the computer was switched off."

_LOCATION = re.compile(r'\s*File "(.*)", line (\d+) in ([\w<>]+)')
_FATAL_LINE = re.compile(r"(?:Fatal Python error|Windows fatal exception): [\w .:()-]+")
_THREAD = re.compile(r"(?:Current thread|Thread) 0x[0-9a-f]+")
_LOG_LINE_HEADER = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d),\d{3} ([A-Z]+) (vaultdesk[\w.]{0,80}) \[")
_HOME_FOLDER = re.compile(r"(?:/home/|/Users/|[A-Za-z]:[\\/]+Users[\\/]+)[^\\/\s\"':]+")

log = logging.getLogger(__name__)


class CrashReport(Struct, frozen=True):
    """Failures of the last run, as text to read and copy."""

    text: str
    file: Path
    ended: bool = True
    """Whether the run ended abnormally; otherwise something failed and the program continued."""


class CrashWatch:
    """Writes a report of unexpected failures. Created once, at the start of the window."""

    def __init__(self, folders: AppFolders, on_crash: Callable[[BaseException], object] = lambda _error: None) -> None:
        """*on_crash* is called with unhandled errors, in the thread in which they occurred."""
        self._folders = folders
        self._folder = folders.logs
        self._on_crash = on_crash
        self._stack: IO[bytes] | None = None
        self._previous_hook: Callable[..., object] = sys.excepthook
        self._failures: list[str] = []
        self._last_error: BaseException | None = None
        self._has_crashed = False

    def start(self) -> CrashReport | None:
        """Start watching and return the report of the last run if something failed in it.

        If the folder of logs cannot be written, nothing is watched.
        """
        last = unseen_report(self._folders)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._stack = (self._folder / FATAL_FILE).open("wb")
        except OSError as error:
            log.info("Crashes cannot be recorded: %s", error.strerror)
            return last
        faulthandler.enable(self._stack)
        self._previous_hook = sys.excepthook
        sys.excepthook = self._handle_exception
        threading.excepthook = self._handle_thread_exception
        return last

    def stop(self) -> None:
        """Record a normal end of the program, unless `fell` was called before."""
        if self._stack is None:
            return
        faulthandler.disable()
        self._stack.close()
        self._stack = None
        sys.excepthook = self._previous_hook
        threading.excepthook = threading.__excepthook__
        if not self._has_crashed:
            (self._folder / FATAL_FILE).unlink(missing_ok=True)

    def record_fatal_error(self, error: BaseException) -> None:
        """Record that the program ends because of *error*."""
        self._has_crashed = True
        self.write(error)

    def write(self, error: BaseException) -> None:
        """Record *error* unless it is an expected one (`VaultDeskError`) or already recorded.

        A failure to write is only logged.
        """
        is_known = isinstance(sole_error(error), VaultDeskError) or error is self._last_error
        is_full = len(self._failures) >= MAX_FAILURES and not self._has_crashed
        if is_known or is_full or self._stack is None:
            return
        self._last_error = error
        self._failures.append(sanitized_traceback(error))
        try:
            (self._folder / REPORT_FILE).write_text(
                _report(self._failures, last_safe_lines(REPORT_LOG_LINES)), encoding="utf-8"
            )
        except OSError as write_error:
            log.error("The crash could not be recorded: %s", write_error.strerror)

    def _handle_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, Exception):
            log.error("Unhandled exception", exc_info=error)
            self.write(error)
            self._on_crash(error)
        self._previous_hook(kind, error, trace)

    def _handle_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            log.error("A thread failed", exc_info=args.exc_value)
            self.write(args.exc_value)
            self._on_crash(args.exc_value)


def unseen_report(folders: AppFolders) -> CrashReport | None:
    """Return the report of the last run; later calls return None. Must be called before a watch starts."""
    try:
        stack, ended = _take_stack(folders.logs / FATAL_FILE)
        text = _read_text(folders.logs / REPORT_FILE)
        if stack or (ended and not text):
            text += _report([stack or NO_REPORT_TEXT], _log_line_headers(folders.logs / "vaultdesk.log"))
        if not text:
            return None
        seen = folders.logs / LAST_SEEN_FILE
        seen.write_text(text, encoding="utf-8")
        (folders.logs / REPORT_FILE).unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        log.info("The report of the last crash cannot be read: %s", error)
        return None
    return CrashReport(text, seen, ended)


def _take_stack(fatal: Path) -> tuple[str, bool]:
    """Return the displayable stack in *fatal*, and whether the last run left the file behind; delete the file."""
    try:
        with fatal.open("rb") as file:
            lines = file.read(MAX_FATAL_BYTES).decode("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return "", False
    fatal.unlink()
    stack_lines = [text for line in lines if (text := _stack_line(line))]
    return "\n".join(stack_lines), True


def _stack_line(line: str) -> str:
    """Return the displayable part of one *line* of Python's stack: a code location, a thread or a system message."""
    if location := _LOCATION.fullmatch(line):
        return f"  {short_location(location[1])}:{location[2]} in {location[3]}"
    message = _FATAL_LINE.fullmatch(line) or _THREAD.match(line)
    return message[0] if message else ""


def _log_line_headers(file: Path) -> list[str]:
    """Return the time and source of each line in the last run's log *file*, without messages, which may quote notes."""
    try:
        with file.open("rb") as log_file:
            log_file.seek(max(0, file.stat().st_size - MAX_FATAL_BYTES))
            lines = log_file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    # Everything after the last start belongs to this run.
    starts = [number for number, line in enumerate(lines) if line.endswith("] Log started")]
    earlier = lines[: starts[-1]] if starts else lines
    return [" ".join(match.groups()) for line in earlier if (match := _LOG_LINE_HEADER.match(line))][-REPORT_LOG_LINES:]


def _report(failures: list[str], log_lines: list[str]) -> str:
    lines = (
        f"VaultDesk {__version__}, Python {platform.python_version()}, {platform.platform()}",
        datetime.now().astimezone().isoformat(timespec="seconds"),
        "",
        "\n\n".join(failures),
        "",
        "The last lines of the log, without inserted values:",
        *log_lines,
    )
    return redact_home_folders(redact_secrets("\n".join(lines))) + "\n"


def redact_home_folders(text: str) -> str:
    """Return *text* with the home folder of any user replaced by `~`."""
    home = str(Path.home())
    return _HOME_FOLDER.sub("~", text.replace(home, "~") if len(home) > 1 else text)


def _read_text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
