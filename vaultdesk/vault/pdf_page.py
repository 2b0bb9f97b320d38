"""PdfPage: has one page of a PDF drawn by a process of our own, which is ended where it takes too long. Knows no Qt.

Documents come from anywhere, and what draws them is a large library in C++: it never sees this program's memory.
"""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import vaultdesk
from vaultdesk.core.errors import NoteUnreadable
from vaultdesk.core.platform.paths import own_command

FLAG = "--draw-page"
"""The first argument with which this program draws one page and does nothing else."""

PATIENCE = 15.0
"""Seconds for one page; a heavy map takes three."""

MOST_BYTES = 200_000_000
"""Bytes of a document that are read."""

LARGEST_SIDE = 4_000
"""Pixels of a page's longer side that are drawn at most: 64 MB."""


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """One page as a picture."""

    number: int
    """From 0."""
    pages: int
    """How many the document has."""
    width: int
    height: int
    line: int
    """Bytes of one line of pixels."""
    pixels: bytes
    """Blue, green, red and one unused byte each."""


def draw_page(data: bytes, number: int, side: int) -> DrawnPage:
    """Return page *number* of the document *data*, its longer side *side* pixels. Waits for the process.

    Raises `NoteUnreadable` where it cannot be drawn.
    """
    wanted = [str(number), str(min(side, LARGEST_SIDE))]
    try:
        done = subprocess.run(  # noqa: S603 - our own program; the document goes in as data
            [*own_command(FLAG), *wanted], input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            timeout=PATIENCE, env=_environment(), check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise NoteUnreadable("This page takes too long to draw", hint="Open the file in another program.") from None
    except OSError as error:
        raise NoteUnreadable(f"The page cannot be drawn: {error.strerror or error}") from error
    return _page_of(done.stdout)


def _page_of(said: bytes) -> DrawnPage:
    head, _, pixels = said.partition(b"\n")
    try:
        told = json.loads(head)
        if told.get("problem"):
            raise NoteUnreadable(str(told["problem"]), hint=str(told.get("hint", "")))
        numbers = [int(told[name]) for name in ("number", "pages", "width", "height", "line")]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise NoteUnreadable("This PDF cannot be shown", hint="It is broken, or too large.") from None
    page = DrawnPage(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], pixels)
    fits = 0 < page.width <= LARGEST_SIDE and 0 < page.height <= LARGEST_SIDE and page.line >= 4 * page.width
    if not fits or len(pixels) < page.line * page.height:
        raise NoteUnreadable("This PDF cannot be shown", hint="It is broken, or too large.")
    return page


def _environment() -> dict[str, str]:
    found = [str(Path(next(iter(vaultdesk.__path__))).parent), os.environ.get("PYTHONPATH", "")]
    # No key of the person's is in sight of what draws a stranger's document.
    kept = {name: value for name, value in os.environ.items() if not name.upper().endswith(("_KEY", "_TOKEN"))}
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, found))}
