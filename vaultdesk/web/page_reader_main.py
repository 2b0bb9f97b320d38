"""Page reader main: the whole life of a process that reads one page: its bytes in, what there is to read out.

Imported by no other module. Whoever started it ends it; here it is bounded in memory and time too.
"""

import json
import signal
import sys
from contextlib import suppress
from dataclasses import asdict

from vaultdesk.web.page_reader import PageReading

MEMORY = 1_500_000_000
"""Bytes of address space; a page of 8 MB takes a tenth of it."""

SECONDS = 20
"""Seconds of work, should nobody be left to end it."""

PDF_PAGES = 200
"""Pages of a document that are read; a book has more than any model takes at once."""


def main(kind: str) -> int:
    """Do the one job, and return the process's exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bound()
    body = sys.stdin.buffer.read()
    told = _read_pdf(body) if kind == "pdf" else _read_html(body)
    sys.stdout.buffer.write(json.dumps(told).encode("utf-8"))
    sys.stdout.buffer.flush()
    return 0


def _read_html(body: bytes) -> dict[str, object]:
    from vaultdesk.web.page_text import read_html

    page = read_html(body.decode("utf-8", "replace"))
    return asdict(PageReading(page.title, page.text, page.links, page.unseen))


def _read_pdf(body: bytes) -> dict[str, object]:
    try:
        from pypdf import PdfReader
        from pypdf.errors import PyPdfError
    except ImportError:
        return {"problem": "PDF pages cannot be read", "hint": "Install the library pypdf to read them."}
    import io

    try:
        reader = PdfReader(io.BytesIO(body))
        if reader.is_encrypted:
            return {"problem": "This PDF is locked with a password"}
        title = str(reader.metadata.title or "") if reader.metadata is not None else ""
        pages = [page.extract_text() for page in reader.pages[:PDF_PAGES]]
        cut = len(reader.pages) > PDF_PAGES
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError, MemoryError):
        # What a broken document does to the library is not all wrapped by it.
        return {"problem": "This PDF cannot be read", "hint": "It is broken."}
    text = "\n\n".join(page.strip() for page in pages if page.strip())
    if not text:
        return {"problem": "There is no text in this PDF", "hint": "Its pages are pictures."}
    return asdict(PageReading(title, text, cut=cut))


def _bound() -> None:
    with suppress(ImportError):  # Windows has no such limits; the time limit of the other side holds.
        import resource

        for limit, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
            with suppress(ValueError, OSError):
                resource.setrlimit(limit, (most, most))
