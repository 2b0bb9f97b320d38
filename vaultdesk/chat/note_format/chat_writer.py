"""Writes a conversation as the text of its note, reusing what was written for unchanged messages.

The text of each message is cached, since the note of a streaming answer is written every other second.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.chat.note_format.chat_markup import ASSISTANT_HEADING, USER_HEADING, scan_structure, write_marker
from vaultdesk.chat.note_format.chat_properties import split_chat_note, write_chat_properties
from vaultdesk.chat.note_format.part_blocks import (
    PictureLink,
    checkpoint_lines,
    context_lines,
    image_file_name,
    part_lines,
    plain_line,
)


@dataclass
class ChatWriter:
    """Writes the note of one conversation repeatedly."""

    link: PictureLink = image_file_name
    _written: dict[str, tuple[Message, str, str]] = field(default_factory=dict)
    """Each message as last written, by id, with the heading above it."""

    def write(self, conversation: Conversation, before: str = "", messages: Sequence[Message] | None = None) -> str:
        """Return the note of *conversation*; of *before*, its current text, everything that is not the program's is
        kept.

        *messages* replace the conversation's own. Raises `NoteNotWritten` if the properties of *before* cannot be read.
        """
        shown_messages = conversation.messages if messages is None else messages
        note = split_chat_note(before)
        blocks = [
            write_chat_properties(conversation, note.head, shown_messages).removesuffix("\n"),
            *_text_before_messages(note.body),
        ]
        heading = ""
        kept: dict[str, tuple[Message, str, str]] = {}
        for message in shown_messages:
            speaker = _heading(message, heading)
            known = self._written.get(message.id)
            if known is None or known[0] is not message or known[1] != speaker:
                known = (message, speaker, _message(message, speaker, self.link))
            kept[message.id] = known
            blocks.append(known[2])
            heading = speaker or heading
        self._written = kept
        blocks += ["\n".join(checkpoint_lines(checkpoint)) for checkpoint in conversation.checkpoints]
        return "\n\n".join(blocks) + "\n"


def write_chat(conversation: Conversation, before: str = "", link: PictureLink = image_file_name) -> str:
    """Return the note of *conversation*; everything in *before*, its current text, that is not the program's stays."""
    return ChatWriter(link).write(conversation, before)


def _text_before_messages(body: str) -> list[str]:
    """Return what is above the first message: the user's own text."""
    lines = body.split("\n")
    first = next(scan_structure(lines), None)
    opening = "\n".join(lines[: first.first] if first is not None else lines).strip("\n")
    return [opening] if opening.strip() else []


def _heading(message: Message, before: str) -> str:
    """Return the heading of *message*; empty if the speaker is the same as before."""
    if message.role == "user":
        return USER_HEADING
    if message.role == "tool":
        return ""
    who = plain_line(message.model)
    heading = f"## {plain_line(message.agent)}" if plain_line(message.agent) else ASSISTANT_HEADING
    details = ", ".join(filter(None, (who, "cut off" if message.cut else "")))
    heading = f"{heading} ({details})" if details else heading
    return "" if heading == before else heading


def _message(message: Message, heading: str, link: PictureLink) -> str:
    facts: dict[str, JsonValue] = {
        "id": message.id,
        "time": message.created.isoformat(),
        "model": message.model,
        "agent": message.agent,
        "mode": message.mode,
        "cut": message.cut,
        "refused": message.refused,
        "empty": not (message.parts or message.context),
    }
    if message.usage is not None:
        facts["usage"] = [message.usage.model_dump(mode="json", exclude_defaults=True)]
    lines = [heading, write_marker(message.role, facts)] if heading else [write_marker(message.role, facts)]
    after_text = False
    for part in message.parts:
        lines += ["", *part_lines(part, link, after_text=after_text)]
        after_text = isinstance(part, TextPart) and not part.hidden
    if message.context:
        lines += ["", *context_lines(message.context)]
    return "\n".join(lines)
