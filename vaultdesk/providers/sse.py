"""SSE: bytes of an event stream into events, however they were cut. Knows no network (PROTOCOLS 5.5.21)."""

import codecs
from dataclasses import dataclass

MAX_EVENT = 8_000_000
"""Characters one event may have: over any real one, so that a stream without line ends cannot fill memory."""


class BadEventStream(Exception):
    """The bytes are no event stream; `str()` says why in a sentence fragment."""


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event that carries data."""

    name: str
    data: str


class EventDecoder:
    """Turns pieces of a byte stream into events. Comments and events without data are passed over."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("strict").decode
        self._rest = ""
        self._after_cr = False
        self._first = True
        self._name = ""
        self._data: list[str] = []
        self._size = 0

    def feed(self, piece: bytes) -> list[ServerEvent]:
        """Take the next bytes, return the events they complete. Raises `BadEventStream`."""
        try:
            text = self._decode(piece)
        except UnicodeDecodeError as error:
            raise BadEventStream("it is not UTF-8 text") from error
        if self._first and text:
            text, self._first = text.removeprefix("\ufeff"), False
        events = []
        for line in self._lines(text):
            event = self._take(line)
            if event is not None:
                events.append(event)
        if self._size + len(self._rest) > MAX_EVENT:
            raise BadEventStream("one event in it has no end")
        return events

    def close(self) -> ServerEvent | None:
        """Return the event the stream ended in, if its last blank line is missing. It may be half of one."""
        if self._rest:
            self._take(self._rest)
            self._rest = ""
        return self._take("")

    def _lines(self, text: str) -> list[str]:
        # A CR may be the end of one piece and its LF the start of the next.
        if self._after_cr and text.startswith("\n"):
            text = text[1:]
        if text:
            self._after_cr = text.endswith("\r")
        *lines, self._rest = (self._rest + text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
        return lines

    def _take(self, line: str) -> ServerEvent | None:
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
