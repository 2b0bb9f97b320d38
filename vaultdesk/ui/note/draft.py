"""Draft: the text of one open note between the disk and the editor. Decides nothing for the user; knows no Qt.

Each write names the digest of what was read last, so that a change by another program is never overwritten unseen.
"""

import asyncio
from collections.abc import Callable
from typing import Literal, TypeAlias

from vaultdesk.core.errors import NoteNotConfirmed, NoteNotFound
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.vault import Vault

Outside: TypeAlias = Literal["same", "taken over", "changed", "gone"]
"""What happened on disk: nothing new; a change that could be taken over; one that contradicts the draft; no file."""


class Draft:
    """The text as the user sees it, and the text on disk it began from."""

    def __init__(self, vault: Vault, path: NotePath, read: NoteText) -> None:
        self._vault = vault
        self._on_disk: str | None = read.digest
        self._saved = read.text
        self._turn = asyncio.Lock()
        self._text = read.text
        self._typed: Callable[[], str] | None = None
        self.path = path
        self.held = False
        """True while the disk contradicts the draft: nothing is written until the user decided."""

    @property
    def text(self) -> str:
        """The text as the user sees it."""
        if self._typed is not None:
            self._text, self._typed = self._typed(), None
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        """Let it be another one."""
        self._text, self._typed = text, None

    @property
    def base(self) -> str:
        """The text that was saved or read last: what the draft began from."""
        return self._saved

    def typed(self, text: Callable[[], str]) -> None:
        """Something was typed; *text* gives the new text, and is asked only when that is needed.

        A book is not copied at each key; whoever shows another text where it was typed asks for `text` before.
        """
        self._typed = text

    @property
    def dirty(self) -> bool:
        """Whether the text differs from what was saved or read last; what was typed since counts unseen."""
        return self._typed is not None or self._text != self._saved

    async def save(self) -> None:
        """Write the text if it is new. Raises what `Vault.write` raises; the text stays as it is."""
        async with self._turn:
            while (text := self.text) != self._saved and not self.held:
                try:
                    written = await self._vault.write(self.path, text, self._on_disk)
                except NoteNotConfirmed:
                    # It is written all the same (THREATS 0.12): only the promise is missing.
                    self._take((await self._vault.read(self.path)).digest, text)
                    raise
                self._take(written.digest, text)

    async def look(self) -> Outside:
        """Compare with the disk. A change is taken over where nothing is unsaved. Raises what reading raises."""
        async with self._turn:
            try:
                read = await self._vault.read(self.path)
            except NoteNotFound:
                self.held = True
                return "gone"
            if read.digest == self._on_disk or read.text == self.text:
                self._take(read.digest, read.text)
                self.held = False
                return "same"
            if self.dirty:
                self.held = True
                return "changed"
            self._take(read.digest, read.text)
            self.text = read.text
            self.held = False
            return "taken over"

    async def reload(self) -> None:
        """Throw the draft away for what is on disk. Raises what reading raises."""
        async with self._turn:
            read = await self._vault.read(self.path)
            self._take(read.digest, read.text)
            self.text = read.text
            self.held = False

    async def outside(self) -> NoteText:
        """Return what is on disk. Raises what reading raises."""
        return await self._vault.read(self.path)

    async def settle(self, text: str, theirs: NoteText) -> None:
        """Go on with *text*, in which *theirs*, what is on disk, was taken into account; the next save writes it."""
        async with self._turn:
            self._take(theirs.digest, theirs.text)
            self.text = text
            self.held = False

    async def keep(self) -> None:
        """Write the draft over what is on disk now, or anew where nothing is there. Raises what writing raises."""
        async with self._turn:
            try:
                self._on_disk = (await self._vault.read(self.path)).digest
            except NoteNotFound:
                self._on_disk = None
            text = self.text
            written = await self._vault.write(self.path, text, self._on_disk)
            self._take(written.digest, text)
            self.held = False

    def _take(self, digest: str, text: str) -> None:
        self._on_disk, self._saved = digest, text
