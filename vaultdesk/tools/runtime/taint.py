"""Taint flags of a conversation: whether it contains untrusted text and text of notes.

Untrusted is what others wrote: network results, results of tools of other packages, notes marked as clipped, chats.
Stored with the conversation.
"""

from collections.abc import Iterable

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.conversation_note import VERSION_KEY
from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.tools.tool import AnyTool, Effect
from vaultdesk.vault.markdown.note import Note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

CLIPPED_PROPERTIES = frozenset({"source", "url", "clipped"})
"""Properties that web clippers add to notes."""

CLIPPED_TAGS = frozenset({"clipping", "clippings"})
CLIPPED_FOLDERS = frozenset({"clippings"})
"""Folder names, at any depth and in any case."""

MAX_NOTES_CHECKED = 300
"""Maximum number of notes of one result whose heads are checked for clipping; more count as untrusted."""


class TaintFlags(Struct, frozen=True):
    """The flags of one conversation."""

    untrusted: bool = False
    """Flag A."""
    notes: bool = False
    """Flag B."""

    @property
    def both(self) -> bool:
        """Whether untrusted text could cause notes to be sent out, or be written into them."""
        return self.untrusted and self.notes


class TaintTracker:
    """The flags of every conversation; a flag is never cleared."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._flags: dict[str, TaintFlags] = {}

    def flags(self, conversation_id: str) -> TaintFlags:
        return self._flags.get(conversation_id, TaintFlags())

    async def record_result(
        self, conversation_id: str, tool: AnyTool | None, effect: Effect, sources: Iterable[Source]
    ) -> None:
        """Record the result of a call of *tool* with *effect*, and the note text in it; None is an unknown tool."""
        await self.record(conversation_id, sources, untrusted=is_untrusted_result(tool, effect))

    async def record(self, conversation_id: str, sources: Iterable[Source], *, untrusted: bool = False) -> None:
        """Record that the model of a conversation got text of *sources*; *untrusted* also if no note is clipped."""
        flags = self.flags(conversation_id)
        paths = list(dict.fromkeys(source.path for source in sources if source.characters))
        if untrusted:
            flags = replace(flags, untrusted=True)
        if paths:
            flags = replace(flags, notes=True)
        if paths and not flags.untrusted:
            flags = replace(flags, untrusted=await self._any_clipped(paths))
        if flags != TaintFlags():
            self._flags[conversation_id] = flags

    def state(self, conversation_id: str) -> JsonValue:
        """Return the flags of a conversation, to be stored with it."""
        flags = self.flags(conversation_id)
        return {"untrusted": flags.untrusted, "notes": flags.notes}

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Set the stored flags; none is cleared."""
        if isinstance(state, dict):
            known = self.flags(conversation_id)
            untrusted = known.untrusted or state.get("untrusted") is True
            self._flags[conversation_id] = TaintFlags(untrusted, known.notes or state.get("notes") is True)

    async def _any_clipped(self, paths: list[str]) -> bool:
        if len(paths) > MAX_NOTES_CHECKED or any(_in_clippings(path) for path in paths):
            return True
        for path in paths:
            try:
                if is_clipped(await self._vault.read_note(NotePath.parse(path))):
                    return True
            except VaultDeskError:
                return True  # An unreadable note counts as untrusted.
        return False


def is_untrusted_result(tool: AnyTool | None, effect: Effect) -> bool:
    """Whether the result of a call of *tool* with *effect* is untrusted, whatever notes it contains.

    None is a tool that is not registered: what it did is not known.
    """
    return tool is None or tool.is_foreign or tool.returns_untrusted_text or effect == "network"


def is_clipped(note: Note) -> bool:
    """Whether *note* is marked as clipped: by a property, a tag, or its folder."""
    marked = any(name.casefold() in CLIPPED_PROPERTIES and value for name, value in note.properties.items())
    # A chat contains text of models and web pages among the user's own words.
    marked = marked or VERSION_KEY in note.properties or SEPARATOR in note.body
    tagged = any(tag.casefold().lstrip("#").split("/")[0] in CLIPPED_TAGS for tag in note.tags)
    return marked or tagged or _in_clippings(note.path.text)


def _in_clippings(path: str) -> bool:
    return any(part.casefold() in CLIPPED_FOLDERS for part in path.split("/")[:-1])
