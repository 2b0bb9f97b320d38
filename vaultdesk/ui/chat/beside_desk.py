"""Beside desk: lays things beside the question: finds out their sizes, reads what is dropped, offers what is open.

Each size is asked for when a thing is new there, and all again when notes changed; a slow answer about a chip that is
gone by then says nothing.
"""

import asyncio
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QMimeData, QObject, QTimer
from PySide6.QtGui import QImage

from vaultdesk.agent.context.context_attacher import ContextSize
from vaultdesk.chat.messages import ContextItem, ImagePart
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.composer import Composer
from vaultdesk.ui.chat.laid_beside import files_in, picture_in, picture_part, things_in

MOST_FILES = 20
"""Files taken of one drop: more at once is a slip."""


REST = 700
"""Milliseconds without a change of notes before sizes are asked for anew: a scan tells of thousands."""


class ContextSource(Protocol):
    """Looks up what lies beside a question."""

    async def size(self, item: ContextItem) -> ContextSize:
        """Return how much *item* comes to now. Raises `VaultDeskError`."""
        ...

    async def dropped(self, file: Path) -> ContextItem | ImagePart:
        """Read a file of this computer. Raises `VaultDeskError` where it cannot be used, in words for people."""
        ...


class BesideDesk(QObject):
    """Joins the composer's chips and whoever can look things up."""

    def __init__(self, composer: Composer, contexts: ContextSource) -> None:
        super().__init__(composer)
        self._composer = composer
        self._contexts = contexts
        self._at_hand: tuple[ContextItem, ...] = ()
        self._sees: bool | None = None
        self._keys = ""
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(self._measure_all)
        composer.tray.added.connect(self._measure)
        composer.tray.changed.connect(self._tell_pictures)
        composer.laid_beside.connect(self._lay)

    @property
    def at_hand(self) -> tuple[ContextItem, ...]:
        """The open note, and what is selected in it."""
        return self._at_hand

    def set_at_hand(self, note: str, selected: str = "", keys: str = "", heading: str = "") -> None:
        """Offer the open note and what is selected in it; by *keys* too. Nothing where *note* is empty.

        *heading* is what the selection stands under; empty above the first one.
        """
        place = f"{note}#{heading}" if heading else note
        items = [ContextItem(kind="selection", target=place, text=selected)] if note and selected.strip() else []
        items += [ContextItem(kind="active", target=note)] if note else []
        self._at_hand, self._keys = tuple(items), keys
        self._composer.tray.set_offered(self._at_hand, keys)

    def set_sees(self, sees: bool | None) -> None:
        """Say whether whoever is asked sees pictures; None where nobody knows."""
        self._sees = sees
        self._tell_pictures()

    def measure_again(self) -> None:
        """Ask for all sizes anew when what changes notes rests."""
        self._rest.start()

    def _measure_all(self) -> None:
        for item in self._composer.tray.items:
            self._measure(item)

    def _measure(self, item: ContextItem) -> None:
        bridge.start(self._size_of(item), owner=self)

    async def _size_of(self, item: ContextItem) -> None:
        try:
            size = await self._contexts.size(item)
        except VaultDeskError as problem:
            self._composer.tray.show_problem(item, str(problem))
        else:
            self._composer.tray.show_size(item, size)

    def _tell_pictures(self) -> None:
        blind = self.tr("The model that is asked cannot see pictures.") if self._sees is False else ""
        for image in self._composer.tray.images:
            self._composer.tray.show_problem(image, blind)

    def _lay(self, data: QMimeData) -> None:
        # Taken out of it now: what is dropped is gone when the drop is over.
        things, files, picture = things_in(data), files_in(data), picture_in(data)
        if len(things) + len(files) > MOST_FILES:
            words = self.tr("Those are {0} files. Drop at most {1}.")
            self._composer.refused.emit(words.format(len(things) + len(files), MOST_FILES))
            return
        for thing in things:
            self._composer.tray.add(thing)
        if files:
            bridge.start(self._lay_files(files), owner=self)
        elif picture is not None and not things:
            bridge.start(self._lay_picture(picture), owner=self)

    async def _lay_files(self, files: tuple[Path, ...]) -> None:
        refused: list[str] = []
        for file in files:
            try:
                self._composer.tray.add(await self._contexts.dropped(file))
            except VaultDeskError as problem:
                refused.append(str(problem))
        if refused:
            self._composer.refused.emit("\n".join(refused))

    async def _lay_picture(self, picture: QImage) -> None:
        taken = len(self._composer.tray.images)
        name = self.tr("Pasted picture {0}").format(taken + 1) if taken else self.tr("Pasted picture")
        self._composer.tray.add(await asyncio.to_thread(picture_part, picture, name))
