"""Safe output of untrusted text to a terminal, and reading a typed line without blocking the event loop."""

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable
from typing import TextIO

from vaultdesk.tools.text_sanitizer import sanitize_text


def escaped_text(text: str) -> str:
    """Return *text* with each control, invisible or direction-changing character shown as `<U+001B>`."""
    return sanitize_text(text, allowed="\n\t")


def escaped_line(text: str, limit: int = 160) -> str:
    """Return *text* escaped, on one line, at most *limit* characters."""
    folded = " ".join(escaped_text(text).split())
    return folded if len(folded) <= limit else folded[: limit - 1] + "…"


def print_text(text: str, *, end: str = "\n", stream: TextIO | None = None) -> None:
    """Print *text* escaped and flush the stream."""
    print(escaped_text(text), end=end, file=stream or sys.stdout, flush=True)


def print_notice(text: str) -> None:
    """Print a step or a notice to stderr, so that stdout contains only the answer; dimmed on a terminal."""
    line = escaped_line(text)
    if sys.stderr.isatty():
        line = f"\x1b[2m{line}\x1b[0m"
    print(line, file=sys.stderr, flush=True)


async def read_typed_line(prompt: str, read: Callable[[], str] = sys.stdin.readline) -> str | None:
    """Show *prompt* on stderr and return the next line without its line end; None at the end of input.

    The reader is a daemon thread: a cancelled question does not prevent the program from ending.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str | None] = loop.create_future()

    def settle(line: str | None) -> None:
        if not answer.done():
            answer.set_result(line)

    def wait_for_line() -> None:
        line = read()
        with contextlib.suppress(RuntimeError):  # the question was cancelled and its loop is closed
            loop.call_soon_threadsafe(settle, line.rstrip("\r\n") if line else None)

    print(prompt, end="", file=sys.stderr, flush=True)
    threading.Thread(target=wait_for_line, name="typed-line", daemon=True).start()
    return await answer
