"""Notifications of a codex turn turned into model events, token usage and provider errors."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import JsonValue

from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.text_tokens import VocabularyName, text_tokens
from vaultdesk.providers.call_accumulator import CallAccumulator, ContradictoryCalls
from vaultdesk.providers.codex.app_server import TOOL_CALL_METHOD, RpcMessage
from vaultdesk.providers.error_context import AnswerLength, ErrorContext, broken_answer_error, interrupted_answer_error
from vaultdesk.providers.history_replay import id_map
from vaultdesk.providers.lenient_json import count_of, object_of, text_of
from vaultdesk.providers.provider import (
    CallReady,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.provider_errors import error_for_status

_COUNTERS = ("inputTokens", "outputTokens", "cachedInputTokens", "reasoningOutputTokens")
"""Fields of codex's usage."""


def _counts_in(usage: RpcMessage) -> Counter[str]:
    return Counter({name: count_of(usage.get(name)) for name in _COUNTERS})


class ThreadUsage:
    """Usage of a thread since it was last reported.

    Codex reports each answer of the model immediately (`rawResponse/completed`), and a running total after tools have
    run. If it reports the first, the second is ignored, because it counts the same tokens again.
    """

    def __init__(self) -> None:
        self._total: Counter[str] = Counter()
        self._reported: Counter[str] = Counter()
        self._by_answer = False
        self.raw_items_seen = False
        """True once codex emitted the model's own items."""

    def add_response(self, usage: RpcMessage) -> None:
        """Add the usage of one answer of the model."""
        if not self._by_answer:
            self._total = self._reported
        self._by_answer = True
        self._total = self._total + _counts_in(usage)

    def set_total(self, usage: RpcMessage) -> None:
        """Set the thread's running total."""
        if not self._by_answer:
            self._total = _counts_in(usage)

    def report(self) -> UsageReported | None:
        """Return the usage since the last report; None if there is none."""
        total, reported = self._total, self._reported
        self._reported = total
        if total == reported:
            return None
        new = total - reported  # never negative
        input_tokens, output_tokens, cached_tokens, reasoning_tokens = (new[name] for name in _COUNTERS)
        return UsageReported(
            input_tokens, output_tokens, cached_tokens=cached_tokens, reasoning_tokens=reasoning_tokens
        )


_CODES: Mapping[str, str] = {
    "contextWindowExceeded": "context_length_exceeded",
    "sessionBudgetExceeded": "insufficient_quota",
    "usageLimitExceeded": "insufficient_quota",
    "rateLimitExceeded": "rate_limit_exceeded",
    "flexUnavailable": "overloaded",
    "serverOverloaded": "overloaded",
    "policyCapacityUnavailable": "overloaded",
    "internalServerError": "server_error",
    "modelNotFound": "model_not_found",
}
"""Codex's error names mapped to the usual codes of vendors; others have a status or only a message."""

_CONNECTION_FAILURES = ("httpConnectionFailed", "responseStreamConnectionFailed", "responseStreamDisconnected")
"""Connection failures, used if there is no status."""

_TIMED_OUT = 408
"""The status that provider_errors.py uses for a lost connection."""

_LOGIN_PHRASES = ("not logged in", "log in again", "sign in again", "refresh token", "token could not be refreshed")


def logged_out_error(error_context: ErrorContext) -> ProviderRefused:
    """Return the error for a codex without an account, or whose account the vendor rejects."""
    return ProviderRefused(
        Phrase("{0} is not logged in", error_context.name),
        hint=Phrase("Run `codex login` in a terminal, then ask again."),
        kind="auth",
    )


def outdated_codex_error(error_context: ErrorContext) -> ProviderRefused:
    """Return the error for a codex version whose own tools cannot be switched off."""
    return ProviderRefused(
        Phrase("The built-in tools of this version of {0} cannot be switched off", error_context.name),
        hint=Phrase("Nothing was sent. Update it with: npm install -g @openai/codex@latest."),
        kind="bad_request",
    )


def own_action_error(error_context: ErrorContext, action: str) -> ProviderBroken:
    """Return the error for a codex that began *action*, an action of its own."""
    return ProviderBroken(
        Phrase("{0} tried to use a tool of its own ({1}), so it was stopped", error_context.name, action),
        hint=Phrase("Ask again, in other words."),
        kind="protocol",
    )


def turn_error(error_context: ErrorContext, error: JsonValue, *, begun: bool) -> ProviderError:
    """Return the error for a failed turn. *begun*: part of the answer had arrived, and is kept."""
    details = object_of(error)
    message, kind, status = text_of(details.get("message")), *_kind(details.get("codexErrorInfo"))
    error_text = f"{kind} {message}".lower()
    if kind == "unauthorized" or status == 401 or any(phrase in error_text for phrase in _LOGIN_PHRASES):
        return logged_out_error(error_context)
    connection_lost = kind in _CONNECTION_FAILURES or "stream disconnected" in error_text
    if connection_lost and begun and not status:
        return interrupted_answer_error(error_context)
    translated = error_for_status(
        error_context,
        status=status or (_TIMED_OUT if connection_lost else 0),
        body={"error": {"code": _CODES.get(kind, ""), "message": message}},
    )
    if begun and not isinstance(translated, ProviderBroken):
        return ProviderBroken(translated.title, hint=translated.hint, kind=translated.kind)
    return translated


def _kind(info: JsonValue) -> tuple[str, int]:
    """Parse `"serverOverloaded"` or `{"httpConnectionFailed": {"httpStatusCode": 503}}`."""
    if isinstance(info, dict) and info:
        kind = next(iter(info))
        return kind, count_of(object_of(info[kind]).get("httpStatusCode"))
    return text_of(info), 0


_WORDS = re.compile(r"\s*\S{1,12}|\s+")
"""Parts of a text between which it may be cut."""

_COUNT_BATCH = 200
"""Number of characters that are counted together: the estimate for a few characters is too high."""


class LengthLimit:
    """Cuts an answer at an estimated number of tokens as it arrives: codex has no parameter for its length."""

    def __init__(self, tokens: int, vocabulary: VocabularyName) -> None:
        self._limit = tokens
        self._vocabulary = vocabulary
        self._counted = 0
        self._uncounted = ""
        self.is_exceeded = False

    def fitting_prefix(self, text: str) -> str:
        """Return the beginning of *text* that is within the limit."""
        if self._add(text):
            return text
        end = 0
        for word in _WORDS.finditer(text):
            if not self._add(word[0]):
                break
            end = word.end()
        self.is_exceeded = True
        return text[:end]

    def _add(self, text: str) -> bool:
        """Count *text*; return False and leave it out if it is not within the limit."""
        uncounted = self._uncounted + text
        tokens = text_tokens(uncounted, self._vocabulary)
        if self._counted + tokens > self._limit:
            return False
        if len(uncounted) >= _COUNT_BATCH:
            self._counted, uncounted = self._counted + tokens, ""
        self._uncounted = uncounted
        return True


# Codex requests a tool while the model may still be generating, and waits. `pause` returns when all calls of one answer
# have arrived: immediately if codex emits the model's own items (rawResponse...), else after a short time without
# messages.

PauseState = Literal["no", "soon", "now"]
"""Whether the model waits for tools: no; yes unless a message follows soon; certainly."""

_OWN_ACTIONS: Mapping[str, str] = {
    "commandExecution": "a command",
    "fileChange": "a change of files",
    "mcpToolCall": "an extension",
    "webSearch": "a web search",
    "imageView": "a picture on this computer",
    "imageGeneration": "a picture",
    "collabAgentToolCall": "another agent",
}
"""Actions of codex itself. All are switched off: one that begins nevertheless ends the answer."""

_CUT_REASONS: Mapping[str, StopReason] = {"max_output_tokens": "length", "content_filter": "content_filter"}
"""Reasons for an incomplete answer, as they occur in codex's message."""

_REASONING = ("item/reasoning/summaryTextDelta", "item/reasoning/textDelta")
_PARAGRAPH_GAP = "\n\n"
"""Separator between two messages of one turn, and between two paragraphs of reasoning."""


class CodexAnswer:
    """One section of a turn: from a question, or from tool results, to the next calls or the end."""

    def __init__(
        self,
        error_context: ErrorContext,
        scope: str,
        turn: str,
        tools: Iterable[str],
        usage: ThreadUsage,
        limit: LengthLimit | None = None,
        *,
        limits_reasoning: bool = False,
    ) -> None:
        """*limit* counts text and calls, and visible reasoning if *limits_reasoning*."""
        self._error_context = error_context
        self._scope = scope
        self._turn = turn
        self._tools = frozenset(tools)
        self._thread_usage = usage
        self._limit = limit
        self._limits_reasoning = limits_reasoning
        self._calls = CallAccumulator()
        self._requests: dict[str, JsonValue] = {}
        self._raw_arguments: dict[str, str] = {}
        self._is_generating = False
        self._runs_code = False
        self._emitted_items: dict[str, str] = {}
        self._reasoning_part = ""
        self._length = AnswerLength(error_context)
        self._stop: StopReason | None = None
        self.pending: dict[str, JsonValue] = {}
        """After `end`: the requests codex waits for, by the program's call ids."""
        self.begun = False
        self.closed = False

    @property
    def pause(self) -> PauseState:
        """Return whether the model waits for tools."""
        if not self._requests or self.closed:
            return "no"
        if not self._thread_usage.raw_items_seen:
            return "soon"
        if self._is_generating:
            return "no"
        return "soon" if self._runs_code or self._raw_arguments.keys() - self._requests.keys() else "now"

    @property
    def is_too_long(self) -> bool:
        """Whether the limit was exceeded, so that nothing more of the answer is read."""
        return self._limit is not None and self._limit.is_exceeded

    def feed(self, message: RpcMessage) -> Iterable[ModelEvent]:
        """Read one message. Raises `ProviderError`."""
        params = object_of(message.get("params"))
        turn_id = text_of(params.get("turnId")) or text_of(object_of(params.get("turn")).get("id"))
        if turn_id and self._turn and turn_id != self._turn:
            return
        for event in self._read(text_of(message.get("method")), message, params):
            self.begun = self.begun or not isinstance(event, Noticed)
            yield event

    def finish(self) -> Iterable[ModelEvent]:
        """Complete the section: its calls, if codex waits for them, then its end. Raises `ProviderBroken`."""
        usage = self._thread_usage.report()
        if usage is not None:
            yield usage
        if self.is_too_long:
            yield TurnEnded("length")
            return
        if self.closed or self._stop is not None:
            if self._requests:
                yield Noticed(Phrase("The answer ended before its tool call was complete; the tool was not run."))
            if self._stop is None and not self.begun:
                raise broken_answer_error(self._error_context, Phrase("it is empty"))
            yield TurnEnded(self._stop or "end")
            return
        if not self._requests:
            raise interrupted_answer_error(self._error_context)
        try:
            calls = self._calls.finished()
        except ContradictoryCalls as error:
            raise broken_answer_error(self._error_context, error.message) from None
        wire_ids = {call.id: wire_id for call, wire_id in zip(calls, self._requests, strict=True)}
        # Codex requests them concurrently; their order is the one in which the model wrote them.
        order = {wire_id: index for index, wire_id in enumerate(self._raw_arguments)}
        ordered = sorted(calls, key=lambda call: order.get(wire_ids[call.id], len(order)))
        self.pending = {call.id: self._requests[wire_ids[call.id]] for call in ordered}
        for call in ordered:
            yield CallReady(call)
        yield TurnEnded("tool_calls", id_map(self._scope, wire_ids))

    def _read(self, method: str, message: RpcMessage, params: RpcMessage) -> Iterable[ModelEvent]:
        match method:
            case "item/agentMessage/delta":
                yield from self._on_text(text_of(params.get("itemId")), text_of(params.get("delta")))
            case "item/started" | "item/completed":
                yield from self._on_item(method, object_of(params.get("item")))
            case "rawResponseItem/completed":
                self._on_raw_item(object_of(params.get("item")))
            case "rawResponse/completed":
                self._is_generating = False
                self._thread_usage.add_response(object_of(params.get("usage")))
            case "thread/tokenUsage/updated":
                self._thread_usage.set_total(object_of(object_of(params.get("tokenUsage")).get("total")))
            case "turn/completed":
                self._on_completed(object_of(params.get("turn")))
            case "error":
                yield from self._on_error(params)
            case _ if method == TOOL_CALL_METHOD:
                yield from self._on_tool_call(message.get("id"), params)
            case _ if method in _REASONING:
                yield from self._on_reasoning(method, params)

    def _on_text(self, item: str, text: str) -> Iterable[ModelEvent]:
        if not text:
            return
        self._is_generating = True
        text = self._length.count(text)
        if item not in self._emitted_items and "text" in self._emitted_items.values():
            text = _PARAGRAPH_GAP + text
        self._emitted_items[item] = "text"
        if text := self._within_limit(text):
            yield TextArrived(text)

    def _on_reasoning(self, method: str, params: RpcMessage) -> Iterable[ModelEvent]:
        """Emit the reasoning of an item: its summary or its text, whichever arrives first."""
        item, text = text_of(params.get("itemId")), self._length.count(text_of(params.get("delta")))
        if not text or self._emitted_items.setdefault(item, method) != method:
            return
        self._is_generating = True
        part = f"{item} {count_of(params.get('summaryIndex'))} {count_of(params.get('contentIndex'))}"
        separator = _PARAGRAPH_GAP if self._reasoning_part not in ("", part) else ""
        self._reasoning_part = part
        text = separator + text
        if self._limits_reasoning:
            text = self._within_limit(text)
        if text:
            yield ReasoningArrived(text)

    def _on_item(self, method: str, item: RpcMessage) -> Iterable[ModelEvent]:
        kind = text_of(item.get("type"))
        if kind in _OWN_ACTIONS:
            raise own_action_error(self._error_context, _OWN_ACTIONS[kind])
        if method == "item/completed" and kind == "agentMessage" and text_of(item.get("id")) not in self._emitted_items:
            yield from self._on_text(text_of(item.get("id")), text_of(item.get("text")))  # it was not streamed

    def _on_raw_item(self, item: RpcMessage) -> None:
        """Record what the model itself wrote: its calls as text, and that more may follow."""
        self._thread_usage.raw_items_seen = True
        kind, call = text_of(item.get("type")), text_of(item.get("call_id"))
        is_message = kind == "message" and item.get("role") == "assistant"
        if is_message or kind in ("reasoning", "function_call", "custom_tool_call"):
            self._is_generating = True
        if kind == "function_call" and text_of(item.get("name")) in self._tools:
            self._raw_arguments[call] = text_of(item.get("arguments"))
        elif kind == "custom_tool_call":
            self._runs_code = True  # newer models call tools from a script, which has no access to the system

    def _on_tool_call(self, request: JsonValue, params: RpcMessage) -> Iterable[ModelEvent]:
        wire_id, name = text_of(params.get("callId")), text_of(params.get("tool"))
        if wire_id in self._requests:
            raise broken_answer_error(self._error_context, Phrase("two tool calls in it have the same id"))
        # The model's own text is authoritative; codex passes it on parsed.
        arguments = self._raw_arguments.get(wire_id) or params.get("arguments")
        self._within_limit(arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False))
        if self.is_too_long:
            return
        try:
            yield from self._calls.add(len(self._requests), wire_id, name, arguments)
        except ContradictoryCalls as error:
            raise broken_answer_error(self._error_context, error.message) from None
        self._requests[wire_id] = request

    def _on_completed(self, turn: RpcMessage) -> None:
        self.closed = True
        status = text_of(turn.get("status"))
        if status == "failed" and self._stop is None:
            self._on_failure(turn.get("error"))
        elif status not in ("completed", "failed"):
            raise interrupted_answer_error(self._error_context)

    def _on_error(self, params: RpcMessage) -> Iterable[ModelEvent]:
        if params.get("willRetry") is not True:
            self._on_failure(params.get("error"))
        elif self.begun:
            raise interrupted_answer_error(self._error_context)  # a retry would repeat everything
        else:
            yield Noticed(Phrase("{0} lost the connection and is reconnecting.", self._error_context.name))

    def _on_failure(self, error: JsonValue) -> None:
        """Record an answer that was cut for its length or content. Raises `ProviderError` for every other failure."""
        message = text_of(object_of(error).get("message"))
        self._stop = next((stop for phrase, stop in _CUT_REASONS.items() if self.begun and phrase in message), None)
        if self._stop is None:
            raise turn_error(self._error_context, error, begun=self.begun)

    def _within_limit(self, text: str) -> str:
        return text if self._limit is None else self._limit.fitting_prefix(text)
