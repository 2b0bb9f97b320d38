"""ICU data: the part of ICU's data that Qt uses, as a library in the place of the whole one (Linux).

Qt sorts texts and converts old encodings by ICU. It has names of languages, regions, currencies and units, formats of
numbers and dates, and rules of line breaks of its own; ICU's data for these are two thirds of the library.
"""

import re
import struct
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

UNUSED = re.compile(
    r"(?:translit|brkitr)/.*|unames\.icu|"
    r"(?:curr|lang|region|unit|zone|rbnf)/(?!root|pool|res_index).*|"
    r"[a-z]{2,3}(?:_[A-Za-z0-9_]+)?\.res"
)
"""Items that Qt does not ask for, by their names within the data: tables of services it does not use, and the words and
formats of each language. Those of `coll`, by which texts are sorted, and of encodings stay."""

_HEADER = struct.Struct("<HBB")
_COUNT = struct.Struct("<I")
_ENTRY = struct.Struct("<II")
_ALIGNMENT = 16


def trimmed(data: bytes) -> bytes:
    """Return ICU's common data *data* (ucmndata.h) without what Qt does not use. Raises `ValueError`."""
    header_size, *magic = _HEADER.unpack_from(data)
    if magic != [0xDA, 0x27] or data[12:16] != b"CmnD" or data[8] != 0:
        raise ValueError("This is no data of ICU for processors with the lowest byte first.")
    items = _items(data[header_size:])
    return data[:header_size] + _written({name: item for name, item in items.items() if is_used(name)})


def is_used(name: str) -> bool:
    """Tell whether Qt uses the item *name*, as `icudt73l/coll/de.res`."""
    return UNUSED.fullmatch(name.partition("/")[2]) is None


def _items(table: bytes) -> dict[str, bytes]:
    """Return the items of *table*, the data behind its header, by their names."""
    (count,) = _COUNT.unpack_from(table)
    entries = [_ENTRY.unpack_from(table, _COUNT.size + number * _ENTRY.size) for number in range(count)]
    ends = [*(place for _, place in entries[1:]), len(table)]
    return {
        table[name : table.index(b"\0", name)].decode("ascii"): table[place:end]
        for (name, place), end in zip(entries, ends, strict=True)
    }


def _written(items: Mapping[str, bytes]) -> bytes:
    """Return a table of *items*, which are in the order of their names."""
    names = b""
    name_places = []
    start = _COUNT.size + len(items) * _ENTRY.size
    for name in items:
        name_places.append(start + len(names))
        names += name.encode("ascii") + b"\0"
    head = start + len(names)
    body = bytes(-head % _ALIGNMENT)
    entries = b""
    for place, item in zip(name_places, items.values(), strict=True):
        body += bytes(-(head + len(body)) % _ALIGNMENT)
        entries += _ENTRY.pack(place, head + len(body))
        body += item
    return _COUNT.pack(len(items)) + entries + names + body


def trim_library(library: Path) -> None:
    """Replace *library*, ICU's data as a library, by one with the part of it that Qt uses."""
    told = subprocess.run(["readelf", "-sW", str(library)], capture_output=True, text=True, check=True).stdout
    found = re.search(r"([0-9a-f]+)\s+(\w+)\s+OBJECT\s+GLOBAL\s+DEFAULT\s+\d+\s+(icudt\d+_dat)", told)
    if found is None:
        raise SystemExit(f"{library} has no data of ICU.")
    # The data is in a part of the file that lies in memory where it lies in the file.
    whole = library.read_bytes()
    start = int(found[1], 16)
    data = trimmed(whole[start : start + int(found[2], 0)])
    symbol, name = found[3], library.name
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "data").write_bytes(data)
        (place / "data.s").write_text(
            f".section .rodata\n.balign {_ALIGNMENT}\n.globl {symbol}\n.type {symbol}, %object\n{symbol}:\n"
            f'.incbin "data"\n.size {symbol}, . - {symbol}\n.section .note.GNU-stack,"",%progbits\n',
            encoding="ascii",
        )
        subprocess.run(["as", "data.s", "-o", "data.o"], cwd=place, check=True)
        command = ["ld", "-shared", "-soname", name, "--build-id=none", "data.o", "-o", "library"]
        subprocess.run(command, cwd=place, check=True)
        library.write_bytes((place / "library").read_bytes())
