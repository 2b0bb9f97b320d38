"""Kept chats: what the window needs of the chats that are notes, as a shape. The workspace has them; so has a test."""

from collections.abc import Sequence
from typing import Literal, Protocol

from vaultdesk.chat.chat_entry import ChatEntry
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.feed import Feed
from vaultdesk.index.index_results import Hit
from vaultdesk.ui.chat.keeper import Keeper


class KeptChats(Protocol):
    """The conversations of one vault that are notes."""

    @property
    def changes(self) -> Feed[None]:
        """Published when the list is another one."""
        ...

    @property
    def keeping(self) -> Literal["", "keep", "off"]:
        """Whether chats become notes; empty where the person was not asked yet."""
        ...

    def set_keeping(self, keep: Literal["keep", "off"]) -> None:
        """Keep them from now on, those of this session too, or keep none. Raises `VaultDeskError`."""
        ...

    @property
    def folder(self) -> str:
        """The folder of new chats."""
        ...

    def entries(self) -> tuple[ChatEntry, ...]:
        """Return what is kept, pinned first, then the newest first; never waits."""
        ...

    async def open(self, path: str) -> Conversation:
        """Read a chat. Raises `VaultDeskError`."""
        ...

    def keeper(self, conversation: Conversation) -> Keeper:
        """Return who keeps *conversation*, always the same one."""
        ...

    async def search(self, query: str, limit: int = 50) -> Sequence[Hit]:
        """Return the chats in which *query* is found. Raises `VaultDeskError`."""
        ...

    async def rename(self, path: str, title: str) -> str:
        """Call a chat *title*; returns the path of its note from then on. Raises `VaultDeskError`."""
        ...

    async def pin(self, path: str, pinned: bool) -> None:
        """Hold a chat at the top, or not. Raises `VaultDeskError`."""
        ...

    async def delete(self, path: str) -> str:
        """Move a chat to the trash; returns the group of the change, for Undo. Raises `VaultDeskError`."""
        ...

    def branch(self, conversation: Conversation, message_id: str) -> Conversation:
        """Return a new conversation that goes on from a message of *conversation*."""
        ...

    def draft(self, key: str) -> str:
        """Return what was typed and not sent."""
        ...

    def set_draft(self, key: str, text: str) -> None:
        """Remember what is typed and not sent; an empty text forgets."""
        ...

    async def is_chat(self, path: str) -> bool:
        """Tell whether the note at *path* is a chat, in our form or another one that is understood."""
        ...
