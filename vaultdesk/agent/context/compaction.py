"""Compaction of conversations that exceed the context window: old results are removed first, then summarised."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from vaultdesk.agent.context.conversation_summary import (
    MAX_SUMMARY_TOKENS,
    SUMMARY_PROMPT_TOKENS,
    CompactedBeginning,
    compacted_beginning,
    gap_part,
    notes_in,
    paths_of,
    summarize_messages,
    summary_part,
    with_leading_parts,
    with_notes,
)
from vaultdesk.agent.context.message_trimming import (
    split_exchanges,
    tokens_in,
    truncated_to,
    without_old_rounds,
    without_old_texts,
    without_texts,
)
from vaultdesk.agent.message_pipeline import PendingRequest
from vaultdesk.agent.request_budget import ASSUMED_WINDOW, USABLE_WINDOW_SHARE
from vaultdesk.chat.conversation import Checkpoint
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.core.errors import BudgetExceeded, ProviderRefused, VaultDeskError
from vaultdesk.core.phrases import Number, Phrase, counted
from vaultdesk.providers.model_events import Noticed

# The conversation itself is not changed; only the request becomes shorter. First the texts of old results are removed,
# which a model can request again. Then the oldest exchanges are replaced by a summary, which is saved as a checkpoint,
# or left out if they cannot be summarised. The last question is always sent, with its last round of tool calls.

KEPT_MESSAGES_SHARE = 0.5
"""Maximum share of the message budget after a summary; with more, the next request needs another summary."""

LARGER_WINDOW_HINT = Phrase("Set a larger context window in the server's settings, or choose another model.")

MAX_SUMMARY_REQUESTS = 3
"""Maximum number of requests for summarising a long beginning; older messages are left out."""


class Compaction:
    """Makes conversations fit the context window of any model."""

    def __init__(self, enabled: Callable[[], bool], leading_tokens: Callable[[], int] = lambda: 0) -> None:
        """*enabled* returns the user's setting.

        *leading_tokens* returns the number of tokens added before the first question after compaction.
        """
        self._leading_tokens = leading_tokens
        self._enabled = enabled
        self._failed_at: dict[str, str] = {}
        """The question at which summarising failed, by conversation: it is not tried again before the next question."""
        self._notified_cut: dict[str, str] = {}
        """The question at which the user was last told that texts were cut."""

    async def fit_messages(self, pending: PendingRequest) -> tuple[Message, ...]:
        """Return the messages of *pending* so that they fit. Raises `ProviderRefused` if they cannot be made to fit."""
        budget = replace(pending.budget, instructions=self._leading_tokens())
        pending = replace(pending, budget=budget)
        max_tokens, window = budget.messages, budget.window
        if not self._enabled():
            if window and _tokens(pending, pending.messages) > max_tokens:
                raise _too_long_error(pending)
            return pending.messages
        beginning = compacted_beginning(pending.conversation, pending.messages)
        whole = with_leading_parts(beginning.parts, beginning.rest)
        if _tokens(pending, whole) <= max_tokens:
            return whole
        whole = with_leading_parts(beginning.parts, without_old_texts(beginning.rest))
        if _tokens(pending, whole) <= max_tokens:
            return whole
        kept = with_leading_parts(beginning.parts, without_old_rounds(without_old_texts(beginning.rest)))
        if _tokens(pending, kept) > max_tokens and not pending.preview:
            kept = await self._summarized(pending, beginning, window or ASSUMED_WINDOW)
        if not window or pending.preview or _tokens(pending, kept) <= max_tokens:
            return kept
        cut = truncated_to(kept, max_tokens, pending.model)
        if _tokens(pending, cut) > max_tokens:
            raise _too_long_error(pending)
        self._notify_cut(pending)
        return cut

    def _notify_cut(self, pending: PendingRequest) -> None:
        """Report once for each question that its texts were cut."""
        question = next((message.id for message in reversed(pending.messages) if message.role == "user"), "")
        if self._notified_cut.get(pending.conversation.id) != question:
            self._notified_cut[pending.conversation.id] = question
            pending.emit(Noticed(Phrase("Long texts were cut to fit the model's window; the model is told where.")))

    async def _summarized(
        self, pending: PendingRequest, beginning: CompactedBeginning, window: int
    ) -> tuple[Message, ...]:
        """Return the newest exchanges after a summary of the older ones, reported and saved as a checkpoint."""
        max_kept_tokens = int(pending.budget.messages * KEPT_MESSAGES_SHARE)
        old, new = _split_old_and_new(pending, beginning.rest, max_kept_tokens)
        kept = new if _tokens(pending, new) <= max_kept_tokens else without_old_rounds(new)
        if not old:
            return with_leading_parts(beginning.parts, kept)
        question = next((message.id for message in reversed(new) if message.role == "user"), "")
        summed = pending.messages[: beginning.summarized_count + len(old)]
        if self._failed_at.get(pending.conversation.id) != question:
            try:
                text = await _summarize_in_pieces(pending, beginning.parts, old, window)
                # The sources of an earlier summary are sources of this one too.
                summary = with_notes(text, sorted({*notes_in(text), *paths_of(summed)}))
            except BudgetExceeded:
                raise
            except VaultDeskError as trouble:
                self._failed_at[pending.conversation.id] = question
                pending.emit(
                    Noticed(
                        counted(
                            len(summed),
                            "{0} message could not be summed up and goes without, as it no longer fits. {1}",
                            "{0} messages could not be summed up and go without, as they no longer fit. {1}",
                            trouble,
                        )
                    )
                )
            else:
                checkpoint = Checkpoint(old[-1].id, summary, datetime.now(UTC), pending.label)
                pending.conversation.checkpoints = (*pending.conversation.checkpoints, checkpoint)
                pending.emit(Noticed(summary_notice(len(summed))))
                return with_leading_parts((summary_part(checkpoint, summed),), kept)
        return with_leading_parts((*beginning.parts, gap_part(old)), kept)


def summary_notice(messages: int) -> Phrase:
    """Return the notice that the first *messages* of a chat were summarised."""
    return counted(
        messages,
        "The first {0} message of this chat was summed up for the model, as it no longer fits. "
        "The chat itself stays whole.",
        "The first {0} messages of this chat were summed up for the model, as they no longer fit. "
        "The chat itself stays whole.",
    )


async def _summarize_in_pieces(
    pending: PendingRequest, before: tuple[TextPart, ...], old: Sequence[Message], window: int
) -> str:
    """Summarise *old* after the earlier summary *before*, in as few requests as fit. Raises `VaultDeskError`."""
    summary_tokens = min(MAX_SUMMARY_TOKENS, window // 4)
    # No tools are offered in these requests, so their tokens are available.
    max_piece_tokens = (
        int((window - summary_tokens) * USABLE_WINDOW_SHARE)
        - SUMMARY_PROMPT_TOKENS
        - _tokens(pending, with_leading_parts(before, ()))
    )
    pieces = _pieces(pending, old, max_piece_tokens, summary_tokens)
    if len(pieces) > MAX_SUMMARY_REQUESTS:
        left = sum(map(len, pieces[:-MAX_SUMMARY_REQUESTS]))
        pending.emit(
            Noticed(
                counted(
                    left,
                    "{0} message of this chat is too old to be summed up, and goes without.",
                    "{0} messages of this chat are too old to be summed up, and go without.",
                )
            )
        )
    text = ""
    for piece in pieces[-MAX_SUMMARY_REQUESTS:]:
        messages = with_leading_parts(before, piece)
        text = await summarize_messages(pending, messages, summary_tokens)
        before = (summary_part(Checkpoint(piece[-1].id, text, datetime.now(UTC), pending.label), messages),)
    return text


def _pieces(
    pending: PendingRequest, old: Sequence[Message], max_tokens: int, summary_tokens: int
) -> list[tuple[Message, ...]]:
    """Return *old* split into as few groups of exchanges as fit a request each, without old results if that helps."""
    if _tokens(pending, old) <= max_tokens:
        return [tuple(old)]
    pieces: list[tuple[Message, ...]] = []
    for group in split_exchanges(old):
        bare = without_texts(group)
        joined = (*pieces[-1], *bare) if pieces else bare
        if pieces and _tokens(pending, joined) + summary_tokens <= max_tokens:
            pieces[-1] = joined
        elif _tokens(pending, bare) <= max_tokens:
            pieces.append(bare)
    return pieces or [tuple(old)]


def _split_old_and_new(
    pending: PendingRequest, messages: Sequence[Message], max_tokens: int
) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Split *messages* into old and new: new are the last exchanges within *max_tokens*, and at least the last one."""
    groups = split_exchanges(messages)
    first = len(groups) - 1
    while first > 0 and _tokens(pending, without_old_texts(_flat(groups[first - 1 :]))) <= max_tokens:
        first -= 1
    return _flat(groups[: max(0, first)]), without_old_texts(_flat(groups[max(0, first) :]))


def _flat(groups: Sequence[Sequence[Message]]) -> tuple[Message, ...]:
    return tuple(message for group in groups for message in group)


def _tokens(pending: PendingRequest, messages: Sequence[Message]) -> int:
    return tokens_in(messages, pending.model)


def _too_long_error(pending: PendingRequest) -> ProviderRefused:
    """Return the error for a request that cannot fit because of the window, the question or the chat."""
    budget, tokens = pending.budget, _tokens(pending, pending.messages)
    if budget.messages == 0:
        title = Phrase(
            "The context window of {0} is too small: it has {1} tokens, and a request takes {2} before the question",
            pending.label,
            Number(budget.window),
            Number(budget.fixed),
        )
        return ProviderRefused(title, hint=LARGER_WINDOW_HINT, kind="context")
    questions = split_exchanges(pending.messages)
    fits = Number(budget.messages)
    if len(questions) <= 1:
        title = Phrase(
            "The question is too long for {0}: about {1} tokens, and {2} fit", pending.label, Number(tokens), fits
        )
        hint = Phrase("Attach less, set a larger context window in the server's settings, or choose another model.")
        return ProviderRefused(title, hint=hint, kind="context")
    title = Phrase(
        "The conversation is too long for {0}: about {1} tokens, and {2} fit", pending.label, Number(tokens), fits
    )
    last_alone = _tokens(pending, questions[-1]) <= budget.messages
    hint = (
        Phrase("Switch on “Sum up long chats” in Settings, or start a new chat.") if last_alone else LARGER_WINDOW_HINT
    )
    return ProviderRefused(title, hint=hint, kind="context")
