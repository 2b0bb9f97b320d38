"""Tests of chat/importers/chat_files.py."""

import zipfile
from pathlib import Path
from typing import get_args

import pytest

from tests.chat.importers.drawing import drawn, fixture
from tests.chat.importers.exports import packed
from vaultdesk.chat.importers import chat_files
from vaultdesk.chat.importers.chat_files import FORMATS, ChatFiles, FormatName, FoundChat, export_format, note_format
from vaultdesk.core.errors import ImportFailed

# Which program a note or an entry comes from.


def test_each_format_has_a_name_for_people() -> None:
    assert tuple(FORMATS) == get_args(FormatName)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("copilot-quick", "copilot"),
        ("copilot-2023", "copilot"),
        ("copilot-agent", "copilot"),
        ("chatgpt-md", "chatgpt-md"),
        ("gemini-scribe", "gemini-scribe"),
    ],
)
def test_a_note_is_told_by_what_stands_in_it(name: str, expected: str) -> None:
    assert note_format(fixture(f"{name}.md")) == expected


def test_an_ordinary_note_is_nobodys() -> None:
    assert note_format("# Boiler\n\nSee [[Budget]].\n") is None


def test_a_chat_of_ours_is_not_brought_in_again() -> None:
    assert note_format("---\nvaultdesk-chat: 1\n---\n" + fixture("copilot-2023.md")) is None


def test_an_entry_is_told_by_its_shape() -> None:
    assert [export_format(item) for item in ({"mapping": {}}, {"chat_messages": []}, {"id": 1}, None, [])] == [
        "chatgpt",
        "claude",
        None,
        None,
        None,
    ]


# Files, folders and archives full of chats.


def told(found: FoundChat) -> str:
    title = found.chat.conversation.title if found.chat else found.problem
    return f"{found.format} {found.source}: {title}"


def notes(folder: Path) -> Path:
    for name in ("copilot-quick.md", "chatgpt-md.md", "gemini-scribe.md"):
        file = folder / "in" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(fixture(name), encoding="utf-8")
    (folder / "Plain.md").write_text("# Plain\n")
    (folder / "Latin.md").write_bytes(b"caf\xe9 \x00\x01")
    return folder


def test_a_folder_of_notes_is_read_by_what_stands_in_them(tmp_path: Path) -> None:
    files = ChatFiles(notes(tmp_path))

    assert [told(found) for found in files] == [
        "chatgpt-md in/chatgpt-md.md: chatgpt-md",
        'copilot in/copilot-quick.md: Which pump: "Nordwind" or not',
        "gemini-scribe in/gemini-scribe.md: The garden in spring",
    ]
    assert files.unrecognized == 2


def test_a_format_that_is_named_takes_only_its_own(tmp_path: Path) -> None:
    assert [found.source for found in ChatFiles(notes(tmp_path), "copilot")] == ["in/copilot-quick.md"]
    with pytest.raises(ImportFailed, match="no chats of Claude export"):
        list(ChatFiles(tmp_path, "claude"))


@pytest.mark.parametrize("name", ["chatgpt", "claude"])
def test_an_archive_a_folder_and_the_bare_list_give_the_same(tmp_path: Path, name: str) -> None:
    archive = packed(tmp_path / "e.zip", name)
    zipfile.ZipFile(archive).extract("export/conversations.json", tmp_path / "out")
    zipfile.ZipFile(archive).extract("export/file-AbCdEf123456-pump.png", tmp_path / "out")
    bare = tmp_path / "some list.json"
    bare.write_text(fixture("claude-conversations.json"))
    read = [
        [drawn(found.chat.conversation) for found in ChatFiles(path) if found.chat]
        for path in (archive, tmp_path / "out", bare)
    ]

    assert read[0] == read[1]
    assert read[2] == read[0] or name == "chatgpt"
    assert len(read[0]) == 3


def test_a_broken_file_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "conversations.json").write_text(fixture("claude-conversations.json")[:-40])
    (tmp_path / "Chat.md").write_text(fixture("copilot-2023.md"))
    found = [told(one) for one in ChatFiles(tmp_path)]

    assert found[0] == "claude conversations.json: Bread"
    assert "cannot be read completely: it is incomplete" in found[2]
    assert found[3] == "copilot Chat.md: Chat"


def test_too_many_chats_are_stopped_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_files, "MAX_CHATS", 1)

    assert "Only the first 1 chats" in list(ChatFiles(notes(tmp_path)))[-1].problem


def test_a_note_that_is_too_large_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_files, "MAX_NOTE", 50)

    assert all("larger than" in found.problem for found in ChatFiles(notes(tmp_path)) if found.source.startswith("in/"))
