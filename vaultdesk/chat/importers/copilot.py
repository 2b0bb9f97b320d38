"""Copilot: a chat note of Obsidian Copilot, of Quick Chat or Agent Chat, of any year, as a conversation."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.importers.copilot_context import context_of
from vaultdesk.chat.importers.copilot_traces import answer_of
from vaultdesk.chat.importers.imported import (
    Imported,
    NoteFile,
    content_id,
    plain_id,
    stable_id,
    title_of,
    writable,
)
from vaultdesk.chat.importers.note_head import NoteHead, read_head
from vaultdesk.chat.importers.stretches import stretches
from vaultdesk.chat.importers.times import from_epoch, from_local, from_stamp
from vaultdesk.chat.importers.turns import Said, Turns
from vaultdesk.chat.messages import TextPart
from vaultdesk.chat.titles import title_of as first_question
from vaultdesk.core.errors import ImportFailed

TAGS = ("copilot-conversation", "ai-conversations")
"""What its notes are tagged with; before version 4 the tag was a setting."""

_SPEAKER = re.compile(r"^\*\*(user|ai)\*\*:(?:[ \t]|$)", re.IGNORECASE | re.MULTILINE)
_TIMESTAMP = re.compile(r"\[Timestamp:[ \t]{0,9}([^\]\n]{1,60})\][ \t]{0,9}")
_NAMED = re.compile(r"(?:agent__)?(?:\d{8}_\d{6})?_*(.*)", re.DOTALL)
_MEANINGLESS = re.compile(r"chat[-_ ][\d_:.T-]+|untitled", re.IGNORECASE)


def is_copilot(text: str) -> bool:
    """Tell whether *text* is a note of Copilot: by its tag or its identity, and by how its speakers are marked."""
    speakers = {found[1].lower() for found in _SPEAKER.finditer(text)}
    if not speakers:
        return False
    head = read_head(text)
    tagged = any(tag.lstrip("#") in TAGS for tag in head.list("tags"))
    return tagged or bool(head.text("epoch")) or speakers == {"user", "ai"}


def read_copilot(text: str, file: NoteFile) -> Imported:
    """Return the conversation in *text*. Raises `ImportFailed` where it holds none."""
    head = read_head(text)
    first = from_epoch(head.text("epoch"))
    start = first or from_stamp(file.name.removeprefix("agent__"), file.zone) or file.changed
    agent_chat = head.text("mode") == "agent" and bool(head.text("backendId"))
    identity = _identity(head, agent_chat)
    turns = Turns(f"copilot:{identity or file.name}", start)
    model = _model(head)
    agent = title_of(head.text("backendId")) if agent_chat else ""
    for speaker, words in _pieces(head.body):
        said = _turn(speaker, words, file, turns)
        turns.add(replace(said, model=model, agent=agent) if said.role == "assistant" else said)
    messages = turns.messages()
    if not messages:
        raise ImportFailed(f"{file.name} holds no message of a chat.", hint="Choose a chat note of Copilot.")
    origin = f"copilot:{identity or content_id(messages)}"
    conversation = Conversation(
        title=_title(head, file.name) or first_question(messages),
        id=stable_id("chat", origin),
        created=_earliest(first, messages[0].created),
        origin=origin,
    )
    conversation.extend(messages)
    if head.text("projectId"):
        turns.remark(f"It belonged to the project {title_of(head.text('projectName') or head.text('projectId'))}.")
    return Imported(conversation, turns.remarks, file.name)


def _identity(head: NoteHead, agent_chat: bool) -> str:
    """Return what names this chat for good: a session of an agent may share its first millisecond with nothing."""
    if agent_chat and head.text("sessionId"):
        return plain_id(f"{head.text('backendId')}/{head.text('sessionId')}")
    epoch = from_epoch(head.text("epoch"))
    return str(round(epoch.timestamp() * 1000)) if epoch else ""


def _model(head: NoteHead) -> str:
    name, _, provider = head.text("modelKey").partition("|")
    name, provider = writable(name).strip()[:200], writable(provider).strip().lower()[:100]
    if name and provider:
        return f"{provider}/{name}"
    return name


def _pieces(body: str) -> Iterator[tuple[str, str]]:
    for start, words in stretches(_SPEAKER, body):
        yield start[1].lower(), words.strip()


def _turn(speaker: str, words: str, file: NoteFile, turns: Turns) -> Said:
    above, _, last = words.rpartition("\n")
    stamped = _TIMESTAMP.fullmatch(last)
    when: datetime | None = None
    if stamped:
        when = from_local(stamped[1], file.zone)
        if when is None and "unknown" not in stamped[1].lower():
            turns.remark("A message without a readable time got the one before it.")
        words = above.rstrip()
    words, context = context_of(words)
    if speaker == "user":
        return Said("user", (TextPart(text=words),), when, context=context)
    answer = answer_of(words)
    for sentence in answer.remarks:
        turns.remark(sentence)
    return Said("assistant", answer.parts, when, context=context, cut=answer.failed)


def _title(head: NoteHead, name: str) -> str:
    if head.text("topic"):
        return title_of(head.text("topic"))
    if "@" in name and not head.text("epoch"):
        return title_of(name.rpartition("@")[0])  # TOPIC@DATE, as it was in 2024
    if _MEANINGLESS.fullmatch(name):
        return ""
    plain = name.partition("__")[2] if head.text("projectId") and name.startswith(head.text("projectId")) else name
    found = _NAMED.fullmatch(plain)
    return title_of((found[1] if found else plain).replace("_", " "))


def _earliest(first: datetime | None, message: datetime) -> datetime:
    return min(first, message) if first else message
