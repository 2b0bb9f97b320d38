"""Attaches context items and linked notes to questions before each request."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from weakref import WeakKeyDictionary

from vaultdesk.agent.context.attached_file import as_image_part, attached_file_text, read_attached_file
from vaultdesk.agent.context.context_reach import Attachment, ContextReach
from vaultdesk.agent.context.context_reader import (
    AttachedContext,
    ContextPiece,
    ContextReader,
    ContextRequest,
    attach_pieces,
)
from vaultdesk.agent.message_pipeline import PendingRequest
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ContextItem, ImagePart, Message, Source, TextPart
from vaultdesk.core.destination import Destination
from vaultdesk.core.phrases import NO_PHRASE, Phrase, Sentences
from vaultdesk.core.text_tokens import IMAGE_TOKENS, text_tokens
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.providers.model_events import Noticed
from vaultdesk.tools.runtime.taint import TaintTracker
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath

MAX_LINKS_PER_MESSAGE = 30
"""Links of one message that are looked up: whoever pastes a page full of them did not mean them all."""


def linked_items(text: str, active: str = "") -> tuple[ContextItem, ...]:
    """Return each wikilink of *text*, as something to lay beside it; none inside code.

    *active* is the note that is open: `[[#Heading]]` is a place in it.
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
    """Return the note that was open when *message* was asked; empty where that is not known."""
    return next((item.target.partition("#")[0] for item in message.context if item.kind == "active"), "")


def own_text_of(message: Message) -> str:
    """Return what the person wrote: neither note text beside it nor what is kept for people only."""
    return "".join(
        part.text for part in message.parts if isinstance(part, TextPart) and not part.hidden and not part.sources
    )


def context_items_of(message: Message) -> tuple[ContextItem, ...]:
    """Return all that is to be laid beside *message*: what was put there, then what its words link to."""
    return tuple(dict.fromkeys((*message.context, *linked_items(own_text_of(message), active_note(message)))))


# What was laid beside a message, and what the links in its words lead to, is looked up once while the conversation
# lives: the beginning of a conversation stays what it was, and a changed note does not change what was said of it.

MAX_CACHED_MESSAGES = 500
"""Messages whose texts are held for the requests to come, those asked last: a long day of questions with notes."""

MAX_CACHED_CHARACTERS = 20_000_000
"""Characters of them all."""

MIN_RESOLVED_QUESTIONS = 60
"""Questions of one conversation for which something is looked up at least, the last ones: old ones of a long chat that
was read back are not worth hundreds of notes. So many are passed over at a time, so that its beginning stays the same.
"""


@dataclass(frozen=True, slots=True)
class ContextSize:
    """How much something beside a question comes to."""

    tokens: int
    notes: int = 0
    """How many notes it is."""
    problem: Phrase = NO_PHRASE
    """Why it cannot go as it is, for people."""


@dataclass(slots=True)
class _CachedContext:
    """What was looked up for one message."""

    by_host: dict[str, AttachedContext] = field(default_factory=dict)
    notified: bool = False
    """Whether the person was told what is to be said of it."""

    @property
    def characters(self) -> int:
        """How much is held; a picture is its bytes as text."""
        parts = (part for context in self.by_host.values() for part in context.parts)
        return sum(len(part.data) if isinstance(part, ImagePart) else len(part.text) for part in parts)


class ContextAttacher:
    """Lays what belongs beside the questions of any conversation before their words."""

    def __init__(
        self,
        reader: ContextReader,
        root: Path,
        summarized_count: Callable[[Conversation, Sequence[Message]], int] = lambda _conversation, _messages: 0,
    ) -> None:
        """*root* is the vault's folder: a file dropped from there stays a file of the vault.

        *summarized_count* tells how many messages a summary replaces: it names their notes, so they are not looked up.
        """
        self._reader = reader
        self._root = root
        self._summarized_count = summarized_count
        self._cache: OrderedDict[tuple[str, str], _CachedContext] = OrderedDict()

    async def attach(self, pending: PendingRequest) -> tuple[Message, ...]:
        """Return the messages of *pending*, each question after what lies beside it. Raises nothing."""
        summed = self._summarized_count(pending.conversation, pending.messages)
        found = [
            (index, items)
            for index, message in enumerate(pending.messages)
            if index >= summed and message.role == "user" and (items := context_items_of(message))
        ]
        messages = list(pending.messages)
        question_ids = {message.id for message in pending.conversation.messages}
        for index, items in found[
            max(0, len(found) - MIN_RESOLVED_QUESTIONS) // MIN_RESOLVED_QUESTIONS * MIN_RESOLVED_QUESTIONS :
        ]:
            message = messages[index]
            # What is only typed yet is another message with each look at it: nothing of it is held.
            is_cached = not pending.preview or message.id in question_ids
            attached = await (
                self._cached_context(pending, message, items)
                if is_cached
                else self._current_context(pending, message, items)
            )
            messages[index] = message.model_copy(update={"parts": (*attached.parts, *message.parts)})
        return tuple(messages)

    async def size(self, item: ContextItem, destination: Destination) -> ContextSize:
        """Return how much *item* is now for *destination*. Raises nothing."""
        pieces = await self._pieces((item,), ContextRequest("", destination))
        attached = attach_pieces(pieces)
        tokens = sum(IMAGE_TOKENS if isinstance(part, ImagePart) else text_tokens(part.text) for part in attached.parts)
        notes = {piece.path for piece in pieces if piece.text and piece.path and piece.kind in ("note", "selection")}
        # What stays here is told by `reach`.
        remarks = {piece.notice for piece in pieces}
        return ContextSize(tokens, len(notes), Sentences(*(one for one in attached.notices if one not in remarks)))

    async def reach(self, attachment: Attachment, destination: Destination, active: str = "") -> ContextReach:
        """Return how much of *attachment* reaches *destination* by the rules of now, *active* being the open note.

        Raises nothing.
        """
        if isinstance(attachment, ImagePart):
            return await self._reader.reach_of([source.path for source in attachment.sources], destination)
        return await self._reader.reach(attachment, ContextRequest("", destination, active))

    async def items_in(self, text: str, active: str = "") -> tuple[ContextItem, ...]:
        """Return what the links in *text* would bring, *active* being the note that is open."""
        return linked_items(text, active)

    async def dropped_item(self, file: Path) -> ContextItem | ImagePart:
        """Return the dropped *file* as something to lay beside a question. Raises `UsageError`, `OutsideVault`."""
        inside = await run_in_thread(lambda: self._vault_path(file))

        def read() -> ContextItem | ImagePart:
            if inside is not None and inside.is_note:
                return ContextItem(kind="note", target=inside.text.removesuffix(".md"))
            data = read_attached_file(file)
            picture = as_image_part(inside.text if inside is not None else file.name, data)
            if picture is not None:
                sources = (Source(path=inside.text),) if inside is not None else ()
                return picture.model_copy(update={"sources": sources})
            text = attached_file_text(file.name, data)
            # A file of the vault is looked up anew, under the vault's privacy rules.
            target, kept = (inside.text, "") if inside is not None else (file.name, text)
            return ContextItem(kind="file", target=target, text=kept)

        return await run_in_thread(read)

    def forget(self, conversation_id: str) -> None:
        """Forget what was looked up for a conversation that is over."""
        for key in [key for key in self._cache if key[0] == conversation_id]:
            del self._cache[key]

    async def _cached_context(
        self, pending: PendingRequest, message: Message, items: Sequence[ContextItem]
    ) -> AttachedContext:
        """Return what lies beside *message*, looked up once; the person is told once what is to be said of it."""
        kept, host = self._cache_entry(pending.conversation.id, message.id), pending.provider.destination.host
        attached = kept.by_host.get(host)
        if attached is None:
            attached = kept.by_host[host] = await self._current_context(pending, message, items)
            self._evict()
        if not (pending.preview or kept.notified):
            kept.notified = True
            for notice in attached.notices:
                pending.emit(Noticed(notice))
        return attached

    async def _current_context(
        self, pending: PendingRequest, message: Message, items: Sequence[ContextItem]
    ) -> AttachedContext:
        asking = ContextRequest(own_text_of(message), pending.provider.destination, active_note(message))
        return attach_pieces(await self._pieces(items, asking))

    async def _pieces(self, items: Iterable[ContextItem], asking: ContextRequest) -> list[ContextPiece]:
        return [piece for item in items for piece in await self._reader.read(item, asking)]

    def _cache_entry(self, conversation_id: str, message_id: str) -> _CachedContext:
        key = (conversation_id, message_id)
        kept = self._cache.setdefault(key, _CachedContext())
        self._cache.move_to_end(key)
        return kept

    def _evict(self) -> None:
        """Forget what was asked longest ago, where there is too much."""
        sizes = {key: kept.characters for key, kept in self._cache.items()}
        total = sum(sizes.values())
        while len(self._cache) > 1 and (len(self._cache) > MAX_CACHED_MESSAGES or total > MAX_CACHED_CHARACTERS):
            key, _ = self._cache.popitem(last=False)
            total -= sizes[key]

    def _vault_path(self, file: Path) -> NotePath | None:
        """Return *file* as a path of the vault; None where it lies elsewhere. Raises `OutsideVault` if hidden."""
        try:
            inside = file.resolve().relative_to(self._root)
        except (ValueError, OSError):
            return None
        # The settings of plugins hold keys: what the vault hides goes to no model, however it is given.
        return NotePath.parse(inside.as_posix())


_TAINTED_MESSAGES: WeakKeyDictionary[TaintTracker, set[tuple[str, str]]] = WeakKeyDictionary()
"""The messages whose notes each was told of: notes are looked at once, not with every question."""


class TaintStep:
    """Message step that records in *taint* which notes a conversation was given as context."""

    def __init__(self, taint: TaintTracker) -> None:
        self._taint = taint
        self._recorded = _TAINTED_MESSAGES.setdefault(taint, set())

    async def __call__(self, pending: PendingRequest, /) -> tuple[Message, ...]:
        for message in pending.messages:
            # A branch of a chat has the same messages, and is a conversation of its own.
            key = (pending.conversation.id, message.id)
            if message.role != "user" or key in self._recorded or pending.preview:
                continue
            sources = [
                source for part in message.parts if isinstance(part, TextPart | ImagePart) for source in part.sources
            ]
            if sources:
                await self._taint.record(pending.conversation.id, "read", sources)
            self._recorded.add(key)
        return pending.messages
