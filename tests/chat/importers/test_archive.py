"""Exports packed and unpacked."""

import os
import random
import zipfile
from pathlib import Path

import pytest

from tests.chat.importers.exports import packed
from vaultdesk.chat.importers import archive as archives
from vaultdesk.chat.importers.archive import Archive
from vaultdesk.chat.importers.chat_files import ChatFiles
from vaultdesk.core.errors import ImportFailed


def test_conversations_are_found_wherever_they_lie_in_their_order(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "e.zip", "w") as made:
        for name in (
            "a/conversations-010.json",
            "a/conversations-002.json",
            "conversations.json",
            "my-conversations.json",
        ):
            made.writestr(name, "[]")

    with Archive(tmp_path / "e.zip") as archive:
        assert [file.name for file in archive.chats()] == [
            "conversations.json",
            "a/conversations-002.json",
            "a/conversations-010.json",
        ]


def test_an_unpacked_folder_reads_as_the_archive_does(tmp_path: Path) -> None:
    zipfile.ZipFile(packed(tmp_path / "e.zip", "claude")).extract("export/conversations.json", tmp_path / "out")
    (tmp_path / "out" / ".hidden").mkdir()
    (tmp_path / "out" / ".hidden" / "conversations.json").write_text("[]")
    (tmp_path / "out" / "link.md").symlink_to("/etc/hostname")

    with Archive(tmp_path / "out") as folder, Archive(tmp_path / "e.zip") as archive:
        assert [file.name for file in folder.files] == ["export/conversations.json"]
        (one,), (other,) = folder.chats(), archive.chats()
        assert folder.read(one, 10**6) == archive.read(other, 10**6)


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("conversations.json", b"[" + b" " * 50_000_000)

    with Archive(tmp_path / "bomb.zip") as archive:
        assert archive.read(archive.files[0], 1000) is None


@pytest.mark.parametrize("cut", [30, 200, 400])
def test_a_damaged_archive_is_told_in_words(tmp_path: Path, cut: int) -> None:
    data = bytearray(packed(tmp_path / "e.zip", "claude").read_bytes())
    data[cut : cut + 40] = b"\xff" * 40
    (tmp_path / "broken.zip").write_bytes(bytes(data))

    with pytest.raises(ImportFailed, match="damaged"), Archive(tmp_path / "broken.zip") as archive:
        archive.read(archive.chats()[0], 10**6)


def test_an_archive_damaged_anywhere_is_read_as_far_as_it_goes_or_refused(tmp_path: Path) -> None:
    whole = packed(tmp_path / "e.zip", "chatgpt").read_bytes()
    dice = random.Random(11)
    broken = tmp_path / "broken.zip"
    refused = 0
    for round_ in range(250):
        data = bytearray(whole[: len(whole) if round_ % 5 else dice.randrange(len(whole))])
        for _ in range(dice.randrange(1, 6)):
            # Half of the damage hits the directory at the end, which says where and how large everything is.
            data[dice.randrange(len(data) // 2 if round_ % 2 else 0, len(data))] = dice.randrange(256)
        broken.write_bytes(bytes(data))
        try:
            found = list(ChatFiles(broken))
        except ImportFailed:
            refused += 1
        else:
            assert found

    assert refused > 50


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.zip")
    with pytest.raises(ImportFailed, match="no such file"), Archive(tmp_path / "pipe.zip"):
        pass


def test_a_missing_file_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(ImportFailed, match="cannot be read"), Archive(tmp_path / "gone.zip"):
        pass


def test_a_folder_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_FILES", 2)
    for number in range(4):
        (tmp_path / f"{number}.md").touch()

    with pytest.raises(ImportFailed, match="more than 2 files"), Archive(tmp_path):
        pass
