"""Imported: one conversation of another program as it was read, and what could not be read as it was meant."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.chat.titles import one_line

_UNWRITABLE = re.compile("[\ud800-\udfff]")
_UNWANTED = re.compile(r"\r\n?|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NOT_IN_AN_ID = re.compile(r"[^A-Za-z0-9._/@+-]")
MAX_TITLE = 200
"""Characters of a title; the longest that these programs make have about 100."""


@dataclass(frozen=True, slots=True)
class Imported:
    """One conversation, ready to become a note."""

    conversation: Conversation
    remarks: tuple[str, ...] = ()
    """What the person should know of it, each one short sentence."""
    name: str = ""
    """What it is called where it comes from: the file's name, the title in an export."""
    branch_of: str = ""
    """The origin of the conversation this one branched off; empty for a conversation of its own."""
    branch_at: str = ""
    """The last message both have in common, by its id."""


@dataclass(frozen=True, slots=True)
class NoteFile:
    """What is known of a note besides its text."""

    name: str
    """The file's name without its ending."""
    changed: datetime
    """When it was last written; the time of what has none of its own."""
    zone: tzinfo | None = None
    """The zone of times that name none; None: this computer's."""


def writable(text: str) -> str:
    r"""Return *text* as a note can hold it: whole characters, `\n` line ends, no control characters."""
    text = _UNWRITABLE.sub("\ufffd", text)
    return _UNWANTED.sub(lambda found: "\n" if found[0].startswith("\r") else "", text)


def title_of(text: str) -> str:
    """Return *text* as a title: on one line, not longer than people read."""
    return one_line(writable(text), MAX_TITLE)


def spoken(message: Message) -> str:
    """Return the words of *message* that were said, without what is only kept."""
    return "\n".join(part.text for part in message.parts if isinstance(part, TextPart) and not part.hidden).strip()


def stable_id(prefix: str, *of: object) -> str:
    """Return an id that is the same each time the same thing is read."""
    return f"{prefix}_{_digest(of)[:20]}"


def content_id(messages: Iterable[Message]) -> str:
    """Return what tells a conversation without an id of its own from others: its first two messages.

    What is said later changes nothing, and no more does another name.
    """
    return _digest([part for message in list(messages)[:2] for part in (message.role, spoken(message))])[:16]


def plain_id(text: str) -> str:
    """Return a foreign id as it can stand in an origin: what is no letter, digit or sign of an id becomes `_`."""
    return _NOT_IN_AN_ID.sub("_", text.strip())[:120]


def _digest(of: Iterable[object]) -> str:
    joined = "\x1f".join(map(str, of))
    return hashlib.sha256(joined.encode("utf-8", "replace")).hexdigest()
