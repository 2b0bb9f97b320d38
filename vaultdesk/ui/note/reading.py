"""Reading: everything about a note that its reading view shows, worked out away from the window's thread."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from itertools import islice

from PySide6.QtGui import QImage

from vaultdesk.core.errors import IndexFailed, VaultError
from vaultdesk.index.search.backlinks import resolve_all_in_index
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.editor.attachments import AttachmentNames
from vaultdesk.ui.note.attachments import is_attachment
from vaultdesk.ui.note.editor import LONGEST_LINE
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import (
    RenderPlan,
    TextBlock,
    comparable_letters,
    note_target,
    plan_images,
    plan_link_targets,
)
from vaultdesk.ui.widgets.image_data import decode_image
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

SHOWN_LIMIT = 250_000
"""Characters of a note that are rendered. Of more, Qt lays out so much at a time that it is felt (QT 3); the editor has
all."""

SHOWN_LINES = 5_000
"""Lines of a note that are rendered: over a hundred pages. Each costs a paragraph or a row to lay out."""

PICTURE_BYTES = 20_000_000
"""Bytes of a picture file that are read."""

MOST_PICTURES = 60
"""Pictures of one note that are read."""


@dataclass(frozen=True)
class Reading:
    """One note, ready to be shown."""

    note: Note
    plan: RenderPlan
    words: int
    cut: bool
    """Whether the note is longer than what is shown."""


def read(path: NotePath, text: str) -> Reading:
    """Understand *text* and plan what is shown of it. Slow for long notes: call it in a thread."""
    note = parse_note(path, text)
    body = note.body
    shown = _beginning(body)
    cut = len(shown) < len(body)
    plan = plan_of(shown)
    if (
        plan
        and isinstance(plan[0], TextBlock)
        and plan[0].kind == "h1"
        and comparable_letters(plan[0].text) == comparable_letters(path.name)
    ):
        # The file's name already stands over the text.
        plan = plan[1:]
    return Reading(note, plan, len(body.split()), cut)


def _beginning(body: str) -> str:
    """The part of *body* that is shown: whole lines where there are any."""
    shown = body
    if len(body) > SHOWN_LIMIT:
        # A line end far before the limit is no place to cut: all of a very long line would be missing.
        shown = body[: body.rfind("\n", SHOWN_LIMIT - LONGEST_LINE, SHOWN_LIMIT) + 1 or SHOWN_LIMIT]
    if shown.count("\n") > SHOWN_LINES:
        shown = "".join(islice(StringIO(shown), SHOWN_LINES))
    return shown


def _names(plan: RenderPlan) -> list[str]:
    """What the links of *plan* name, without the parts of it."""
    return sorted({name for href in plan_link_targets(plan) if (name := note_target(href).partition("#")[0].strip())})


class Surroundings:
    """What a note's links and pictures lead to, asked once and then answered from memory."""

    def __init__(self, vault: Vault, searcher: Searcher, files: AttachmentNames | None = None) -> None:
        self._vault = vault
        self._searcher = searcher
        self._files = files or AttachmentNames(vault)
        self._notes: dict[str, str | None] = {}
        self._lost: set[str] = set()
        """Names of files that are no notes and not there."""
        self._seen_from: NotePath | None = None
        self._pictures: dict[str, QImage | None] = {}

    def resolves(self, target: str) -> bool:
        """Whether *target* leads to a note or another file; unknown ones are taken as good."""
        name = target.partition("#")[0].strip()
        return not name or (name not in self._lost and self._notes.get(name, "") is not None)

    def picture(self, target: str) -> QImage | None:
        """The picture, if it was read."""
        return self._pictures.get(target)

    async def learn_links(self, path: NotePath, plan: RenderPlan) -> bool:
        """Ask where all links of *plan* lead; True if an answer is new."""
        try:
            names = _names(plan)
            answers = await self._searcher.over_index(lambda hay, db: resolve_all_in_index(hay, db, names, path.text))
        except IndexFailed:
            return False  # the status line tells; until it works again all links are taken as good
        # Files that are no notes are looked for once the text is shown: that may be a walk over the vault.
        answers = {name: found for name, found in answers.items() if found is not None or not is_attachment(name)}
        if path != self._seen_from:
            self._seen_from, self._lost = path, set()
        changed = any(self._notes.get(name, "") != found for name, found in answers.items())
        self._notes = answers
        return changed

    async def learn_files(self, path: NotePath, plan: RenderPlan) -> bool:
        """Look for the files that links of *plan* lead to and the index does not know; True if an answer is new."""
        wanted = [name for name in _names(plan) if name not in self._notes and is_attachment(name)]
        lost = {name for name in wanted if await self._files.resolve(name, path.text) is None}
        changed = lost != self._lost
        self._lost = lost
        return changed

    async def learn_pictures(self, path: NotePath, plan: RenderPlan) -> bool:
        """Read the pictures *plan* wants; True if there is one."""
        wanted = sorted(plan_images(plan) - set(self._pictures))[:MOST_PICTURES]
        if not wanted:
            return False
        read = await asyncio.to_thread(self._read_all, path, wanted)
        self._pictures.update(read)
        return any(image is not None for image in read.values())

    def _read_all(self, source: NotePath, wanted: Iterable[str]) -> dict[str, QImage | None]:
        read = {target: self._read(self._places(source, target)) for target in wanted}
        missing = {target for target, image in read.items() if image is None and "/" not in target}
        if missing:
            # By their names alone, wherever they are: one walk for all of them, the shortest way first.
            with suppress(VaultError):
                found = [state.path.text for state in self._vault.files.walk_all() if state.path.file_name in missing]
                for path in sorted(found, key=lambda path: (path.count("/"), path), reverse=True):
                    name = path.rpartition("/")[2]
                    read[name] = self._read([path]) or read[name]
        return read

    def _read(self, places: Iterable[str]) -> QImage | None:
        for place in places:
            try:
                data = self._vault.files.read(NotePath.parse(place), PICTURE_BYTES).data
            except VaultError:
                continue
            return decode_image(data)
        return None

    def _places(self, source: NotePath, target: str) -> Iterable[str]:
        """Where a picture may be: as written, beside the note, in the vault's folder for attachments (OBSIDIAN E.5)."""
        beside = f"{source.parent_text}/" if source.parent_text else ""
        folder = self._vault.settings.attachment_folder
        below = f"{beside}{folder[2:]}/" if folder.startswith("./") and len(folder) > 2 else f"{folder.strip('/')}/"
        return (target, beside + target, below.lstrip("/").removeprefix("./") + target)
