"""Reasoning item: the events a model's thinking is told in, seen or hidden (PROTOCOLS 2.1). Pure; knows no request.

reasoning = output_item.added (summary_part.added summary_text.delta* summary_text.done summary_part.done)?
            output_item.done
"""

from collections.abc import Iterator

from pydantic import JsonValue

from vaultdesk.chat.messages import new_id
from vaultdesk.endpoint.items import Ended, Numbered
from vaultdesk.endpoint.wire_json import Json


class ReasoningItem:
    """What the model lets people see of its thinking, and what it hides of it."""

    def __init__(self, numbered: Numbered, index: int) -> None:
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

    def close(self, ended: Ended) -> Iterator[Json]:
        """Tell that it is over."""
        text = "".join(self._text)
        yield self._summary("text.done", text=text)
        yield self._summary("part.done", part=_summary_text(text))
        yield self._event("output_item.done", output_index=self._index, item=self.done(ended))

    def done(self, ended: Ended = "completed") -> Json:
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
