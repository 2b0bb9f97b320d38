"""Context reader: what one thing laid beside a question says: a note or a part of it, a folder, a selection, a file.

Reads by the person's act. What is private is left to the gate, which knows it by its source; of a folder's notes those
that are closed to the model's host are not read at all. Comments are taken out of whole notes, as tools do it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from vaultdesk.agent.context_many import ContextMany
from vaultdesk.agent.context_piece import Piece
from vaultdesk.agent.context_places import ContextPlaces
from vaultdesk.agent.file_text import PDF_BYTES, as_picture, text_of
from vaultdesk.chat.messages import ContextItem, Source
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import UsageError, VaultDeskError, VaultError
from vaultdesk.index.indexing.canvas_text import canvas_text
from vaultdesk.providers.http_connection import in_thread
from vaultdesk.tools.builtin.read_note import read_note_part
from vaultdesk.tools.runtime.policy import NotePrivacy
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.vault import Vault

NAME_SHOWN = 120
"""Characters of a link that a sentence repeats."""

_PAGE = re.compile(r"page=([1-9][0-9]{0,5})(?!\d)")
"""The page of a PDF that a link names (OBSIDIAN E.1)."""

_UNUSUAL = re.compile(r"[^\w .()+,&@=-]")


@dataclass(frozen=True, slots=True)
class Asking:
    """For whom something is looked up."""

    question: str
    """What is asked: the notes of a folder that fit it best come first."""
    destination: Destination
    """Where it will go."""
    active: str = ""
    """The note that is open."""


class ContextReader:
    """Reads what lies beside questions, from one vault."""

    def __init__(self, vault: Vault, places: ContextPlaces, many: ContextMany, privacy: NotePrivacy) -> None:
        self._vault = vault
        self._places = places
        self._many = many
        self._privacy = privacy

    async def read(self, item: ContextItem, asking: Asking) -> Sequence[Piece]:
        """Return what *item* says now. Raises nothing for the world's doing: what cannot be read is a problem."""
        try:
            match item.kind:
                case "note" | "active":
                    return (await self._linked(item.target, asking),) if item.target else ()
                case "folder" | "tag":
                    return await self._several(item, asking)
                case "selection":
                    return (await self._selection(item),)
                case "file" | "web":
                    return (await self._file(item, asking),)
        except VaultDeskError as trouble:
            return (Piece(name=item.target, problem=str(trouble)),)

    async def _linked(self, target: str, asking: Asking) -> Piece:
        linkpath, _, part = target.partition("#")
        path = await self._places.find(linkpath.strip(), asking.active) if linkpath.strip() else None
        if path is None:
            shown = sanitize_line(target, NAME_SHOWN)
            return Piece(name=target, part=part, problem=f"There is no note or file “{shown}” in the vault.")
        try:
            if path.is_note:
                return await self.note(path, part.strip(), asking.destination)
            return await self._vault_file(path, part.strip())
        except (VaultError, UsageError) as trouble:
            return Piece(name=target, path=path.text, part=part, problem=str(trouble))

    async def note(self, path: NotePath, part: str, destination: Destination) -> Piece:
        """Return the note at *path*, or its *part*: a heading, or `^id`. Raises `VaultError`."""
        read = await self._vault.read(path)

        def cut() -> Piece:
            # What is kept back is taken out first, of the whole note: no part is ever taken from it.
            note = parse_note(path, self._privacy.shown(path.text, read.text, destination))
            try:
                found = read_note_part(note, part, True, 0)
            except ToolFailure:
                what = "block" if part.startswith("^") else "heading"
                told = (
                    f"The note “{sanitize_line(path.name, NAME_SHOWN)}” has no {what} "
                    f"“{sanitize_line(part, NAME_SHOWN)}”."
                )
                return Piece(name=f"{path.text}#{part}", path=path.text, part=part, problem=told)
            return Piece(
                text=found.text.rstrip("\n"),
                path=path.text,
                name=path.text,
                part=part,
                heading=found.heading,
                first_line=found.first_line,
                last_line=found.last_line,
            )

        return await in_thread(cut)

    async def _several(self, item: ContextItem, asking: Asking) -> Sequence[Piece]:
        name = f"#{item.target}" if item.kind == "tag" else item.target or "/"
        chosen = await self._many.choose(item.kind == "tag", item.target, asking.question, asking.destination)
        pieces: list[Piece] = []
        for path in chosen.paths:
            try:
                pieces.append(await self.note(NotePath.parse(path), "", asking.destination))
            except VaultDeskError as trouble:
                pieces.append(Piece(name=path, problem=str(trouble)))
        told, remark = chosen.told(name), chosen.remark(name)
        return (*pieces, Piece(name=name, kind="list", problem=told, remark=remark)) if told or remark else pieces

    async def _selection(self, item: ContextItem) -> Piece:
        path = await self._places.find(item.target.partition("#")[0]) if item.target else None
        whose = path.text if path is not None else _unplaced(item.target or "selection")
        return Piece(text=item.text, path=whose, kind="selection", name=path.text if path else item.target or "text")

    async def _file(self, item: ContextItem, asking: Asking) -> Piece:
        kind = "page" if item.kind == "web" else "file"
        if item.text:
            return Piece(text=item.text, path=_unplaced(item.target), kind=kind, name=item.target)
        if item.kind == "web":
            return Piece(
                name=item.target, problem=f"The page {sanitize_line(item.target, NAME_SHOWN)} was not fetched."
            )
        return await self._linked(item.target, asking)

    async def _vault_file(self, path: NotePath, part: str) -> Piece:
        page = _PAGE.match(part)

        def read() -> Piece:
            data = self._vault.files.read(path, PDF_BYTES).data
            picture = as_picture(path.text, data)
            if picture is not None:
                shown = picture.model_copy(update={"sources": (Source(path=path.text, allowed="person"),)})
                return Piece(path=path.text, kind="file", name=path.text, picture=shown)
            text = text_of(path.file_name, data, int(page[1]) if page else 0)
            if path.suffix == ".canvas":
                made = canvas_text(text)
                if made.problem:
                    raise UsageError(f"“{sanitize_line(path.text, NAME_SHOWN)}” cannot be read", hint=made.problem)
                text = made.body
            return Piece(text=text, path=path.text, kind="file", name=path.text, part=page[0] if page else "")

        return await in_thread(read)


def _unplaced(name: str) -> str:
    """Return what stands in a source for text from outside the vault: a file's name that no note can have.

    A rule on the whole vault holds for it, and the ledger tells of it.
    """
    bare = _UNUSUAL.sub("_", name.rpartition("/")[2]).strip(" .")[:NAME_SHOWN].removesuffix(NOTE_SUFFIX)
    return f"{bare.strip(' .') or 'text'} (from outside)"
