"""ICU data: what Qt asks for stays, byte for byte, and the rest goes."""

import struct
from pathlib import Path

import PySide6
import pytest

from tests.support.packaging_scripts import packaging_script

icu_data = packaging_script("icu_data")
HEADER = struct.pack("<HBBHHBBBB4s4s4s", 32, 0xDA, 0x27, 20, 0, 0, 0, 2, 0, b"CmnD", bytes(4), bytes(4)) + bytes(8)


def items_of(data: bytes) -> dict[str, bytes]:
    return dict(icu_data._items(data[len(HEADER) :]))


def test_the_rest_goes_and_what_stays_is_as_it_was() -> None:
    items = {
        "icudt73l/coll/de.res": b"sorted" * 3, "icudt73l/curr/de.res": b"Mark", "icudt73l/curr/root.res": b"x" * 17,
        "icudt73l/de.res": b"Januar", "icudt73l/gb18030.cnv": b"encoding", "icudt73l/root.res": b"root",
        "icudt73l/translit/root.res": b"a > b", "icudt73l/zh_Hans_SG.res": b"x",
    }  # fmt: skip
    data = HEADER + icu_data._table(items)
    assert {name: item.rstrip(b"\0") for name, item in items_of(data).items()} == items

    kept = items_of(icu_data.trimmed_data(data))

    assert list(kept) == [
        "icudt73l/coll/de.res", "icudt73l/curr/root.res", "icudt73l/gb18030.cnv", "icudt73l/root.res",
    ]  # fmt: skip
    assert all(item.rstrip(b"\0") == items[name] for name, item in kept.items())


@pytest.mark.parametrize("data", [bytes(40), HEADER.replace(b"CmnD", b"ResB"), HEADER[:8] + b"\1" + HEADER[9:]])
def test_other_data_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no data of ICU"):
        icu_data.trimmed_data(data)


def test_every_language_is_still_sorted_and_every_encoding_read_with_the_data_of_the_installed_qt() -> None:
    (library, *_) = [*Path(PySide6.__file__).parent.glob("Qt/lib/libicudata.so.*"), None]
    if library is None:
        pytest.skip("this Qt has no ICU of its own")
    whole = library.read_bytes()
    start = whole.index(b"CmnD") - 12
    (size,) = struct.unpack_from("<H", whole, start)
    names = list(icu_data._items(whole[start + size :]))
    kept = [name for name in names if icu_data.is_used(name)]

    needed = {name for name in names if "/coll/" in name or name.endswith((".cnv", ".nrm", "cnvalias.icu"))}
    assert len(needed) > 300
    assert needed <= set(kept)
    assert len(kept) < len(names) / 2
