"""Ollama answer: the lines of Ollama's `/api/chat` into model events, by our own rules (THREATS 2.4)."""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.chat.messages import ProviderPart, ToolCallPart
from vaultdesk.providers.accumulator import BadCalls, CallAccumulator
from vaultdesk.providers.answer import Decoder
from vaultdesk.providers.chat_answer import MAX_TEXT
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
from vaultdesk.providers.family import id_map
from vaultdesk.providers.loose_json import entries, fields, number, read_json, words
from vaultdesk.providers.ndjson import LineDecoder
from vaultdesk.providers.ollama_refusals import ollama_interruption
from vaultdesk.providers.ollama_request import THINKING
from vaultdesk.providers.peer import Peer, broken, cut, not_spoken
from vaultdesk.providers.sse import ServerEvent

NEARLY = 16
"""Tokens below the window at which it counts as full: a cut prompt ends a few short of it."""

FEWER = 1.4
"""How many times our estimate a prompt may be shorter than before it counts as cut: Ollama keeps half of the window,
and our estimate is never so far above the truth with words of any language."""

FILLED = 0.7
"""How much of the window our estimate must come to before a shorter prompt counts as cut, and not as short words."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What was sent, as far as the answer can tell what became of it."""

    window: int
    """Tokens of the window it was to fit in, with its answer."""
    estimate: int
    """About how many tokens it is (ollama_request.py)."""
    streamed: bool = True

    def overflows(self, read: int) -> bool:
        """Tell whether the prompt was likely cut, of which the server says it read *read* tokens (0: it does not say).

        Ollama tells nothing of a cut. It leaves out what is oldest until half of the window is free.
        """
        if read <= 0:
            return False
        return read >= self.window - NEARLY or (
            self.estimate > read * FEWER and self.estimate > self.window * FILLED and read < self.window
        )


class OllamaAnswer:
    """One answer over `/api/chat`. Feed it lines; it has never heard of a network."""

    def __init__(self, peer: Peer, family: str, sent: Sent) -> None:
        self._peer = peer
        self._family = family
        self._sent = sent
        self._calls = CallAccumulator()
        self._place = -1
        self._thought: list[str] = []
        self._last: dict[str, JsonValue] = {}
        self._length = 0
        self._spoke = False
        self.begun = False
        self.closed = False

    @property
    def complete(self) -> bool:
        """True once a line said that it is the last."""
        return self.closed

    def framing(self) -> Decoder | None:
        """Return what cuts the body into lines; an answer that is not streamed is one value."""
        return LineDecoder() if self._sent.streamed else None

    def take(self, event: ServerEvent) -> Iterable[ModelEvent]:
        """Read one line."""
        yield from self._line(read_json(event, self._peer))

    def take_whole(self, body: JsonValue) -> Iterable[ModelEvent]:
        """Read an answer that is not streamed."""
        yield from self._line(fields(body))

    def end(self) -> Iterable[ModelEvent]:
        """Close the answer: calls first, if they may run, then its end."""
        if not self.closed:
            raise cut(self._peer) if self._spoke else broken(self._peer, "it is empty")
        yield from self._counts()
        stop = self._stop()
        if stop == "end":
            calls = self._finished()
            for call in calls:
                yield CallReady(call)
            yield TurnEnded("tool_calls" if calls else "end", self._replay() if calls else ())
            return
        if len(self._calls):
            yield Noticed("The answer was cut off, so the tool it was asking for is not run.")
        yield TurnEnded(stop)

    def _line(self, line: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        if line.get("error"):
            raise ollama_interruption(self._peer, line, self._sent.window, begun=self.begun)
        if not line.keys() & {"message", "done"}:
            if self._spoke:
                return  # what later versions may add
            raise not_spoken(self._peer, "JSON without an answer in it")
        self._spoke = True
        for event in self._message(fields(line.get("message"))):
            self.begun = True
            yield event
        if line.get("done") is True:
            self.closed = True
            self._last = line

    def _message(self, message: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        if thought := self._counted(words(message.get("thinking"))):
            self._thought.append(thought)
            yield ReasoningArrived(thought)
        if text := self._counted(words(message.get("content"))):
            yield TextArrived(text)
        for call in entries(message.get("tool_calls")):
            yield from self._call(fields(call))

    def _call(self, call: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        """Take a call. They come whole and their index is worth nothing, so each name begins a new one."""
        function = fields(call.get("function"))
        name, wire_id = words(function.get("name")), words(call.get("id"))
        self._place += 1 if name or self._place < 0 else 0
        try:
            yield from self._calls.add(self._place, wire_id, name, function.get("arguments"))
        except BadCalls as error:
            raise broken(self._peer, str(error)) from None

    def _finished(self) -> tuple[ToolCallPart, ...]:
        try:
            return self._calls.finished()
        except BadCalls as error:
            raise broken(self._peer, str(error)) from None

    def _stop(self) -> StopReason:
        reason = words(self._last.get("done_reason"))
        match reason:
            case "stop" | "":  # the first versions gave no reason
                return "end"
            case "length":
                return "length"
            case "load" | "unload" if self.begun and not len(self._calls):
                return "end"
            case "load":
                raise broken(self._peer, "it tells of the model's loading and says nothing")
            case "unload":
                raise broken(self._peer, "it tells of the model's unloading and says nothing")
            case _:
                raise broken(self._peer, f"it ended with {reason[:40]!r}")

    def _replay(self) -> tuple[ProviderPart, ...]:
        thought = "".join(self._thought)
        # Models that think between calls lose their thread without it (gpt-oss, qwen3).
        kept = (ProviderPart(family=self._family, item={THINKING: thought}),) if thought else ()
        return (*kept, *id_map(self._family, self._calls.wire_ids()))

    def _counts(self) -> Iterable[ModelEvent]:
        read, written = number(self._last.get("prompt_eval_count")), number(self._last.get("eval_count"))
        if read or written:
            yield UsageReported(input_tokens=read, output_tokens=written)
        window = f"the context window of {self._sent.window:,} tokens"
        remedy = "Raise Context window in Settings, or start a new chat."
        if self._sent.overflows(read):
            yield Noticed(
                f"The chat is longer than {window}, so {self._peer.name} has probably left out its beginning. {remedy}"
            )
        elif words(self._last.get("done_reason")) == "length" and read + written >= self._sent.window - NEARLY:
            yield Noticed(f"The answer stopped because {window} is full. {remedy}")

    def _counted(self, text: str) -> str:
        self._length += len(text)
        if self._length > MAX_TEXT:
            raise broken(self._peer, "it has no end")
        return text
