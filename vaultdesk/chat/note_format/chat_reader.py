"""Reads the text of a conversation note as a conversation, tolerating manual edits.

Edited text becomes the text of the message; a message without its marker is dropped, or read by its heading if all
markers are missing. The same text always gives the same conversation.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from pydantic import JsonValue

from vaultdesk.chat.conversation import Checkpoint, Conversation
from vaultdesk.chat.messages import ContextItem, Message, Part, Role, TextPart, Usage
from vaultdesk.chat.note_format.chat_markup import Marker, StructureElement, scan_structure
from vaultdesk.chat.note_format.chat_properties import VERSION_KEY, chat_version, read_conversation, split_chat_note
from vaultdesk.chat.note_format.part_blocks import (
    PictureBytes,
    callout_parts,
    image_parts,
    no_pictures,
    provider_part,
    read_checkpoint,
    read_context_item,
    read_time,
    text_part,
    validated_or_none,
)
from vaultdesk.core.errors import VaultError
from vaultdesk.core.phrases import Phrase

UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""Start time of a conversation that has none."""

_ROLES: Mapping[str, Role] = {"user": "user", "assistant": "assistant", "tool": "tool"}


@dataclass(frozen=True, slots=True)
class ParsedChat:
    """A parsed chat note."""

    conversation: Conversation
    version: int
    """Version of its format; a higher one than this program's was written by a newer version."""


def read_chat(text: str, pictures: PictureBytes = no_pictures) -> ParsedChat:
    """Return the conversation in the note *text*. Raises `VaultError` if it is not a chat."""
    note = split_chat_note(text)
    version = chat_version(note.properties)
    if version is None:
        raise VaultError(Phrase("This note is no chat."), hint=Phrase("A chat has the property {0}.", VERSION_KEY))
    conversation = read_conversation(note.properties, UNKNOWN_TIME)
    draft = _ChatParser(conversation, pictures)
    draft.read(note.body.split("\n"))
    conversation.extend(draft.messages)
    conversation.checkpoints = tuple(draft.checkpoints)
    return ParsedChat(conversation, version)


@dataclass
class _PendingMessage:
    """The message that is being read."""

    role: Role
    marker: Marker
    parts: list[Part] = field(default_factory=list)
    context: tuple[ContextItem, ...] = ()


class _ChatParser:
    """Parses a body in one pass."""

    def __init__(self, conversation: Conversation, pictures: PictureBytes) -> None:
        self.messages: list[Message] = []
        self.checkpoints: list[Checkpoint] = []
        self._pictures = pictures
        self._last = conversation.created
        self._ids: set[str] = set()
        self._open: _PendingMessage | None = None

    def read(self, lines: Sequence[str]) -> None:
        """Read the whole body."""
        before: StructureElement | None = None
        for element in scan_structure(lines):
            self._between(_lines_between(lines, before, element.first), before)
            if element.kind in ("message", "heading"):
                self._close()
                self._open = _PendingMessage(_ROLES[element.marker.kind], element.marker)
            elif element.kind == "callout":
                self._callout(lines[element.first : element.end], element.marker)
            elif element.marker.kind == "provider" and self._open is not None:
                part = provider_part(element.marker)
                self._open.parts += [part] if part is not None else []
            before = element
        self._between(_lines_between(lines, before, len(lines)), before)
        self._close()

    def _between(self, raw: Sequence[str], before: StructureElement | None) -> None:
        """Read the lines between two elements."""
        if self._open is None or before is None:
            return  # Above the first message: not part of a message.
        marker = before.marker if before.kind == "part" else None
        if marker is not None and marker.kind == "image":
            self._open.parts += image_parts(raw, marker, self._pictures)
            return
        part = text_part(raw, marker if marker is not None and marker.kind == "text" else None)
        if part is not None:
            self._open.parts.append(part)

    def _callout(self, lines: Sequence[str], marker: Marker) -> None:
        if marker.kind == "checkpoint":
            self.checkpoints.append(read_checkpoint(lines, marker, self._last))
        elif self._open is not None and marker.kind == "context":
            self._open.context = read_context_item(marker)
        elif self._open is not None:
            self._open.parts += callout_parts(lines, marker)

    def _close(self) -> None:
        """End the open message; an empty one was removed by hand, unless it is marked as empty."""
        pending, self._open = self._open, None
        if pending is None or not (pending.parts or pending.context or pending.marker.flag("empty")):
            return
        marker = pending.marker
        usage_fact: JsonValue = marker.facts.get("usage")
        usage = (
            validated_or_none(Usage, usage_fact[0]) if isinstance(usage_fact, list) and len(usage_fact) == 1 else None
        )
        self._last = read_time(marker.text("time")) or self._last
        message = Message(
            id=self._unique_id(marker.text("id"), pending),
            role=pending.role,
            parts=tuple(pending.parts),
            created=self._last,
            model=marker.text("model"),
            agent=marker.text("agent"),
            mode=marker.text("mode"),
            context=pending.context,
            usage=usage,
            cut=marker.flag("cut"),
            refused=marker.flag("refused"),
        )
        self.messages.append(message)

    def _unique_id(self, named: str, pending: _PendingMessage) -> str:
        """Return the id of a message; one that was copied by hand, or has no id, gets one made from its text."""
        name, number = named, 0
        while not name or name in self._ids:
            words = "\n".join(part.text for part in pending.parts if isinstance(part, TextPart))
            made = f"{named}\n{pending.role}\n{number}\n{words}".encode("utf-8", "surrogatepass")
            name, number = f"msg_{hashlib.sha256(made).hexdigest()[:20]}", number + 1
        self._ids.add(name)
        return name


def _lines_between(lines: Sequence[str], before: StructureElement | None, first: int) -> Sequence[str]:
    """Return the lines between two elements without the blank lines that separate them."""
    start, end = before.end if before is not None else 0, first
    if start < end and not lines[start]:
        start += 1
    if start < end and not lines[end - 1]:
        end -= 1
    return lines[start:end]
