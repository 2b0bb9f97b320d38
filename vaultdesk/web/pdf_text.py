"""Text of PDF documents: a child process reads them page by page, within limits on time and memory."""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from vaultdesk.core.platform.limited_process import LimitedProcess, ProcessFailed
from vaultdesk.core.platform.paths import own_command

READ_PAGE_FLAG = "--read-page"
"""The flag with which this program reads one page of the web or one document, and does nothing else."""

MAX_OUTPUT = 20_000_000
"""Bytes the process may write; it is ended when it writes more."""

START_SECONDS = 10.0
"""Seconds the process may take beyond its reading: to start, and for the page at which its time is over."""

PdfProblem = Literal["", "locked", "broken"]


@dataclass(frozen=True, slots=True)
class PdfLimits:
    """What of a document is read."""

    pages: int
    """Pages at most."""
    characters: int
    """Characters after which no other page is read."""
    seconds: float
    """Seconds after which no other page is read."""
    first: int = 1
    """Number of the first page that is read."""


@dataclass(frozen=True, slots=True)
class PdfText:
    """What was read of a document."""

    title: str = ""
    pages: tuple[str, ...] = ()
    """The text of each page that was read, from the first one asked for."""
    count: int = 0
    """Pages of the whole document."""
    problem: PdfProblem = ""
    """Why nothing was read: a password is asked for, or it is no document that can be read."""


def read_pdf(data: bytes, limits: PdfLimits) -> PdfText:
    """Return the text of the document *data*, read by a child process. Waits for it. Raises `ProcessFailed`."""
    words = (limits.pages, limits.characters, limits.seconds, limits.first)
    command = [*own_command(READ_PAGE_FLAG), "pdf-pages", *map(str, words)]
    output = LimitedProcess(command, limits.seconds + START_SECONDS, MAX_OUTPUT).run(data)
    try:
        told = json.loads(output)
        return PdfText(str(told["title"]), tuple(map(str, told["pages"])), int(told["count"]), told["problem"])
    except (ValueError, KeyError, TypeError) as error:  # The library ended the process.
        raise ProcessFailed("output", "no text") from error


def pdf_pages(data: bytes, words: Sequence[str]) -> dict[str, object]:
    """Return what the child process writes for the document *data*; *words* are what `read_pdf` started it with."""
    pages, characters, seconds, first = words
    return asdict(extract_pdf(data, PdfLimits(int(pages), int(characters), float(seconds), int(first))))


def extract_pdf(data: bytes, limits: PdfLimits) -> PdfText:
    """Return the text of the document *data*, in this process."""
    from pypdfium2 import PdfDocument, PdfiumError  # 0.1 s that only a document costs

    try:
        document = PdfDocument(data)
        title, count = str(document.get_metadata_value("Title")), len(document)
    except PdfiumError as error:
        return PdfText(problem="locked" if "password" in str(error).lower() else "broken")
    return PdfText(title, tuple(_texts(document, count, limits)), count)


def _texts(document: object, count: int, limits: PdfLimits) -> Iterator[str]:
    from pypdfium2 import PdfiumError

    ends, room = time.monotonic() + limits.seconds, limits.characters
    for number in range(limits.first - 1, min(count, limits.first - 1 + limits.pages)):
        try:
            text = _plain(document[number].get_textpage().get_text_bounded())  # type: ignore[index] # pypdfium2's
        except (PdfiumError, MemoryError):
            text = ""  # Of a damaged document the other pages may still be read.
        yield text
        room -= len(text)
        if room < 0 or time.monotonic() > ends:
            return


def _plain(text: str) -> str:
    """Return *text* with plain line ends, without the marks that PDFium has for hyphens at line ends."""
    return text.replace("\r\n", "\n").replace("\ufffe\n", "").replace("\ufffe", "").replace("\x02", "").strip()
