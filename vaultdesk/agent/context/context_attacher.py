"""Attaches context items and linked notes to questions before each request."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from weakref import WeakKeyDictionary

from msgspec import Struct, field

from vaultdesk.agent.context.attached_file import as_image_part, attached_file_text, read_attached_file
from vaultdesk.agent.context.context_reader import (
    AttachedContext,
    Attachment,
    ContextExcerpt,
    ContextReach,
    ContextReader,
    ContextRequest,
    attach_excerpts,
)
from vaultdesk.agent.request_preparation import PendingRequest
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ContextItem, ImagePart, Message, Source, TextPart
from vaultdesk.core.phrases import NO_PHRASE, Phrase, Sentences
from vaultdesk.core.text_tokens import IMAGE_TOKENS, text_tokens
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.providers.provider import Noticed
from vaultdesk.tools.runtime.taint import TaintTracker
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath

MAX_LINKS_PER_MESSAGE = 30
"""Maximum number of links of one message that are looked up: a pasted page of links is not a request for all."""


def linked_items(text: str, active: str = "") -> tuple[ContextItem, ...]:
    """Return the wikilinks of *text* outside code as context items, each once, at most `MAX_LINKS_PER_MESSAGE`.

    *active* is the open note: `[[#Heading]]` refers to it.
    """
    targets: dict[str, None] = {}
    if "[[" not in text:
        return ()
    for link in scan(text).links:
        target = link.target or active.removesuffix(NOTE_SUFFIX)
        if link.kind == "wikilink" and target:
            targets[f"{target}#{link.subpath}" if link.subpath else target] = None
    return tuple(ContextItem(kind="note", target=target) for target in list(targets)[:MAX_LINKS_PER_MESSAGE])


def active_note(message: Message) -> str:
    """Return the note that was open when *message* was asked; empty if not known."""
    return next((item.target.partition("#")[0] for item in message.context if item.kind == "active"), "")


def own_text_of(message: Message) -> str:
    """Return what the user wrote, without attached note text and without parts that are for display only."""
    return "".join(
        part.text for part in message.parts if isinstance(part, TextPart) and not part.hidden and not part.sources
    )


def context_items_of(message: Message) -> tuple[ContextItem, ...]:
    """Return all context items of *message*: the attached ones, then those its text links to."""
    return tuple(dict.fromkeys((*message.context, *linked_items(own_text_of(message), active_note(message)))))


# Attachments and links of a message are looked up once while the conversation is in memory: the beginning of a
# conversation stays the same, and a changed note does not change what was said about it.

MAX_CACHED_MESSAGES = 500
"""Maximum number of messages whose context is cached, the most recent: a long day of questions with notes."""

MAX_CACHED_CHARACTERS = 20_000_000
"""Maximum number of characters of all cached context."""

MIN_RESOLVED_QUESTIONS = 60
"""Minimum number of questions of one conversation that are looked up, the last ones: old questions of a long stored
chat are not worth reading hundreds of notes. The number skipped is a multiple of this, so that the beginning stays the
same.
"""


class ContextSize(Struct, frozen=True):
    """Size of one context item."""

    tokens: int
    notes: int = 0
    problem: Phrase = NO_PHRASE
    """Why it cannot be attached, for the user."""


class _CachedContext(Struct):
    """The context looked up for one message."""

    by_host: dict[str, AttachedContext] = field(default_factory=dict)
    notified: bool = False
    """Whether its notices were shown to the user."""

    @property
    def characters(self) -> int:
        """Number of characters in memory; an image counts as base64."""
        parts = (part for context in self.by_host.values() for part in context.parts)
        return sum(len(part.data) if isinstance(part, ImagePart) else len(part.text) for part in parts)


class ContextAttacher:
    """Puts the context of the questions of any conversation before their text."""

    def __init__(
        self,
        reader: ContextReader,
        root: Path,
        summarized_count: Callable[[Conversation, Sequence[Message]], int] = lambda _conversation, _messages: 0,
    ) -> None:
        """*root* is the vault's folder: a file dropped from there is treated as a file of the vault.

        *summarized_count* returns how many messages a summary replaces: the summary names their notes, so they are not
        looked up.
        """
        self._reader = reader
        self._root = root
        self._summarized_count = summarized_count
        self._cache: OrderedDict[tuple[str, str], _CachedContext] = OrderedDict()

    async def attach(self, pending: PendingRequest) -> tuple[Message, ...]:
        """Return the messages of *pending*, each question preceded by its context. Raises nothing."""
        summarized = self._summarized_count(pending.conversation, pending.messages)
        questions = [
            (index, items)
            for index, message in enumerate(pending.messages)
            if index >= summarized and message.role == "user" and (items := context_items_of(message))
        ]
        messages = list(pending.messages)
        question_ids = {message.id for message in pending.conversation.messages}
        for index, items in questions[
            max(0, len(questions) - MIN_RESOLVED_QUESTIONS) // MIN_RESOLVED_QUESTIONS * MIN_RESOLVED_QUESTIONS :
        ]:
            message = messages[index]
            # A question that is still being typed is a new message at each preview, so it is not cached.
            is_cached = not pending.preview or message.id in question_ids
            attached = await (
                self._cached_context(pending, message, items)
                if is_cached
                else self._current_context(pending, message, items)
            )
            messages[index] = message.model_copy(update={"parts": (*attached.parts, *message.parts)})
        return tuple(messages)

    async def size(self, item: ContextItem, destination: Destination) -> ContextSize:
        """Return the current size of *item* for *destination*. Raises nothing."""
        excerpts = await self._excerpts((item,), ContextRequest("", destination))
        attached = attach_excerpts(excerpts)
        tokens = sum(IMAGE_TOKENS if isinstance(part, ImagePart) else text_tokens(part.text) for part in attached.parts)
        notes = {
            excerpt.path
            for excerpt in excerpts
            if excerpt.text and excerpt.path and excerpt.kind in ("note", "selection")
        }
        # Withheld notes are reported by `reach`.
        privacy_notices = {excerpt.notice for excerpt in excerpts}
        return ContextSize(
            tokens, len(notes), Sentences(*(notice for notice in attached.notices if notice not in privacy_notices))
        )

    async def reach(self, attachment: Attachment, destination: Destination, active: str = "") -> ContextReach:
        """Return how much of *attachment* reaches *destination* by the current rules; *active* is the open note.

        Raises nothing.
        """
        if isinstance(attachment, ImagePart):
            return await self._reader.reach_of([source.path for source in attachment.sources], destination)
        return await self._reader.reach(attachment, ContextRequest("", destination, active))

    async def dropped_item(self, file: Path) -> ContextItem | ImagePart:
        """Return the dropped *file* as an attachment. Raises `UsageError`, `OutsideVault`."""
        vault_path = await run_in_thread(lambda: self._vault_path(file))

        def read() -> ContextItem | ImagePart:
            if vault_path is not None and vault_path.is_note:
                return ContextItem(kind="note", target=vault_path.text.removesuffix(".md"))
            data = read_attached_file(file)
            picture = as_image_part(vault_path.text if vault_path is not None else file.name, data)
            if picture is not None:
                sources = (Source(path=vault_path.text),) if vault_path is not None else ()
                return picture.model_copy(update={"sources": sources})
            text = attached_file_text(file.name, data)
            # A file of the vault is read when it is sent, under the vault's privacy rules.
            target, item_text = (vault_path.text, "") if vault_path is not None else (file.name, text)
            return ContextItem(kind="file", target=target, text=item_text)

        return await run_in_thread(read)

    async def _cached_context(
        self, pending: PendingRequest, message: Message, items: Sequence[ContextItem]
    ) -> AttachedContext:
        """Return the context of *message*, looked up once; its notices are reported once."""
        cached, host = self._cache_entry(pending.conversation.id, message.id), pending.provider.destination.host
        attached = cached.by_host.get(host)
        if attached is None:
            attached = cached.by_host[host] = await self._current_context(pending, message, items)
            self._evict()
        if not (pending.preview or cached.notified):
            cached.notified = True
            for notice in attached.notices:
                pending.emit(Noticed(notice))
        return attached

    async def _current_context(
        self, pending: PendingRequest, message: Message, items: Sequence[ContextItem]
    ) -> AttachedContext:
        request = ContextRequest(own_text_of(message), pending.provider.destination, active_note(message))
        return attach_excerpts(await self._excerpts(items, request))

    async def _excerpts(self, items: Iterable[ContextItem], request: ContextRequest) -> list[ContextExcerpt]:
        return [excerpt for item in items for excerpt in await self._reader.read(item, request)]

    def _cache_entry(self, conversation_id: str, message_id: str) -> _CachedContext:
        key = (conversation_id, message_id)
        cached = self._cache.setdefault(key, _CachedContext())
        self._cache.move_to_end(key)
        return cached

    def _evict(self) -> None:
        """Remove the oldest cached context while a limit is exceeded."""
        sizes = {key: cached.characters for key, cached in self._cache.items()}
        total = sum(sizes.values())
        while len(self._cache) > 1 and (len(self._cache) > MAX_CACHED_MESSAGES or total > MAX_CACHED_CHARACTERS):
            key, _ = self._cache.popitem(last=False)
            total -= sizes[key]

    def _vault_path(self, file: Path) -> NotePath | None:
        """Return *file* as a path of the vault; None if it is outside. Raises `OutsideVault` if hidden."""
        try:
            relative_path = file.resolve().relative_to(self._root)
        except (ValueError, OSError):
            return None
        # Plugin settings contain keys: what the vault hides is not sent to a model, however it is attached.
        return NotePath.parse(relative_path.as_posix())


_TAINTED_MESSAGES: WeakKeyDictionary[TaintTracker, set[tuple[str, str]]] = WeakKeyDictionary()
"""The messages whose notes each tracker has recorded, so that notes are recorded once and not with every question."""


class TaintStep:
    """Message step that records in *taint* which notes a conversation was given as context."""

    def __init__(self, taint: TaintTracker) -> None:
        self._taint = taint
        self._recorded = _TAINTED_MESSAGES.setdefault(taint, set())

    async def __call__(self, pending: PendingRequest, /) -> tuple[Message, ...]:
        for message in pending.messages:
            # A branch of a chat has the same messages, but is another conversation.
            key = (pending.conversation.id, message.id)
            if message.role != "user" or key in self._recorded or pending.preview:
                continue
            sources = [
                source for part in message.parts if isinstance(part, TextPart | ImagePart) for source in part.sources
            ]
            if sources:
                await self._taint.record(pending.conversation.id, sources)
            self._recorded.add(key)
        return pending.messages
