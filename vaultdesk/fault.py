"""Fault: an error by its kinds and its places in the code, without a word of what it says: that may quote a note."""

import re
import traceback
from collections.abc import Iterator
from pathlib import PurePath
from types import TracebackType

DEEPEST = 5
"""Errors of a chain that are told; one that came of another."""

LONGEST = 40
"""Places of one error: of an endless recursion the first and the last say all."""

_KIND = re.compile(r"[\w.<>]{1,120}")
_NAME = re.compile(r"[\w<>]{1,80}")


def fault(error: BaseException) -> str:
    """Return what *error* is, what it came of, and where each was raised, the outermost first."""
    return "\n".join(
        line for one in _chain(error) for line in (_kind(one), *(f"  {place}" for place in _places(one.__traceback__)))
    )


def short_place(file: str) -> str:
    """Return which *file* of the program or of a library it is, without the folders of this computer before it."""
    parts = PurePath(file.replace("\\", "/")).parts
    for beginning in ("site-packages", "dist-packages", "_internal"):
        if beginning in parts:
            return "/".join(parts[_last(parts, beginning) + 1 :])
    if "vaultdesk" in parts[:-1]:
        # A checkout may itself be called so, and hold the package under the same name.
        return "/".join(parts[_last(parts[:-1], "vaultdesk") :])
    return "/".join(parts[-2:]) if "lib" in parts or "Lib" in parts else parts[-1] if parts else ""


def _last(parts: tuple[str, ...], name: str) -> int:
    return len(parts) - 1 - parts[::-1].index(name)


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: list[BaseException] = []
    waiting = [error]
    while waiting and len(seen) < DEEPEST:
        one = waiting.pop(0)
        if any(one is other for other in seen):
            continue
        seen.append(one)
        yield one
        below = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
        waiting.extend([below] if below is not None else [])
        waiting.extend(one.exceptions if isinstance(one, BaseExceptionGroup) else ())


def _kind(error: BaseException) -> str:
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    return kind if _KIND.fullmatch(kind) else "an error"


def _places(raised: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(raised)
    told = [f"{short_place(frame.filename)}:{frame.lineno} in {_function(frame.name)}" for frame in frames]
    if len(told) <= LONGEST:
        return told
    return [*told[: LONGEST // 2], f"... {len(told) - LONGEST} more ...", *told[-LONGEST // 2 :]]


def _function(name: str) -> str:
    return name if _NAME.fullmatch(name) else "?"
