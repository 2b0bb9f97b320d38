"""Tests of laid_beside.py."""

import base64
from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QColor, QImage

from vaultdesk.ui.chat.laid_beside import LONGEST_SIDE, files_in, goes_beside, picture_in, picture_part


def picture(wide: int, high: int) -> QImage:
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    return image


def test_files_of_this_computer_go_beside_and_addresses_do_not(tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.md")), QUrl("https://example.org/b")])
    assert files_in(data) == (tmp_path / "a.md",)
    assert goes_beside(data)
    web = QMimeData()
    web.setUrls([QUrl("https://example.org/b")])
    assert not goes_beside(web)


def test_a_picture_alone_goes_beside_and_words_with_their_picture_are_words() -> None:
    alone, words = QMimeData(), QMimeData()
    alone.setImageData(picture(3, 3))
    words.setImageData(picture(3, 3))
    words.setText("copied words")
    assert goes_beside(alone)
    assert picture_in(alone) is not None
    assert not goes_beside(words)
    assert picture_in(words) is None


def test_a_large_picture_is_sent_as_large_as_it_is_looked_at() -> None:
    part = picture_part(picture(2 * LONGEST_SIDE, 100), "Pasted picture")
    made = QImage.fromData(base64.b64decode(part.data))
    assert (made.width(), made.height()) == (LONGEST_SIDE, 50)
    assert (part.media_type, part.name) == ("image/png", "Pasted picture")
    small = QImage.fromData(base64.b64decode(picture_part(picture(20, 10), "").data))
    assert (small.width(), small.height()) == (20, 10)
