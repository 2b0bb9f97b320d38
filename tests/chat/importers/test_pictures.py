"""Pictures of an export."""

from pathlib import Path

import pytest

from tests.chat.importers.drawing import PIXEL
from tests.chat.importers.exports import packed
from vaultdesk.chat.importers import pictures
from vaultdesk.chat.importers.archive import Archive
from vaultdesk.chat.importers.pictures import PictureLibrary, Pictures, media_type


@pytest.mark.parametrize("pointer", ["file-service://file-AbCdEf123456", "sediment://file-AbCdEf123456#page"])
def test_a_picture_is_found_by_its_id(tmp_path: Path, pointer: str) -> None:
    with Archive(packed(tmp_path / "e.zip", "chatgpt")) as archive:
        found = Pictures(PictureLibrary(archive)).find(pointer, "pump.png")

    assert found is not None
    assert (found.media_type, found.name) == ("image/png", "pump.png")


@pytest.mark.parametrize("pointer", ["", "../../etc/passwd", "file-service://file-unknown1", "file"])
def test_nothing_else_is(tmp_path: Path, pointer: str) -> None:
    with Archive(packed(tmp_path / "e.zip", "chatgpt")) as archive:
        assert Pictures(PictureLibrary(archive)).find(pointer) is None


def test_large_ones_and_too_many_are_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_PICTURES", len(PIXEL) + 10)
    with Archive(packed(tmp_path / "e.zip", "chatgpt")) as archive:
        found = Pictures(PictureLibrary(archive))
        assert found.find("x://file-AbCdEf123456") is not None
        assert found.find("x://file-AbCdEf123456") is None


def test_a_picture_is_told_by_its_first_bytes() -> None:
    assert [media_type(data) for data in (PIXEL, b"\xff\xd8\xff\xe0", b"RIFF0000WEBPVP8", b"GIF89a", b"<svg>")] == [
        "image/png",
        "image/jpeg",
        "image/webp",
        "image/gif",
        None,
    ]
