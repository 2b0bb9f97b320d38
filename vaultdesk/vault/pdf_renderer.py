"""Renders a page of a PDF to pixels in a child process with limits on memory and time."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import vaultdesk
from vaultdesk.core.errors import NoteUnreadable
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.paths import own_command

# Documents come from anywhere, and what draws them is a large library in C++: it never sees this program's memory.

DRAW_PAGE_FLAG = "--draw-page"
"""The first argument with which this program draws one page and does nothing else."""

RENDER_TIMEOUT = 15.0
"""Seconds for one page; a heavy map takes three."""

MAX_PDF_BYTES = 200_000_000
"""Bytes of a document that are read."""

MAX_PAGE_SIDE = 4_000
"""Pixels of a page's longer side that are drawn at most: 64 MB."""


@dataclass(frozen=True, slots=True)
class RenderedPage:
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


def render_pdf_page(data: bytes, number: int, side: int) -> RenderedPage:
    """Return page *number* of the document *data*, its longer side *side* pixels. Waits for the process.

    Raises `NoteUnreadable` where it cannot be drawn.
    """
    request = [str(number), str(min(side, MAX_PAGE_SIDE))]
    try:
        done = subprocess.run(  # noqa: S603 - our own program; the document goes in as data
            [*own_command(DRAW_PAGE_FLAG), *request], input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            timeout=RENDER_TIMEOUT, env=_environment(), check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise NoteUnreadable(
            Phrase("This page takes too long to draw"), hint=Phrase("Open the file in another program.")
        ) from None
    except OSError as error:
        raise NoteUnreadable(Phrase("The page cannot be drawn: {0}", error.strerror or error)) from error
    return _page_of(done.stdout)


def _page_of(output: bytes) -> RenderedPage:
    head, _, pixels = output.partition(b"\n")
    try:
        header_line = json.loads(head)
        if header_line.get("problem"):
            raise NoteUnreadable(Phrase(str(header_line["problem"])), hint=Phrase(str(header_line.get("hint", ""))))
        numbers = [int(header_line[name]) for name in ("number", "pages", "width", "height", "line")]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise NoteUnreadable(Phrase("This PDF cannot be shown"), hint=Phrase("It is broken, or too large.")) from None
    page = RenderedPage(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], pixels)
    fits = 0 < page.width <= MAX_PAGE_SIDE and 0 < page.height <= MAX_PAGE_SIDE and page.line >= 4 * page.width
    if not fits or len(pixels) < page.line * page.height:
        raise NoteUnreadable(Phrase("This PDF cannot be shown"), hint=Phrase("It is broken, or too large."))
    return page


def _environment() -> dict[str, str]:
    found = [str(Path(next(iter(vaultdesk.__path__))).parent), os.environ.get("PYTHONPATH", "")]
    # No key of the person's is in sight of what draws a stranger's document.
    kept = {name: value for name, value in os.environ.items() if not name.upper().endswith(("_KEY", "_TOKEN"))}
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, found))}


# Imported by no other module. Whoever started it ends it; here it is bounded in memory and time too.

RENDER_MEMORY_LIMIT = 2_500_000_000
"""Bytes of address space; a scanned page takes a tenth of it."""

RENDER_CPU_LIMIT = 30
"""Seconds of work, should nobody be left to end it."""


def run_page_renderer(number: str, side: str) -> int:
    """Draw page *number*, its longer side *side* pixels, and return the process's exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bound()
    header_line, pixels = _drawn(sys.stdin.buffer.read(), int(number), int(side))
    sys.stdout.buffer.write(json.dumps(header_line).encode("utf-8") + b"\n" + pixels)
    sys.stdout.buffer.flush()
    return 0


def _drawn(data: bytes, number: int, side: int) -> tuple[dict[str, object], bytes]:
    try:
        import pypdfium2
    except ImportError:
        return {
            "problem": Phrase("PDF pages are not shown here"),
            "hint": Phrase("Install the library pypdfium2 to see them."),
        }, b""
    try:
        document = pypdfium2.PdfDocument(data)
        pages = len(document)
        number = max(0, min(number, pages - 1))
        page = document[number]
        longest = max(page.get_width(), page.get_height(), 1)
        bitmap = page.render(scale=side / longest, prefer_bgrx=True, draw_annots=True)
        header_line = {
            "number": number, "pages": pages, "width": bitmap.width, "height": bitmap.height, "line": bitmap.stride,
        }  # fmt: skip
        return header_line, bytes(bitmap.buffer)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            return {
                "problem": Phrase("This PDF is locked with a password"),
                "hint": Phrase("Open it in another program."),
            }, b""
        return {"problem": Phrase("This PDF cannot be shown"), "hint": Phrase("It is broken.")}, b""
    except (ValueError, IndexError, MemoryError, RuntimeError):
        return {"problem": Phrase("This PDF cannot be shown"), "hint": Phrase("It is broken, or too large.")}, b""


def _bound() -> None:
    with suppress(ImportError):  # Windows has no such limits; the time limit of the other side holds.
        import resource

        for limit, most in ((resource.RLIMIT_AS, RENDER_MEMORY_LIMIT), (resource.RLIMIT_CPU, RENDER_CPU_LIMIT)):
            with suppress(ValueError, OSError):
                resource.setrlimit(limit, (most, most))
