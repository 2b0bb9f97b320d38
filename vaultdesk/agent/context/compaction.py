"""Compaction of conversations that exceed the context window: old results and texts are trimmed first, then
summarized."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from pydantic import JsonValue

from vaultdesk.agent.context.context_window import UNLIMITED_WINDOW
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
from vaultdesk.agent.request_preparation import ASSUMED_WINDOW, USABLE_WINDOW_SHARE, PendingRequest
from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.chat.attached_text import empty_attached_tag, is_attached, truncate_attached, truncate_with_notice
from vaultdesk.chat.conversation import Checkpoint
from vaultdesk.chat.messages import ImagePart, Message, Part, Source, TextPart, ToolResultPart
from vaultdesk.core.errors import BudgetExceeded, ProviderRefused, VaultDeskError
from vaultdesk.core.phrases import Number, Phrase, counted
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import ModelRequest, Noticed

# The conversation itself is not changed; only the request becomes shorter. First the texts of old results are removed,
# which a model can request again. Then the oldest exchanges are replaced by a summary, which is saved as a checkpoint,
# or left out if they cannot be summarized. The last question is always sent, with its last round of tool calls.

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
            if window and not _fits(pending, pending.messages, max_tokens):
                raise _too_long_error(pending)
            return pending.messages
        beginning = compacted_beginning(pending.conversation, pending.messages)
        complete = with_leading_parts(beginning.parts, beginning.rest)
        if _fits(pending, complete, max_tokens):
            return complete
        complete = with_leading_parts(beginning.parts, without_old_texts(beginning.rest))
        if _tokens(pending, complete) <= max_tokens:
            return complete
        shortened = with_leading_parts(beginning.parts, without_old_rounds(without_old_texts(beginning.rest)))
        if _tokens(pending, shortened) > max_tokens and not pending.preview:
            shortened = await self._summarized(pending, beginning, window or ASSUMED_WINDOW)
        if not window or pending.preview or _tokens(pending, shortened) <= max_tokens:
            return shortened
        truncated = truncated_to(shortened, max_tokens, pending.model)
        if _tokens(pending, truncated) > max_tokens:
            raise _too_long_error(pending)
        self._notify_cut(pending)
        return truncated

    def _notify_cut(self, pending: PendingRequest) -> None:
        """Report once for each question that its texts were cut."""
        question = _last_question(pending)
        if self._notified_cut.get(pending.conversation.id) != question:
            self._notified_cut[pending.conversation.id] = question
            pending.emit(Noticed(Phrase("Long texts were cut to fit the model's window; the model is told where.")))

    async def _summarized(
        self, pending: PendingRequest, beginning: CompactedBeginning, window: int
    ) -> tuple[Message, ...]:
        """Return the newest exchanges after a summary of the older ones, reported and saved as a checkpoint."""
        max_kept_tokens = int(pending.budget.messages * KEPT_MESSAGES_SHARE)
        old, new = _split_old_and_new(pending, beginning.rest, max_kept_tokens)
        recent = new if _tokens(pending, new) <= max_kept_tokens else without_old_rounds(new)
        if not old:
            return with_leading_parts(beginning.parts, recent)
        summarized = pending.messages[: beginning.summarized_count + len(old)]
        checkpoint = await self._save_checkpoint(pending, beginning.parts, old, summarized, window)
        if checkpoint is None:
            return with_leading_parts((*beginning.parts, gap_part(old)), recent)
        return with_leading_parts((summary_part(checkpoint, summarized),), recent)

    async def _save_checkpoint(
        self,
        pending: PendingRequest,
        before: tuple[TextPart, ...],
        old: Sequence[Message],
        summarized: Sequence[Message],
        window: int,
    ) -> Checkpoint | None:
        """Return a new checkpoint with a summary of *old* after the earlier summary *before*, in all of *summarized*.

        None if summarising failed, now or at this question before. Raises `BudgetExceeded`.
        """
        question = _last_question(pending)
        if self._failed_at.get(pending.conversation.id) == question:
            return None
        try:
            text = await _summarize_in_batches(pending, before, old, window)
        except BudgetExceeded:
            raise
        except VaultDeskError as error:
            self._failed_at[pending.conversation.id] = question
            notice = counted(
                len(summarized),
                "{0} message no longer fits and could not be summarized, so it was left out. {1}",
                "{0} messages no longer fit and could not be summarized, so they were left out. {1}",
                error,
            )
            pending.emit(Noticed(notice))
            return None
        # The sources of an earlier summary are sources of this one too.
        summary = with_notes(text, sorted({*notes_in(text), *paths_of(summarized)}))
        checkpoint = Checkpoint(old[-1].id, summary, datetime.now(UTC), pending.label)
        pending.conversation.checkpoints = (*pending.conversation.checkpoints, checkpoint)
        pending.emit(Noticed(summary_notice(len(summarized))))
        return checkpoint


def _last_question(pending: PendingRequest) -> str:
    """Return the id of the last question; empty if there is none."""
    return next((message.id for message in reversed(pending.messages) if message.role == "user"), "")


def summary_notice(messages: int) -> Phrase:
    """Return the notice that the first *messages* of a chat were summarized."""
    return counted(
        messages,
        "{0} old message no longer fits and was summarized for the model. The chat itself is not changed.",
        "{0} old messages no longer fit and were summarized for the model. The chat itself is not changed.",
    )


async def _summarize_in_batches(
    pending: PendingRequest, before: tuple[TextPart, ...], old: Sequence[Message], window: int
) -> str:
    """Summarize *old* after the earlier summary *before*, in as few requests as fit. Raises `VaultDeskError`."""
    summary_tokens = min(MAX_SUMMARY_TOKENS, window // 4)
    # No tools are offered in these requests, so their tokens are available.
    max_batch_tokens = (
        int((window - summary_tokens) * USABLE_WINDOW_SHARE)
        - SUMMARY_PROMPT_TOKENS
        - _tokens(pending, with_leading_parts(before, ()))
    )
    batches = _batches(pending, old, max_batch_tokens, summary_tokens)
    if len(batches) > MAX_SUMMARY_REQUESTS:
        notice = counted(
            sum(map(len, batches[:-MAX_SUMMARY_REQUESTS])),
            "{0} message of this chat is too old to be summarized and was left out.",
            "{0} messages of this chat are too old to be summarized and were left out.",
        )
        pending.emit(Noticed(notice))
    text = ""
    for batch in batches[-MAX_SUMMARY_REQUESTS:]:
        messages = with_leading_parts(before, batch)
        text = await summarize_messages(pending, messages, summary_tokens)
        before = (summary_part(Checkpoint(batch[-1].id, text, datetime.now(UTC), pending.label), messages),)
    return text


def _batches(
    pending: PendingRequest, old: Sequence[Message], max_tokens: int, summary_tokens: int
) -> list[tuple[Message, ...]]:
    """Return *old* split into as few groups of exchanges as fit a request each, without old results if that helps."""
    if _tokens(pending, old) <= max_tokens:
        return [tuple(old)]
    batches: list[tuple[Message, ...]] = []
    for group in split_exchanges(old):
        trimmed = without_texts(group)
        combined = (*batches[-1], *trimmed) if batches else trimmed
        if batches and _tokens(pending, combined) + summary_tokens <= max_tokens:
            batches[-1] = combined
        elif _tokens(pending, trimmed) <= max_tokens:
            batches.append(trimmed)
    return batches or [tuple(old)]


def _split_old_and_new(
    pending: PendingRequest, messages: Sequence[Message], max_tokens: int
) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Split *messages* into old and new: new are the last exchanges within *max_tokens*, and at least the last one."""
    groups = split_exchanges(messages)
    first = max(0, len(groups) - 1)
    while first > 0 and _tokens(pending, without_old_texts(_flatten(groups[first - 1 :]))) <= max_tokens:
        first -= 1
    return _flatten(groups[:first]), without_old_texts(_flatten(groups[first:]))


def _flatten(groups: Sequence[Sequence[Message]]) -> tuple[Message, ...]:
    return tuple(message for group in groups for message in group)


def _tokens(pending: PendingRequest, messages: Sequence[Message]) -> int:
    return tokens_in(messages, pending.model)


def _fits(pending: PendingRequest, messages: Sequence[Message], max_tokens: int) -> bool:
    """Whether *messages* fit; those for an unlimited window are not counted."""
    return pending.budget.window >= UNLIMITED_WINDOW or _tokens(pending, messages) <= max_tokens


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
    facts = (pending.label, Number(tokens), Number(budget.messages))
    if len(questions) <= 1:
        title = Phrase("The question is too long for {0}: about {1} tokens, and {2} fit", *facts)
        hint = Phrase("Attach less, set a larger context window in the server's settings, or choose another model.")
        return ProviderRefused(title, hint=hint, kind="context")
    title = Phrase("The conversation is too long for {0}: about {1} tokens, and {2} fit", *facts)
    last_fits = _tokens(pending, questions[-1]) <= budget.messages
    new_chat_hint = Phrase("Switch on “Summarize long chats” in Settings, or start a new chat.")
    hint = new_chat_hint if last_fits else LARGER_WINDOW_HINT
    return ProviderRefused(title, hint=hint, kind="context")


# Shortened messages: new values, in which a call still has its result.

MIN_CUT_CHARACTERS = 400
"""Number of characters below which a result or attached text is not cut."""

CUT_STEPS = (24_000, 12_000, 6_000, 3_000, 1_500, 700, 300)
"""Numbers of characters to which the texts of the last exchange are cut, in this order, until they fit."""

OMITTED_RESULT = "The result of this earlier call was left out to save space. Call the tool again if you need it."
"""Text sent to a model in place of an old result."""


def tokens_in(messages: Sequence[Message], model: str = "") -> int:
    """Return the estimated tokens of *messages*, with the tokenizer of *model*."""
    return estimate_request(ModelRequest(model, "", tuple(messages))).input_tokens


def split_exchanges(messages: Sequence[Message]) -> list[tuple[Message, ...]]:
    """Return *messages* grouped by exchange: each question with the answers and results that follow it."""
    exchanges: list[list[Message]] = []
    for message in messages:
        if message.role == "user" or not exchanges:
            exchanges.append([])
        exchanges[-1].append(message)
    return [tuple(group) for group in exchanges]


def without_old_texts(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return *messages* without results and attached texts, except in the last exchange."""
    groups = split_exchanges(messages)
    return (*without_texts(_flatten(groups[:-1])), *_flatten(groups[-1:]))


def without_texts(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return *messages* without any results and attached texts."""
    return tuple(map(_without_text, messages))


def without_old_rounds(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return *messages* without the results of all but the last round of tool calls, even of the last question."""
    last = max((index for index, message in enumerate(messages) if message.role == "tool"), default=-1)
    return tuple(
        _without_text(message) if message.role == "tool" and index != last else message
        for index, message in enumerate(messages)
    )


def truncated_to(messages: Sequence[Message], max_tokens: int, model: str = "") -> tuple[Message, ...]:
    """Return *messages* with the results and attached texts of the last exchange cut until all fit.

    If that is not enough, the shortest version is returned. Text written by the user or the model is not cut.
    """
    groups = split_exchanges(messages)
    old, last = _flatten(groups[:-1]), _flatten(groups[-1:])
    truncated = tuple(messages)
    for limit in CUT_STEPS:
        if tokens_in(truncated, model) <= max_tokens:
            break
        truncated = (*old, *(_with_changed_parts(message, partial(_shortened, limit=limit)) for message in last))
    return truncated


def _shortened(part: Part, limit: int) -> Part:
    # Its sources stay: they identify what the user withheld of a note.
    match part:
        case ToolResultPart() if len(part.content) > limit:
            return part.model_copy(update={"content": _shortened_json(part.content, limit)})
        case TextPart() if part.sources:
            return part.model_copy(update={"text": truncate_attached(part.text, limit)})
        case _:
            return part


def _shortened_json(content: str, limit: int) -> str:
    """Return a result with each long text in it cut; the result is still valid JSON."""

    def shorten(value: JsonValue) -> JsonValue:
        match value:
            case str():
                return truncate_with_notice(value, limit)
            case list():
                return [shorten(item) for item in value]
            case dict():
                return {key: shorten(item) for key, item in value.items()}
            case _:
                return value

    try:
        value: JsonValue = json.loads(content)
    except (ValueError, RecursionError):
        return truncate_with_notice(content, limit)
    return json.dumps(shorten(value), ensure_ascii=False, separators=(",", ":"))


def _without_text(message: Message) -> Message:
    return _with_changed_parts(message, _part_without_text)


def _with_changed_parts(message: Message, change: Callable[[Part], Part]) -> Message:
    parts = tuple(change(part) for part in message.parts)
    is_unchanged = all(new is old for new, old in zip(parts, message.parts, strict=True))
    return message if is_unchanged else message.model_copy(update={"parts": parts})


def _part_without_text(part: Part) -> Part:
    match part:
        case ToolResultPart() if len(part.content) > MIN_CUT_CHARACTERS:
            # The text of notes is removed completely: what the user withheld could not be found in a part of it.
            notes: list[JsonValue] = [*dict.fromkeys(source.path for source in part.sources)]
            content: dict[str, JsonValue] = {"success": not part.is_error, "left_out": OMITTED_RESULT, "notes": notes}
            return part.model_copy(update={"content": json.dumps(content, ensure_ascii=False), "sources": ()})
        case TextPart() if part.sources and is_attached(part.text) and len(part.text) > MIN_CUT_CHARACTERS:
            source = part.sources[0]
            text = empty_attached_tag(left=source.path, problem="It was here earlier and was left out to save space.")
            return TextPart(text=text, sources=(_name_only(source),))
        case ImagePart():
            sources = tuple(_name_only(source) for source in part.sources)
            return TextPart(
                text=empty_attached_tag(left=part.name or "a picture", problem="It was shown earlier."), sources=sources
            )
        case _:
            return part


def _name_only(source: Source) -> Source:
    """Return *source* as the source of a note that is only named."""
    return source.model_copy(update={"characters": 0})
