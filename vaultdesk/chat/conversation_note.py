"""A conversation as one Markdown note: its properties, and the text written and read back without loss."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from msgspec import Struct, field

from vaultdesk.chat.chat_markup import (
    ASSISTANT_HEADING,
    USER_HEADING,
    Marker,
    PictureBytes,
    PictureLink,
    StructureElement,
    callout_parts,
    checkpoint_lines,
    context_lines,
    image_file_name,
    image_parts,
    no_pictures,
    part_lines,
    plain_line,
    provider_part,
    read_checkpoint,
    read_context_items,
    read_time,
    scan_structure,
    text_part,
    validated_or_none,
    write_marker,
)
from vaultdesk.chat.conversation import ChatChoices, Checkpoint, Conversation, without_surrogates
from vaultdesk.chat.messages import ContextItem, Message, Part, Role, TextPart, Usage
from vaultdesk.core.answer_limits import valid_answer_length, valid_rounds, valid_temperature
from vaultdesk.core.errors import VaultError
from vaultdesk.core.phrases import Phrase
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, read_frontmatter
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.markdown.link_syntax import parse_wikilink
from vaultdesk.vault.note_path import NOTE_SUFFIX

__all__ = ["ChatWriter", "ParsedChat", "read_chat"]


# Only the properties named here are the program's; all others are the user's and are not changed.

VERSION_KEY: Final = "vaultdesk-chat"
"""The property that identifies a note as a chat; its value is the version of the format."""

VERSION: Final = 1

SOURCES_KEY: Final = "sources"
"""The notes whose text is in the chat: it is as private as the most private of them."""

UNNAMED_SOURCES_KEY: Final = "sources-unnamed"
"""Set if not every source could be named: the chat then counts as one that may quote any private note."""

MAX_SOURCES_LENGTH = 40_000
"""Maximum number of characters of all source names: a head of more than 64 kB is not read as properties."""

OWN_KEYS: Final = (
    VERSION_KEY, "id", "title", "created", "model", "agent", "mode", "project", "temperature", "max-tokens",
    "max-rounds", "pinned", "parent", "origin", SOURCES_KEY, UNNAMED_SOURCES_KEY,
)  # fmt: skip
"""All properties of the program, in the order they are written."""

_BREAKS_LINKS = frozenset('#|^[]\n\r\0"\\')


def write_chat_properties(conversation: Conversation, head: str, messages: Iterable[Message]) -> str:
    """Return *head*, a note's head with its `---` lines or empty, updated for *conversation* and *messages*.

    Raises `NoteNotWritten` if it is unreadable.
    """
    own_properties = _own_properties(conversation, messages)
    before = read_frontmatter(head).properties
    # A property of such a name with another kind of value is the user's, from before this version.
    foreign = {key for key, valid in _NUMBERS.items() if key in before and valid(before[key]) is None}
    removed = [key for key in OWN_KEYS if key not in own_properties and key not in foreign]
    return with_properties(head, own_properties, removed)


def chat_version(properties: Mapping[str, JsonValue]) -> int | None:
    """Return the format version of the chat with *properties*; None if it is not a chat."""
    if VERSION_KEY not in properties:
        return None
    version = properties[VERSION_KEY]
    return version if isinstance(version, int) and version > 0 else VERSION


class ChatNoteParts(NamedTuple):
    """The parts of a chat note."""

    properties: Mapping[str, JsonValue]
    head: str
    """The frontmatter as written, with its `---` lines."""
    body: str


def chat_note_id(text: str) -> str:
    """Return the id of the conversation in the note *text*; empty if it is no chat of this format or has no id."""
    properties = split_chat_note(text).properties
    return _text(properties, "id") if VERSION_KEY in properties else ""


def split_chat_note(text: str) -> ChatNoteParts:
    """Return the properties of a note, its head as written, and its body."""
    frontmatter = read_frontmatter(text)
    return ChatNoteParts(frontmatter.properties, text[: frontmatter.body_start], text[frontmatter.body_start :])


def read_conversation(properties: Mapping[str, JsonValue], default_time: datetime) -> Conversation:
    """Return the conversation without its messages; *default_time* is used if it has no start time."""
    conversation = Conversation(
        title=_text(properties, "title"),
        created=read_time(_text(properties, "created")) or default_time,
        choices=ChatChoices(
            _choice(properties, "model"),
            _choice(properties, "agent"),
            _choice(properties, "mode"),
            _project(_text(properties, "project")),
            valid_temperature(properties.get("temperature")),
            valid_answer_length(properties.get("max-tokens")),
            valid_rounds(properties.get("max-rounds")),
        ),
        pinned=properties.get("pinned") is True,
        parent=_target(_text(properties, "parent")),
        origin=_text(properties, "origin"),
    )
    if conversation_id := _text(properties, "id"):
        conversation.id = conversation_id
    return conversation


def quoted_sources(properties: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """Return the sources in a chat's head, as paths or names of notes; an empty one means any note."""
    if VERSION_KEY not in properties:
        return ()
    listed = properties.get(SOURCES_KEY)
    items = listed if isinstance(listed, list) else [] if listed is None else [listed]
    unnamed = bool(properties.get(UNNAMED_SOURCES_KEY))
    return tuple(dict.fromkeys([*(_target(str(item)) for item in items), *([""] if unnamed else [])]))


def _own_properties(conversation: Conversation, messages: Iterable[Message]) -> dict[str, JsonValue]:
    choices = conversation.choices
    sources, has_unnamed = _sources(tuple(messages))
    properties: dict[str, JsonValue] = {
        VERSION_KEY: VERSION,
        "id": conversation.id,
        "title": conversation.title,
        "created": conversation.created.isoformat(),
    }
    properties.update({key: value for key, value in _chosen(choices) if value is not None})
    if choices.project:
        properties["project"] = _link(choices.project) if choices.project.endswith(NOTE_SUFFIX) else choices.project
    if conversation.pinned:
        properties["pinned"] = True
    if conversation.parent:
        link = f"[[{conversation.parent}]]"
        properties["parent"] = link if _target(link) == conversation.parent else conversation.parent
    if conversation.origin:
        properties["origin"] = conversation.origin
    if sources:
        properties[SOURCES_KEY] = [*sources]
    if has_unnamed:
        properties[UNNAMED_SOURCES_KEY] = True
    filled = {key: value for key, value in properties.items() if value != "" or key in ("model", "agent", "mode")}
    return {key: without_surrogates(value) if isinstance(value, str) else value for key, value in filled.items()}


_NUMBERS: Mapping[str, Callable[[object], float | None]] = {
    "temperature": valid_temperature, "max-tokens": valid_answer_length, "max-rounds": valid_rounds,
}  # fmt: skip


def _chosen(choices: ChatChoices) -> Iterable[tuple[str, JsonValue]]:
    return (
        ("model", choices.model),
        ("agent", choices.agent),
        ("mode", choices.mode),
        ("temperature", choices.temperature),
        ("max-tokens", choices.max_tokens),
        ("max-rounds", choices.rounds),
    )


def _sources(messages: Sequence[Message]) -> tuple[list[str], bool]:
    """Return a link to each note whose text is in *messages*, and whether there are some that no link can name.

    A note attached to a question counts: its text was sent, and the answer may repeat it.
    """
    paths = dict.fromkeys(source.path for message in messages for source in message.sources)
    attached = [item for message in messages for item in message.context]
    paths.update((item.target.partition("#")[0], None) for item in attached if item.kind in _NOTE_CONTEXT_KINDS)
    links: list[str] = []
    remaining, unnamed = MAX_SOURCES_LENGTH, any(item.kind in _COLLECTION_CONTEXT_KINDS for item in attached)
    for path in paths:
        if not path or _BREAKS_LINKS.intersection(path) or len(path) > remaining or path != without_surrogates(path):
            unnamed = True
            continue
        links.append(_link(path))
        remaining -= len(path) + len('  - "[[]]"\n')
    return list(dict.fromkeys(links)), unnamed


_NOTE_CONTEXT_KINDS = frozenset({"note", "active", "selection"})
_COLLECTION_CONTEXT_KINDS = frozenset({"folder", "tag"})
"""Contexts of many notes: a chat does not record which notes they contained."""


def _link(path: str) -> str:
    """Return a link to the note at *path*; a path that no link can name is not changed."""
    if _BREAKS_LINKS.intersection(path):
        return path
    return f"[[{path[: -len(NOTE_SUFFIX)] if path.lower().endswith(NOTE_SUFFIX) else path}]]"


def _project(text: str) -> str:
    """Return the path of the note in a link; *text* itself if it is not a link."""
    name = _target(text)
    return text if name == text else f"{name.partition('#')[0]}{NOTE_SUFFIX}"


def _target(text: str) -> str:
    """Return the target of the link *text*, including the location in the note; *text* itself if it is not a link."""
    stripped = text.strip()
    if not (stripped.startswith("[[") and stripped.endswith("]]")) or "]]" in stripped[2:-2] or "[[" in stripped[2:-2]:
        return text
    link = parse_wikilink(stripped[2:-2], embed=False, start=0, end=0, in_properties=True)
    if link is None:
        return text
    return f"{link.target}#{link.subpath}" if link.subpath else link.target


def _text(properties: Mapping[str, JsonValue], key: str) -> str:
    value = properties.get(key)
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _choice(properties: Mapping[str, JsonValue], key: str) -> str | None:
    return _text(properties, key) if key in properties else None


# Edited text becomes the text of the message; a message without its marker is dropped, or read by its heading if all
# markers are missing. The same text always gives the same conversation.

UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""Start time of a conversation that has none."""

_ROLES: Mapping[str, Role] = {"user": "user", "assistant": "assistant", "tool": "tool"}


class ParsedChat(Struct, frozen=True):
    """A parsed chat note."""

    conversation: Conversation
    version: int
    """Version of its format; a higher one than this program's was written by a newer version."""


def read_chat(text: str, pictures: PictureBytes = no_pictures) -> ParsedChat:
    """Return the conversation in the note *text*. Raises `VaultError` if it is not a chat."""
    note = split_chat_note(text)
    version = chat_version(note.properties)
    if version is None:
        raise VaultError(Phrase("This note is not a chat."), hint=Phrase("A chat has the property {0}.", VERSION_KEY))
    conversation = read_conversation(note.properties, UNKNOWN_TIME)
    parser = _ChatParser(conversation, pictures)
    parser.read(note.body.split("\n"))
    conversation.extend(parser.messages)
    conversation.checkpoints = tuple(parser.checkpoints)
    return ParsedChat(conversation, version)


class _PendingMessage(Struct):
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
        self._pending: _PendingMessage | None = None

    def read(self, lines: Sequence[str]) -> None:
        """Read the whole body."""
        before: StructureElement | None = None
        for element in scan_structure(lines):
            self._between(_lines_between(lines, before, element.first), before)
            if element.kind in ("message", "heading"):
                self._close()
                self._pending = _PendingMessage(_ROLES[element.marker.kind], element.marker)
            elif element.kind == "callout":
                self._callout(lines[element.first : element.end], element.marker)
            elif element.marker.kind == "provider" and self._pending is not None:
                part = provider_part(element.marker)
                self._pending.parts += [part] if part is not None else []
            before = element
        self._between(_lines_between(lines, before, len(lines)), before)
        self._close()

    def _between(self, raw: Sequence[str], before: StructureElement | None) -> None:
        """Read the lines between two elements."""
        if self._pending is None or before is None:
            return  # Above the first message: not part of a message.
        marker = before.marker if before.kind == "part" else None
        if marker is not None and marker.kind == "image":
            self._pending.parts += image_parts(raw, marker, self._pictures)
            return
        part = text_part(raw, marker if marker is not None and marker.kind == "text" else None)
        if part is not None:
            self._pending.parts.append(part)

    def _callout(self, lines: Sequence[str], marker: Marker) -> None:
        if marker.kind == "checkpoint":
            self.checkpoints.append(read_checkpoint(lines, marker, self._last))
        elif self._pending is not None and marker.kind == "context":
            self._pending.context = read_context_items(marker)
        elif self._pending is not None:
            self._pending.parts += callout_parts(lines, marker)

    def _close(self) -> None:
        """End the open message; an empty one was removed by hand, unless it is marked as empty."""
        pending, self._pending = self._pending, None
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

    def _unique_id(self, written_id: str, pending: _PendingMessage) -> str:
        """Return the id of a message; one that was copied by hand, or has no id, gets one made from its text."""
        name, number = written_id, 0
        while not name or name in self._ids:
            text = "\n".join(part.text for part in pending.parts if isinstance(part, TextPart))
            seed = f"{written_id}\n{pending.role}\n{number}\n{text}".encode("utf-8", "surrogatepass")
            name, number = f"msg_{hashlib.sha256(seed).hexdigest()[:20]}", number + 1
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


# The text of each message is cached, since the note of a streaming answer is written every other second.


class _WrittenMessage(NamedTuple):
    """A message as it was last written."""

    message: Message
    heading: str
    text: str
    """Heading, marker and parts as Markdown."""


class ChatWriter(Struct):
    """Writes the note of one conversation repeatedly."""

    link: PictureLink = image_file_name
    _written: dict[str, _WrittenMessage] = field(default_factory=dict)
    """By message id."""

    def write(self, conversation: Conversation, before: str = "", messages: Sequence[Message] | None = None) -> str:
        """Return the note of *conversation*. Everything in *before*, its current text, that is not the program's stays.

        *messages* replace the conversation's own. Raises `NoteNotWritten` if the properties of *before* cannot be read.
        """
        shown_messages = conversation.messages if messages is None else messages
        note = split_chat_note(before)
        blocks = [
            write_chat_properties(conversation, note.head, shown_messages).removesuffix("\n"),
            *_text_before_messages(note.body),
        ]
        heading = ""
        written: dict[str, _WrittenMessage] = {}
        for message in shown_messages:
            own_heading = _heading(message, heading)
            cached = self._written.get(message.id)
            if cached is None or cached.message is not message or cached.heading != own_heading:
                cached = _WrittenMessage(message, own_heading, _message(message, own_heading, self.link))
            written[message.id] = cached
            blocks.append(cached.text)
            heading = own_heading or heading
        self._written = written
        blocks += ["\n".join(checkpoint_lines(checkpoint)) for checkpoint in conversation.checkpoints]
        return "\n\n".join(blocks) + "\n"


def _text_before_messages(body: str) -> list[str]:
    """Return the user's own text above the first message, if there is any."""
    lines = body.split("\n")
    first = next(scan_structure(lines), None)
    opening = "\n".join(lines[: first.first] if first is not None else lines).strip("\n")
    return [opening] if opening.strip() else []


def _heading(message: Message, before: str) -> str:
    """Return the heading of *message*; empty if it would repeat the heading *before* it."""
    if message.role == "user":
        return USER_HEADING
    if message.role == "tool":
        return ""
    model = plain_line(message.model)
    heading = f"## {plain_line(message.agent)}" if plain_line(message.agent) else ASSISTANT_HEADING
    details = ", ".join(filter(None, (model, "cut off" if message.cut else "")))
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
