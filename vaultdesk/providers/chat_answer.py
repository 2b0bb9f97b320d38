"""Chat answer: the chunks of Chat Completions into model events, by our own rules (THREATS 2.4)."""

import math
from collections.abc import Iterable

from pydantic import JsonValue

from vaultdesk.chat.messages import ProviderPart, ToolCallPart
from vaultdesk.providers.accumulator import BadCalls, CallAccumulator
from vaultdesk.providers.chat_dialect import COMPATIBLE
from vaultdesk.providers.chat_replay import REASONING_FIELDS, Keepsakes, Receiver
from vaultdesk.providers.chat_stops import NoStop, stop_of, worse
from vaultdesk.providers.events import (
    CallReady,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.loose_json import entries, fields, number, read_json, words
from vaultdesk.providers.peer import Peer, broken, cut, not_spoken
from vaultdesk.providers.reasoning_details import shown_text
from vaultdesk.providers.refusals import interruption
from vaultdesk.providers.sse import ServerEvent

_BLOCKED = "Ask in other words, or choose another model."

MAX_TEXT = 8_000_000
"""Characters of one answer: far over any model's limit, so that an endless one cannot fill memory."""


ANYBODY = Receiver("", COMPATIBLE)
"""Somebody who is asked once: nothing of the answer ever goes back."""


class ChatAnswer:
    """One answer over Chat Completions. Feed it events; it has never heard of a network."""

    def __init__(self, peer: Peer, to: Receiver = ANYBODY, *, after_tools: bool = False) -> None:
        """*to* was sent the request; *after_tools*: what was last in it were results of tools."""
        self._peer = peer
        self._to = to
        self._calls = CallAccumulator()
        self._kept = Keepsakes(to.dialect, after_tools=after_tools)
        self._stop: StopReason | None = None
        self._refused = False
        self._usage: UsageReported | None = None
        self._length = 0
        self.begun = False
        self.closed = False
        self._spoke = False
        self._chose = False

    @property
    def complete(self) -> bool:
        """True once a finish reason came."""
        return self._stop is not None

    def take(self, event: ServerEvent) -> Iterable[ModelEvent]:
        """Read one event of the stream."""
        if event.data.strip().startswith("[DONE]"):
            self.closed = True
            return
        yield from self._chunk(read_json(event, self._peer), named=event.name)

    def take_whole(self, body: JsonValue) -> Iterable[ModelEvent]:
        """Read an answer of a server that does not stream."""
        self.closed = True
        value = fields(body[0] if isinstance(body, list) and body else body)
        choices = [
            {**fields(choice), "delta": fields(choice).get("message")} for choice in entries(value.get("choices"))
        ]
        if "choices" not in value and not value.get("error"):
            raise not_spoken(self._peer, "JSON without an answer in it")
        yield from self._chunk({**value, "choices": list(choices)}, named="", whole=True)

    def end(self) -> Iterable[ModelEvent]:
        """Close the answer: calls first, if they may run, then its end."""
        stop = self._stop
        if self._usage is not None:
            yield self._usage
        if stop is None and self._spoke and not self._chose and self.closed:
            raise broken(self._peer, "the model gave none; the question may have been blocked", hint=_BLOCKED)
        if stop is None:
            raise cut(self._peer) if self._spoke else broken(self._peer, "it is empty")
        replay: tuple[ProviderPart, ...] = ()
        if stop in ("end", "tool_calls"):
            calls = self._finished()
            for call in calls:
                yield CallReady(call)
            if stop == "tool_calls" and not calls and not self.begun:
                raise broken(self._peer, "it announces a tool call and holds none")
            stop = "tool_calls" if calls else "refusal" if self._refused else "end"
            # Only a whole answer: half a thought has no signature, and would be refused.
            replay = self._kept.parts(self._to.family, self._calls) if self._to.family else ()
        elif len(self._calls):
            yield Noticed("The answer was cut off, so the tool it was asking for is not run.")
        yield TurnEnded(stop, replay)

    def _finished(self) -> tuple[ToolCallPart, ...]:
        try:
            return self._calls.finished()
        except BadCalls as error:
            raise broken(self._peer, str(error)) from None

    def _chunk(self, chunk: dict[str, JsonValue], named: str, *, whole: bool = False) -> Iterable[ModelEvent]:
        if chunk.get("error") or named == "error":
            body = chunk if chunk.get("error") else {"error": chunk}
            raise interruption(self._peer, body, begun=self.begun)
        if "choices" not in chunk and "usage" not in chunk and not self._spoke:
            raise not_spoken(self._peer, "JSON without an answer in it")
        self._spoke = True
        self._note_usage(fields(chunk.get("usage")))
        for choice in entries(chunk.get("choices")):
            # One answer was asked for; a second one would be mixed into the first.
            if isinstance(choice, dict) and number(choice.get("index")) == 0:
                self._chose = True
                yield from self._choice(choice, whole=whole)

    def _choice(self, choice: dict[str, JsonValue], *, whole: bool) -> Iterable[ModelEvent]:
        delta = fields(choice.get("delta"))
        self._kept.note(delta, whole=whole)
        for event in self._delta(delta):
            self.begun = True
            yield event
        reason = words(choice.get("finish_reason"))
        if reason:
            try:
                self._stop = worse(stop_of(reason), self._stop)
            except NoStop as error:
                raise broken(self._peer, str(error)) from None

    def _delta(self, delta: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        text = _text(delta.get("content"))
        reasoning = self._reasoning(delta)
        if _is_thought(delta):
            text, reasoning = "", reasoning or text
        if reasoning:
            self._count(reasoning)
            yield ReasoningArrived(reasoning)
        refused = words(delta.get("refusal"))
        self._refused = self._refused or bool(refused)
        if text or refused:
            self._count(text + refused)
            yield TextArrived(text + refused)
        pieces = entries(delta.get("tool_calls"))
        if not pieces and delta.get("function_call") is not None:
            # The older shape; servers that send both repeat the same call in it.
            pieces = [{"index": 0, "function": delta["function_call"]}]
        for piece in pieces:
            yield from self._call_piece(fields(piece))

    def _reasoning(self, delta: dict[str, JsonValue]) -> str:
        name = next((name for name in REASONING_FIELDS if words(delta.get(name))), "")
        if name:
            self._kept.note_reasoning(name, words(delta[name]))
            return words(delta[name])
        return shown_text(delta.get("reasoning_details")) or _thought(delta.get("content"))

    def _call_piece(self, piece: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        function = fields(piece.get("function"))
        index = piece.get("index")
        try:
            yield from self._calls.add(
                index if isinstance(index, int) else None,
                words(piece.get("id")),
                words(function.get("name")),
                function.get("arguments"),
                piece.get("extra_content"),
            )
        except BadCalls as error:
            raise broken(self._peer, str(error)) from None

    def _note_usage(self, usage: dict[str, JsonValue]) -> None:
        if usage:
            self._usage = _usage(usage, asks_cost=self._to.dialect.asks_cost)

    def _count(self, text: str) -> None:
        self._length += len(text)
        if self._length > MAX_TEXT:
            raise broken(self._peer, "it has no end")


def _usage(usage: dict[str, JsonValue], *, asks_cost: bool) -> UsageReported:
    prompt, answer = number(usage.get("prompt_tokens")), number(usage.get("completion_tokens"))
    cached = number(fields(usage.get("prompt_tokens_details")).get("cached_tokens"))
    thought = number(fields(usage.get("completion_tokens_details")).get("reasoning_tokens"))
    # Gemini and xAI leave thinking out of the answer's tokens, and only the total tells.
    beside = number(usage.get("total_tokens")) - prompt - answer
    cost = usage.get("cost") if asks_cost else None
    told = isinstance(cost, int | float) and not isinstance(cost, bool) and math.isfinite(cost) and cost >= 0
    return UsageReported(
        input_tokens=prompt,
        output_tokens=answer + max(0, beside),
        cached_tokens=cached or number(usage.get("prompt_cache_hit_tokens")),
        reasoning_tokens=max(thought, beside),
        cost=float(cost) if told and isinstance(cost, int | float) else None,
    )


def _is_thought(delta: dict[str, JsonValue]) -> bool:
    """Tell whether Gemini marks a delta's content as a summary of its thinking."""
    return fields(fields(delta.get("extra_content")).get("google")).get("thought") is True


def _thought(content: JsonValue) -> str:
    """Return the thinking among the parts of a content, as Mistral sends it."""
    return "".join(_text(fields(part).get("thinking")) for part in entries(content))


def _text(content: JsonValue) -> str:
    """Return the text of a delta: a string, or a list of parts as some servers send it."""
    if isinstance(content, list):
        return "".join(words(fields(part).get("text")) for part in content)
    return words(content)
