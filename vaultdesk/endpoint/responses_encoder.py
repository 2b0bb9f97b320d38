"""Model events encoded as the event stream of the Responses API, item by item."""

from collections.abc import Iterator, Sequence
from typing import Literal, assert_never

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import ProviderPart, ToolCallPart, new_id
from vaultdesk.endpoint.endpoint_request import CarriedState, EndpointRequest, ResponseStatus
from vaultdesk.endpoint.http_error import Json
from vaultdesk.providers.provider import (
    CallGrew,
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    PromptProgress,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TextReclassified,
    TurnEnded,
    UsageReported,
)

# item     = output_item.added (message | reasoning | call) output_item.done
# message  = content_part.added output_text.delta* output_text.done content_part.done
# call     = arguments.delta arguments.done

ItemStatus = Literal["completed", "incomplete"]
"""The status of a finished item."""


class EventNumbering:
    """Creates the events of one response, numbered from 0."""

    def __init__(self) -> None:
        self._next = 0

    def event(self, kind: str, **fields: JsonValue) -> Json:
        """Return the next event, `response.` + *kind*."""
        number, self._next = self._next, self._next + 1
        return {"type": f"response.{kind}", "sequence_number": number, **fields}


class MessageItem:
    """Visible text."""

    def __init__(self, numbering: EventNumbering, index: int) -> None:
        self._event = numbering.event
        self._id = new_id("msg")
        self._index = index
        self._text: list[str] = []

    def open(self) -> Iterator[Json]:
        """Yield the events for its beginning."""
        item: Json = {"id": self._id, "type": "message", "status": "in_progress", "role": "assistant", "content": []}
        yield self._event("output_item.added", output_index=self._index, item=item)
        yield self._part("content_part.added", "")

    def append(self, text: str) -> Iterator[Json]:
        """Yield the events for further text."""
        self._text.append(text)
        yield self._event(
            "output_text.delta",
            item_id=self._id,
            output_index=self._index,
            content_index=0,
            delta=text,
            logprobs=[],
        )

    def close(self, status: ItemStatus) -> Iterator[Json]:
        """Yield the events for its end."""
        text = "".join(self._text)
        yield self._event(
            "output_text.done", item_id=self._id, output_index=self._index, content_index=0, text=text, logprobs=[]
        )
        yield self._part("content_part.done", text)
        yield self._event("output_item.done", output_index=self._index, item=self.done(status))

    def done(self, status: ItemStatus) -> Json:
        """Return the complete item."""
        content: list[JsonValue] = [_output_text("".join(self._text))]
        return {"id": self._id, "type": "message", "status": status, "role": "assistant", "content": content}

    def _part(self, kind: str, text: str) -> Json:
        return self._event(kind, item_id=self._id, output_index=self._index, content_index=0, part=_output_text(text))


class CallItem:
    """A complete call: it is sent only once the answer it belongs to is complete."""

    def __init__(self, numbering: EventNumbering, index: int, call: ToolCallPart, arguments: str) -> None:
        self._event = numbering.event
        self._id = new_id("fc")
        self._index = index
        self._call = call
        self._arguments = arguments

    def emit(self) -> Iterator[Json]:
        """Yield all of its events."""
        index: Json = {"item_id": self._id, "output_index": self._index}
        item = self._item("in_progress", "")
        yield self._event("output_item.added", output_index=self._index, item=item)
        yield self._event("function_call_arguments.delta", **index, delta=self._arguments)
        yield self._event("function_call_arguments.done", **index, arguments=self._arguments)
        yield self._event("output_item.done", output_index=self._index, item=self.done())

    def done(self) -> Json:
        """Return the complete item."""
        return self._item("completed", self._arguments)

    def _item(self, status: str, arguments: str) -> Json:
        return {
            "id": self._id,
            "type": "function_call",
            "status": status,
            "arguments": arguments,
            "call_id": self._call.id,
            "name": self._call.name,
        }


def _output_text(text: str) -> Json:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


# reasoning = output_item.added (summary_part.added summary_text.delta* summary_text.done summary_part.done)?
#             output_item.done


class ReasoningItem:
    """The visible summary of the model's reasoning, and its signed state."""

    def __init__(self, numbering: EventNumbering, index: int) -> None:
        self._event = numbering.event
        self._id = new_id("rs")
        self._index = index
        self._text: list[str] = []
        self.encrypted = ""
        """The signed state that returns to the model with the answer; known only at the end of the turn, so only `done`
        has it.
        """

    def emit(self) -> Iterator[Json]:
        """Yield all events of an item without a visible summary."""
        yield self._added()
        yield self._event("output_item.done", output_index=self._index, item=self.done())

    def open(self) -> Iterator[Json]:
        """Yield the events for its beginning."""
        yield self._added()
        yield self._summary("part.added", part=_summary_text(""))

    def append(self, text: str) -> Iterator[Json]:
        """Yield the events for further text."""
        self._text.append(text)
        yield self._summary("text.delta", delta=text)

    def close(self, status: ItemStatus) -> Iterator[Json]:
        """Yield the events for its end."""
        text = "".join(self._text)
        yield self._summary("text.done", text=text)
        yield self._summary("part.done", part=_summary_text(text))
        yield self._event("output_item.done", output_index=self._index, item=self.done(status))

    def done(self, status: ItemStatus = "completed") -> Json:
        """Return the complete item; it has no status, like OpenAI's."""
        summary: list[JsonValue] = [_summary_text("".join(self._text))] if self._text else []
        state: Json = {"encrypted_content": self.encrypted} if self.encrypted else {}
        return {"id": self._id, "type": "reasoning", "summary": summary, **state}

    def _added(self) -> Json:
        item: Json = {"id": self._id, "type": "reasoning", "summary": []}
        return self._event("output_item.added", output_index=self._index, item=item)

    def _summary(self, kind: str, **fields: JsonValue) -> Json:
        return self._event(
            f"reasoning_summary_{kind}", item_id=self._id, output_index=self._index, summary_index=0, **fields
        )


def _summary_text(text: str) -> Json:
    return {"type": "summary_text", "text": text}


# response = created in_progress item* (completed | incomplete | failed)
#
# Text and reasoning are sent immediately. From the first call on, all events are held back until the turn has ended:
# only then is it known whether a call is complete (a turn that was cut at the token limit has no calls) or is sent as
# text because it is malformed. The state to return to the provider is known only then as well; it is sent before the
# calls, or after an answer without calls.

_INCOMPLETE_REASONS: dict[StopReason, str] = {
    "length": "max_output_tokens",
    "content_filter": "content_filter",
    # A vendor's filter stopped the answer; a model that declines in words ends normally.
    "refusal": "content_filter",
    # Continued too often: the answer ends here.
    "pause": "max_output_tokens",
    "repetition": "max_output_tokens",
}
"""Why a response is incomplete; OpenAI's list has no other value for these."""


class _PendingCall(Struct):
    """A call at its index in the answer, from its first event on."""

    call_id: str
    ready: CallReady | None = None


class ResponsesEncoder:
    """Encodes one response. Call `begin`, then `encode` for each event but the last, then `finish` or `fail` once."""

    def __init__(self, request: EndpointRequest) -> None:
        self._request = request
        self._numbering = EventNumbering()
        self._output: list[JsonValue] = []
        self._open_item: MessageItem | ReasoningItem | None = None
        self._leading_space = ""
        self._pending: list[TextArrived | ReasoningArrived | _PendingCall] = []
        self._strict_problem = ""
        self._replay: tuple[ProviderPart, ...] = ()
        self._total_usage = UsageReported(0, 0)
        self._turn_usage = UsageReported(0, 0)

    def begin(self) -> Iterator[Json]:
        """Yield the events for the beginning of the response."""
        yield self._numbering.event("created", response=self._request.response("in_progress", []))
        yield self._numbering.event("in_progress", response=self._request.response("in_progress", []))

    def encode(self, event: ModelEvent) -> Iterator[Json]:
        """Yield the events for *event*, unless they have to be held back."""
        match event:
            case TextArrived() | ReasoningArrived():
                if self._pending:
                    self._pending.append(event)
                else:
                    yield from self._append(event)
            case CallStarted():
                self._pending_call(event.call_id)
            case CallReady():
                self._pending_call(event.call.id).ready = event
            case UsageReported():
                self._turn_usage = event
            case CallGrew() | Noticed() | PromptProgress() | TextReclassified():
                pass  # a call is sent complete, and the API has no event for the others
            case TurnEnded():
                self._total_usage, self._turn_usage = _sum(self._total_usage, self._turn_usage), UsageReported(0, 0)
                self._replay = event.replay
                if event.stop == "pause" and not self._pending:
                    # The answer continues, and its next part has separate items.
                    yield from self._emit_carried_state((), "completed")
            case _:
                assert_never(event)

    def finish(self, stop: StopReason) -> Iterator[Json]:
        """Yield the events held back, then how the response ended."""
        reason = _INCOMPLETE_REASONS.get(stop)
        self._replay = () if stop == "pause" else self._replay  # sent already
        yield from self._release(calls=reason is None)
        if self._strict_problem:
            yield from self._end("failed", error={"code": "server_error", "message": self._strict_problem})
        elif reason is not None:
            yield from self._end("incomplete", incomplete_details={"reason": reason})
        else:
            yield from self._end("completed")

    def fail(self, code: str, message: str) -> Iterator[Json]:
        """Yield the events of a failed response; the text so far stays, calls do not."""
        yield from self._release(calls=False)
        yield from self._end("failed", error={"code": code, "message": message})

    def _pending_call(self, call_id: str) -> _PendingCall:
        for pending in self._pending:
            if isinstance(pending, _PendingCall) and pending.call_id == call_id and pending.ready is None:
                return pending
        new_call = _PendingCall(call_id)
        self._pending.append(new_call)
        return new_call

    def _release(self, *, calls: bool) -> Iterator[Json]:
        pending, self._pending = self._pending, []
        ready = (
            [entry.ready.call for entry in pending if isinstance(entry, _PendingCall) and entry.ready] if calls else []
        )
        # Checked before the first call is sent: a failed response contains no call to run.
        self._strict_problem = next(filter(None, map(self._strict_tool_problem, ready)), "")
        emitted = self._emitted_calls(ready)
        # Items refer to calls by index: if one of them is left out, later indexes are wrong.
        if emitted and emitted == ready[: len(emitted)]:
            yield from self._emit_carried_state(emitted, "completed")
        for entry in pending:
            if not isinstance(entry, _PendingCall):
                yield from self._append(entry)
            elif calls and entry.ready is not None:
                yield from self._emit_call(entry.ready, emitted)
        if not ready:
            yield from self._emit_carried_state((), "completed" if calls else "incomplete")

    def _emitted_calls(self, ready: Sequence[ToolCallPart]) -> Sequence[ToolCallPart]:
        """Return the calls of *ready* that are sent as calls."""
        calls = [call for call in ready if self._is_call(call)] if not self._strict_problem else []
        # A client that accepts one call gets one; the model can call again after that one's result.
        return calls if self._request.parallel else calls[:1]

    def _is_call(self, call: ToolCallPart) -> bool:
        known = self._request.tools.find(call.name) is not None
        return known and _is_readable(call) and not self._strict_tool_problem(call)

    def _strict_tool_problem(self, call: ToolCallPart) -> str:
        """Return why the response fails because of *call*: its tool is strict, and its arguments violate the schema."""
        tool = self._request.tools.find(call.name)
        if tool is None or not tool.strict:
            return ""
        violation = tool.schema_problem(call.arguments or {}) if _is_readable(call) else "its arguments cannot be read"
        return f"The model called {call.name}, a strict tool, with wrong arguments: {violation}." if violation else ""

    def _emit_call(self, ready: CallReady, emitted: Sequence[ToolCallPart]) -> Iterator[Json]:
        """Yield the events of a call of a complete answer, as a call, or as text if its client could not run it."""
        call = ready.call
        if not self._is_call(call):
            yield from self._append(TextArrived(self._on_own_line(ready.raw_text or _call_as_text(call))))
        elif call in emitted:
            yield from self._close("completed")
            # Empty arguments mean a call without arguments, and every client parses the value.
            arguments = call.arguments_json if call.arguments_json.strip() else "{}"
            item = CallItem(self._numbering, len(self._output), call, arguments)
            yield from item.emit()
            self._output.append(item.done())

    def _emit_carried_state(self, calls: Sequence[ToolCallPart], status: ItemStatus) -> Iterator[Json]:
        """Yield the signed state of this turn and its *calls*, for a client that requested it."""
        replay, self._replay = self._replay, ()
        if not replay or not self._request.request.wants_encrypted_reasoning:
            return
        state = self._request.signer.sign(CarriedState(calls=tuple(call.id for call in calls), parts=replay))
        if isinstance(self._open_item, ReasoningItem):
            self._open_item.encrypted = state
            yield from self._close(status)
        elif state:
            yield from self._close(status)
            item = ReasoningItem(self._numbering, len(self._output))
            item.encrypted = state
            yield from item.emit()
            self._output.append(item.done())

    def _on_own_line(self, text: str) -> str:
        return f"\n{text}" if isinstance(self._open_item, MessageItem) else text

    def _append(self, event: TextArrived | ReasoningArrived) -> Iterator[Json]:
        kind = MessageItem if isinstance(event, TextArrived) else ReasoningItem
        if not isinstance(self._open_item, kind):
            # Blank lines separate a call or a think block from the text around it; alone they are not an item.
            self._leading_space += event.text if kind is MessageItem else ""
            if not event.text.strip():
                return
            text = self._leading_space if kind is MessageItem else event.text
            yield from self._close("completed")
            self._open_item = kind(self._numbering, len(self._output))
            yield from self._open_item.open()
        else:
            text = event.text
        if text:
            yield from self._open_item.append(text)

    def _close(self, status: ItemStatus) -> Iterator[Json]:
        self._leading_space = ""
        if self._open_item is not None:
            item, self._open_item = self._open_item, None
            yield from item.close(status)
            self._output.append(item.done(status))

    def _end(self, status: ResponseStatus, **fields: JsonValue) -> Iterator[Json]:
        yield from self._close("completed" if status == "completed" else "incomplete")
        usage = _wire_usage(_sum(self._total_usage, self._turn_usage))
        yield self._numbering.event(
            status, response=self._request.response(status, self._output, usage=usage, **fields)
        )


def _is_readable(call: ToolCallPart) -> bool:
    return not call.problem and call.arguments is not None


def _call_as_text(call: ToolCallPart) -> str:
    return f"{call.name}({call.arguments_json})"


def _sum(first: UsageReported, second: UsageReported) -> UsageReported:
    return UsageReported(
        first.input_tokens + second.input_tokens,
        first.output_tokens + second.output_tokens,
        first.cached_tokens + second.cached_tokens,
        first.reasoning_tokens + second.reasoning_tokens,
    )


def _wire_usage(usage: UsageReported) -> Json:
    """Return the usage with every detail, zeros if unknown: some clients reject a response without it."""
    return {
        "input_tokens": usage.input_tokens,
        "input_tokens_details": {"cached_tokens": usage.cached_tokens, "cache_write_tokens": 0},
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
        "total_tokens": usage.input_tokens + usage.output_tokens,
    }
