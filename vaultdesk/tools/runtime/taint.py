"""Taint flags of a conversation: whether it holds untrusted text and text of notes.

Untrusted is what others wrote: results of the network, notes marked as clipped from somewhere, chats. Kept with the
conversation.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pydantic import JsonValue

from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.messages import Source
from vaultdesk.chat.note_format.chat_properties import VERSION_KEY
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.tool import Effect
from vaultdesk.vault.markdown.note import Note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

CLIPPED_PROPERTIES = frozenset({"source", "url", "clipped"})
"""Properties that web clippers give the notes they make."""

CLIPPED_TAGS = frozenset({"clipping", "clippings"})
CLIPPED_FOLDERS = frozenset({"clippings"})
"""Any folder of this name, at any depth and in any case."""

MAX_NOTES_CHECKED = 300
"""Notes of one result whose heads are read to see whether they are clipped; more are taken for untrusted."""


@dataclass(frozen=True, slots=True)
class TaintFlags:
    """What one conversation holds."""

    untrusted: bool = False
    """Flag A."""
    notes: bool = False
    """Flag B."""

    @property
    def both(self) -> bool:
        """Whether somebody else's words could carry the person's notes out, or write into them."""
        return self.untrusted and self.notes


class TaintTracker:
    """The flags of every conversation; a flag once set stays."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._flags: dict[str, TaintFlags] = {}

    def flags(self, conversation_id: str) -> TaintFlags:
        """Return what the conversation holds."""
        return self._flags.get(conversation_id, TaintFlags())

    async def record(self, conversation_id: str, effect: Effect, sources: Iterable[Source]) -> None:
        """Take in what a call handed to the model: its *effect*, and the note text in its result."""
        flags = self.flags(conversation_id)
        paths = list(dict.fromkeys(source.path for source in sources if source.characters))
        if effect == "network":
            flags = replace(flags, untrusted=True)
        if paths:
            flags = replace(flags, notes=True)
        if paths and not flags.untrusted:
            flags = replace(flags, untrusted=await self._any_clipped(paths))
        if flags != TaintFlags():
            self._flags[conversation_id] = flags

    def state(self, conversation_id: str) -> JsonValue:
        """Return the flags of a conversation, to be kept with it."""
        flags = self.flags(conversation_id)
        return {"untrusted": flags.untrusted, "notes": flags.notes}

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Set the flags that were kept; none is taken off."""
        if isinstance(state, dict):
            known = self.flags(conversation_id)
            untrusted = known.untrusted or state.get("untrusted") is True
            self._flags[conversation_id] = TaintFlags(untrusted, known.notes or state.get("notes") is True)

    def forget(self, conversation_id: str) -> None:
        """Forget a conversation that is deleted."""
        self._flags.pop(conversation_id, None)

    async def _any_clipped(self, paths: list[str]) -> bool:
        if len(paths) > MAX_NOTES_CHECKED or any(_in_clippings(path) for path in paths):
            return True
        for path in paths:
            try:
                if is_clipped(await self._vault.read_note(NotePath.parse(path))):
                    return True
            except VaultDeskError:
                return True  # What cannot be looked at cannot be called the person's own.
        return False


def is_clipped(note: Note) -> bool:
    """Whether *note* is marked as taken from somewhere: by a property, a tag, or its folder."""
    marked = any(name.casefold() in CLIPPED_PROPERTIES and value for name, value in note.properties.items())
    # What models and web pages said stands in a chat among the person's own words.
    marked = marked or VERSION_KEY in note.properties or SEPARATOR in note.body
    tagged = any(tag.casefold().lstrip("#").split("/")[0] in CLIPPED_TAGS for tag in note.tags)
    return marked or tagged or _in_clippings(note.path.text)


def _in_clippings(path: str) -> bool:
    return any(part.casefold() in CLIPPED_FOLDERS for part in path.split("/")[:-1])
