"""ICU data: replaces ICU's data library by one with the part of the data that Qt uses (Linux).

Qt uses ICU to sort text and to convert legacy encodings. It has its own names of languages, regions, currencies and
units, formats of numbers and dates, and line break rules; ICU's data for these are two thirds of the library.
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
"""Names of the items that Qt does not use: tables of unused services, and names and formats of each language. The items
for collation (`coll`) and for encodings remain."""

_HEADER = struct.Struct("<HBB")
_COUNT = struct.Struct("<I")
_ENTRY = struct.Struct("<II")
_ALIGNMENT = 16


def trimmed_data(data: bytes) -> bytes:
    """Return ICU's common data *data* (ucmndata.h) without unused items. Raises `ValueError` for another format."""
    header_size, *magic = _HEADER.unpack_from(data)
    if magic != [0xDA, 0x27] or data[12:16] != b"CmnD" or data[8] != 0:
        raise ValueError("This is no data of ICU for processors with the lowest byte first.")
    items = _items(data[header_size:])
    return data[:header_size] + _table({name: item for name, item in items.items() if is_used(name)})


def is_used(name: str) -> bool:
    """Return whether Qt uses the item *name*, such as `icudt73l/coll/de.res`."""
    return UNUSED.fullmatch(name.partition("/")[2]) is None


def _items(table: bytes) -> dict[str, bytes]:
    """Return the items of *table*, the data after the header, by their names."""
    (count,) = _COUNT.unpack_from(table)
    entries = [_ENTRY.unpack_from(table, _COUNT.size + number * _ENTRY.size) for number in range(count)]
    ends = [*(start for _, start in entries[1:]), len(table)]
    return {
        table[name : table.index(b"\0", name)].decode("ascii"): table[start:end]
        for (name, start), end in zip(entries, ends, strict=True)
    }


def _table(items: Mapping[str, bytes]) -> bytes:
    """Return a table of *items*, which must be sorted by name."""
    names = b""
    name_offsets = []
    start = _COUNT.size + len(items) * _ENTRY.size
    for name in items:
        name_offsets.append(start + len(names))
        names += name.encode("ascii") + b"\0"
    head = start + len(names)
    body = bytes(-head % _ALIGNMENT)
    entries = b""
    for name_offset, item in zip(name_offsets, items.values(), strict=True):
        body += bytes(-(head + len(body)) % _ALIGNMENT)
        entries += _ENTRY.pack(name_offset, head + len(body))
        body += item
    return _COUNT.pack(len(items)) + entries + names + body


def trim_library(library: Path) -> None:
    """Replace the data library *library* by one without unused items."""
    symbols = subprocess.run(["readelf", "-sW", str(library)], capture_output=True, text=True, check=True).stdout
    match = re.search(r"([0-9a-f]+)\s+(\w+)\s+OBJECT\s+GLOBAL\s+DEFAULT\s+\d+\s+(icudt\d+_dat)", symbols)
    if match is None:
        raise SystemExit(f"{library} has no data of ICU.")
    # The segment with the data has the same address in memory as its offset in the file.
    library_bytes = library.read_bytes()
    start = int(match[1], 16)
    data = trimmed_data(library_bytes[start : start + int(match[2], 0)])
    symbol, name = match[3], library.name
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        (work / "data").write_bytes(data)
        (work / "data.s").write_text(
            f".section .rodata\n.balign {_ALIGNMENT}\n.globl {symbol}\n.type {symbol}, %object\n{symbol}:\n"
            f'.incbin "data"\n.size {symbol}, . - {symbol}\n.section .note.GNU-stack,"",%progbits\n',
            encoding="ascii",
        )
        subprocess.run(["as", "data.s", "-o", "data.o"], cwd=work, check=True)
        command = ["ld", "-shared", "-soname", name, "--build-id=none", "data.o", "-o", "library"]
        subprocess.run(command, cwd=work, check=True)
        library.write_bytes((work / "library").read_bytes())
