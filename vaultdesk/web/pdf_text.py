"""Text of PDF documents: a child process reads them page by page, within limits on time and memory."""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from vaultdesk.core.platform.limited_process import LimitedProcess, ProcessFailed
from vaultdesk.core.platform.paths import own_command

READ_PAGE_FLAG = "--read-page"
"""The option with which this program reads a single web page or document."""

MAX_OUTPUT = 20_000_000
"""Maximum number of bytes the process may write; it is killed beyond."""

START_SECONDS = 10.0
"""Seconds the process may take beyond its time for reading: to start, and to finish the current page."""

PdfProblem = Literal["", "locked", "broken"]


@dataclass(frozen=True, slots=True)
class PdfLimits:
    """Limits for reading a document."""

    pages: int
    """Maximum number of pages."""
    characters: int
    """Number of characters after which no further page is read."""
    seconds: float
    """Number of seconds after which no further page is read."""
    first: int = 1
    """Number of the first page that is read."""


@dataclass(frozen=True, slots=True)
class PdfText:
    """The text of a document."""

    title: str = ""
    pages: tuple[str, ...] = ()
    """The text of each page read, from the first one requested."""
    count: int = 0
    """Number of pages of the whole document."""
    problem: PdfProblem = ""
    """Reason why nothing was read: a password is required, or it is not a readable document."""


def read_pdf(data: bytes, limits: PdfLimits) -> PdfText:
    """Return the text of the document *data*, read by a child process. Blocks. Raises `ProcessFailed`."""
    words = (limits.pages, limits.characters, limits.seconds, limits.first)
    command = [*own_command(READ_PAGE_FLAG), "pdf-pages", *map(str, words)]
    output = LimitedProcess(command, limits.seconds + START_SECONDS, MAX_OUTPUT).run(data)
    try:
        told = json.loads(output)
        return PdfText(str(told["title"]), tuple(map(str, told["pages"])), int(told["count"]), told["problem"])
    except (ValueError, KeyError, TypeError) as error:  # The library crashed the process.
        raise ProcessFailed("output", "no text") from error


def pdf_pages(data: bytes, words: Sequence[str]) -> dict[str, object]:
    """Return the output of the child process for the document *data*; *words* are its arguments from `read_pdf`."""
    pages, characters, seconds, first = words
    return asdict(extract_pdf(data, PdfLimits(int(pages), int(characters), float(seconds), int(first))))


def extract_pdf(data: bytes, limits: PdfLimits) -> PdfText:
    """Return the text of the document *data*, read in this process."""
    from pypdfium2 import PdfDocument, PdfiumError  # 0.1 s, needed for documents only

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
            text = ""  # The other pages of a damaged document may still be readable.
        yield text
        room -= len(text)
        if room < 0 or time.monotonic() > ends:
            return


def _plain(text: str) -> str:
    """Return *text* with normal line ends, without PDFium's marks for hyphens at line ends."""
    return text.replace("\r\n", "\n").replace("\ufffe\n", "").replace("\ufffe", "").replace("\x02", "").strip()
