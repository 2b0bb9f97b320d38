"""Screen: how hostile text reaches a terminal. Strips what would move the cursor, recolour or retitle it."""

import sys
from typing import TextIO

from vaultdesk.tools.text_sanitizer import sanitize_text


def plain(text: str) -> str:
    """Return *text* with each control, invisible or direction-changing character shown as `<U+001B>`."""
    return sanitize_text(text, kept="\n\t")


def one_line(text: str, limit: int = 160) -> str:
    """Return *text* plain, on one line, at most *limit* characters."""
    folded = " ".join(plain(text).split())
    return folded if len(folded) <= limit else folded[: limit - 1] + "…"


def say(text: str, *, end: str = "\n", stream: TextIO | None = None) -> None:
    """Print *text* plain and at once."""
    print(plain(text), end=end, file=stream or sys.stdout, flush=True)


def remark(text: str) -> None:
    """Print a step or a notice to stderr, so that stdout holds the answer alone; dim on a terminal."""
    line = one_line(text)
    if sys.stderr.isatty():
        line = f"\x1b[2m{line}\x1b[0m"
    print(line, file=sys.stderr, flush=True)
