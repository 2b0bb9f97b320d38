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

# Detecting the format of a note or an entry.


def test_each_format_has_a_display_name() -> None:
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
def test_the_format_of_a_note_is_detected_from_its_content(name: str, expected: str) -> None:
    assert note_format(fixture(f"{name}.md")) == expected


def test_an_ordinary_note_has_no_format() -> None:
    assert note_format("# Boiler\n\nSee [[Budget]].\n") is None


def test_a_vaultdesk_chat_is_not_imported_again() -> None:
    assert note_format("---\nvaultdesk-chat: 1\n---\n" + fixture("copilot-2023.md")) is None


def test_the_format_of_an_entry_is_detected_from_its_structure() -> None:
    assert [export_format(item) for item in ({"mapping": {}}, {"chat_messages": []}, {"id": 1}, None, [])] == [
        "chatgpt",
        "claude",
        None,
        None,
        None,
    ]


# Files, folders and archives of chats.


def description(found: FoundChat) -> str:
    title = found.chat.conversation.title if found.chat else found.problem
    return f"{found.format} {found.source}: {title}"


def write_notes(folder: Path) -> Path:
    for name in ("copilot-quick.md", "chatgpt-md.md", "gemini-scribe.md"):
        file = folder / "in" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(fixture(name), encoding="utf-8")
    (folder / "Plain.md").write_text("# Plain\n")
    (folder / "Latin.md").write_bytes(b"caf\xe9 \x00\x01")
    return folder


def test_the_formats_of_notes_in_a_folder_are_detected_from_their_content(tmp_path: Path) -> None:
    files = ChatFiles(write_notes(tmp_path))

    assert [description(found) for found in files] == [
        "chatgpt-md in/chatgpt-md.md: chatgpt-md",
        'copilot in/copilot-quick.md: Which pump: "Nordwind" or not',
        "gemini-scribe in/gemini-scribe.md: The garden in spring",
    ]
    assert files.unrecognized == 2


def test_a_given_format_reads_only_its_own_chats(tmp_path: Path) -> None:
    assert [found.source for found in ChatFiles(write_notes(tmp_path), "copilot")] == ["in/copilot-quick.md"]
    with pytest.raises(ImportFailed, match="no chats of Claude export"):
        list(ChatFiles(tmp_path, "claude"))


@pytest.mark.parametrize("name", ["chatgpt", "claude"])
def test_an_archive_its_folder_and_the_plain_list_give_the_same_conversations(tmp_path: Path, name: str) -> None:
    archive = packed(tmp_path / "e.zip", name)
    zipfile.ZipFile(archive).extract("export/conversations.json", tmp_path / "out")
    zipfile.ZipFile(archive).extract("export/file-AbCdEf123456-pump.png", tmp_path / "out")
    bare = tmp_path / "some list.json"
    bare.write_text(fixture("claude-conversations.json"))
    conversations = [
        [drawn(found.chat.conversation) for found in ChatFiles(path) if found.chat]
        for path in (archive, tmp_path / "out", bare)
    ]

    assert conversations[0] == conversations[1]
    assert conversations[2] == conversations[0] or name == "chatgpt"
    assert len(conversations[0]) == 3


def test_a_damaged_file_is_reported_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "conversations.json").write_text(fixture("claude-conversations.json")[:-40])
    (tmp_path / "Chat.md").write_text(fixture("copilot-2023.md"))
    descriptions = [description(found) for found in ChatFiles(tmp_path)]

    assert descriptions[0] == "claude conversations.json: Bread"
    assert "cannot be read completely: it is incomplete" in descriptions[2]
    assert descriptions[3] == "copilot Chat.md: Chat"


def test_exceeding_the_maximum_number_of_chats_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_files, "MAX_CHATS", 1)

    assert "Only the first 1 chats" in list(ChatFiles(write_notes(tmp_path)))[-1].problem


def test_a_note_over_the_size_limit_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_files, "MAX_NOTE", 50)

    assert all(
        "larger than" in found.problem for found in ChatFiles(write_notes(tmp_path)) if found.source.startswith("in/")
    )
