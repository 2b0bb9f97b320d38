"""Frontmatter of a conversation note: title, choices, project and source notes.

Only the properties named here are the program's; all others are the user's and are not changed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import Message
from vaultdesk.chat.note_format.part_blocks import read_time
from vaultdesk.core.answer_limits import valid_answer_length, valid_rounds, valid_temperature
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, read_frontmatter
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.markdown.link_syntax import parse_wikilink
from vaultdesk.vault.note_path import NOTE_SUFFIX

VERSION_KEY: Final = "vaultdesk-chat"
"""The property that identifies a note as a chat; its value is the version of the format."""

VERSION: Final = 1

SOURCES_KEY: Final = "sources"
"""The notes whose text is in the chat: it is as private as the most private of them."""

UNNAMED_SOURCES_KEY: Final = "sources-unnamed"
"""Set if not every source could be named: the chat then counts as one that may quote any private note."""

MOST_SOURCES = 40_000
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


def split_chat_note(text: str) -> ChatNoteParts:
    """Return the properties of a note, its head as written, and its body."""
    found = read_frontmatter(text)
    return ChatNoteParts(found.properties, text[: found.body_start], text[found.body_start :])


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
    if named := _text(properties, "id"):
        conversation.id = named
    return conversation


def quoted_sources(properties: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """Return the sources in a chat's head, as paths or names of notes; an empty one stands for any note."""
    if VERSION_KEY not in properties:
        return ()
    listed = properties.get(SOURCES_KEY)
    items = listed if isinstance(listed, list) else [] if listed is None else [listed]
    unnamed = bool(properties.get(UNNAMED_SOURCES_KEY))
    return tuple(dict.fromkeys([*(_target(str(item)) for item in items), *([""] if unnamed else [])]))


def _own_properties(conversation: Conversation, messages: Iterable[Message]) -> dict[str, JsonValue]:
    choices = conversation.choices
    named, unnamed = _sources(tuple(messages))
    own: dict[str, JsonValue] = {
        VERSION_KEY: VERSION,
        "id": conversation.id,
        "title": conversation.title,
        "created": conversation.created.isoformat(),
    }
    own.update({key: value for key, value in _chosen(choices) if value is not None})
    if choices.project:
        own["project"] = _link(choices.project) if choices.project.endswith(NOTE_SUFFIX) else choices.project
    if conversation.pinned:
        own["pinned"] = True
    if conversation.parent:
        link = f"[[{conversation.parent}]]"
        own["parent"] = link if _target(link) == conversation.parent else conversation.parent
    if conversation.origin:
        own["origin"] = conversation.origin
    if named:
        own[SOURCES_KEY] = [*named]
    if unnamed:
        own[UNNAMED_SOURCES_KEY] = True
    kept = {key: value for key, value in own.items() if value != "" or key in ("model", "agent", "mode")}
    return {key: _whole(value) if isinstance(value, str) else value for key, value in kept.items()}


def _whole(text: str) -> str:
    """Return *text* without unpaired surrogates, which no file can contain."""
    return text.encode("utf-8", "replace").decode("utf-8")


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
    left, unnamed = MOST_SOURCES, any(item.kind in _COLLECTION_CONTEXT_KINDS for item in attached)
    for path in paths:
        if not path or _BREAKS_LINKS.intersection(path) or len(path) > left or path != _whole(path):
            unnamed = True
            continue
        links.append(_link(path))
        left -= len(path) + len('  - "[[]]"\n')
    return list(dict.fromkeys(links)), unnamed


_NOTE_CONTEXT_KINDS = frozenset({"note", "active", "selection"})
_COLLECTION_CONTEXT_KINDS = frozenset({"folder", "tag"})
"""Contexts of many notes; which notes were attached is no longer known."""


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
    written = text.strip()
    if not (written.startswith("[[") and written.endswith("]]")) or "]]" in written[2:-2] or "[[" in written[2:-2]:
        return text
    found = parse_wikilink(written[2:-2], embed=False, start=0, end=0, in_properties=True)
    if found is None:
        return text
    return f"{found.target}#{found.subpath}" if found.subpath else found.target


def _text(properties: Mapping[str, JsonValue], key: str) -> str:
    value = properties.get(key)
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _choice(properties: Mapping[str, JsonValue], key: str) -> str | None:
    return _text(properties, key) if key in properties else None
