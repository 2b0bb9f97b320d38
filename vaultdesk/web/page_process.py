"""Text of HTML pages and PDF documents, read in a child process with limits on time and memory: both ends of the
pipe."""

import json
import signal
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, assert_never

from msgspec import Struct
from msgspec.structs import asdict

from vaultdesk.core.errors import WebRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.limited_process import LimitedProcess, ProcessFailed, limit_this_process, run_limited
from vaultdesk.core.platform.paths import own_command

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

# The content is untrusted: 2 MB of open tags or attributes keep the fastest parser busy for minutes.

READ_PAGE_FLAG = "--read-page"
"""The option with which this program reads a single web page or document."""

MAX_OUTPUT = 20_000_000
"""Maximum number of bytes the process may write; it is killed beyond."""

PAGE_TIMEOUT = 12.0
"""Seconds for one page; a usual page of a megabyte takes one."""

START_SECONDS = 10.0
"""Seconds the process may take beyond its time for reading: to start, and to finish the current page."""

PageKind = Literal["html", "pdf"]


class ParsedPage(Struct, frozen=True):
    """The result of parsing a page."""

    title: str
    text: str
    links: tuple[tuple[str, str], ...] = ()
    hidden_text: bool = False
    """Whether the page contains text that is invisible to a reader; it was left out."""
    truncated: bool = False
    """Whether the document has more than was read, such as further pages."""


PdfProblem = Literal["", "locked", "broken"]


class PdfLimits(Struct, frozen=True):
    """Limits for reading a document."""

    pages: int
    """Maximum number of pages."""
    characters: int
    """Number of characters after which no further page is read."""
    seconds: float
    """Number of seconds after which no further page is read."""
    first: int = 1
    """Number of the first page that is read."""


class PdfText(Struct, frozen=True):
    """The text of a document."""

    title: str = ""
    pages: tuple[str, ...] = ()
    """The text of each page read, from the first one requested."""
    count: int = 0
    """Number of pages of the whole document."""
    problem: PdfProblem = ""
    """Reason why nothing was read: a password is required, or it is not a readable document."""


async def read_page(kind: PageKind, body: bytes, time_limit: float = PAGE_TIMEOUT) -> ParsedPage:
    """Return the readable text of *body*. Raises `WebRefused`."""
    try:
        output = await run_limited(
            [*own_command(READ_PAGE_FLAG), kind], body, time_limit=time_limit, max_output=MAX_OUTPUT
        )
    except ProcessFailed as failure:
        raise _refusal(failure) from None
    try:
        parsed = json.loads(output)
        if parsed.get("problem"):
            raise WebRefused(Phrase(str(parsed["problem"])), hint=Phrase(str(parsed.get("hint", ""))))
        links = tuple((str(label), str(address)) for label, address in parsed["links"])
        hidden_text, truncated = bool(parsed["hidden_text"]), bool(parsed["truncated"])
        return ParsedPage(str(parsed["title"]), str(parsed["text"]), links, hidden_text, truncated)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise WebRefused(
            Phrase("The page cannot be read"), hint=Phrase("It is damaged, or was made unreadable.")
        ) from None


def _refusal(failure: ProcessFailed) -> WebRefused:
    match failure.reason:
        case "time":
            return WebRefused(
                Phrase("The page takes too long to read"), hint=Phrase("It may be very large or very complex.")
            )
        case "output":
            return WebRefused(Phrase("The page cannot be read"), hint=Phrase("It may be very large or very complex."))
        case "start":
            return WebRefused(Phrase("Pages cannot be read: {0}", failure.detail), hint=Phrase("Restart VaultDesk."))
        case _:
            assert_never(failure.reason)


def read_pdf(data: bytes, limits: PdfLimits) -> PdfText:
    """Return the text of the document *data*, read by a child process. Blocks. Raises `ProcessFailed`."""
    arguments = (limits.pages, limits.characters, limits.seconds, limits.first)
    command = [*own_command(READ_PAGE_FLAG), "pdf-pages", *map(str, arguments)]
    output = LimitedProcess(command, limits.seconds + START_SECONDS, MAX_OUTPUT).run(data)
    try:
        fields = json.loads(output)
        return PdfText(str(fields["title"]), tuple(map(str, fields["pages"])), int(fields["count"]), fields["problem"])
    except (ValueError, KeyError, TypeError) as error:  # The library crashed the process.
        raise ProcessFailed("output", "no text") from error


# The following runs in the child process. The parent kills it after its time limit; its memory and its processor time
# are limited here too.

MEMORY_LIMIT = 1_500_000_000
"""Bytes of address space; a page of 8 MB takes a tenth of it."""

CPU_LIMIT = 30
"""Seconds of processor time after which the process ends even if its parent is gone."""

PDF_PAGES = 200
"""Maximum number of pages of a document."""

PDF_CHARACTERS = 2_000_000
"""Maximum number of characters of a document: as JSON they stay below `MAX_OUTPUT`."""

PDF_SECONDS = 8.0
"""Seconds after which no further page of a document is read."""


def main(kind: str, *arguments: str) -> int:
    """Process one document, and return the process's exit code; *arguments* are those of `read_pdf`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_this_process(MEMORY_LIMIT, CPU_LIMIT)
    body = sys.stdin.buffer.read()
    match kind:
        case "pdf-pages":
            pages, characters, seconds, first = arguments
            limits = PdfLimits(int(pages), int(characters), float(seconds), int(first))
            result = asdict(extract_pdf(body, limits))
        case "pdf":
            result = _read_pdf(body)
        case _:
            result = _read_html(body)
    sys.stdout.buffer.write(json.dumps(result).encode("utf-8"))
    sys.stdout.buffer.flush()
    return 0


def _read_html(body: bytes) -> dict[str, object]:
    from vaultdesk.web.page_text import read_html

    page = read_html(body.decode("utf-8", "replace"))
    return asdict(ParsedPage(page.title, page.text, page.links, page.hidden_text))


def _read_pdf(body: bytes) -> dict[str, object]:
    document = extract_pdf(body, PdfLimits(PDF_PAGES, PDF_CHARACTERS, PDF_SECONDS))
    if document.problem == "locked":
        return {"problem": Phrase("This PDF is protected by a password")}
    if document.problem == "broken":
        return {"problem": Phrase("This PDF cannot be read"), "hint": Phrase("It is damaged.")}
    text = "\n\n".join(page for page in document.pages if page)
    if not text:
        return {"problem": Phrase("There is no text in this PDF"), "hint": Phrase("Its pages are pictures.")}
    return asdict(ParsedPage(document.title, text, truncated=len(document.pages) < document.count))


def extract_pdf(data: bytes, limits: PdfLimits) -> PdfText:
    """Return the text of the document *data*, read in this process."""
    from pypdfium2 import PdfDocument, PdfiumError  # 0.1 s, needed for documents only

    try:
        document = PdfDocument(data)
        title, count = str(document.get_metadata_value("Title")), len(document)
    except PdfiumError as error:
        return PdfText(problem="locked" if "password" in str(error).lower() else "broken")
    return PdfText(title, tuple(_page_texts(document, count, limits)), count)


def _page_texts(document: "PdfDocument", count: int, limits: PdfLimits) -> Iterator[str]:
    from pypdfium2 import PdfiumError

    deadline, remaining_characters = time.monotonic() + limits.seconds, limits.characters
    for number in range(limits.first - 1, min(count, limits.first - 1 + limits.pages)):
        try:
            text = _normalized_text(document[number].get_textpage().get_text_bounded())
        except (PdfiumError, MemoryError):
            text = ""  # The other pages of a damaged document may still be readable.
        yield text
        remaining_characters -= len(text)
        if remaining_characters < 0 or time.monotonic() > deadline:
            return


def _normalized_text(text: str) -> str:
    """Return *text* with normal line ends, without PDFium's marks for hyphens at line ends."""
    return text.replace("\r\n", "\n").replace("\ufffe\n", "").replace("\ufffe", "").replace("\x02", "").strip()
