"""Contexts: what lies beside questions, as text with its sources before the words: a step before each request.

What was laid beside a message, and what the links in its words lead to, is looked up once while the conversation
lives: the beginning of a conversation stays what it was, and a changed note does not change what was said of it.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from weakref import WeakKeyDictionary

from vaultdesk.agent.context_links import active_note, items_of, linked_items, words_of
from vaultdesk.agent.context_piece import Laid, Piece, lay
from vaultdesk.agent.context_reader import Asking, ContextReader
from vaultdesk.agent.estimate import IMAGE_TOKENS, tokens_of
from vaultdesk.agent.file_text import as_picture, read_file, text_of
from vaultdesk.agent.preparing import Preparation, Preparing
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ContextItem, ImagePart, Message, Source, TextPart
from vaultdesk.core.destination import Destination
from vaultdesk.providers.http_connection import in_thread
from vaultdesk.providers.model_events import Noticed
from vaultdesk.tools.runtime.taint import TaintTracker
from vaultdesk.vault.note_path import NotePath

MOST_KEPT = 500
"""Messages whose texts are held for the requests to come, those asked last: a long day of questions with notes."""

MOST_CHARACTERS = 20_000_000
"""Characters of them all."""

LOOKED_UP = 60
"""Questions of one conversation for which something is looked up at least, the last ones: old ones of a long chat that
was read back are not worth hundreds of notes. So many are passed over at a time, so that its beginning stays the same.
"""

HERE = Destination("This computer", "", local=True)
"""Where the size of something is told."""


@dataclass(frozen=True, slots=True)
class ContextSize:
    """How much something beside a question comes to."""

    tokens: int
    notes: int = 0
    """How many notes it is."""
    problem: str = ""
    """Why it cannot go as it is, for people."""


@dataclass(slots=True)
class _Kept:
    """What was looked up for one message."""

    by_host: dict[str, Laid] = field(default_factory=dict)
    told: bool = False
    """Whether the person was told what is to be said of it."""

    @property
    def characters(self) -> int:
        """How much is held; a picture is its bytes as text."""
        parts = (part for laid in self.by_host.values() for part in laid.parts)
        return sum(len(part.data) if isinstance(part, ImagePart) else len(part.text) for part in parts)


class Contexts:
    """Lays what belongs beside the questions of any conversation before their words."""

    def __init__(
        self,
        reader: ContextReader,
        root: Path,
        summed: Callable[[Conversation, Sequence[Message]], int] = lambda _conversation, _messages: 0,
    ) -> None:
        """*root* is the vault's folder: a file dropped from there stays a file of the vault.

        *summed* tells how many messages a summary stands for, which names their notes itself: nothing is looked up.
        """
        self._reader = reader
        self._root = root
        self._summed = summed
        self._kept: OrderedDict[tuple[str, str], _Kept] = OrderedDict()

    async def fill(self, work: Preparation) -> tuple[Message, ...]:
        """Return the messages of *work*, each question after what lies beside it. Raises nothing."""
        summed = self._summed(work.conversation, work.messages)
        found = [
            (place, items)
            for place, message in enumerate(work.messages)
            if place >= summed and message.role == "user" and (items := items_of(message))
        ]
        messages = list(work.messages)
        asked = {message.id for message in work.conversation.messages}
        for place, items in found[max(0, len(found) - LOOKED_UP) // LOOKED_UP * LOOKED_UP :]:
            message = messages[place]
            # What is only typed yet is another message with each look at it: nothing of it is held.
            held = not work.looking or message.id in asked
            laid = await (self._laid(work, message, items) if held else self._now(work, message, items))
            messages[place] = message.model_copy(update={"parts": (*laid.parts, *message.parts)})
        return tuple(messages)

    async def size(self, item: ContextItem) -> ContextSize:
        """Return how much *item* comes to now. Raises nothing."""
        pieces = await self._pieces((item,), Asking("", HERE))
        laid = lay(pieces)
        tokens = sum(IMAGE_TOKENS if isinstance(part, ImagePart) else tokens_of(part.text) for part in laid.parts)
        notes = {piece.path for piece in pieces if piece.text and piece.path and piece.kind in ("note", "selection")}
        return ContextSize(tokens, len(notes), " ".join(laid.notices))

    async def items_in(self, text: str, active: str = "") -> tuple[ContextItem, ...]:
        """Return what the links in *text* would bring, *active* being the note that is open."""
        return linked_items(text, active)

    async def dropped(self, file: Path) -> ContextItem | ImagePart:
        """Return the dropped *file* as something to lay beside a question. Raises `UsageError`, `OutsideVault`."""
        inside = await in_thread(lambda: self._inside(file))

        def read() -> ContextItem | ImagePart:
            if inside is not None and inside.is_note:
                return ContextItem(kind="note", target=inside.text.removesuffix(".md"))
            data = read_file(file)
            picture = as_picture(inside.text if inside is not None else file.name, data)
            if picture is not None:
                sources = (Source(path=inside.text, allowed="person"),) if inside is not None else ()
                return picture.model_copy(update={"sources": sources})
            text = text_of(file.name, data)
            # A file of the vault is looked up anew, under the vault's privacy rules.
            target, kept = (inside.text, "") if inside is not None else (file.name, text)
            return ContextItem(kind="file", target=target, text=kept)

        return await in_thread(read)

    def forget(self, conversation_id: str) -> None:
        """Forget what was looked up for a conversation that is over."""
        for key in [key for key in self._kept if key[0] == conversation_id]:
            del self._kept[key]

    async def _laid(self, work: Preparation, message: Message, items: Sequence[ContextItem]) -> Laid:
        """Return what lies beside *message*, looked up once; the person is told once what is to be said of it."""
        kept, host = self._of(work.conversation.id, message.id), work.provider.destination.host
        laid = kept.by_host.get(host)
        if laid is None:
            laid = kept.by_host[host] = await self._now(work, message, items)
            self._make_room()
        if not (work.looking or kept.told):
            kept.told = True
            for notice in laid.notices:
                work.emit(Noticed(notice))
        return laid

    async def _now(self, work: Preparation, message: Message, items: Sequence[ContextItem]) -> Laid:
        asking = Asking(words_of(message), work.provider.destination, active_note(message))
        return lay(await self._pieces(items, asking))

    async def _pieces(self, items: Iterable[ContextItem], asking: Asking) -> list[Piece]:
        return [piece for item in items for piece in await self._reader.read(item, asking)]

    def _of(self, conversation_id: str, message_id: str) -> _Kept:
        key = (conversation_id, message_id)
        kept = self._kept.setdefault(key, _Kept())
        self._kept.move_to_end(key)
        return kept

    def _make_room(self) -> None:
        """Forget what was asked longest ago, where there is too much."""
        sizes = {key: kept.characters for key, kept in self._kept.items()}
        total = sum(sizes.values())
        while len(self._kept) > 1 and (len(self._kept) > MOST_KEPT or total > MOST_CHARACTERS):
            key, _ = self._kept.popitem(last=False)
            total -= sizes[key]

    def _inside(self, file: Path) -> NotePath | None:
        """Return *file* as a path of the vault; None where it lies elsewhere. Raises `OutsideVault` if hidden."""
        try:
            inside = file.resolve().relative_to(self._root)
        except (ValueError, OSError):
            return None
        # The settings of plugins hold keys: what the vault hides goes to no model, however it is given.
        return NotePath.parse(inside.as_posix())


_MARKED: WeakKeyDictionary[TaintTracker, set[tuple[str, str]]] = WeakKeyDictionary()
"""The messages whose notes each was told of: notes are looked at once, not with every question."""


def marking(taint: TaintTracker) -> Preparing:
    """Return the step that tells *taint* which notes a conversation was given by laying them beside questions."""
    seen = _MARKED.setdefault(taint, set())

    async def mark(work: Preparation) -> tuple[Message, ...]:
        for message in work.messages:
            # A branch of a chat has the same messages, and is a conversation of its own.
            key = (work.conversation.id, message.id)
            if message.role != "user" or key in seen or work.looking:
                continue
            sources = [
                source for part in message.parts if isinstance(part, TextPart | ImagePart) for source in part.sources
            ]
            if sources:
                await taint.note(work.conversation.id, "read", sources)
            seen.add(key)
        return work.messages

    return mark
