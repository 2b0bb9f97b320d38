"""Reads the header of a GGUF file: architecture, context window, size of the key-value cache, chat template."""

import re
import stat
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from vaultdesk.providers.self_hosted.llama_cpp import template_supports_tools

# Format: magic, version, number of tensors, number of entries; then each entry as key, type and value. Numbers are
# little-endian. The file is of unknown origin: every length is checked against the bytes read, and these are bounded.
# It is not mapped into memory: if it were truncated meanwhile, reading it would end the program (SIGBUS).

MAGIC = b"GGUF"
FIRST_READ, MAX_HEADER = 8_000_000, 128_000_000
"""Bytes read at first and at most. A header contains the vocabulary, which has 2 to 20 million bytes."""
MAX_ENTRIES = 10_000
"""Maximum entries of a header. Real ones have 20 to 60."""
MAX_ARRAY_ITEMS = 2_000_000
"""Maximum items of an array. The largest vocabularies have 260,000 tokens and 600,000 merges."""
MAX_STRING = 4_000_000
"""Maximum bytes of one string. Chat templates have some 20,000."""

_STRING, _ARRAY = 8, 9
_NUMBERS: Mapping[int, struct.Struct] = {
    number: struct.Struct(f"<{code}")
    for number, code in ((0, "B"), (1, "b"), (2, "H"), (3, "h"), (4, "I"), (5, "i"), (6, "f"), (7, "?"), (10, "Q"),
                         (11, "q"), (12, "d"))
}  # fmt: skip
"""Value types of fixed size, by their number in the file."""

_U32, _U64 = struct.Struct("<I"), struct.Struct("<Q")

Value = str | int | float | bool


class InvalidGguf(Exception):
    """The file is no GGUF file, or its header is damaged."""


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """Facts in the header of a model file; 0, "" or False for those it does not contain."""

    architecture: str
    trained_context: int = 0
    """Tokens of the context window that the model was trained with."""
    cache_bytes_per_token: int = 0
    """Bytes of the key-value cache for each token of the window, at 16 bits a number."""
    parameter_count: int = 0
    """The parameters that `general.size_label` names: 135,000,000 for "135M"."""
    takes_tools: bool = False
    """Whether its chat template supports tools."""
    embeds: bool = False
    """Whether it is an embedding model."""

    def cache_bytes(self, context: int) -> int:
        """Return the bytes of the key-value cache for a window of *context* tokens."""
        return self.cache_bytes_per_token * context


def read_header(path: Path) -> GgufHeader:
    """Return the header of the file at *path*. Reads the disk. Raises `InvalidGguf`, `OSError`.

    The result is cached until the size or modification time of the file changes.
    """
    facts = path.stat()
    if not stat.S_ISREG(facts.st_mode):
        raise InvalidGguf("no regular file")  # opening a FIFO waits for its other end
    return _cached_header(path, facts.st_size, facts.st_mtime_ns)


@lru_cache(maxsize=256)
def _cached_header(path: Path, size: int, _changed: int) -> GgufHeader:
    with path.open("rb") as file:
        data = file.read(FIRST_READ)
        if data[:4] != MAGIC:
            raise InvalidGguf("no GGUF file")
        while True:
            try:
                return _header_of(_entries(data))
            except struct.error as error:  # the header is longer than the bytes read
                if len(data) >= min(size, MAX_HEADER) or not (more := file.read(len(data))):
                    raise InvalidGguf("damaged header") from error
                data += more


def _entries(data: bytes) -> dict[str, Value]:
    """Return the entries with scalar values; arrays are skipped. Raises `struct.error` if *data* ends too early."""
    (count,) = _U64.unpack_from(data, 16)
    if count > MAX_ENTRIES:
        raise InvalidGguf("too many entries")
    found: dict[str, Value] = {}
    place = 24
    for _ in range(count):
        key, place = _string(data, place)
        (kind,) = _U32.unpack_from(data, place)
        value, place = _value(data, place + 4, kind)
        if value is not None:
            found[key] = value
    return found


def _string(data: bytes, place: int) -> tuple[str, int]:
    (length,) = _U64.unpack_from(data, place)
    end = place + 8 + length
    if length > MAX_STRING:
        raise InvalidGguf("a string is too long")
    if end > len(data):
        raise struct.error
    return data[place + 8 : end].decode("utf-8", "replace"), end


def _value(data: bytes, place: int, kind: int) -> tuple[Value | None, int]:
    if kind == _STRING:
        return _string(data, place)
    if kind == _ARRAY:
        return None, _after_array(data, place)
    number = _NUMBERS.get(kind)
    if number is None:
        raise InvalidGguf("unknown type")
    return number.unpack_from(data, place)[0], place + number.size


def _after_array(data: bytes, place: int) -> int:
    """Return the offset after the array that begins at the offset *place*."""
    kind: int = _U32.unpack_from(data, place)[0]
    count: int = _U64.unpack_from(data, place + 4)[0]
    place += 12
    if count > MAX_ARRAY_ITEMS:
        raise InvalidGguf("an array is too long")
    if kind in _NUMBERS:
        return place + count * _NUMBERS[kind].size
    if kind != _STRING:
        raise InvalidGguf("unknown type")
    length_at, end = _U64.unpack_from, len(data)
    for _ in range(count):
        place += 8 + length_at(data, place)[0]
        if place > end:
            raise struct.error
    return place


def _header_of(entries: Mapping[str, Value]) -> GgufHeader:
    architecture = _text(entries.get("general.architecture"))
    if not architecture:
        raise InvalidGguf("no architecture")

    def number(key: str) -> int:
        value = entries.get(f"{architecture}.{key}", 0)
        return value if isinstance(value, int) and 0 <= value < 1 << 40 else 0

    return GgufHeader(
        architecture,
        trained_context=number("context_length"),
        cache_bytes_per_token=_cache_bytes_per_token(number),
        parameter_count=_parameter_count(_text(entries.get("general.size_label"))),
        takes_tools=template_supports_tools(_text(entries.get("tokenizer.chat_template"))),
        embeds=number("pooling_type") > 0 or "bert" in architecture,
    )


def _cache_bytes_per_token(number: Callable[[str], int]) -> int:
    heads = number("attention.head_count")
    head_size = number("embedding_length") // heads if heads else 0
    key, value = number("attention.key_length") or head_size, number("attention.value_length") or head_size
    # If the number differs by layer it is an array, which is skipped; the number of heads is its upper bound.
    return 2 * number("block_count") * (number("attention.head_count_kv") or heads) * (key + value)


_SIZE_LABEL = re.compile(r"(?:(\d+)x)?(\d+(?:\.\d+)?)([KMBT])", re.IGNORECASE)
_SIZE_UNITS = {"K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}


def _parameter_count(label: str) -> int:
    """Return the number of parameters in a label such as `135M`, `0.5B` or `8x7B`; 0 for any other form."""
    found = _SIZE_LABEL.fullmatch(label)
    if found is None:
        return 0
    return int(int(found[1] or 1) * float(found[2]) * _SIZE_UNITS[found[3].upper()])


def _text(value: Value | None) -> str:
    return value if isinstance(value, str) else ""
