"""Renders PDF pages, SVG drawings and very large images in a child process with limits on time, memory and output."""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from msgspec import Struct
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from vaultdesk.core.errors import NoteUnreadable
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.limited_process import ProcessFailed, run_limited
from vaultdesk.core.platform.paths import own_command
from vaultdesk.ui.rendering.picture import DecodedPicture, is_cheap_raster, is_drawable, raster_format, read_raster

# Files are untrusted, and the renderers are large libraries in C and C++: they have no access to this program's memory,
# and a malicious file takes at most a few seconds of a separate process (vaultdesk/ui/rendering/README.md, "Drawn in a
# child process").

DRAW_FLAG = "--draw"
"""The first argument with which this program only renders one file."""

PDF_TIME_LIMIT = 15.0
"""Seconds for one page of a PDF; a complex map takes three."""

PICTURE_TIME_LIMIT = 20.0
"""Seconds for one image on a busy computer."""

PICTURE_CPU_LIMIT = 6
"""Seconds of processor time for one image, if the system can limit it. An SVG map of 4 MB takes two."""

MAX_PAGE_SIDE = 4_000
"""Maximum length in pixels of the longer side of a rendered PDF page: 64 MB."""

HEADER_SIZE = 1_000
"""Bytes of the line before the pixels."""

MAX_PROCESSES = 2
"""Maximum number of concurrent child processes."""

MAX_CACHE_BYTES = 96_000_000
"""Maximum number of bytes of cached images; the least recently used ones are removed first."""

MAX_CACHE_ENTRIES = 500
"""Maximum number of cached files, including those that cannot be rendered."""


class RenderedPage(Struct, frozen=True):
    """One page of a PDF as an image."""

    number: int
    """From 0."""
    pages: int
    """The number of pages of the document."""
    image: QImage


_Key = tuple[bytes, int]


class DrawingProcesses:
    """Starts the child processes and caches their results."""

    def __init__(self, time_limit: float = PICTURE_TIME_LIMIT, cpu_limit: int = PICTURE_CPU_LIMIT) -> None:
        """The limits of one image, in seconds."""
        self._time_limit, self._cpu_limit = time_limit, cpu_limit
        self._threads = ThreadPoolExecutor(MAX_PROCESSES, thread_name_prefix="vaultdesk-drawing")
        self._results: OrderedDict[_Key, DecodedPicture | NoteUnreadable] = OrderedDict()

    async def picture(self, data: bytes, side: int) -> DecodedPicture:
        """Return the image in *data*, its longer side at most *side* pixels: decoded here if that is cheap and safe,
        otherwise rendered by a child process, once.

        Raises `NoteUnreadable` if there is none or a limit was reached.
        """
        if is_cheap_raster(data):
            read = await asyncio.to_thread(read_raster, data, raster_format(data), side)
            if read is None:
                raise unreadable_picture()
            return read
        if not is_drawable(data):
            raise unreadable_picture()
        key = (hashlib.sha256(data).digest(), side)
        result = self._results.get(key)
        if result is None:
            try:
                result = await self._picture(data, side)
            except NoteUnreadable as error:
                result = error
            self._cache(key, result)
        else:
            self._results.move_to_end(key)
        if isinstance(result, NoteUnreadable):
            # A new exception each time, because a raised one collects the frames it passes.
            raise NoteUnreadable(result.title, hint=result.hint)
        return result

    async def pdf_page(self, data: bytes, number: int, side: int) -> RenderedPage:
        """Return page *number* of the document *data*, its longer side *side* pixels.

        Raises `NoteUnreadable` if it cannot be rendered.
        """
        side = min(side, MAX_PAGE_SIDE)
        try:
            output = await self._run(("pdf", str(number), str(side)), data, PDF_TIME_LIMIT, MAX_PAGE_SIDE)
        except ProcessFailed as failure:
            raise _failure(failure, Phrase("This page takes too long to display")) from None
        header, pixels = _header_of(output)
        match header.get("problem"):
            case "no library":
                raise NoteUnreadable(
                    Phrase("PDF pages cannot be shown"), hint=Phrase("Install the library pypdfium2 to see them.")
                )
            case "locked":
                raise NoteUnreadable(
                    Phrase("This PDF is protected by a password"), hint=Phrase("Open it in another program.")
                )
        image = _image_of(header, pixels, MAX_PAGE_SIDE)
        numbers = _numbers(header, "number", "pages")
        if image is None or numbers is None:
            raise NoteUnreadable(Phrase("This PDF cannot be shown"), hint=Phrase("It is damaged or too large."))
        return RenderedPage(numbers[0], numbers[1], image)

    async def _picture(self, data: bytes, side: int) -> DecodedPicture:
        try:
            output = await self._run(("picture", str(side), str(self._cpu_limit)), data, self._time_limit, side)
        except ProcessFailed as failure:
            raise _failure(failure, Phrase("This picture takes too long to display")) from None
        header, pixels = _header_of(output)
        image = _image_of(header, pixels, side)
        size = _numbers(header, "file_width", "file_height")
        if image is None or size is None or min(size) < 1:
            raise unreadable_picture()
        return DecodedPicture(image, QSize(*size))

    async def _run(self, arguments: tuple[str, ...], data: bytes, time_limit: float, side: int) -> bytes:
        command = [*own_command(DRAW_FLAG), *arguments]
        max_output = 4 * side * side + HEADER_SIZE
        return await run_limited(command, data, time_limit=time_limit, max_output=max_output, executor=self._threads)

    def _cache(self, key: _Key, result: DecodedPicture | NoteUnreadable) -> None:
        self._results[key] = result
        cached_bytes = sum(_bytes_of(cached) for cached in self._results.values())
        while len(self._results) > 1 and (cached_bytes > MAX_CACHE_BYTES or len(self._results) > MAX_CACHE_ENTRIES):
            cached_bytes -= _bytes_of(self._results.popitem(last=False)[1])


def unreadable_picture() -> NoteUnreadable:
    """Return the error for data that is not a supported image."""
    return NoteUnreadable(
        Phrase("This picture cannot be shown here."),
        hint=Phrase("It is too large, damaged or in an unsupported format. Another program may be able to open it."),
    )


def _failure(failure: ProcessFailed, too_long: Phrase) -> NoteUnreadable:
    if failure.reason == "start":
        return NoteUnreadable(Phrase("The page cannot be displayed: {0}", failure.detail))
    return NoteUnreadable(too_long, hint=Phrase("Open the file in another program."))


def _bytes_of(result: DecodedPicture | NoteUnreadable) -> int:
    return result.image.sizeInBytes() if isinstance(result, DecodedPicture) else 0


def _header_of(output: bytes) -> tuple[Mapping[str, object], bytes]:
    line, _, pixels = output.partition(b"\n")
    try:
        header = json.loads(line)
    except ValueError:
        return {}, b""  # It exceeded a limit, or crashed.
    return (header, pixels) if isinstance(header, dict) else ({}, b"")


def _numbers(header: Mapping[str, object], *names: str) -> list[int] | None:
    values = [header.get(name) for name in names]
    numbers = [number for number in values if isinstance(number, int) and 0 <= number < 10**9]
    return numbers if len(numbers) == len(names) else None


def _image_of(header: Mapping[str, object], pixels: bytes, side: int) -> QImage | None:
    numbers = _numbers(header, "width", "height", "line")
    if numbers is None:
        return None
    width, height, line = numbers
    if not (0 < width <= side and 0 < height <= side and line >= 4 * width and len(pixels) >= line * height):
        return None
    kind = QImage.Format.Format_ARGB32_Premultiplied if header.get("alpha") else QImage.Format.Format_RGB32
    return QImage(pixels, width, height, line, kind).copy()


_the_processes: list[DrawingProcesses] = []


def drawing_processes() -> DrawingProcesses:
    """Return the application's single owner of rendering processes."""
    if not _the_processes:
        _the_processes.append(DrawingProcesses())
    return _the_processes[0]
