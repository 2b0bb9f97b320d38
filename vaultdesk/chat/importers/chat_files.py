"""Finds the conversations in a file, folder or archive and detects which program wrote them."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from vaultdesk.chat.conversation_note import chat_version
from vaultdesk.chat.importers.chatgpt_export import is_chatgpt, read_chatgpt
from vaultdesk.chat.importers.chatgpt_md_note import is_chatgpt_note, read_chatgpt_note
from vaultdesk.chat.importers.claude_export import is_claude, read_claude
from vaultdesk.chat.importers.copilot_note import is_copilot, read_copilot
from vaultdesk.chat.importers.export_archive import ArchiveFile, ExportArchive, JsonItems, PictureLibrary
from vaultdesk.chat.importers.gemini_scribe_note import is_gemini_scribe, read_gemini_scribe
from vaultdesk.chat.importers.imported_chat import ImportedChat, NoteFile
from vaultdesk.chat.importers.lenient_frontmatter import read_lenient_frontmatter
from vaultdesk.core.errors import ImportFailed
from vaultdesk.core.phrases import NO_PHRASE, Number, Phrase

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
"""Display name of each format."""


class ChatNoteReader(Struct, frozen=True):
    """How notes of one program are detected and read."""

    recognizes: Callable[[str], bool]
    read: Callable[[str, NoteFile], ImportedChat]


NOTE_READERS: Final[Mapping[NoteFormat, ChatNoteReader]] = {
    "gemini-scribe": ChatNoteReader(is_gemini_scribe, read_gemini_scribe),
    "chatgpt-md": ChatNoteReader(is_chatgpt_note, read_chatgpt_note),
    "copilot": ChatNoteReader(is_copilot, read_copilot),
}
"""In order of reliability of detection: Copilot's marks are words that any note may contain."""


def note_format(text: str) -> NoteFormat | None:
    """Return the format of the chat note *text*; None if it is not one, or in the program's own format."""
    if chat_version(read_lenient_frontmatter(text).properties) is not None:
        return None
    return next((name for name, reader in NOTE_READERS.items() if reader.recognizes(text)), None)


def export_format(item: object) -> ExportFormat | None:
    """Return the format of the export that *item* is an entry of; None if unknown."""
    if is_chatgpt(item):
        return "chatgpt"
    return "claude" if is_claude(item) else None


WantedFormat = FormatName | Literal["auto"]
"""The format to look for; `auto` accepts any."""

MAX_NOTE = 10_000_000
"""Maximum size of a note in bytes, as for all notes."""
MAX_CHATS = 50_000
"""Maximum number of conversations of one import; ten a day for thirteen years."""

NOTE_FORMATS = tuple(NOTE_READERS)


class FoundChat(Struct, frozen=True):
    """One conversation, or why it could not be read."""

    format: FormatName | None
    source: str
    """The file that contains it, as named in the folder or archive; for display."""
    chat: ImportedChat | None = None
    problem: Phrase = NO_PHRASE


class ChatFiles:
    """Iterable over the conversations below *path*, in a fixed order; holds one conversation at a time.

    Raises `ImportFailed` if the path cannot be read or has no conversation of the requested format; damaged ones in
    between are yielded as problems.
    """

    def __init__(self, path: Path, requested_format: WantedFormat = "auto") -> None:
        self._path = path
        self._requested_format = requested_format
        self.unrecognized = 0
        """Number of notes so far that are not a chat of the requested format."""

    def __iter__(self) -> Iterator[FoundChat]:
        count = 0
        with ExportArchive(self._path) as archive:
            for found in self._in_archive(archive):
                count += 1
                if count > MAX_CHATS:
                    problem = Phrase("Only the first {0} chats were read; choose a smaller part.", Number(MAX_CHATS))
                    yield FoundChat(None, self._path.name, problem=problem)
                    return
                yield found
        if not count:
            description = (
                "chats in a known format"
                if self._requested_format == "auto"
                else f"chats of {FORMATS[self._requested_format]}"
            )
            raise ImportFailed(
                Phrase("{0} contains no {1}.", self._path.name, description),
                hint=Phrase("Choose a folder of chat notes, or the archive of an export as it was downloaded."),
            )

    def _in_archive(self, archive: ExportArchive) -> Iterator[FoundChat]:
        if self._requested_format not in NOTE_FORMATS:
            chats = archive.chats() or _single_file(archive, ".json")
            library = PictureLibrary(archive) if chats else PictureLibrary()
            for file in chats:
                yield from self._in_list(archive, file, library)
        if self._requested_format in NOTE_FORMATS or self._requested_format == "auto":
            single_file = _single_file(archive, "")
            for file in archive.files:
                if file.base.lower().endswith((".md", ".markdown")) or (
                    single_file and not file.base.lower().endswith(".json")
                ):
                    yield from self._in_note(archive, file)

    def _in_list(self, archive: ExportArchive, file: ArchiveFile, library: PictureLibrary) -> Iterator[FoundChat]:
        changed = _modified_time(file)
        try:
            with archive.open(file) as reader:
                for item in JsonItems(reader, file.base):
                    yield from self._in_item(item, file, library, changed)
        except ImportFailed as error:
            yield FoundChat(None, file.name, problem=error.message)

    def _in_item(
        self, item: object, file: ArchiveFile, library: PictureLibrary, changed: datetime
    ) -> Iterator[FoundChat]:
        format_name = export_format(item)
        if format_name is None or self._requested_format not in ("auto", format_name):
            self.unrecognized += 1
            return
        try:
            chats = read_chatgpt(item, library, changed) if format_name == "chatgpt" else read_claude(item, changed)
            for imported in chats:
                yield FoundChat(format_name, file.name, imported)
        except ImportFailed as error:
            yield FoundChat(format_name, file.name, problem=error.message)

    def _in_note(self, archive: ExportArchive, file: ArchiveFile) -> Iterator[FoundChat]:
        try:
            data = archive.read(file, MAX_NOTE)
        except ImportFailed as error:
            yield FoundChat(None, file.name, problem=error.message)
            return
        if data is None:
            yield FoundChat(
                None, file.name, problem=Phrase("It is larger than {0} MB and was not read.", MAX_NOTE // 1000000)
            )
            return
        text = _decoded(data)
        format_name = note_format(text) if text is not None else None
        if format_name is None or self._requested_format not in ("auto", format_name):
            self.unrecognized += 1
            return
        name = file.base.rpartition(".")[0] or file.base
        try:
            yield FoundChat(
                format_name, file.name, NOTE_READERS[format_name].read(text or "", NoteFile(name, _modified_time(file)))
            )
        except ImportFailed as error:
            yield FoundChat(format_name, file.name, problem=error.message)


def _single_file(archive: ExportArchive, suffix: str) -> tuple[ArchiveFile, ...]:
    """Return the single file that was chosen, if its name has the suffix."""
    is_single = len(archive.files) == 1 and archive.files[0].base.lower().endswith(suffix)
    return archive.files if is_single else ()


def _decoded(data: bytes) -> str | None:
    """Return the text of a note; None if it is not text."""
    return None if b"\0" in data[:1000] else data.decode("utf-8-sig", "replace")


def _modified_time(file: ArchiveFile) -> datetime:
    return datetime.fromtimestamp(file.changed, UTC) if file.changed > 0 else datetime.now(UTC)
