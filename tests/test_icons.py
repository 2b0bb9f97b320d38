"""Icons: PNG, ICO and ICNS files of one drawing; each container holds images of the sizes in its header."""

import struct
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from tests.support.packaging_scripts import packaging_script

icons = packaging_script("icons")
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def icon_folder(tmp_path_factory: pytest.TempPathFactory, qapp: object) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    icons.write_icons(folder)
    return folder


def test_png_files_have_their_sizes_and_are_not_empty(icon_folder: Path, qtbot: QtBot) -> None:
    for side in icons.SIZES:
        picture = QImage(str(icon_folder / f"vaultdesk-{side}.png"))
        assert (picture.width(), picture.height()) == (side, side)
        assert picture.pixelColor(side // 2, 2 * side // 5).alpha() == 255


def test_the_windows_icon_matches_its_header(icon_folder: Path) -> None:
    data = (icon_folder / "vaultdesk.ico").read_bytes()
    _, kind, count = struct.unpack_from("<HHH", data)
    sizes = []
    for index in range(count):
        width, *_, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * index)
        picture = QImage.fromData(data[offset : offset + length])
        sizes.append((width or 256, picture.width()))

    assert kind == 1
    assert sizes == [(side, side) for side in icons.ICO_SIZES]


def test_the_mac_icon_matches_its_type_codes(icon_folder: Path) -> None:
    data = (icon_folder / "vaultdesk.icns").read_bytes()
    name, length = struct.unpack_from(">4sI", data)
    widths, offset = {}, 8
    while offset < len(data):
        kind, size = struct.unpack_from(">4sI", data, offset)
        assert data[offset + 8 :].startswith(PNG)
        widths[kind] = QImage.fromData(data[offset + 8 : offset + size]).width()
        offset += size

    assert (name, length) == (b"icns", len(data))
    assert widths == icons.ICNS_KINDS
