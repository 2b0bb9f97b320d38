"""Seen: which version of which note a conversation was given last, so that nothing newer is written over unread."""

from collections import OrderedDict
from collections.abc import Mapping

REMEMBERED = 20_000
"""Notes remembered over all conversations; what falls out is written only after the dialog, which shows the disk."""


class Seen:
    """Paths and digests, by conversation. Kept in memory: after a restart the dialog alone stands guard."""

    def __init__(self) -> None:
        self._digests: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._given: set[tuple[str, str]] = set()
        """Those of them whose whole text the conversation has: it read or made it."""

    def note(self, conversation_id: str, digests: Mapping[str, str], *, given: bool = True) -> None:
        """Remember that these versions were read whole, or written; *given* where the conversation has all their text.

        Who changes one place of a note it never read has not read it for that.
        """
        for path, digest in digests.items():
            self._digests[conversation_id, path] = digest
            self._digests.move_to_end((conversation_id, path))
            if given:
                self._given.add((conversation_id, path))
        while len(self._digests) > REMEMBERED:
            forgotten, _ = self._digests.popitem(last=False)
            self._given.discard(forgotten)

    def gone(self, conversation_id: str, path: str) -> None:
        """Forget *path*: the note is elsewhere or deleted."""
        self._digests.pop((conversation_id, path), None)
        self._given.discard((conversation_id, path))

    def has_text(self, conversation_id: str, path: str) -> bool:
        """Whether the conversation was given all the text of the note at *path*, or wrote all of it."""
        return (conversation_id, path) in self._given

    def knows(self, conversation_id: str, path: str) -> bool:
        """Whether the conversation was given the note at *path*, or wrote it."""
        return (conversation_id, path) in self._digests

    def is_stale(self, conversation_id: str, path: str, digest: str) -> bool:
        """Whether the conversation was given another version of the note than the one with *digest*."""
        known = self._digests.get((conversation_id, path))
        return known is not None and known != digest
