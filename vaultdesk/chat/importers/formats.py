"""Formats: which programs' conversations can be brought along, and which of them a text or a list comes from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from vaultdesk.chat.importers.chatgpt_export import is_chatgpt
from vaultdesk.chat.importers.chatgpt_note import is_chatgpt_note, read_chatgpt_note
from vaultdesk.chat.importers.claude_export import is_claude
from vaultdesk.chat.importers.copilot import is_copilot, read_copilot
from vaultdesk.chat.importers.gemini_scribe import is_gemini_scribe, read_gemini_scribe
from vaultdesk.chat.importers.imported import Imported, NoteFile
from vaultdesk.chat.importers.note_head import read_head
from vaultdesk.chat.note_format.head import version_of

NoteFormat = Literal["chatgpt-md", "copilot", "gemini-scribe"]
ExportFormat = Literal["chatgpt", "claude"]
FormatName = Literal["chatgpt-md", "copilot", "gemini-scribe", "chatgpt", "claude"]

FORMATS: Final[Mapping[FormatName, str]] = {
    "chatgpt-md": "ChatGPT MD",
    "copilot": "Obsidian Copilot",
    "gemini-scribe": "Gemini Scribe",
    "chatgpt": "ChatGPT export",
    "claude": "Claude export",
}
"""What people call each."""


@dataclass(frozen=True, slots=True)
class NoteReader:
    """How notes of one program are told and read."""

    recognises: Callable[[str], bool]
    read: Callable[[str, NoteFile], Imported]


NOTES: Final[Mapping[NoteFormat, NoteReader]] = {
    "gemini-scribe": NoteReader(is_gemini_scribe, read_gemini_scribe),
    "chatgpt-md": NoteReader(is_chatgpt_note, read_chatgpt_note),
    "copilot": NoteReader(is_copilot, read_copilot),
}
"""In the order of how surely their marks tell them: Copilot's are words that any note may hold."""


def note_format(text: str) -> NoteFormat | None:
    """Return whose chat note *text* is; None where it is none, or one of ours already."""
    if version_of(read_head(text).properties) is not None:
        return None
    return next((name for name, reader in NOTES.items() if reader.recognises(text)), None)


def export_format(item: object) -> ExportFormat | None:
    """Return whose export *item* is an entry of; None where it is none."""
    if is_chatgpt(item):
        return "chatgpt"
    return "claude" if is_claude(item) else None
