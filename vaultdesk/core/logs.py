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

__all__ = ["last_safe_lines", "register_secret", "start_logging", "stop_logging"]


REDACTED = "[hidden]"
"""Replaces a secret."""

MIN_SECRET_LENGTH = 8
"""Minimum number of characters of a registered secret that is redacted. Local servers take any key, such as `x` or
`none`: redacting it would remove ordinary words and reveal the key by the positions of the gaps.
"""

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
    """Redact *secret* from everything that is written from now on, also inside an address or bytes."""
    global _registered
    if len(secret) < MIN_SECRET_LENGTH:
        return
    with _lock:
        _secrets.update((secret, quote(secret, safe=""), secret.encode("unicode_escape").decode("ascii")))
        # Longest first: one key may be a prefix of another.
        _registered = re.compile("|".join(re.escape(word) for word in sorted(_secrets, key=len, reverse=True)))


def redact_secrets(text: str) -> str:
    """Return *text* with registered secrets, and everything that resembles a key, replaced."""
    if _registered is not None:
        text = _registered.sub(REDACTED, text)
    return _PATTERNS.sub(REDACTED, _NAMED.sub(rf"\1{REDACTED}", text))


MAX_CHAINED_ERRORS = 5
"""Maximum number of errors of a chain that are included."""

MAX_FRAMES = 40
"""Maximum number of frames of one error: the first and the last ones of an endless recursion are enough."""

_TYPE_NAME = re.compile(r"[\w.<>]{1,120}")
_NAME = re.compile(r"[\w<>]{1,80}")


def sanitized_traceback(error: BaseException) -> str:
    """Return the type of *error*, its causes, and where each was raised, the outermost first."""
    lines: list[str] = []
    for chained in _chained_errors(error):
        lines.append(_error_type(chained))
        lines += [f"  {location}" for location in _locations(chained.__traceback__)]
    return "\n".join(lines)


def short_location(file: str) -> str:
    """Return the path of a *file* of the program or a library without the folders before the package."""
    parts = PurePath(file.replace("\\", "/")).parts
    for folder in ("site-packages", "dist-packages", "_internal"):
        if folder in parts:
            return "/".join(parts[_last(parts, folder) + 1 :])
    if "vaultdesk" in parts[:-1]:
        # A checkout may itself have this name, and contain the package under the same name.
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
"""Size of one log file; with `LOG_FILES` a week of ordinary use, and small enough to attach to a report."""

LOG_FILES = 3
"""Number of older files in addition to the current one."""

MAX_RECORDS = 500
"""Records kept in memory for a crash report."""

_FORMAT = "%(asctime)s %(levelname)s %(name)s [%(threadName)s] %(message)s"

_safe_lines: deque[str] = deque(maxlen=MAX_RECORDS)
_handlers: list[logging.Handler] = []


class _RedactSecrets(logging.Filter):
    """Redacts each record before any handler formats it: message, arguments, exception and stack."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = redact_secrets(record.getMessage()), None
        if record.exc_info:
            record.exc_text = record.exc_text or _FORMATTER.formatException(record.exc_info)
            # Handlers of libraries would format the exception itself again, including keys.
            record.exc_info = None
        if record.exc_text:
            record.exc_text = redact_secrets(record.exc_text)
        if record.stack_info:
            record.stack_info = redact_secrets(record.stack_info)
        return True


def _is_relevant(record: logging.LogRecord) -> bool:
    """Return whether *record* is from this program or severe: the environment can make a library log whole requests."""
    return record.name.partition(".")[0] == "vaultdesk" or record.levelno >= logging.WARNING


class _RecentRecords(logging.Handler):
    """Keeps the parts of the last records that may be shown to anyone."""

    def handle(self, record: logging.LogRecord) -> bool:
        """Store *record* before the filters, which merge the template with its arguments."""
        if _is_relevant(record):
            _safe_lines.append(redact_secrets(_safe_line(record)))
        return True


def _safe_line(record: logging.LogRecord) -> str:
    """Return *record* without the arguments of its template: names, paths and error messages may be from notes."""
    is_ours = record.name.partition(".")[0] == "vaultdesk"
    time_text = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
    # A library may have formatted its message before.
    message = str(record.msg) if is_ours else "(its text is left out)"
    raised = record.exc_info[1] if record.exc_info else None
    return "\n".join(
        (f"{time_text} {record.levelname} {record.name} {message}", *((sanitized_traceback(raised),) if raised else ()))
    )


class _LogFile(RotatingFileHandler):
    """A rotating file that several processes may hold open."""

    def doRollover(self) -> None:  # noqa: N802 - the base class's name
        try:
            super().doRollover()
        except OSError:
            # Windows cannot rename a file that another VaultDesk has open; this one continues in the same file.
            self.stream = self._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the base class's name
        # On a full disk the command or the window reports the error; a traceback for each record would hide it.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


def start_logging(folders: AppFolders, level: int = logging.INFO) -> Path | None:
    """Write the program's own log into `folders.logs` from now on; another call moves it.

    Returns the file, or None if none can be written: then only the parts for a crash report are kept, in memory.
    Libraries are logged from WARNING on, whatever *level* is: below it they log whole requests, including notes.
    """
    stop_logging()
    file = folders.logs / "vaultdesk.log"
    _handlers.append(_RecentRecords())
    failure: OSError | None = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        _handlers.append(_LogFile(file, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8"))
    except OSError as error:
        failure = error
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
    """Close the log. `last_safe_lines` still returns its last records."""
    while _handlers:
        handler = _handlers.pop()
        logging.getLogger().removeHandler(handler)
        with suppress(OSError):  # a full disk accepts nothing
            handler.close()


def last_safe_lines(count: int = MAX_RECORDS) -> list[str]:
    """Return the newest *count* records, oldest first, in a form that may be shown to anyone: without words of
    notes.
    """
    return list(_safe_lines)[-count:] if count > 0 else []


_FORMATTER = logging.Formatter(_FORMAT)
