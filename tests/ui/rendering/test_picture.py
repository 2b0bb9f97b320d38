"""Tests of ui/rendering/picture.py."""

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QSize
from PySide6.QtGui import QImage

from tests.support.pictures import USE_BOMB, picture_file
from vaultdesk.ui.rendering.picture import (
    MAX_JPEG_SCANS,
    copied_image,
    is_cheap_raster,
    is_drawable,
    raster_format,
    read_raster,
)


@pytest.mark.parametrize("kind", [b"png", b"jpeg", b"webp", b"bmp"])
def test_a_picture_is_read_with_its_size_and_a_large_one_is_scaled_down(kind: bytes) -> None:
    data = picture_file(300, 20, kind)
    assert raster_format(data) == kind
    full, small = read_raster(data, kind, 400), read_raster(data, kind, 30)
    assert full is not None
    assert (full.image.size(), full.size) == (QSize(300, 20), QSize(300, 20))
    assert small is not None
    assert (small.image.size(), small.size) == (QSize(30, 2), QSize(300, 20))


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"no picture", picture_file(30, 20)[:40], USE_BOMB, b"%PDF-1.7"])
def test_t9_data_that_is_not_a_raster_picture_is_not_passed_to_other_qt_plugins(data: bytes) -> None:
    for kind in (b"png", b"jpeg", b"gif"):
        assert read_raster(data, kind, 100) is None


def test_t9_only_common_formats_of_bounded_cost_are_decoded_in_this_process() -> None:
    picture = picture_file(30, 20, b"jpeg")
    assert is_cheap_raster(picture)
    assert not is_cheap_raster(picture + b"\xff\xda" * (MAX_JPEG_SCANS + 1))
    assert not is_cheap_raster(USE_BOMB)
    assert not is_cheap_raster(b"II*\x00 a picture of a scanner")
    assert (is_drawable(USE_BOMB), is_drawable(b"%PDF-1.7"), is_drawable(b"words")) == (True, False, False)


def test_t9_an_svg_in_the_clipboard_declared_as_png_is_not_parsed() -> None:
    data = QMimeData()
    data.setData("image/png", QByteArray(USE_BOMB))

    assert copied_image(data, 100) is None


def test_a_picture_in_the_clipboard_is_read_as_a_file_and_as_an_image() -> None:
    data, image = QMimeData(), QMimeData()
    data.setData("image/png", QByteArray(picture_file(30, 20)))
    image.setImageData(QImage(30, 20, QImage.Format.Format_RGB32))

    for copied in (data, image):
        found = copied_image(copied, 100)
        assert found is not None
        assert found.size() == QSize(30, 20)
