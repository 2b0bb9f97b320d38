"""Model events encoded as the event stream of the Responses API, item by item."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from pydantic import JsonValue

from vaultdesk.chat.messages import ProviderPart, ToolCallPart, new_id
from vaultdesk.endpoint.endpoint_request import EndpointRequest, ResponseStatus
from vaultdesk.endpoint.http_error import Json
from vaultdesk.endpoint.sealed_state import CarriedState
from vaultdesk.providers.model_events import (
    CallGrew,
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)

# item     = output_item.added (message | reasoning | call) output_item.done
# message  = content_part.added output_text.delta* output_text.done content_part.done
# call     = arguments.delta arguments.done
#
# Reasoning has a module of its own: reasoning_item.py.

ItemStatus = Literal["completed", "incomplete"]
"""How an item stands once it is done."""


class EventNumbering:
    """Makes the events of one response, counted from 0."""

    def __init__(self) -> None:
        self._next = 0

    def event(self, kind: str, **fields: JsonValue) -> Json:
        """Return the next event, `response.` + *kind*."""
        number, self._next = self._next, self._next + 1
        return {"type": f"response.{kind}", "sequence_number": number, **fields}


class MessageItem:
    """Text for people."""

    def __init__(self, numbered: EventNumbering, index: int) -> None:
        self._event = numbered.event
        self._id = new_id("msg")
        self._index = index
        self._text: list[str] = []

    def open(self) -> Iterator[Json]:
        """Tell that it begins."""
        item: Json = {"id": self._id, "type": "message", "status": "in_progress", "role": "assistant", "content": []}
        yield self._event("output_item.added", output_index=self._index, item=item)
        yield self._part("content_part.added", "")

    def grow(self, text: str) -> Iterator[Json]:
        """Tell some more of it."""
        self._text.append(text)
        yield self._event(
            "output_text.delta",
            item_id=self._id,
            output_index=self._index,
            content_index=0,
            delta=text,
            logprobs=[],
        )

    def close(self, ended: ItemStatus) -> Iterator[Json]:
        """Tell that it is over."""
        text = "".join(self._text)
        yield self._event(
            "output_text.done", item_id=self._id, output_index=self._index, content_index=0, text=text, logprobs=[]
        )
        yield self._part("content_part.done", text)
        yield self._event("output_item.done", output_index=self._index, item=self.done(ended))

    def done(self, ended: ItemStatus) -> Json:
        """Return the whole item."""
        content: list[JsonValue] = [_output_text("".join(self._text))]
        return {"id": self._id, "type": "message", "status": ended, "role": "assistant", "content": content}

    def _part(self, kind: str, text: str) -> Json:
        return self._event(kind, item_id=self._id, output_index=self._index, content_index=0, part=_output_text(text))


class CallItem:
    """A call, whole: it is told only once the answer it belongs to is complete."""

    def __init__(self, numbered: EventNumbering, index: int, call: ToolCallPart, arguments: str) -> None:
        self._event = numbered.event
        self._id = new_id("fc")
        self._index = index
        self._call = call
        self._arguments = arguments

    def tell(self) -> Iterator[Json]:
        """Tell all of it."""
        place: Json = {"item_id": self._id, "output_index": self._index}
        item = self._item("in_progress", "")
        yield self._event("output_item.added", output_index=self._index, item=item)
        yield self._event("function_call_arguments.delta", **place, delta=self._arguments)
        yield self._event("function_call_arguments.done", **place, arguments=self._arguments)
        yield self._event("output_item.done", output_index=self._index, item=self.done())

    def done(self) -> Json:
        """Return the whole item."""
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
    """What the model lets people see of its thinking, and what it hides of it."""

    def __init__(self, numbered: EventNumbering, index: int) -> None:
        self._event = numbered.event
        self._id = new_id("rs")
        self._index = index
        self._text: list[str] = []
        self.hidden = ""
        """What goes back to the model with the answer, sealed; known at the turn's end alone, so only `done` has it."""

    def tell(self) -> Iterator[Json]:
        """Tell all of one that people see nothing of."""
        yield self._added()
        yield self._event("output_item.done", output_index=self._index, item=self.done())

    def open(self) -> Iterator[Json]:
        """Tell that it begins."""
        yield self._added()
        yield self._summary("part.added", part=_summary_text(""))

    def grow(self, text: str) -> Iterator[Json]:
        """Tell some more of it."""
        self._text.append(text)
        yield self._summary("text.delta", delta=text)

    def close(self, ended: ItemStatus) -> Iterator[Json]:
        """Tell that it is over."""
        text = "".join(self._text)
        yield self._summary("text.done", text=text)
        yield self._summary("part.done", part=_summary_text(text))
        yield self._event("output_item.done", output_index=self._index, item=self.done(ended))

    def done(self, ended: ItemStatus = "completed") -> Json:
        """Return the whole item; it carries no status, as OpenAI's does not."""
        summary: list[JsonValue] = [_summary_text("".join(self._text))] if self._text else []
        hidden: Json = {"encrypted_content": self.hidden} if self.hidden else {}
        return {"id": self._id, "type": "reasoning", "summary": summary, **hidden}

    def _added(self) -> Json:
        item: Json = {"id": self._id, "type": "reasoning", "summary": []}
        return self._event("output_item.added", output_index=self._index, item=item)

    def _summary(self, kind: str, **fields: JsonValue) -> Json:
        return self._event(
            f"reasoning_summary_{kind}", item_id=self._id, output_index=self._index, summary_index=0, **fields
        )


def _summary_text(text: str) -> Json:
    return {"type": "summary_text", "text": text}


#     response = created in_progress item* (completed | incomplete | failed)
#
# Text and reasoning pass at once. From the first call on everything is held until the turn has ended: only then is it
# sure that a call is whole and may be told (a turn cut for length has no calls), or stays text because it is malformed.
# What the provider wants back is known only then as well: it stands before the calls, or behind an answer without any.

_CUT: dict[StopReason, str] = {
    "length": "max_output_tokens",
    "content_filter": "content_filter",
    # A vendor's own filter stopped the answer; a model that declines in words ends like any other.
    "refusal": "content_filter",
    # Asked to go on too often: the answer is as long as it gets.
    "pause": "max_output_tokens",
}
"""Why a response is incomplete; OpenAI's list has no other word for these."""


@dataclass(slots=True)
class _HeldCall:
    """A call at its place in the answer, from its first sign on."""

    call_id: str
    ready: CallReady | None = None


class ResponsesEncoder:
    """Tells one response. `begin`, then `take` each event but the last, then `finish` or `fail`, once."""

    def __init__(self, asked: EndpointRequest) -> None:
        self._asked = asked
        self._numbered = EventNumbering()
        self._output: list[JsonValue] = []
        self._growing: MessageItem | ReasoningItem | None = None
        self._blank = ""
        self._held: list[TextArrived | ReasoningArrived | _HeldCall] = []
        self._misfit = ""
        self._replay: tuple[ProviderPart, ...] = ()
        self._spent = UsageReported(0, 0)
        self._turn = UsageReported(0, 0)

    def begin(self) -> Iterator[Json]:
        """Tell that the response begins."""
        yield self._numbered.event("created", response=self._asked.response("in_progress", []))
        yield self._numbered.event("in_progress", response=self._asked.response("in_progress", []))

    def take(self, event: ModelEvent) -> Iterator[Json]:
        """Tell what *event* brings, if it is time."""
        match event:
            case TextArrived() | ReasoningArrived():
                if self._held:
                    self._held.append(event)
                else:
                    yield from self._grow(event)
            case CallStarted():
                self._held_call(event.call_id)
            case CallReady():
                self._held_call(event.call.id).ready = event
            case UsageReported():
                self._turn = event
            case CallGrew() | Noticed():
                pass  # a call is told whole, and the wire has no word for a notice
            case TurnEnded():
                self._spent, self._turn = _sum(self._spent, self._turn), UsageReported(0, 0)
                self._replay = event.replay
                if event.stop == "pause" and not self._held:
                    # The answer goes on, and its next part has items of its own.
                    yield from self._keep((), "completed")
            case _:
                assert_never(event)

    def finish(self, stop: StopReason) -> Iterator[Json]:
        """Tell what was held, then how the response ended."""
        reason = _CUT.get(stop)
        self._replay = () if stop == "pause" else self._replay  # told already
        yield from self._release(calls=reason is None)
        if self._misfit:
            yield from self._end("failed", error={"code": "server_error", "message": self._misfit})
        elif reason is not None:
            yield from self._end("incomplete", incomplete_details={"reason": reason})
        else:
            yield from self._end("completed")

    def fail(self, code: str, message: str) -> Iterator[Json]:
        """Tell that the response failed; the text so far stays, a call does not."""
        yield from self._release(calls=False)
        yield from self._end("failed", error={"code": code, "message": message})

    def _held_call(self, call_id: str) -> _HeldCall:
        for held in self._held:
            if isinstance(held, _HeldCall) and held.call_id == call_id and held.ready is None:
                return held
        begun = _HeldCall(call_id)
        self._held.append(begun)
        return begun

    def _release(self, *, calls: bool) -> Iterator[Json]:
        held, self._held = self._held, []
        ready = [entry.ready.call for entry in held if isinstance(entry, _HeldCall) and entry.ready] if calls else []
        # Judged before the first is told: a failed response holds no call to run.
        self._misfit = next(filter(None, map(self._broken_promise, ready)), "")
        told = self._runnable(ready)
        # Items name calls by their place: where one of them is not told, those behind it are out of theirs.
        if told and told == ready[: len(told)]:
            yield from self._keep(told, "completed")
        for entry in held:
            if not isinstance(entry, _HeldCall):
                yield from self._grow(entry)
            elif calls and entry.ready is not None:
                yield from self._settle(entry.ready, told)
        if not ready:
            yield from self._keep((), "completed" if calls else "incomplete")

    def _runnable(self, ready: Sequence[ToolCallPart]) -> Sequence[ToolCallPart]:
        """Return the calls of *ready* that are told as calls."""
        calls = [call for call in ready if self._is_call(call)] if not self._misfit else []
        # A caller that takes one call has it; the model asks anew once it has read that one's result.
        return calls if self._asked.parallel else calls[:1]

    def _is_call(self, call: ToolCallPart) -> bool:
        known = self._asked.offered.named(call.name) is not None
        return known and _is_readable(call) and not self._broken_promise(call)

    def _broken_promise(self, call: ToolCallPart) -> str:
        """Return why the response fails for *call*: its tool is strict, and its arguments are not what it wants."""
        tool = self._asked.offered.named(call.name)
        if tool is None or not tool.strict:
            return ""
        misfit = tool.misfit(call.arguments or {}) if _is_readable(call) else "with arguments that cannot be read"
        return f"The model called {call.name} {misfit}, and the tool is strict." if misfit else ""

    def _settle(self, ready: CallReady, told: Sequence[ToolCallPart]) -> Iterator[Json]:
        """Tell a call of a complete answer as a call, or as text where its caller could not run it."""
        call = ready.call
        if not self._is_call(call):
            yield from self._grow(TextArrived(self._set_apart(ready.written or _plainly(call))))
        elif call in told:
            yield from self._close("completed")
            # Empty arguments are a call without any, and every caller parses what it is given.
            arguments = call.arguments_json if call.arguments_json.strip() else "{}"
            item = CallItem(self._numbered, len(self._output), call, arguments)
            yield from item.tell()
            self._output.append(item.done())

    def _keep(self, calls: Sequence[ToolCallPart], ended: ItemStatus) -> Iterator[Json]:
        """Tell what the model wants back with this turn and its *calls*, for a caller that asked to carry it."""
        replay, self._replay = self._replay, ()
        if not replay or not self._asked.request.wants_hidden:
            return
        hidden = self._asked.seal.closed(CarriedState(calls=tuple(call.id for call in calls), parts=replay))
        if isinstance(self._growing, ReasoningItem):
            self._growing.hidden = hidden
            yield from self._close(ended)
        elif hidden:
            yield from self._close(ended)
            item = ReasoningItem(self._numbered, len(self._output))
            item.hidden = hidden
            yield from item.tell()
            self._output.append(item.done())

    def _set_apart(self, text: str) -> str:
        return f"\n{text}" if isinstance(self._growing, MessageItem) else text

    def _grow(self, event: TextArrived | ReasoningArrived) -> Iterator[Json]:
        kind = MessageItem if isinstance(event, TextArrived) else ReasoningItem
        if not isinstance(self._growing, kind):
            # Blank lines set a call or a think block off from the text around it; alone they are no item.
            self._blank += event.text if kind is MessageItem else ""
            if not event.text.strip():
                return
            text = self._blank if kind is MessageItem else event.text
            yield from self._close("completed")
            self._growing = kind(self._numbered, len(self._output))
            yield from self._growing.open()
        else:
            text = event.text
        if text:
            yield from self._growing.grow(text)

    def _close(self, ended: ItemStatus) -> Iterator[Json]:
        self._blank = ""
        if self._growing is not None:
            item, self._growing = self._growing, None
            yield from item.close(ended)
            self._output.append(item.done(ended))

    def _end(self, status: ResponseStatus, **known: JsonValue) -> Iterator[Json]:
        yield from self._close("completed" if status == "completed" else "incomplete")
        usage = _wire_usage(_sum(self._spent, self._turn))
        yield self._numbered.event(status, response=self._asked.response(status, self._output, usage=usage, **known))


def _is_readable(call: ToolCallPart) -> bool:
    return not call.problem and call.arguments is not None


def _plainly(call: ToolCallPart) -> str:
    return f"{call.name}({call.arguments_json})"


def _sum(one: UsageReported, other: UsageReported) -> UsageReported:
    return UsageReported(
        one.input_tokens + other.input_tokens,
        one.output_tokens + other.output_tokens,
        one.cached_tokens + other.cached_tokens,
        one.reasoning_tokens + other.reasoning_tokens,
    )


def _wire_usage(usage: UsageReported) -> Json:
    """Return the usage with every detail, zeros where nobody said: some callers drop a response without."""
    return {
        "input_tokens": usage.input_tokens,
        "input_tokens_details": {"cached_tokens": usage.cached_tokens, "cache_write_tokens": 0},
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
        "total_tokens": usage.input_tokens + usage.output_tokens,
    }
