"""NDJSON: bytes of a stream of lines into events, however they were cut. Knows no network (PROTOCOLS 3.5)."""

from collections.abc import Iterator

from vaultdesk.providers.sse import MAX_EVENT, BadEventStream, ServerEvent


class LineDecoder:
    """Turns pieces of a byte stream into one event a line. Blank lines are passed over."""

    def __init__(self) -> None:
        self._rest: list[bytes] = []
        self._size = 0
        self._first = True

    def feed(self, piece: bytes) -> Iterator[ServerEvent]:
        """Take the next bytes and go through the lines they complete. Raises `BadEventStream` where they go wrong."""
        *lines, rest = piece.split(b"\n")
        for line in lines:
            self._keep(line)
            event = self._line()
            if event is not None:
                yield event
        self._keep(rest)

    def close(self) -> ServerEvent | None:
        """Return the line the stream ended in, if its line end is missing. It may be half of one."""
        try:
            return self._line()
        except BadEventStream:
            return None

    def _keep(self, piece: bytes) -> None:
        # Kept in pieces: a long line that comes byte by byte is joined once.
        self._rest.append(piece)
        self._size += len(piece)
        if self._size > MAX_EVENT:
            raise BadEventStream("one line in it has no end")

    def _line(self) -> ServerEvent | None:
        raw = b"".join(self._rest)
        self._rest, self._size = [], 0
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise BadEventStream("it is not UTF-8 text") from None
        if self._first:
            line, self._first = line.removeprefix("\ufeff"), False
        line = line.strip()
        return ServerEvent("", line) if line else None
