"""Reading tools: `read_note`, a note or a part of it, and `file_read`, whole notes chosen by the user."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from msgspec import Struct
from pydantic import Field, JsonValue

from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import NoteNotFound, OutsideVault, VaultError
from vaultdesk.core.phrases import NO_PHRASE, Phrase, verbatim
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.index.note_table import created_of
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.name_resolver import note_name, resolve_note
from vaultdesk.tools.builtin.search_tools import SearchProvenance, excluded_warning, found_reason
from vaultdesk.tools.query.time_ranges import iso_time
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import (
    FULL_VISIBILITY,
    Effect,
    FileChoice,
    Parameters,
    Tool,
    ToolFailure,
    ToolOutput,
    Visibility,
)
from vaultdesk.vault.markdown.link_syntax import Link
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.markdown.sections import find_block, find_section
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.vault import Vault

MAX_SHOWN_SECTION = 120
"""Maximum number of characters of a section's name repeated in a refusal."""


class NotePart(Struct, frozen=True):
    """A contiguous part of a note's text."""

    text: str
    start: int
    """Start offset in the note's text."""
    heading: str
    """The heading above it, or at its start; empty above the first one."""
    first_line: int
    last_line: int
    is_whole: bool
    """Whether it is the whole note."""

    @property
    def end(self) -> int:
        """The end offset in the note's text."""
        return self.start + len(self.text)

    def contains(self, link: Link) -> bool:
        """Whether *link* is in this part; a link in the properties is in a part that begins at the note's start."""
        return self.start == 0 if link.in_properties else self.start <= link.start < self.end


def read_note_part(note: Note, part: str, with_properties: bool, offset: int) -> NotePart:
    """Return *part* of *note*: everything, a heading's section, or the block `^id`; from *offset* on.

    Raises `ToolFailure` if the note has no such part, or ends before *offset*.
    """
    start, end = (0 if with_properties else note.body_start), len(note.text)
    if part.strip():
        found = _find_heading(note.text, part.strip())
        if found is None:
            what = "block" if part.strip().startswith("^") else "heading"
            raise ToolFailure(
                "VALIDATION_FAILED", f"section: the note has no {what} “{sanitize_line(part, MAX_SHOWN_SECTION)}”"
            )
        start, end = found
    if offset and start + offset >= end:
        raise ToolFailure("VALIDATION_FAILED", f"offset: there are {end - start:,} characters, counted from 0")
    start += offset
    text = note.text[start:end]
    first = note.text.count("\n", 0, start) + 1
    above = [heading for heading in note.headings if heading.start <= start]
    return NotePart(
        text=text,
        start=start,
        heading=above[-1].text if above else "",
        first_line=first,
        last_line=first + text.rstrip("\n").count("\n"),
        is_whole=(start, end) == (0, len(note.text)),
    )


def tags_in(note: Note, part: NotePart) -> list[str]:
    """Return the note's tags; for a part of it, those written there."""
    if part.is_whole or not part.start:
        return [*note.tags]
    part_tags = {tag.casefold() for tag in scan(part.text).tags}
    return [tag for tag in note.tags if tag.casefold() in part_tags]


def _find_heading(text: str, heading: str) -> tuple[int, int] | None:
    find: Callable[[str, str], tuple[int, int] | None] = find_block if heading.startswith("^") else find_section
    return find(text, heading)


MAX_SHOWN_NAME = 60
"""Maximum number of characters of a note's name in a step line."""


class ReadNoteParameters(Parameters):
    """Parameters of `read_note`."""

    path: str = Field(
        min_length=1,
        max_length=1000,
        description="The note's path from the vault's root; .md may be left out. A name is enough if only one note "
        "has it.",
    )
    include_frontmatter: bool = Field(
        default=True, description="Whether to include the properties, at the beginning of the content."
    )
    section: str = Field(
        default="",
        max_length=500,
        description=(
            "Only this part: a heading as written (Tasks, or Plan#Tasks for the Tasks below Plan), or ^id for the "
            "block with this id."
        ),
    )
    offset: int = Field(default=0, ge=0, description="Characters to skip, to continue where a long note was cut.")


class ReadNote(Tool[ReadNoteParameters]):
    """Reads one note that the user ticked."""

    name: ClassVar[str] = "read_note"
    path_parameters: ClassVar[tuple[str, ...]] = ("path",)
    display_name: ClassVar[Phrase] = Phrase("Read a note")
    purpose: ClassVar[Phrase] = Phrase("reads a note and gives its text, properties, tags and links to the model.")
    description: ClassVar[str] = (
        "Read one note: its text, properties (frontmatter), tags, links and times. Give section to read only the part "
        "under a heading or one block of a long note. The user may be asked first, and may refuse. For several notes "
        "at once use file_read."
    )
    brief: ClassVar[str] = "Read one note, or one section of it."
    category: ClassVar[str] = "notes"
    effect: ClassVar[Effect] = "read"
    has_lines: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = ReadNoteParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"path": "Projects/Boiler.md"},
        {"path": "Boiler", "section": "Decisions", "include_frontmatter": False},
        {"path": "Daily/2026-11-20", "section": "^call"},
    )

    def __init__(self, vault: Vault, searcher: Searcher, provenance: SearchProvenance | None = None) -> None:
        self._vault = vault
        self._searcher = searcher
        self._provenance = provenance if provenance is not None else SearchProvenance()

    async def run(self, arguments: ReadNoteParameters, visibility: Visibility) -> ToolOutput:
        """Read the note, or the part of it."""
        path = await resolve_note(arguments.path, self._vault, visibility, self._searcher)
        read = await self._vault.read(path)
        # Hidden text is removed first, from the whole note, so that no part, tag or link comes from it.
        note = parse_note(path, visibility.redact(path.text, read.text))
        part = read_note_part(note, arguments.section, arguments.include_frontmatter, arguments.offset)
        data: dict[str, JsonValue] = {"path": path.text, "filename": path.file_name, "content": part.text}
        if arguments.include_frontmatter:
            data["frontmatter"] = dict(note.properties)
            if note.property_problem:
                data["frontmatter_problem"] = note.property_problem
        tags: list[JsonValue] = [f"#{tag}" for tag in tags_in(note, part)]
        data |= {"tags": tags, "links": _links(note, part), **await self._times(path, read, note), "size": read.size}
        source = Source(
            path=path.text, heading=part.heading, characters=len(part.text), first_line=part.first_line,
            last_line=part.last_line,
        )  # fmt: skip
        # Reading all of a note counts as having read that version of it; reading a part does not.
        digests = {path.text: read.digest} if part.is_whole else {}
        return ToolOutput(data, (source,), (path.text,), digests)

    async def files(self, arguments: ReadNoteParameters) -> Sequence[FileChoice]:
        """Return the note, in the spelling on disk, with its current state; a missing one as named by the model."""
        try:
            path = await resolve_note(arguments.path, self._vault, FULL_VISIBILITY, self._searcher)
        except (ToolFailure, OutsideVault) as error:
            # A wrong name is reported when the tool runs.
            is_ambiguous = isinstance(error, ToolFailure) and error.code == "AMBIGUOUS_NOTE"
            return (FileChoice(arguments.path, None, found_reason(None, MAX_SHOWN_NAME), is_ambiguous=is_ambiguous),)
        query = self._provenance.query_for(path.text)
        reason = found_reason(query, MAX_SHOWN_NAME)
        excluded = self._vault.settings.excluded.matches(path)
        warning = excluded_warning(path.text) if excluded else NO_PHRASE
        try:
            read = await self._vault.read(path)
        except VaultError as error:
            return (FileChoice(path.text, None, reason, "", not excluded, warning or error.message),)
        tokens = text_tokens(read.text)
        choice = FileChoice(path.text, read.size, reason, read.digest, not excluded, warning, counted_tokens=tokens)
        return (choice,)

    async def check(self, arguments: ReadNoteParameters) -> None:
        """Fail for a heading or block that the note does not have, and for an offset beyond its end."""
        if arguments.section or arguments.offset:
            path = await resolve_note(arguments.path, self._vault, FULL_VISIBILITY, self._searcher)
            note = parse_note(path, (await self._vault.read(path)).text)
            read_note_part(note, arguments.section, arguments.include_frontmatter, arguments.offset)

    def with_files(self, arguments: ReadNoteParameters, paths: Sequence[str]) -> ReadNoteParameters:
        """Return the arguments for the one ticked file, by its path."""
        return arguments.model_copy(update={"path": paths[0]}) if paths else arguments

    def summary(self, arguments: ReadNoteParameters) -> str:
        """Return the note's name, and the part that is read."""
        name = note_name(arguments.path)
        return f"{name}, {sanitize_line(arguments.section, MAX_SHOWN_NAME)}" if arguments.section else name

    def action(self, arguments: ReadNoteParameters) -> Phrase:
        return (
            Phrase("Read “{0}” of", sanitize_line(arguments.section, MAX_SHOWN_NAME))
            if arguments.section
            else Phrase("Read")
        )

    async def preview(self, arguments: ReadNoteParameters, path: str) -> str:
        """Return the text that would be read, preceded by the properties that are returned with a part."""
        found = NotePath.parse(path)
        note = parse_note(found, (await self._vault.read(found)).text)
        part = read_note_part(note, arguments.section, arguments.include_frontmatter, arguments.offset)
        head = note.text[: note.body_start] if arguments.include_frontmatter else ""
        return part.text if part.text.startswith(head) else f"{head}\n{part.text}"

    async def _times(self, path: NotePath, read: NoteText, note: Note) -> dict[str, JsonValue]:
        known = await self._searcher.facts(path.text)
        created_ns = known.created_ns if known is not None else read.modified_ns
        if known is None or known.digest != read.digest:
            # Its properties may be newer than the index; they determine the creation time if the file system has no
            # birth time.
            created_ns = created_of(0, min(created_ns, read.modified_ns), note.properties)
        return {"created": iso_time(created_ns), "modified": iso_time(read.modified_ns)}


def _links(note: Note, part: NotePart) -> JsonValue:
    links = [link for link in note.links if part.contains(link)]
    internal = dict.fromkeys(
        f"{link.target}#{link.subpath}" if link.subpath else link.target for link in links if not link.external
    )
    external = dict.fromkeys(link.target for link in links if link.external)
    return {"internal": [*internal], "external": [*external]}


MAX_FILES = 300
"""Maximum number of files in one call: all of them are listed, and more could not be reviewed one by one."""


class FileReadParameters(Parameters):
    """Parameters of `file_read`."""

    file_paths: tuple[str, ...] = Field(
        min_length=1,
        max_length=MAX_FILES,
        description="The paths of the notes to read, from the vault's root, as a search or a list returned them.",
    )


class _NamedFile(NamedTuple):
    path: str
    """In the spelling on disk, if the file exists."""
    text: NoteText | None
    problem: str = ""
    """The message if it cannot be read (vaultdesk/tools/README.md, "Results")."""


class FileRead(Tool[FileReadParameters]):
    """Reads whole files that the user ticked."""

    name: ClassVar[str] = "file_read"
    path_parameters: ClassVar[tuple[str, ...]] = ("file_paths",)
    display_name: ClassVar[Phrase] = Phrase("Read notes")
    purpose: ClassVar[Phrase] = Phrase("reads several notes and gives their text to the model.")
    description: ClassVar[str] = (
        "Read the whole text of notes in the vault. The user may be asked which of them to share, and may leave some "
        "out. Use the paths that a search or a list returned. A file that is missing or unreadable is reported "
        "in its place."
    )
    brief: ClassVar[str] = "Read the whole text of several notes."
    category: ClassVar[str] = "notes"
    effect: ClassVar[Effect] = "read"
    has_lines: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = FileReadParameters

    def __init__(self, vault: Vault, provenance: SearchProvenance | None = None) -> None:
        self._vault = vault
        self._provenance = provenance if provenance is not None else SearchProvenance()

    async def run(self, arguments: FileReadParameters, visibility: Visibility) -> ToolOutput:
        """Read each file; a problem with one is reported at its position and does not affect the others."""
        data: list[JsonValue] = []
        sources: list[Source] = []
        digests: dict[str, str] = {}
        for text in dict.fromkeys(arguments.file_paths):
            path, note, problem = await self._read(text)
            if not visibility.sees(path):
                # With the same message as for a missing file.
                note, problem = None, f"{FILE_NOT_FOUND}: {text}"
            if note is None:
                data.append({"path": text, "content": problem, "size": 0})
                continue
            content = visibility.redact(path, note.text)
            data.append({"path": path, "content": content, "size": note.size})
            sources.append(Source(path=path, characters=len(content)))
            digests[path] = note.digest
        return ToolOutput(data, tuple(sources), tuple(digests), digests)

    async def files(self, arguments: FileReadParameters) -> Sequence[FileChoice]:
        """Return each named file once, in the spelling on disk, with its current state."""
        choices: dict[str, FileChoice] = {}
        for text in dict.fromkeys(arguments.file_paths):
            path, note, problem = await self._read(text)
            query = self._provenance.query_for(path)
            reason = found_reason(query, 60)
            missing = problem.startswith(FILE_NOT_FOUND)
            excluded = note is not None and self._vault.settings.excluded.matches(NotePath.parse(path))
            warning = NO_PHRASE if note is not None or missing else verbatim(problem)
            if excluded:
                warning = excluded_warning(path)
            size = note.size if note is not None else None
            digest = note.digest if note is not None else ""
            tokens = text_tokens(note.text) if note is not None else None
            choices.setdefault(
                path, FileChoice(path, size, reason, digest, not excluded, warning, counted_tokens=tokens)
            )
        return tuple(choices.values())

    def with_files(self, arguments: FileReadParameters, paths: Sequence[str]) -> FileReadParameters:
        return FileReadParameters(file_paths=tuple(paths))

    def summary(self, arguments: FileReadParameters) -> Phrase | str:
        """Return the note's name, or the first one and the number of others."""
        names = list(map(note_name, arguments.file_paths))
        return names[0] if len(names) == 1 else Phrase("{0} and {1} more", names[0], len(names) - 1)

    def action(self, arguments: FileReadParameters) -> Phrase:
        return Phrase("Read")

    async def preview(self, arguments: FileReadParameters, path: str) -> str:
        """Return the text of one named file."""
        return (await self._vault.read(NotePath.parse(path))).text

    async def _read(self, text: str) -> _NamedFile:
        """Read the file named *text* in a call."""
        path = text
        try:
            named = NotePath.parse(text)
            found = await self._vault.find(named)
            path = (found or named).text
            return _NamedFile(path, await self._vault.read(found or named))
        except (OutsideVault, NoteNotFound):
            # One message for both, so that files outside the vault cannot be distinguished from missing ones.
            return _NamedFile(path, None, f"{FILE_NOT_FOUND}: {text}")
        except VaultError as error:
            return _NamedFile(path, None, f"Error reading file: {error}")


FILE_NOT_FOUND = "File not found"
"""Message to the model for a missing file (vaultdesk/tools/README.md, "Results")."""
