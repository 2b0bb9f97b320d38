"""Icons: one drawing in every form; each container holds PNGs of the sizes it names."""

import struct
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from tests.support.packaging_scripts import packaging_script

icons = packaging_script("icons")
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, qapp: object) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    icons.write_icons(folder)
    return folder


def test_pngs_have_their_sizes_and_something_in_them(made: Path, qtbot: QtBot) -> None:
    for side in icons.SIZES:
        picture = QImage(str(made / f"vaultdesk-{side}.png"))
        assert (picture.width(), picture.height()) == (side, side)
        assert picture.pixelColor(side // 2, 2 * side // 5).alpha() == 255


def test_the_windows_icon_holds_what_its_head_says(made: Path) -> None:
    data = (made / "vaultdesk.ico").read_bytes()
    _, kind, count = struct.unpack_from("<HHH", data)
    sizes = []
    for place in range(count):
        width, *_, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * place)
        picture = QImage.fromData(data[offset : offset + length])
        sizes.append((width or 256, picture.width()))

    assert kind == 1
    assert sizes == [(side, side) for side in icons.ICO_SIZES]


def test_the_mac_icon_holds_what_its_kinds_say(made: Path) -> None:
    data = (made / "vaultdesk.icns").read_bytes()
    name, length = struct.unpack_from(">4sI", data)
    found, place = {}, 8
    while place < len(data):
        kind, size = struct.unpack_from(">4sI", data, place)
        assert data[place + 8 :].startswith(PNG)
        found[kind] = QImage.fromData(data[place + 8 : place + size]).width()
        place += size

    assert (name, length) == (b"icns", len(data))
    assert found == icons.ICNS_KINDS
