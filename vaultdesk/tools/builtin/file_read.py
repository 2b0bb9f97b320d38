"""The tool `file_read`: whole notes chosen by the user."""

from collections.abc import Sequence
from typing import ClassVar

from pydantic import Field, JsonValue

from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import NoteNotFound, OutsideVault, VaultError
from vaultdesk.core.phrases import NO_PHRASE, Phrase, verbatim
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.tools.builtin.search_tools import SearchProvenance, excluded_warning, found_reason
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import Effect, FileChoice, Parameters, Tool, ToolOutput, Visibility
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.vault import Vault

MAX_FILES = 300
"""Maximum number of files in one call: all of them are listed, and more could not be reviewed one by one."""


class FileReadParameters(Parameters):
    """Parameters of `file_read`."""

    file_paths: tuple[str, ...] = Field(
        min_length=1,
        max_length=MAX_FILES,
        description="The paths of the notes to read, from the vault's root, as vault_search returns them.",
    )


class FileRead(Tool[FileReadParameters]):
    """Reads whole files that the user ticked."""

    name: ClassVar[str] = "file_read"
    path_parameters: ClassVar[tuple[str, ...]] = ("file_paths",)
    display_name: ClassVar[Phrase] = Phrase("Read notes")
    purpose: ClassVar[Phrase] = Phrase("opens the listed notes and gives their text to the model.")
    description: ClassVar[str] = (
        "Read the whole text of notes in the vault. The user is asked which of them to share and may leave some out. "
        "Use the paths that vault_search returned. A file that is missing or unreadable is reported in its place."
    )
    brief: ClassVar[str] = "Read several notes whole."
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
        names = [sanitize_line(text.rpartition("/")[2].removesuffix(".md"), 60) for text in arguments.file_paths]
        return names[0] if len(names) == 1 else Phrase("{0} and {1} more", names[0], len(names) - 1)

    def action(self, arguments: FileReadParameters) -> Phrase:
        return Phrase("Read")

    async def preview(self, arguments: FileReadParameters, path: str) -> str:
        """Return the text of one named file."""
        return (await self._vault.read(NotePath.parse(path))).text

    async def _read(self, text: str) -> tuple[str, NoteText | None, str]:
        """Return the file's path in the spelling on disk and its text, or the fixed message for the problem
        (vaultdesk/tools/README.md, "Results").
        """
        path = text
        try:
            named = NotePath.parse(text)
            found = await self._vault.find(named)
            path = (found or named).text
            return path, await self._vault.read(found or named), ""
        except (OutsideVault, NoteNotFound):
            # One message for both, so that files outside the vault cannot be told apart from missing ones.
            return path, None, f"{FILE_NOT_FOUND}: {text}"
        except VaultError as trouble:
            return path, None, f"Error reading file: {trouble}"


FILE_NOT_FOUND = "File not found"
"""Message to the model for a missing file (vaultdesk/tools/README.md, "Results")."""
