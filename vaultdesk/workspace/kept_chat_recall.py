"""Passages of stored chats for the tool `recall`, which is constructed before the chats are."""

from collections.abc import Callable, Sequence

from vaultdesk.chat.chat_store import SaidPassage
from vaultdesk.workspace.chats import Chats


class KeptChatRecall:
    """Searches the chats of a vault."""

    def __init__(self, chats: Callable[[], Chats]) -> None:
        self._chats = chats

    async def recall(self, query: str, limit: int) -> Sequence[SaidPassage]:
        """Return passages about *query*, best first. Raises `ChatStoreFailed`."""
        return await self._chats().recall(query, limit)
