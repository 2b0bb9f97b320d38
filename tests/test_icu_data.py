"""ICU data: the items that Qt uses are retained unchanged, all others are removed."""

import struct
from pathlib import Path

import PySide6
import pytest

from tests.support.packaging_scripts import packaging_script

icu_data = packaging_script("icu_data")
HEADER = struct.pack("<HBBHHBBBB4s4s4s", 32, 0xDA, 0x27, 20, 0, 0, 0, 2, 0, b"CmnD", bytes(4), bytes(4)) + bytes(8)


def items_of(data: bytes) -> dict[str, bytes]:
    return dict(icu_data._items(data[len(HEADER) :]))


def test_unused_items_are_removed_and_the_others_are_unchanged() -> None:
    items = {
        "icudt73l/coll/de.res": b"sorted" * 3, "icudt73l/curr/de.res": b"Mark", "icudt73l/curr/root.res": b"x" * 17,
        "icudt73l/de.res": b"Januar", "icudt73l/gb18030.cnv": b"encoding", "icudt73l/root.res": b"root",
        "icudt73l/translit/root.res": b"a > b", "icudt73l/zh_Hans_SG.res": b"x",
    }  # fmt: skip
    data = HEADER + icu_data._table(items)
    assert {name: item.rstrip(b"\0") for name, item in items_of(data).items()} == items

    retained = items_of(icu_data.trimmed_data(data))

    assert list(retained) == [
        "icudt73l/coll/de.res", "icudt73l/curr/root.res", "icudt73l/gb18030.cnv", "icudt73l/root.res",
    ]  # fmt: skip
    assert all(item.rstrip(b"\0") == items[name] for name, item in retained.items())


@pytest.mark.parametrize("data", [bytes(40), HEADER.replace(b"CmnD", b"ResB"), HEADER[:8] + b"\1" + HEADER[9:]])
def test_data_of_another_format_is_rejected(data: bytes) -> None:
    with pytest.raises(ValueError, match="no data of ICU"):
        icu_data.trimmed_data(data)


def test_all_collations_and_converters_of_the_installed_qt_are_retained() -> None:
    (library, *_) = [*Path(PySide6.__file__).parent.glob("Qt/lib/libicudata.so.*"), None]
    if library is None:
        pytest.skip("this build of Qt does not bundle ICU")
    content = library.read_bytes()
    start = content.index(b"CmnD") - 12
    (size,) = struct.unpack_from("<H", content, start)
    names = list(icu_data._items(content[start + size :]))
    retained = [name for name in names if icu_data.is_used(name)]

    needed = {name for name in names if "/coll/" in name or name.endswith((".cnv", ".nrm", "cnvalias.icu"))}
    assert len(needed) > 300
    assert needed <= set(retained)
    assert len(retained) < len(names) / 2
