"""PDF page main: the whole life of a process that draws one page: the document in, a line about it and pixels out.

Imported by no other module. Whoever started it ends it; here it is bounded in memory and time too.
"""

import json
import signal
import sys
from contextlib import suppress

MEMORY = 2_500_000_000
"""Bytes of address space; a scanned page takes a tenth of it."""

SECONDS = 30
"""Seconds of work, should nobody be left to end it."""


def main(number: str, side: str) -> int:
    """Draw page *number*, its longer side *side* pixels, and return the process's exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bound()
    told, pixels = _drawn(sys.stdin.buffer.read(), int(number), int(side))
    sys.stdout.buffer.write(json.dumps(told).encode("utf-8") + b"\n" + pixels)
    sys.stdout.buffer.flush()
    return 0


def _drawn(data: bytes, number: int, side: int) -> tuple[dict[str, object], bytes]:
    try:
        import pypdfium2
    except ImportError:
        return {"problem": "PDF pages are not shown here", "hint": "Install the library pypdfium2 to see them."}, b""
    try:
        document = pypdfium2.PdfDocument(data)
        pages = len(document)
        number = max(0, min(number, pages - 1))
        page = document[number]
        longest = max(page.get_width(), page.get_height(), 1)
        bitmap = page.render(scale=side / longest, prefer_bgrx=True, draw_annots=True)
        told = {
            "number": number, "pages": pages, "width": bitmap.width, "height": bitmap.height, "line": bitmap.stride,
        }  # fmt: skip
        return told, bytes(bitmap.buffer)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            return {"problem": "This PDF is locked with a password", "hint": "Open it in another program."}, b""
        return {"problem": "This PDF cannot be shown", "hint": "It is broken."}, b""
    except (ValueError, IndexError, MemoryError, RuntimeError):
        return {"problem": "This PDF cannot be shown", "hint": "It is broken, or too large."}, b""


def _bound() -> None:
    with suppress(ImportError):  # Windows has no such limits; the time limit of the other side holds.
        import resource

        for limit, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
            with suppress(ValueError, OSError):
                resource.setrlimit(limit, (most, most))
