"""JSON of an export: typed access to untrusted values, and an incremental parser for lists of any size."""

import codecs
import json
import re
from collections.abc import Iterator, Mapping
from typing import Protocol, cast

from vaultdesk.core.errors import ImportFailed
from vaultdesk.core.phrases import Phrase


def as_object(value: object) -> Mapping[str, object]:
    """Return *value* if it is an object, else an empty one."""
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}


def as_objects(value: object) -> list[Mapping[str, object]]:
    """Return the objects in *value* if it is a list, else none."""
    return [as_object(item) for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def as_text(value: object) -> str:
    """Return *value* if it is text, else an empty text."""
    return value if isinstance(value, str) else ""


MAX_ITEM = 64_000_000
"""Maximum number of characters of one entry; the longest real conversations have about five million."""
MAX_BYTES = 4_000_000_000
"""Maximum size of the list in bytes; exports of years of daily use have less than a tenth."""
CHUNK = 1 << 20
"""Number of bytes read at a time."""

_SPACE = re.compile(r"[ \t\n\r\ufeff]*")
_OPENING = re.compile(r'\[|\{\s*"(?:conversations|chats)"\s*:\s*\[')
_UNFINISHED = 64
"""Number of final characters in which an error means that more must be read: the longest JSON literal or number."""

_DECODER = json.JSONDecoder(strict=False, parse_constant=lambda _: None)


class ByteReader(Protocol):
    """A file that is open for reading bytes."""

    def read(self, size: int, /) -> bytes:
        """Return at most *size* bytes; empty at the end."""
        ...


class JsonItems:
    """Iterable over the entries of the list in *file*. Raises `ImportFailed` if it is truncated or not a list.

    The entries before the damage have been yielded by then.
    """

    def __init__(self, file: ByteReader, name: str) -> None:
        """*name* is the display name of the file."""
        self._file = file
        self._name = name
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._text = ""
        self._place = 0
        self._bytes = 0
        self._ended = False

    def __iter__(self) -> Iterator[object]:
        self._open_list()
        while not self._at_end():
            yield self._item()
            self._skip_space()
            if self._text[self._place : self._place + 1] == ",":
                self._place += 1

    def _open_list(self) -> None:
        self._read_more(CHUNK)
        self._skip_space()
        opening = _OPENING.match(self._text, self._place)
        if opening is None:
            raise ImportFailed(
                Phrase("{0} holds no list of conversations.", self._name),
                hint=Phrase("Choose the export as it was downloaded."),
            )
        self._place = opening.end()

    def _at_end(self) -> bool:
        self._skip_space()
        if self._place < len(self._text):
            return self._text[self._place] == "]"
        raise self._error("It ends in the middle")

    def _item(self) -> object:
        size = CHUNK
        while True:
            try:
                value, self._place = _DECODER.raw_decode(self._text, self._place)
            except RecursionError as error:
                raise self._error("An entry is nested too deeply") from error
            except json.JSONDecodeError as error:
                near_end = error.pos >= len(self._text) - _UNFINISHED or error.msg.startswith("Unterminated string")
                if not near_end:
                    raise self._error("It is no JSON") from error
                if self._ended:
                    raise self._error("It ends in the middle") from error
                if len(self._text) - self._place > MAX_ITEM:
                    raise self._error(f"One entry is larger than {MAX_ITEM // 1_000_000} MB") from error
                self._read_more(size)
                size *= 2  # Parsing restarts at the beginning of the entry; doubling keeps the time linear.
            except ValueError as error:
                raise self._error("It has a number that nothing can hold") from error
            else:
                return value

    def _skip_space(self) -> None:
        while True:
            found = _SPACE.match(self._text, self._place)
            assert found is not None
            self._place = found.end()
            if self._place < len(self._text) or self._ended:
                return
            self._read_more(CHUNK)

    def _read_more(self, size: int) -> None:
        """Read the next *size* bytes and drop the text already parsed."""
        pieces: list[bytes] = []
        while size > 0 and not self._ended:
            pieces.append(self._file.read(size))
            self._ended = not pieces[-1]
            size -= len(pieces[-1])
        data = b"".join(pieces)
        self._bytes += len(data)
        if self._bytes > MAX_BYTES:
            raise self._error(f"It is larger than {MAX_BYTES // 1_000_000_000} GB")
        self._text = self._text[self._place :] + self._decode(data, final=self._ended)
        self._place = 0

    def _error(self, why: str) -> ImportFailed:
        return ImportFailed(
            Phrase("{0} cannot be read to its end: {1}{2}.", self._name, why[0].lower(), why[1:]),
            hint=Phrase("Download the export again."),
            read=self._bytes,
        )
