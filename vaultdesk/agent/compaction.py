"""Compaction: what no longer fits the model's window, summed up or left out: a step before each request, the last one.

The conversation itself stays whole: only what is sent becomes shorter. First go the texts of old results, which a
model can ask for again; then the oldest exchanges become a summary that is kept as a checkpoint; where nobody can sum
up they are left out. The last question always goes, with the last round of its tools.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from vaultdesk.agent.context_window import CAREFUL
from vaultdesk.agent.exchanges import cut_to, exchanges, tokens_in, without_old_rounds, without_old_texts, without_texts
from vaultdesk.agent.preparing import Preparation
from vaultdesk.agent.summary import (
    ASKING_TOKENS,
    SUMMARY_TOKENS,
    gap_part,
    led_by,
    notes_in,
    paths_of,
    summary_part,
    summed_up,
    with_notes,
)
from vaultdesk.chat.conversation import Checkpoint, Conversation
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.core.errors import ProviderRefused, SpendingStopped, VaultDeskError
from vaultdesk.providers.model_events import Noticed
from vaultdesk.tools.runtime.approval_text import count_notes

COUNTED_WELL = 0.92
"""Share of a window that is used: tokens are estimated, and a vendor may count a few more."""

LEAST = 3
"""The part of a window that messages may always take."""

KEPT = 0.5
"""Share of the room that the messages after a summary take at most: else it would have to be made again at once."""

TOLD = (
    "The first {count} of this chat were summed up for the model, as they no longer fit. The chat itself stays whole."
)
"""What the person is told."""

MOST_ASKED = 3
"""Pieces in which a long beginning is summed up; what is older than these is left out."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a conversation begins for the model."""

    parts: tuple[TextPart, ...]
    """What stands for the messages that are summed up; none where none are."""
    rest: tuple[Message, ...]
    """All messages after them."""
    summed: int = 0
    """How many are summed up."""


def beginning(conversation: Conversation, messages: Sequence[Message]) -> Beginning:
    """Return *messages* of *conversation* with its newest checkpoint in the place of what it sums up."""
    places = {message.id: place for place, message in enumerate(messages)}
    for checkpoint in reversed(conversation.checkpoints):
        end = places.get(checkpoint.message_id, -1) + 1
        # A chat that was changed by hand may go on with an answer: no call is split from its result.
        if end and (end == len(messages) or messages[end].role == "user"):
            return Beginning((summary_part(checkpoint, messages[:end]),), tuple(messages[end:]), end)
    return Beginning((), tuple(messages))


class Compaction:
    """Makes conversations fit, of whichever model."""

    def __init__(
        self, window: Callable[[str], int], wanted: Callable[[], bool], after: Callable[[], int] = lambda: 0
    ) -> None:
        """*window* tells the tokens a model takes by its label, 0 where nobody knows; *wanted* is the person's switch.

        *after* tells how many tokens are laid before the first question when this is done.
        """
        self._window = window
        self._after = after
        self._wanted = wanted
        self._given_up: dict[str, str] = {}
        """The question at which nobody could sum up, by conversation: not asked again before the next one."""
        self._told_cut: dict[str, str] = {}
        """The question at which the person was last told that texts were cut."""

    async def fit(self, work: Preparation) -> tuple[Message, ...]:
        """Return the messages of *work* so that they fit. Raises `ProviderRefused` where they cannot be made to."""
        window = self._window(work.label)
        work = replace(work, beside_tokens=work.beside_tokens + self._after())
        room = _room(window or CAREFUL, work)
        if not self._wanted():
            if window and tokens_in(work.messages) > room:
                raise _too_long(work, room, "Switch on “Sum up long chats” in Settings, or begin a new chat.")
            return work.messages
        begun = beginning(work.conversation, work.messages)
        whole = led_by(begun.parts, begun.rest)
        if tokens_in(whole) <= room:
            return whole
        whole = led_by(begun.parts, without_old_texts(begun.rest))
        if tokens_in(whole) <= room:
            return whole
        kept = led_by(begun.parts, without_old_rounds(without_old_texts(begun.rest)))
        if tokens_in(kept) > room and not work.looking:
            kept = await self._summed_up(work, begun, window or CAREFUL)
        if not window or work.looking or tokens_in(kept) <= room:
            return kept
        cut = cut_to(kept, room)
        if tokens_in(cut) > room:
            raise _too_long(work, room, "Lay less beside the question, ask for less at once, or choose a larger model.")
        self._tell_cut(work)
        return cut

    def _tell_cut(self, work: Preparation) -> None:
        """Say once a question that its texts were cut."""
        question = next((message.id for message in reversed(work.messages) if message.role == "user"), "")
        if self._told_cut.get(work.conversation.id) != question:
            self._told_cut[work.conversation.id] = question
            work.emit(Noticed("Long texts were cut to fit the model's window; the model is told where."))

    async def _summed_up(self, work: Preparation, begun: Beginning, window: int) -> tuple[Message, ...]:
        """Return the newest exchanges after a summary of the older ones; told, and kept as a checkpoint."""
        most = int(_room(window, work) * KEPT)
        old, new = _parted(begun.rest, most)
        kept = new if tokens_in(new) <= most else without_old_rounds(new)
        if not old:
            return led_by(begun.parts, kept)
        question = next((message.id for message in reversed(new) if message.role == "user"), "")
        summed = work.messages[: begun.summed + len(old)]
        count = count_notes(len(summed), "message")
        if self._given_up.get(work.conversation.id) != question:
            try:
                text = await _in_pieces(work, begun.parts, old, window)
                # What an earlier summary was from, this one is from, too.
                summary = with_notes(text, sorted({*notes_in(text), *paths_of(summed)}))
            except SpendingStopped:
                raise
            except VaultDeskError as trouble:
                self._given_up[work.conversation.id] = question
                work.emit(Noticed(f"{count} could not be summed up and go without, as they no longer fit. {trouble}"))
            else:
                checkpoint = Checkpoint(old[-1].id, summary, datetime.now(UTC), work.label)
                work.conversation.checkpoints = (*work.conversation.checkpoints, checkpoint)
                work.emit(Noticed(TOLD.format(count=count)))
                return led_by((summary_part(checkpoint, summed),), kept)
        return led_by((*begun.parts, gap_part(old)), kept)


async def _in_pieces(work: Preparation, before: tuple[TextPart, ...], old: Sequence[Message], window: int) -> str:
    """Sum up *old* after what was summed up *before*, in as few requests as fit. Raises `VaultDeskError`."""
    longest = min(SUMMARY_TOKENS, window // 4)
    # No tools are offered then: what they take is free.
    most = int((window - longest) * COUNTED_WELL) - ASKING_TOKENS - tokens_in(led_by(before, ()))
    pieces = _pieces(old, most, longest)
    if len(pieces) > MOST_ASKED:
        left = sum(map(len, pieces[:-MOST_ASKED]))
        work.emit(Noticed(f"{count_notes(left, 'message')} of this chat are too old to be summed up, and go without."))
    text = ""
    for piece in pieces[-MOST_ASKED:]:
        messages = led_by(before, piece)
        text = await summed_up(work, messages, longest)
        before = (summary_part(Checkpoint(piece[-1].id, text, datetime.now(UTC), work.label), messages),)
    return text


def _pieces(old: Sequence[Message], most: int, longest: int) -> list[tuple[Message, ...]]:
    """Return *old* in as few runs of whole exchanges as fit a request each; where it helps without its old results."""
    if tokens_in(old) <= most:
        return [tuple(old)]
    pieces: list[tuple[Message, ...]] = []
    for group in exchanges(old):
        bare = without_texts(group)
        joined = (*pieces[-1], *bare) if pieces else bare
        if pieces and tokens_in(joined) + longest <= most:
            pieces[-1] = joined
        elif tokens_in(bare) <= most:
            pieces.append(bare)
    return pieces or [tuple(old)]


def _parted(messages: Sequence[Message], most: int) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Return *messages* as old and new ones: new are the last exchanges of *most* tokens, and at least the last."""
    groups = exchanges(messages)
    first = len(groups) - 1
    while first > 0 and tokens_in(without_old_texts(_flat(groups[first - 1 :]))) <= most:
        first -= 1
    return _flat(groups[: max(0, first)]), without_old_texts(_flat(groups[max(0, first) :]))


def _flat(groups: Sequence[Sequence[Message]]) -> tuple[Message, ...]:
    return tuple(message for group in groups for message in group)


def _room(window: int, work: Preparation) -> int:
    """Return how many tokens the messages may be."""
    room = int((window - min(work.answer_tokens, window // 4)) * COUNTED_WELL) - work.beside_tokens
    # Where tools alone fill a small window nothing said can mend it: a short chat is left as it is.
    return max(room, window // LEAST)


def _too_long(work: Preparation, room: int, hint: str) -> ProviderRefused:
    tokens = tokens_in(work.messages)
    title = f"The conversation is too long for {work.label}: about {tokens:,} tokens, and {max(0, room):,} fit"
    return ProviderRefused(title, hint=hint, trouble="context")
