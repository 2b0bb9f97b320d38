"""Prompt: a line typed by a person, awaited without holding the loop. Knows no questions."""

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable


async def typed_line(prompt: str, read: Callable[[], str] = sys.stdin.readline) -> str | None:
    """Show *prompt* on stderr and return the next line without its end; None at the end of input.

    The reader is a daemon thread: a cancelled question leaves nothing that keeps the program from ending.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str | None] = loop.create_future()

    def settle(line: str | None) -> None:
        if not answer.done():
            answer.set_result(line)

    def wait_for_line() -> None:
        line = read()
        with contextlib.suppress(RuntimeError):  # the question was cancelled and its loop is closed: nobody waits
            loop.call_soon_threadsafe(settle, line.rstrip("\r\n") if line else None)

    print(prompt, end="", file=sys.stderr, flush=True)
    threading.Thread(target=wait_for_line, name="typed-line", daemon=True).start()
    return await answer
