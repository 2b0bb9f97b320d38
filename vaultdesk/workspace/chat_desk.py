"""ChatDesk: what every keeper of a chat works with: the vault, the thread that reads and writes notes, the settings."""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from vaultdesk.chat.chat_format import VaultdeskFormat
from vaultdesk.chat.messages import ImagePart
from vaultdesk.chat.note_format.part_blocks import image_bytes, image_file_name, is_embeddable
from vaultdesk.core.errors import VaultError
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import Origin, PutFile
from vaultdesk.vault.vault import Vault

T = TypeVar("T")

PICTURES = "Pictures"
"""The folder, below that of the chats, of pictures that are in no other place of the vault."""

PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif")

_COPY = re.compile(r"[0-9a-f]{24}\.(?:png|jpg|webp|gif)")
"""The name of a picture that was copied for a chat."""

LARGEST_PICTURE = 50_000_000
"""Bytes of a picture that is read back."""


@dataclass
class ChatDesk:
    """One vault's desk; every keeper shares it."""

    vault: Vault
    folder: Callable[[], str]
    """The folder new chats go to."""
    keeps: Callable[[], bool]
    """Whether the person wants chats kept."""
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="chats"))
    _links: dict[int, tuple[ImagePart, str]] = field(default_factory=dict)
    """What names each picture, for as long as it is the same value."""

    def close(self) -> None:
        """Let the thread go."""
        self._threads.shutdown(wait=False)

    async def off_loop(self, work: Callable[[], T]) -> T:
        """Do *work* in the thread of chats: a long one takes a while to be read or written."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def later(self, work: Callable[[], None]) -> None:
        """Have *work*, which raises nothing, done in the thread of chats; nobody waits for it."""
        self._threads.submit(work)

    def own_form(self) -> VaultdeskFormat:
        """Return how a conversation stands in a note of ours in this vault."""
        return VaultdeskFormat(self.link, self.picture)

    def picture(self, name: str) -> bytes | None:
        """Return the bytes of the picture that an embed names; None where there is none. Reads the disk.

        A copy made for a chat is also found where copies are made now. What is no picture is none, whoever names it.
        """
        last = name.rpartition("/")[2]
        for path in dict.fromkeys((name, *([self._place_of(last)] if _COPY.fullmatch(last) else []))):
            try:
                named = NotePath.parse(path)
                if named.suffix in PICTURE_SUFFIXES:
                    return self.vault.files.read(named, LARGEST_PICTURE).data
            except VaultError:
                continue
        return None

    def link(self, part: ImagePart) -> str:
        """Return what names *part* in a chat: a picture of the vault itself, else the file beside the chats."""
        known = self._links.get(id(part))
        return known[1] if known is not None and known[0] is part else self._own_place(part)

    async def keep_picture(self, part: ImagePart, origin: Origin) -> None:
        """Have the bytes of *part* in the vault: in a file of its own where they are in none. Raises `VaultError`."""
        known = self._links.get(id(part))
        if known is not None and known[0] is part:
            return
        data = await self.off_loop(lambda: image_bytes(part))
        place = next((source.path for source in part.sources if is_embeddable(source.path)), "")
        if data is None or (place and await self._has(place, data)):
            self._links[id(part)] = (part, place or self._own_place(part))
            return
        own = self._own_place(part)
        if not await self._has(own, data):
            step = PutFile(NotePath(own), data, None)
            (outcome,) = await self.vault.on_writer(lambda writer: writer.restore([step], origin))
            if outcome.error is not None and not outcome.in_place:
                raise outcome.error
        self._links[id(part)] = (part, own)

    def _own_place(self, part: ImagePart) -> str:
        return self._place_of(image_file_name(part))

    def _place_of(self, name: str) -> str:
        folder = self.folder()
        return f"{folder}/{PICTURES}/{name}" if folder else f"{PICTURES}/{name}"

    async def _has(self, path: str, data: bytes) -> bool:
        """Whether the file at *path* has these bytes."""
        try:
            named = NotePath.parse(path)
            found = await self.off_loop(lambda: self.vault.files.read(named, LARGEST_PICTURE).data)
        except VaultError:
            return False
        return digest_of(found) == digest_of(data)
