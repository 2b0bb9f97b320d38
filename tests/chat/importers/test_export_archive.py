"""Tests of chat/importers/export_archive.py."""

import io
import json
import os
import random
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.chat.importers.drawing import PIXEL
from tests.chat.importers.exports import packed
from vaultdesk.chat.importers import export_archive
from vaultdesk.chat.importers import export_archive as archives
from vaultdesk.chat.importers.chat_files import ChatFiles
from vaultdesk.chat.importers.export_archive import (
    ChatPictures,
    ExportArchive,
    JsonItems,
    PictureLibrary,
    as_object,
    as_objects,
    as_text,
    media_type,
)
from vaultdesk.core.errors import ImportFailed

# Typed access to foreign JSON.


def test_values_of_another_type_are_ignored() -> None:
    assert [as_object(value) for value in ({"a": 1}, [], None)] == [{"a": 1}, {}, {}]
    assert [as_objects(value) for value in ([{"a": 1}, 2, "x"], {}, "x")] == [[{"a": 1}], [], []]
    assert [as_text(value) for value in ("a", 1, None)] == ["a", "", ""]


# Large JSON lists, read item by item.

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=40),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside, max_size=4),
    max_leaves=12,
)


def read_items(text: str, chunk: int = 1 << 20) -> list[object]:
    return list(JsonItems(SlowStream(text.encode("utf-8", "surrogatepass"), chunk), "conversations.json"))


class SlowStream(io.BytesIO):
    """Returns at most a few bytes for each read, as a disk may."""

    def __init__(self, data: bytes, max_read: int) -> None:
        super().__init__(data)
        self._max_read = max_read

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(size if size and size > 0 else self._max_read, self._max_read))


@settings(deadline=None)
@given(items=st.lists(st.dictionaries(st.text(max_size=8), VALUES, max_size=4), max_size=6), chunk=st.integers(1, 50))
def test_items_do_not_depend_on_the_chunk_size(items: list[object], chunk: int) -> None:
    for indent in (None, 1):
        assert read_items(json.dumps(items, indent=indent), chunk) == items


def test_a_list_inside_an_object_is_read() -> None:
    assert read_items('{"conversations": [{"a": 1}, {"b": 2}], "more": 3}') == [{"a": 1}, {"b": 2}]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no list"),
        ('{"a": 1}', "no list"),
        ("[", "incomplete"),
        ('[{"a": 1', "incomplete"),
        ('[{"a": 1},', "incomplete"),
        ('[{"a": "never ended', "incomplete"),
        ('[{"a" 1}' + " " * 500 + "]", "not JSON"),
        ("[" * 100_000, "too deeply"),
        ('[{"a": ' + "9" * 20_000 + "}]", "number"),
    ],
)
def test_malformed_json_is_reported_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(ImportFailed, match=reason):
        read_items(text)


def test_items_before_the_damage_are_read() -> None:
    items = iter(JsonItems(io.BytesIO(b'[{"a": 1}, {"b": '), "c.json"))

    assert next(items) == {"a": 1}
    with pytest.raises(ImportFailed):
        next(items)


def test_an_item_over_the_size_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_archive, "MAX_ITEM", 10_000)
    monkeypatch.setattr(export_archive, "CHUNK", 1000)

    with pytest.raises(ImportFailed, match="larger than"):
        read_items('[{"a": "' + "x" * 100_000 + '"}]', 1000)


def test_a_file_over_the_size_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_archive, "MAX_BYTES", 50_000)

    with pytest.raises(ImportFailed, match="larger than"):
        read_items("[" + "{}," * 50_000 + "{}]", 1000)


# Archives and unpacked folders.


def test_conversation_files_are_found_in_any_folder_and_sorted(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "e.zip", "w") as zip_file:
        for name in (
            "a/conversations-010.json",
            "a/conversations-002.json",
            "conversations.json",
            "my-conversations.json",
        ):
            zip_file.writestr(name, "[]")

    with ExportArchive(tmp_path / "e.zip") as archive:
        assert [file.name for file in archive.chats()] == [
            "conversations.json",
            "a/conversations-002.json",
            "a/conversations-010.json",
        ]


def test_an_unpacked_folder_reads_the_same_as_its_archive(tmp_path: Path) -> None:
    zipfile.ZipFile(packed(tmp_path / "e.zip", "claude")).extract("export/conversations.json", tmp_path / "out")
    (tmp_path / "out" / ".hidden").mkdir()
    (tmp_path / "out" / ".hidden" / "conversations.json").write_text("[]")
    (tmp_path / "out" / "link.md").symlink_to("/etc/hostname")

    with ExportArchive(tmp_path / "out") as folder, ExportArchive(tmp_path / "e.zip") as archive:
        assert [file.name for file in folder.files] == ["export/conversations.json"]
        (unpacked,), (zipped,) = folder.chats(), archive.chats()
        assert folder.read(unpacked, 10**6) == archive.read(zipped, 10**6)


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as zip_file:
        zip_file.writestr("conversations.json", b"[" + b" " * 50_000_000)

    with ExportArchive(tmp_path / "bomb.zip") as archive:
        assert archive.read(archive.files[0], 1000) is None


@pytest.mark.parametrize("cut", [30, 200, 400])
def test_a_damaged_archive_is_reported(tmp_path: Path, cut: int) -> None:
    data = bytearray(packed(tmp_path / "e.zip", "claude").read_bytes())
    data[cut : cut + 40] = b"\xff" * 40
    (tmp_path / "broken.zip").write_bytes(bytes(data))

    with pytest.raises(ImportFailed, match="damaged"), ExportArchive(tmp_path / "broken.zip") as archive:
        archive.read(archive.chats()[0], 10**6)


def test_an_archive_with_random_damage_is_read_partly_or_refused(tmp_path: Path) -> None:
    intact = packed(tmp_path / "e.zip", "chatgpt").read_bytes()
    rng = random.Random(11)
    broken = tmp_path / "broken.zip"
    refused = 0
    for round_ in range(250):
        data = bytearray(intact[: len(intact) if round_ % 5 else rng.randrange(len(intact))])
        for _ in range(rng.randrange(1, 6)):
            # Half of the damage hits the central directory at the end, which holds offsets and sizes.
            data[rng.randrange(len(data) // 2 if round_ % 2 else 0, len(data))] = rng.randrange(256)
        broken.write_bytes(bytes(data))
        try:
            found = list(ChatFiles(broken))
        except ImportFailed:
            refused += 1
        else:
            assert found

    assert refused > 50


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no FIFO")
def test_opening_a_fifo_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.zip")
    with pytest.raises(ImportFailed, match="no such file"), ExportArchive(tmp_path / "pipe.zip"):
        pass


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ImportFailed, match="cannot be read"), ExportArchive(tmp_path / "gone.zip"):
        pass


def test_a_folder_over_the_file_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_FILES", 2)
    for number in range(4):
        (tmp_path / f"{number}.md").touch()

    with pytest.raises(ImportFailed, match="more than 2 files"), ExportArchive(tmp_path):
        pass


# Pictures of an export.


@pytest.mark.parametrize("pointer", ["file-service://file-AbCdEf123456", "sediment://file-AbCdEf123456#page"])
def test_a_picture_is_found_by_its_id(tmp_path: Path, pointer: str) -> None:
    with ExportArchive(packed(tmp_path / "e.zip", "chatgpt")) as archive:
        found = ChatPictures(PictureLibrary(archive)).find(pointer, "pump.png")

    assert found is not None
    assert (found.media_type, found.name) == ("image/png", "pump.png")


@pytest.mark.parametrize("pointer", ["", "../../etc/passwd", "file-service://file-unknown1", "file"])
def test_an_unknown_pointer_finds_no_picture(tmp_path: Path, pointer: str) -> None:
    with ExportArchive(packed(tmp_path / "e.zip", "chatgpt")) as archive:
        assert ChatPictures(PictureLibrary(archive)).find(pointer) is None


def test_pictures_over_the_total_size_limit_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_archive, "MAX_PICTURES", len(PIXEL) + 10)
    with ExportArchive(packed(tmp_path / "e.zip", "chatgpt")) as archive:
        found = ChatPictures(PictureLibrary(archive))
        assert found.find("x://file-AbCdEf123456") is not None
        assert found.find("x://file-AbCdEf123456") is None


def test_the_media_type_is_detected_from_the_first_bytes() -> None:
    assert [media_type(data) for data in (PIXEL, b"\xff\xd8\xff\xe0", b"RIFF0000WEBPVP8", b"GIF89a", b"<svg>")] == [
        "image/png",
        "image/jpeg",
        "image/webp",
        "image/gif",
        None,
    ]
