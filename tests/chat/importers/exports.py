"""Export fixtures packed as archives, and read back as lines."""

import io
import json
import zipfile
from collections.abc import Iterable
from pathlib import Path

from tests.chat.importers.drawing import CHANGED, PIXEL, drawn_import, fixture
from vaultdesk.chat.importers.chatgpt_export import read_chatgpt
from vaultdesk.chat.importers.claude_export import read_claude
from vaultdesk.chat.importers.export_archive import ExportArchive, JsonItems, PictureLibrary
from vaultdesk.chat.importers.imported_chat import ImportedChat


def packed(file: Path, name: str) -> Path:
    """Pack the fixture *name* with a picture in a folder, as some exports do, beside entries that are no chats."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("export/conversations.json", fixture(f"{name}-conversations.json"))
        archive.writestr("export/file-AbCdEf123456-pump.png", PIXEL)
        archive.writestr("export/user.json", json.dumps({"email": "ann@example.org"}))
        archive.writestr("../../escape.md", "# not followed")
    return file


def chatgpt_drawn(archive: ExportArchive) -> str:
    return _drawn(
        imported
        for item in json.loads(fixture("chatgpt-conversations.json"))
        for imported in read_chatgpt(item, PictureLibrary(archive), CHANGED)
    )


def claude_drawn() -> str:
    return _drawn(
        imported for item in json.loads(fixture("claude-conversations.json")) for imported in read_claude(item, CHANGED)
    )


def chatgpt_text(text: str) -> None:
    for item in JsonItems(io.BytesIO(text.encode("utf-8", "replace")), "conversations.json"):
        list(read_chatgpt(item, PictureLibrary(), CHANGED))


def claude_text(text: str) -> None:
    for item in JsonItems(io.BytesIO(text.encode("utf-8", "replace")), "conversations.json"):
        list(read_claude(item, CHANGED))


def _drawn(read: Iterable[ImportedChat]) -> str:
    return "\n".join(drawn_import(imported) for imported in read)
