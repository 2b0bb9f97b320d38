"""Incremental decoders for server-sent events and newline-delimited JSON."""

from collections.abc import Iterator

from msgspec import Struct

from vaultdesk.core.phrases import Phrase

MAX_EVENT = 8_000_000
"""Maximum characters of one event, so that a stream without line ends cannot fill the memory."""


class EventStreamError(Exception):
    """The bytes are not an event stream; `str()` is the reason as a sentence fragment."""

    def __init__(self, message: Phrase) -> None:
        super().__init__(message)
        self.message = message


class ServerEvent(Struct, frozen=True):
    """One event with data."""

    name: str
    data: str


class SseDecoder:
    """Decodes a byte stream into events. Comments and events without data are ignored."""

    def __init__(self) -> None:
        self._line_parts: list[bytes] = []
        self._line_size = 0
        self._after_cr = False
        self._at_start = True
        self._name = ""
        self._data: list[str] = []
        self._size = 0

    def feed(self, chunk: bytes) -> Iterator[ServerEvent]:
        """Add bytes and yield the events they complete. Raises `EventStreamError`."""
        for line in self._lines(chunk):
            event = self._parse_line(line)
            if event is not None:
                yield event
        if self._size + self._line_size > MAX_EVENT:
            raise EventStreamError(Phrase("an event in it is too long"))

    def close(self) -> ServerEvent | None:
        """Return the event at the end of the stream, if its last blank line is missing. It may be incomplete."""
        line, self._line_parts = b"".join(self._line_parts), []
        try:
            return self._parse_line(line) or self._parse_line(b"")
        except EventStreamError:
            return None

    def _lines(self, chunk: bytes) -> list[bytes]:
        # A CR may be the end of one chunk and its LF the start of the next.
        if self._after_cr and chunk.startswith(b"\n"):
            chunk = chunk[1:]
        self._after_cr = chunk.endswith(b"\r") if chunk else self._after_cr
        first_line, *later_lines = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        # Stored unjoined, so that a long line that arrives byte by byte is joined only once.
        self._line_parts.append(first_line)
        self._line_size += len(first_line)
        if not later_lines:
            return []
        line, self._line_parts, self._line_size = b"".join(self._line_parts), [later_lines[-1]], len(later_lines[-1])
        return [line, *later_lines[:-1]]

    def _parse_line(self, raw: bytes) -> ServerEvent | None:
        line, self._at_start = _decoded(raw, at_start=self._at_start), False
        if not line:
            name, data = self._name, self._data
            self._name, self._data, self._size = "", [], 0
            return ServerEvent(name, "\n".join(data)) if data else None
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
            self._size += len(value)
        elif field == "event":
            self._name = value
        return None


class NdjsonDecoder:
    """Decodes a byte stream into one event for each line. Blank lines are ignored."""

    def __init__(self) -> None:
        self._line_parts: list[bytes] = []
        self._size = 0
        self._at_start = True

    def feed(self, chunk: bytes) -> Iterator[ServerEvent]:
        """Add bytes and yield the lines they complete. Raises `EventStreamError`."""
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            self._append(line)
            event = self._line()
            if event is not None:
                yield event
        self._append(rest)

    def close(self) -> ServerEvent | None:
        """Return the line at the end of the stream, if its line end is missing. It may be incomplete."""
        try:
            return self._line()
        except EventStreamError:
            return None

    def _append(self, chunk: bytes) -> None:
        # Stored unjoined, so that a long line that arrives byte by byte is joined only once.
        self._line_parts.append(chunk)
        self._size += len(chunk)
        if self._size > MAX_EVENT:
            raise EventStreamError(Phrase("a line in it is too long"))

    def _line(self) -> ServerEvent | None:
        raw = b"".join(self._line_parts)
        self._line_parts, self._size = [], 0
        line, self._at_start = _decoded(raw, at_start=self._at_start), False
        line = line.strip()
        return ServerEvent("", line) if line else None


def _decoded(line: bytes, *, at_start: bool) -> str:
    """Return *line*, at the start of the stream without a byte order mark. Raises `EventStreamError`."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise EventStreamError(Phrase("it is not UTF-8 text")) from None
    return text.removeprefix("\ufeff") if at_start else text
