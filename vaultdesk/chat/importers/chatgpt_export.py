"""ChatGPT's export: one conversation of its list, a tree of messages, as a conversation for each way through it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.importers.branches import Way, ways
from vaultdesk.chat.importers.branching import Read, branched
from vaultdesk.chat.importers.chatgpt_content import content_of
from vaultdesk.chat.importers.imported import Imported, plain_id, stable_id, title_of, writable
from vaultdesk.chat.importers.json_values import mapping, text
from vaultdesk.chat.importers.pictures import PictureLibrary, Pictures
from vaultdesk.chat.importers.times import from_epoch
from vaultdesk.chat.importers.tool_steps import NOT_KEPT, answered, called
from vaultdesk.chat.importers.turns import Said, Turns
from vaultdesk.chat.messages import ImagePart, TextPart, ToolCallPart
from vaultdesk.chat.titles import title_of as first_question
from vaultdesk.core.errors import ImportFailed

EVERYBODY = ("", "all")
"""Whom an answer is for when it is for the person; else it names a tool."""


def is_chatgpt(item: object) -> bool:
    """Tell whether *item* is a conversation of this export."""
    return isinstance(item, dict) and isinstance(item.get("mapping"), dict)


def read_chatgpt(item: object, library: PictureLibrary, changed: datetime) -> Iterator[Imported]:
    """Yield the conversation that *item* is, and one for each branch. Raises `ImportFailed` where it is none.

    *changed* is the time of what has none of its own.
    """
    value, nodes = mapping(item), mapping(mapping(item).get("mapping"))
    title = title_of(text(value.get("title")))
    if not is_chatgpt(item):
        raise ImportFailed("An entry of the export is no conversation.", hint="The others are read all the same.")
    identity = plain_id(text(value.get("conversation_id")) or text(value.get("id")))
    identity = identity or stable_id("chat", title, value.get("create_time"))
    start = from_epoch(value.get("create_time")) or _first_time(nodes) or changed
    parents = {name: text(mapping(node).get("parent")) or None for name, node in nodes.items()}
    seed = f"chatgpt:{identity}"
    reads = [
        _read(way, nodes, Turns(seed, start), Pictures(library))
        for way in ways(parents, text(value.get("current_node")), list(nodes))
    ]
    if not reads or not reads[0].messages:
        return  # Opened and never asked anything.
    conversation = Conversation(
        title=title or first_question(reads[0].messages),
        id=stable_id("chat", seed),
        created=start,
        pinned=bool(value.get("pinned_time")) or value.get("is_starred") is True,
        origin=seed,
    )
    yield from branched(conversation, reads)


def _first_time(nodes: Mapping[str, object]) -> datetime | None:
    times = (from_epoch(mapping(mapping(node).get("message")).get("create_time")) for node in nodes.values())
    return min((time for time in times if time is not None), default=None)


@dataclass(slots=True)
class _Open:
    """A tool call whose answers are still coming."""

    call: ToolCallPart
    said: Said
    results: list[str] = field(default_factory=list)
    failed: bool = False
    pictures: list[ImagePart] = field(default_factory=list)


class _Thread:
    """Gives turns what stands along one way."""

    def __init__(self, turns: Turns, pictures: Pictures) -> None:
        self._turns = turns
        self._pictures = pictures
        self._open: _Open | None = None

    def add(self, node: str, message: Mapping[str, object]) -> None:
        """Add one message of the export."""
        author, metadata = mapping(message.get("author")), mapping(message.get("metadata"))
        role, hidden = text(author.get("role")), metadata.get("is_visually_hidden_from_conversation") is True
        if role == "tool":
            self._answer(node, message, text(author.get("name")), hidden=hidden)
        elif role == "system" or (hidden and role == "user"):
            if metadata.get("is_user_system_message") is True:
                self._turns.remark("The person's own instructions of that time were left out.")
        elif role in ("user", "assistant"):
            self._say(node, message, role)
        elif role:
            self._turns.remark("A message of an unknown speaker was left out.")

    def end(self) -> None:
        """Close what is still open."""
        if self._open is None:
            return
        held, self._open = self._open, None
        words = "\n\n".join(word for word in held.results if word.strip())
        result = answered(held.call, words or NOT_KEPT, failed=held.failed or not held.results)
        self._turns.add(Said("assistant", (held.call, result), held.said.created, held.said.model, key=held.said.key))
        if held.pictures:
            key = f"{held.said.key}:made"
            self._turns.add(Said("assistant", tuple(held.pictures), held.said.created, held.said.model, key=key))

    def _say(self, node: str, message: Mapping[str, object], role: str) -> None:
        self.end()
        content, metadata = content_of(message, self._pictures), mapping(message.get("metadata"))
        for sentence in content.remarks:
            self._turns.remark(sentence)
        when, slug = from_epoch(message.get("create_time")), text(metadata.get("model_slug"))
        model = f"openai/{writable(slug)[:100]}" if slug and role == "assistant" else ""
        recipient = text(message.get("recipient"))
        if role == "assistant" and recipient not in EVERYBODY:
            call = called(stable_id("call", node), recipient, _arguments(message, content.words))
            self._open = _Open(call, Said("assistant", (), when, model, key=node))
            return
        cut = role == "assistant" and _was_cut(message, metadata)
        parts = tuple(content.parts)
        self._turns.add(Said("user" if role == "user" else "assistant", parts, when, model, cut=cut, key=node))

    def _answer(self, node: str, message: Mapping[str, object], tool: str, *, hidden: bool) -> None:
        content = content_of(message, self._pictures)
        pictures = [part for part in content.parts if isinstance(part, ImagePart)]
        if self._open is None:
            if not pictures and (hidden or not content.words.strip()):
                return
            call = called(stable_id("call", node), tool, {})
            self._open = _Open(call, Said("assistant", (), from_epoch(message.get("create_time")), key=node))
        self._open.results.append(
            "\n\n".join(part.text for part in content.parts if isinstance(part, TextPart) and not part.hidden)
        )
        self._open.pictures.extend(pictures)
        self._open.failed |= text(mapping(message.get("content")).get("content_type")) == "system_error"
        for sentence in content.remarks:
            self._turns.remark(sentence)


def _read(way: Way, nodes: Mapping[str, object], turns: Turns, pictures: Pictures) -> Read:
    thread = _Thread(turns, pictures)
    for node in way.nodes:
        message = mapping(mapping(nodes.get(node)).get("message"))
        if message:
            thread.add(node, message)
    thread.end()
    return Read(turns.messages(), turns.remarks, way.nodes[-1])


def _arguments(message: Mapping[str, object], words: str) -> object:
    """Return what a tool was asked: an object where it was written as one, else the text as it was."""
    written = text(mapping(message.get("content")).get("text")) or words
    try:
        value = json.loads(written)
    except (ValueError, RecursionError):
        return {"input": written}
    return value if isinstance(value, dict) else {"input": written}


def _was_cut(message: Mapping[str, object], metadata: Mapping[str, object]) -> bool:
    ended = text(mapping(metadata.get("finish_details")).get("type"))
    return ended in ("interrupted", "max_tokens") or text(message.get("status")) in ("in_progress", "error")
