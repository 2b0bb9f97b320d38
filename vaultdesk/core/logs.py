"""The program's log, in a file and in memory, with secrets redacted and tracebacks sanitized."""

import logging
import re
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path, PurePath
from types import TracebackType
from urllib.parse import quote

from vaultdesk.core.platform.paths import AppFolders

__all__ = ["last_lines", "last_safe_lines", "register_secret", "start_logging", "stop_logging"]


REDACTED = "[hidden]"
"""What stands in a secret's place."""

MIN_SECRET_LENGTH = 8
"""Characters from which a registered word is hidden. Local servers take any key, such as `x` or `none`: hiding that
would blank out ordinary words and give the key away by where the gaps are."""

_PATTERNS = re.compile(
    r"""
    \b(?:sk|pk|rk|key|gsk|xai)-[A-Za-z0-9_-]{8,}                    # OpenAI, Anthropic (sk-ant-), OpenRouter, others
  | \bAIza[A-Za-z0-9_-]{20,}                                        # Google
  | (?<=bearer\ )[^\s"',;]+                                         # any token of an Authorization header
  | (?<=basic\ )[A-Za-z0-9+/=]{8,}
  | (?<=://)[^\s/@"']+:[^\s/@"']+(?=@)                              # a name and password inside an address
    """,
    re.VERBOSE | re.IGNORECASE,
)

_NAMED = re.compile(
    r"""((?:x-goog-api-key|x-api-key|api[-_]?key|access[-_]token|secret[-_]key|password|authorization)
         (?: ["']? \s* [:=] \s* (?:b?["'])? | ["'] \s* , \s* b?["'] ) (?!bearer\ |basic\ ))
        [^\s"',;&}\]]+""",
    re.VERBOSE | re.IGNORECASE,
)

_lock = threading.Lock()
_secrets: set[str] = set()
_registered: re.Pattern[str] | None = None


def register_secret(secret: str) -> None:
    """From now on keep *secret* out of everything that is written, also where it stands inside an address or bytes."""
    global _registered
    if len(secret) < MIN_SECRET_LENGTH:
        return
    with _lock:
        _secrets.update((secret, quote(secret, safe=""), secret.encode("unicode_escape").decode("ascii")))
        # Longest first: one key may be the beginning of another.
        _registered = re.compile("|".join(re.escape(word) for word in sorted(_secrets, key=len, reverse=True)))


def redact_secrets(text: str) -> str:
    """Return *text* with registered secrets, and everything that looks like a key, replaced."""
    if _registered is not None:
        text = _registered.sub(REDACTED, text)
    return _PATTERNS.sub(REDACTED, _NAMED.sub(rf"\1{REDACTED}", text))


MAX_CHAINED_ERRORS = 5
"""Errors of a chain that are told; one that came of another."""

MAX_FRAMES = 40
"""Places of one error: of an endless recursion the first and the last say all."""

_TYPE_NAME = re.compile(r"[\w.<>]{1,120}")
_NAME = re.compile(r"[\w<>]{1,80}")


def sanitized_traceback(error: BaseException) -> str:
    """Return what *error* is, what it came of, and where each was raised, the outermost first."""
    lines: list[str] = []
    for chained in _chained_errors(error):
        lines.append(_error_type(chained))
        lines += [f"  {location}" for location in _locations(chained.__traceback__)]
    return "\n".join(lines)


def short_location(file: str) -> str:
    """Return which *file* of the program or of a library it is, without the folders of this computer before it."""
    parts = PurePath(file.replace("\\", "/")).parts
    for folder in ("site-packages", "dist-packages", "_internal"):
        if folder in parts:
            return "/".join(parts[_last(parts, folder) + 1 :])
    if "vaultdesk" in parts[:-1]:
        # A checkout may itself be called so, and hold the package under the same name.
        return "/".join(parts[_last(parts[:-1], "vaultdesk") :])
    return "/".join(parts[-2:]) if "lib" in parts or "Lib" in parts else parts[-1] if parts else ""


def _last(parts: tuple[str, ...], name: str) -> int:
    return len(parts) - 1 - parts[::-1].index(name)


def _chained_errors(error: BaseException) -> Iterator[BaseException]:
    seen: list[BaseException] = []
    pending = [error]
    while pending and len(seen) < MAX_CHAINED_ERRORS:
        current = pending.pop(0)
        if any(current is other for other in seen):
            continue
        seen.append(current)
        yield current
        cause = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
        pending.extend([cause] if cause is not None else [])
        pending.extend(current.exceptions if isinstance(current, BaseExceptionGroup) else ())


def _error_type(error: BaseException) -> str:
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    return kind if _TYPE_NAME.fullmatch(kind) else "an error"


def _locations(raised: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(raised)
    lines = [f"{short_location(frame.filename)}:{frame.lineno} in {_function_name(frame.name)}" for frame in frames]
    if len(lines) <= MAX_FRAMES:
        return lines
    return [*lines[: MAX_FRAMES // 2], f"... {len(lines) - MAX_FRAMES} more ...", *lines[-MAX_FRAMES // 2 :]]


def _function_name(name: str) -> str:
    return name if _NAME.fullmatch(name) else "?"


LOG_BYTES = 1_000_000
"""Size of one log file; with `LOG_FILES` a week of ordinary use, and small enough to be sent along with a report."""

LOG_FILES = 3
"""Older files kept beside the present one."""

MAX_RECORDS = 500
"""Records kept in memory for a crash report: what led up to it, not the whole day."""

_FORMAT = "%(asctime)s %(levelname)s %(name)s [%(threadName)s] %(message)s"

_lines: deque[str] = deque(maxlen=MAX_RECORDS)
_safe_lines: deque[str] = deque(maxlen=MAX_RECORDS)
_handlers: list[logging.Handler] = []


class _RedactSecrets(logging.Filter):
    """Rewrites each record before any handler formats it: message, arguments, exception and stack."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = redact_secrets(record.getMessage()), None
        if record.exc_info:
            record.exc_text = record.exc_text or _FORMATTER.formatException(record.exc_info)
            # The exception itself would be formatted anew, keys and all, by a handler that is not ours.
            record.exc_info = None
        if record.exc_text:
            record.exc_text = redact_secrets(record.exc_text)
        if record.stack_info:
            record.stack_info = redact_secrets(record.stack_info)
        return True


def _is_relevant(record: logging.LogRecord) -> bool:
    """Tell whether *record* is ours, or grave: the environment can make a library write down whole requests."""
    return record.name.partition(".")[0] == "vaultdesk" or record.levelno >= logging.WARNING


class _RecentRecords(logging.Handler):
    """Keeps the last records as text, and what of them may be shown to anybody."""

    def filter(self, record: logging.LogRecord) -> bool:
        # Before the filters: after them the sentence and what was put into it are one.
        if _is_relevant(record):
            _safe_lines.append(_safe_line(record))
        return bool(super().filter(record))

    def emit(self, record: logging.LogRecord) -> None:
        _lines.append(self.format(record))


def _safe_line(record: logging.LogRecord) -> str:
    """Return *record* without what was put into its sentence: names, paths and what errors say may be of notes."""
    is_ours = record.name.partition(".")[0] == "vaultdesk"
    time_text = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
    # A library may have put its sentence together before.
    message = str(record.msg) if is_ours else "(its words are left out)"
    raised = record.exc_info[1] if record.exc_info else None
    return "\n".join(
        (f"{time_text} {record.levelname} {record.name} {message}", *((sanitized_traceback(raised),) if raised else ()))
    )


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


def start_logging(folders: AppFolders, level: int = logging.INFO) -> Path | None:
    """Write the program's own log into `places.logs` from now on; calling it again moves it there.

    Returns the file, or None where none can be written: then the last lines are kept in memory only. Libraries are
    heard from WARNING on, whatever *level* is: below it they write down whole requests, notes and all.
    """
    stop_logging()
    file = folders.logs / "vaultdesk.log"
    _handlers.append(_RecentRecords())
    failure: OSError | None = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        _handlers.append(_LogFile(file, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8"))
    except OSError as failed:
        failure = failed
    root_logger, own_logger = logging.getLogger(), logging.getLogger("vaultdesk")
    for handler in _handlers:
        handler.addFilter(_is_relevant)
        handler.addFilter(_RedactSecrets())
        handler.setFormatter(_FORMATTER)
        root_logger.addHandler(handler)
    own_logger.setLevel(level)
    if failure is not None:
        own_logger.error("No log file: %s", failure)
        return None
    own_logger.info("Log started")
    return file


def stop_logging() -> None:
    """Close the log. The last lines stay readable."""
    while _handlers:
        handler = _handlers.pop()
        logging.getLogger().removeHandler(handler)
        with suppress(OSError):  # what a full disk did not take is in the last lines
            handler.close()


def last_lines(count: int = MAX_RECORDS) -> list[str]:
    """Return the newest *count* records as text, oldest first."""
    return list(_lines)[-count:] if count > 0 else []


def last_safe_lines(count: int = MAX_RECORDS) -> list[str]:
    """Return the newest *count* records, oldest first, as they may be shown to anybody: no word of a note in them."""
    return list(_safe_lines)[-count:] if count > 0 else []


_FORMATTER = logging.Formatter(_FORMAT)
