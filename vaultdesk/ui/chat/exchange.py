"""Exchange: one question and everything that came back on it, folded from run events for the view. Draws nothing."""

import time
from dataclasses import dataclass, field, replace
from typing import assert_never

from vaultdesk.agent.events import (
    MessageAdded,
    RunCancelled,
    RunEvent,
    RunFailed,
    RunFinished,
    RunStarted,
)
from vaultdesk.chat.messages import Source, ToolCallPart
from vaultdesk.errors import VaultDeskError
from vaultdesk.providers.events import (
    CallGrew,
    CallReady,
    CallStarted,
    Noticed,
    ReasoningArrived,
    TextArrived,
    UsageReported,
)
from vaultdesk.tools.events import ApprovalAnswered, ApprovalAsked, ToolFinished, ToolStarted
from vaultdesk.ui.chat.tool_words import SEARCH, CallFacts, CallState

EXPECTED_STOPS = frozenset({"end", "tool_calls", "stop", ""})
"""Ends that need no word; every other one is told under the answer."""

REFUSING_CODES = frozenset({"CANCELLED", "PERMISSION_DENIED", "DANGEROUS_OPERATION"})
"""Error codes of a call that was not allowed, as against one that went wrong."""


@dataclass(slots=True)
class TextBlock:
    """Markdown of the answer."""

    text: str = ""
    closed: bool = False


@dataclass(slots=True)
class ReasoningBlock:
    """What the model let us see of its thinking."""

    started: float
    text: str = ""
    seconds: float | None = None
    """None while it is still thinking."""


@dataclass(slots=True)
class CallBlock:
    """One tool call; `facts` is replaced whenever something happens to it."""

    call_id: str
    facts: CallFacts
    arguments: str = ""
    """As the model wrote them."""
    answer: str = ""
    """The result as the model reads it."""


@dataclass(slots=True)
class NoticeBlock:
    """Something a person should know that is no failure."""

    text: str


Block = TextBlock | ReasoningBlock | CallBlock | NoticeBlock


@dataclass(eq=False, slots=True)
class Exchange:
    """Grows by `apply`; blocks are only ever added at the end or changed in place."""

    question: str
    blocks: list[Block] = field(default_factory=list)
    message_id: str = ""
    """The question's message in the conversation, once the run took it."""
    model: str = ""
    local: bool = True
    over: bool = False
    stopped: bool = False
    stop_reason: str = ""
    error: VaultDeskError | None = None
    started: float = field(default_factory=time.monotonic)
    seconds: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0
    _turn: tuple[int, int] = (0, 0)

    @property
    def tokens(self) -> int:
        """Input and output of all turns so far."""
        return self.input_tokens + self.output_tokens + sum(self._turn)

    @property
    def text(self) -> str:
        """The whole answer as Markdown."""
        return "\n\n".join(block.text.strip() for block in self.blocks if isinstance(block, TextBlock) and block.text)

    @property
    def sources(self) -> tuple[Source, ...]:
        """Note text the tools handed to the model: of the notes it read, else what a search showed it of them."""
        calls = [block.facts for block in self.blocks if isinstance(block, CallBlock)]
        read = tuple(source for facts in calls if facts.name != SEARCH for source in facts.sources)
        return read or tuple(source for facts in calls for source in facts.sources)

    def apply(self, event: RunEvent) -> None:
        """Take in what happened."""
        match event:
            case TextArrived(text):
                self._text(text)
            case ReasoningArrived(text):
                self._reasoning(text)
            case RunStarted():
                self.message_id, self.model = event.question.id, event.model
                self.local = event.destination.local
            case UsageReported():
                self._turn = (event.input_tokens, event.output_tokens)
            case Noticed(message):
                self._close_text()
                self.blocks.append(NoticeBlock(message))
            case MessageAdded():
                self._end_turn()
            case RunFinished(stop):
                self.stop_reason = "" if stop in EXPECTED_STOPS else str(stop)
                self.close()
            case RunFailed(error):
                self.fail(error)
            case RunCancelled():
                self.stopped = True
                self.close()
            case _:
                self._call_event(event)

    def fail(self, error: VaultDeskError) -> None:
        """End with *error*."""
        self.error = error
        self.close()

    def close(self) -> None:
        """End the exchange; a run that ended without a word counts as stopped. May be called twice."""
        if self.over:
            return
        self.over = True
        self.seconds = time.monotonic() - self.started
        self._end_turn()
        ended = bool(self.stop_reason or self.error or self.stopped)
        for block in self.blocks:
            if isinstance(block, CallBlock) and block.facts.state in ("asking", "waiting", "running"):
                block.facts = replace(block.facts, state="stopped")
                ended = True
        if not ended and not self.blocks:
            self.stopped = True

    def _call_event(
        self,
        event: CallStarted | CallGrew | CallReady | ApprovalAsked | ApprovalAnswered | ToolStarted | ToolFinished,
    ) -> None:
        match event:
            case CallStarted(call_id, name):
                self._call(call_id, name)
            case CallGrew():
                self._call(event.call_id, "").arguments += event.text
            case CallReady(call):
                self._ready(call)
            case ApprovalAsked(request):
                for review in request.calls:
                    self._renew(
                        review.call_id, review.tool, state="waiting", display_name=review.display_name,
                        arguments=review.arguments, files=review.files,
                    )  # fmt: skip
            case ApprovalAnswered(request, decision):
                state: CallState = "running" if decision.approved else "refused"
                for review in request.calls:
                    self._renew(review.call_id, review.tool, state=state, chosen=decision.files)
            case ToolStarted(call_id, name):
                self._renew(call_id, name, state="running")
            case ToolFinished():
                self._finished(event)
            case _:
                assert_never(event)

    def _ready(self, call: ToolCallPart) -> None:
        block = self._call(call.id, call.name)
        block.arguments = call.arguments_json
        block.facts = replace(block.facts, name=call.name, arguments=call.arguments)

    def _finished(self, event: ToolFinished) -> None:
        code = event.result.error.code if event.result.error else ""
        state: CallState = "done" if event.result.success else "refused" if code in REFUSING_CODES else "failed"
        block = self._call(event.call_id, event.name)
        block.answer = event.part.content
        block.facts = replace(
            block.facts, state=state, result=event.result, sources=event.part.sources, seconds=event.seconds
        )

    def _renew(self, call_id: str, name: str, **changes: object) -> None:
        block = self._call(call_id, name)
        block.facts = replace(block.facts, **changes)  # type: ignore[arg-type]  # the fields are named by our own calls

    def _call(self, call_id: str, name: str) -> CallBlock:
        for block in reversed(self.blocks):
            if isinstance(block, CallBlock) and block.call_id == call_id:
                return block
        self._close_text()
        self._close_reasoning()
        made = CallBlock(call_id, CallFacts(name=name, state="asking", local=self.local))
        self.blocks.append(made)
        return made

    def _text(self, text: str) -> None:
        self._close_reasoning()
        last = self.blocks[-1] if self.blocks else None
        if not isinstance(last, TextBlock) or last.closed:
            last = TextBlock()
            self.blocks.append(last)
        last.text += text

    def _reasoning(self, text: str) -> None:
        last = self.blocks[-1] if self.blocks else None
        if not isinstance(last, ReasoningBlock) or last.seconds is not None:
            self._close_text()
            last = ReasoningBlock(time.monotonic())
            self.blocks.append(last)
        last.text += text

    def _close_text(self) -> None:
        for block in self.blocks:
            if isinstance(block, TextBlock):
                block.closed = True

    def _close_reasoning(self) -> None:
        last = self.blocks[-1] if self.blocks else None
        if isinstance(last, ReasoningBlock) and last.seconds is None:
            last.seconds = time.monotonic() - last.started

    def _end_turn(self) -> None:
        self._close_text()
        self._close_reasoning()
        self.input_tokens += self._turn[0]
        self.output_tokens += self._turn[1]
        self._turn = (0, 0)
