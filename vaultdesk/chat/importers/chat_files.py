"""Chat files: every conversation in a file, a folder or an archive, one after the other, whatever program wrote it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from vaultdesk.chat.importers.archive import Archive, Packed
from vaultdesk.chat.importers.chatgpt_export import read_chatgpt
from vaultdesk.chat.importers.claude_export import read_claude
from vaultdesk.chat.importers.formats import FORMATS, NOTES, FormatName, export_format, note_format
from vaultdesk.chat.importers.imported import Imported, NoteFile
from vaultdesk.chat.importers.json_items import JsonItems
from vaultdesk.chat.importers.pictures import PictureLibrary
from vaultdesk.core.errors import ImportFailed

Wanted = FormatName | Literal["auto"]
"""Whose conversations are looked for; `auto` takes what is there."""

MAX_NOTE = 10_000_000
"""Bytes of one note that is read, as everywhere else."""
MAX_CHATS = 50_000
"""Conversations of one import; ten a day for thirteen years."""

NOTE_FORMATS = tuple(NOTES)
ENDINGS = (".md", ".markdown")
"""What notes' names end in."""


@dataclass(frozen=True, slots=True)
class Found:
    """One conversation, or why one could not be read."""

    format: FormatName | None
    source: str
    """The file it stands in, as the folder or archive calls it; for people."""
    imported: Imported | None = None
    problem: str = ""


class ChatFiles:
    """Iterate it: yields what is found below *path*, in a fixed order, and holds one conversation at a time.

    Raises `ImportFailed` where the path cannot be read or nothing in it is a chat that is wanted; what is broken in
    between is yielded as a problem.
    """

    def __init__(self, path: Path, wanted: Wanted = "auto") -> None:
        self._path = path
        self._wanted = wanted
        self.others = 0
        """Notes that are no chat of the wanted kind, so far."""

    def __iter__(self) -> Iterator[Found]:
        count = 0
        with Archive(self._path) as archive:
            for found in self._in_archive(archive):
                count += 1
                if count > MAX_CHATS:
                    problem = f"Only the first {MAX_CHATS:,} chats were read; choose a smaller part."
                    yield Found(None, self._path.name, problem=problem)
                    return
                yield found
        if not count:
            what = "chats that are known here" if self._wanted == "auto" else f"chats of {FORMATS[self._wanted]}"
            raise ImportFailed(
                f"{self._path.name} holds no {what}.",
                hint="Choose a folder of chat notes, or the archive of an export as it was downloaded.",
            )

    def _in_archive(self, archive: Archive) -> Iterator[Found]:
        if self._wanted not in NOTE_FORMATS:
            chats = archive.chats() or _alone(archive, ".json")
            library = PictureLibrary(archive) if chats else PictureLibrary()
            for file in chats:
                yield from self._in_list(archive, file, library)
        if self._wanted in NOTE_FORMATS or self._wanted == "auto":
            alone = _alone(archive, "")
            for file in archive.files:
                if file.base.lower().endswith((".md", ".markdown")) or (
                    alone and not file.base.lower().endswith(".json")
                ):
                    yield from self._in_note(archive, file)

    def _in_list(self, archive: Archive, file: Packed, library: PictureLibrary) -> Iterator[Found]:
        changed = _moment(file)
        try:
            with archive.open(file) as reader:
                for item in JsonItems(reader, file.base):
                    yield from self._in_item(item, file, library, changed)
        except ImportFailed as problem:
            yield Found(None, file.name, problem=str(problem))

    def _in_item(self, item: object, file: Packed, library: PictureLibrary, changed: datetime) -> Iterator[Found]:
        whose = export_format(item)
        if whose is None or self._wanted not in ("auto", whose):
            self.others += 1
            return
        try:
            read = read_chatgpt(item, library, changed) if whose == "chatgpt" else read_claude(item, changed)
            for imported in read:
                yield Found(whose, file.name, imported)
        except ImportFailed as problem:
            yield Found(whose, file.name, problem=str(problem))

    def _in_note(self, archive: Archive, file: Packed) -> Iterator[Found]:
        try:
            data = archive.read(file, MAX_NOTE)
        except ImportFailed as problem:
            yield Found(None, file.name, problem=str(problem))
            return
        if data is None:
            yield Found(None, file.name, problem=f"It is larger than {MAX_NOTE // 1_000_000} MB and was not read.")
            return
        text = _decoded(data)
        whose = note_format(text) if text is not None else None
        if whose is None or self._wanted not in ("auto", whose):
            self.others += 1
            return
        name = file.base.rpartition(".")[0] or file.base
        try:
            yield Found(whose, file.name, NOTES[whose].read(text or "", NoteFile(name, _moment(file))))
        except ImportFailed as problem:
            yield Found(whose, file.name, problem=str(problem))


def _alone(archive: Archive, ending: str) -> tuple[Packed, ...]:
    """Return the one file that was chosen by itself, where its name ends so."""
    named = len(archive.files) == 1 and archive.files[0].base.lower().endswith(ending)
    return archive.files if named else ()


def _decoded(data: bytes) -> str | None:
    """Return a note's text; None where it is none."""
    return None if b"\0" in data[:1000] else data.decode("utf-8-sig", "replace")


def _moment(file: Packed) -> datetime:
    return datetime.fromtimestamp(file.changed, UTC) if file.changed > 0 else datetime.now(UTC)
