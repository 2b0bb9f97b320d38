"""Items: the events one output item is told in, from added to done (PROTOCOLS 2.1). Pure; knows no request.

item     = output_item.added (message | reasoning | call) output_item.done
message  = content_part.added output_text.delta* output_text.done content_part.done
call     = arguments.delta arguments.done

Reasoning has a module of its own: reasoning_item.py.
"""

from collections.abc import Iterator
from typing import Literal

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.endpoint.wire_json import Json

Ended = Literal["completed", "incomplete"]
"""How an item stands once it is done."""


class Numbered:
    """Makes the events of one response, counted from 0."""

    def __init__(self) -> None:
        self._next = 0

    def event(self, kind: str, **fields: JsonValue) -> Json:
        """Return the next event, `response.` + *kind*."""
        number, self._next = self._next, self._next + 1
        return {"type": f"response.{kind}", "sequence_number": number, **fields}


class MessageItem:
    """Text for people."""

    def __init__(self, numbered: Numbered, index: int) -> None:
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

    def close(self, ended: Ended) -> Iterator[Json]:
        """Tell that it is over."""
        text = "".join(self._text)
        yield self._event(
            "output_text.done", item_id=self._id, output_index=self._index, content_index=0, text=text, logprobs=[]
        )
        yield self._part("content_part.done", text)
        yield self._event("output_item.done", output_index=self._index, item=self.done(ended))

    def done(self, ended: Ended) -> Json:
        """Return the whole item."""
        content: list[JsonValue] = [_output_text("".join(self._text))]
        return {"id": self._id, "type": "message", "status": ended, "role": "assistant", "content": content}

    def _part(self, kind: str, text: str) -> Json:
        return self._event(kind, item_id=self._id, output_index=self._index, content_index=0, part=_output_text(text))


class CallItem:
    """A call, whole: it is told only once the answer it belongs to is complete."""

    def __init__(self, numbered: Numbered, index: int, call: ToolCallPart, arguments: str) -> None:
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
