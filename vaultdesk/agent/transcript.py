"""Transcript: folds a run's events, or a kept conversation, into blocks for a view. Draws nothing, asks nobody."""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from vaultdesk.agent.blocks import (
    AnswerBlock,
    Block,
    CutBlock,
    EarlyEndBlock,
    EndBlock,
    FailureBlock,
    NoticeBlock,
    QuestionBlock,
    ReasoningBlock,
    StepBlock,
    StoppedBlock,
)
from vaultdesk.agent.events import MessageAdded, RunCancelled, RunEvent, RunFailed, RunFinished, RunStarted
from vaultdesk.agent.growing_text import GrowingText
from vaultdesk.agent.sources import sources_of
from vaultdesk.agent.steps import Steps
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ProviderPart,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from vaultdesk.core.destination import Destination
from vaultdesk.providers.model_events import (
    CallGrew,
    CallReady,
    CallStarted,
    Noticed,
    ReasoningArrived,
    TextArrived,
    UsageReported,
)
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalAsked, ToolFinished, ToolStarted

USUAL_ENDS = frozenset({"end", "tool_calls", "stop", ""})
"""Ends that need no word; every other one has its block."""


class Transcript:
    """One conversation as blocks. `apply` tells which of them changed; blocks are only added at the end.

    A question asked again takes away everything after it: then `blocks` is shorter than the numbers told before.
    """

    def __init__(self, registry: ToolRegistry | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._blocks: list[Block] = []
        self._steps = Steps(registry)
        self._places: dict[str, int] = {}
        """Where the step of each call stands, for the calls of the last question."""
        self._asked = -1
        """Where the last question stands."""
        self._clock = clock
        self._began = self._since = 0.0
        self._read: list[Source] = []
        self._found: list[Source] = []
        self._usage: tuple[int, int] = (0, 0)
        self._turn_usage: tuple[int, int] = (0, 0)
        self._turn_cost: float | None = None
        self.destination: Destination | None = None
        """Where the last question went."""
        self.over = False
        """Whether the last answer has ended."""

    @classmethod
    def from_messages(cls, messages: Iterable[Message], registry: ToolRegistry | None = None) -> "Transcript":
        """Return the blocks of a kept conversation."""
        transcript = cls(registry, clock=lambda: 0.0)  # How long single steps took is not kept.
        last: Message | None = None
        for message in messages:
            if message.role == "user":
                transcript._end_kept(last)
            transcript._tell(message)
            last = message
        transcript._end_kept(last)
        transcript._clock, transcript.over = time.monotonic, True
        return transcript

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks, oldest first."""
        return tuple(self._blocks)

    @property
    def tokens(self) -> tuple[int, int]:
        """Input and output tokens so far."""
        return self._usage[0] + self._turn_usage[0], self._usage[1] + self._turn_usage[1]

    @property
    def question(self) -> QuestionBlock | None:
        """The last question, once its run took it."""
        block = self._blocks[self._asked] if self._asked >= 0 else None
        return block if isinstance(block, QuestionBlock) else None

    @property
    def given(self) -> tuple[Source, ...]:
        """Note text the model was given for the last answer: of the notes it read, else what a search showed it."""
        return tuple(self._read or self._found)

    def apply(self, event: RunEvent) -> tuple[int, ...]:
        """Take in *event*; return the numbers of the blocks that are new or changed."""
        match event:
            case TextArrived(text):
                return self._text(text)
            case ReasoningArrived(text):
                return self._reasoning(text)
            case CallStarted() | CallGrew() | CallReady() | ToolStarted() | ToolFinished():
                return self._step(event)
            case ApprovalAsked() | ApprovalAnswered():
                return self._put_steps(self._steps.approval(event))
            case UsageReported():
                return self._spend(event)
            case Noticed(message):
                return (*self._close(), self._add(NoticeBlock(message)))
            case MessageAdded(message):
                return self._message(message)
            case RunStarted():
                self.destination = event.destination
                return self._question(event.question, event.model, leaves=not event.destination.local)
            case RunFinished(stop):
                return self._end(None if stop in USUAL_ENDS else EarlyEndBlock(str(stop)))
            case RunFailed(error):
                return self._end(FailureBlock(error))
            case RunCancelled():
                return self._end(StoppedBlock())
            case _:
                assert_never(event)

    def _tell(self, message: Message) -> None:
        """Take in a kept *message* as if it were said now."""
        if message.role == "user":
            self._question(message)
            return
        for part in message.parts:
            match part:
                case TextPart(text=text):
                    self._text(text)
                case ReasoningPart(text=text):
                    self._reasoning(text)
                case ToolCallPart():
                    self._step(CallReady(part))
                case ToolResultPart():
                    self._put_steps([self._steps.kept_result(part)])
                    self._remember(part)
                case ProviderPart() | ImagePart():
                    pass  # For the model alone.
                case _:
                    assert_never(part)
        if message.usage is not None:
            usage = message.usage
            self._spend(UsageReported(usage.input_tokens, usage.output_tokens, cost=usage.cost))
        asked = self.question
        if asked is not None and message.role == "assistant":
            seconds = message.usage.seconds if message.usage is not None else 0.0
            self._blocks[self._asked] = replace(
                asked, model=message.model or asked.model, seconds=asked.seconds + seconds
            )
        self._message(message)

    def _end_kept(self, last: Message | None) -> None:
        """End a kept answer, of which *last* is the last message."""
        self._put_steps(self._steps.stop())
        if last is not None and (last.role != "assistant" or last.cut or last.tool_calls):
            self._add(CutBlock())

    def _question(self, question: Message, model: str = "", *, leaves: bool = False) -> tuple[int, ...]:
        self.over = False
        self._began = self._clock()
        self._read, self._found = [], []
        self._steps.begin(leaves=leaves)
        self._places.clear()
        block = QuestionBlock(question.id, question.text, model)
        asked = [place for place, block in enumerate(self._blocks) if getattr(block, "message_id", "") == question.id]
        if asked:
            self._asked = asked[0]
            self._blocks[self._asked :] = [block]
        else:
            self._asked = self._add(block)
        return (self._asked,)

    def _text(self, text: str) -> tuple[int, ...]:
        last = self._blocks[-1] if self._blocks else None
        if isinstance(last, AnswerBlock) and not last.done:
            self._blocks[-1] = replace(last, written=last.written.grown(text))
            return (len(self._blocks) - 1,)
        return (*self._close(), self._add(AnswerBlock(GrowingText(text))))

    def _reasoning(self, text: str) -> tuple[int, ...]:
        last = self._blocks[-1] if self._blocks else None
        if isinstance(last, ReasoningBlock) and last.open:
            self._blocks[-1] = replace(last, written=last.written.grown(text))
            return (len(self._blocks) - 1,)
        closed = self._close()
        self._since = self._clock()
        return (*closed, self._add(ReasoningBlock(GrowingText(text))))

    def _step(self, event: CallStarted | CallGrew | CallReady | ToolStarted | ToolFinished) -> tuple[int, ...]:
        closed = self._close()
        if isinstance(event, ToolFinished):
            self._remember(event.part)
        return (*closed, *self._put_steps([self._steps.step(event)]))

    def _put_steps(self, blocks: Iterable[StepBlock]) -> tuple[int, ...]:
        """Put each of *blocks* in its place; what goes on in the background is not shown."""
        places = []
        for block in blocks:
            if self._steps.is_background(block.tool):
                continue
            place = self._places.get(block.call_id)
            if place is None:
                place = self._places[block.call_id] = self._add(block)
            self._blocks[place] = block
            places.append(place)
        return tuple(places)

    def _message(self, message: Message) -> tuple[int, ...]:
        self._usage, self._turn_usage, self._turn_cost = self.tokens, (0, 0), None
        if message.role != "assistant":
            return ()
        changed = self._close(cut=message.cut)
        for place in changed:
            block = self._blocks[place]
            if isinstance(block, AnswerBlock):
                sources = sources_of(block.text, self._read, self._found)
                self._blocks[place] = replace(block, sources=sources)
        return changed

    def _remember(self, part: ToolResultPart) -> None:
        searched = self._steps.is_search(part.name)
        (self._found if searched else self._read).extend(part.sources)

    def _close(self, *, cut: bool = False) -> tuple[int, ...]:
        """End the block that still grows, if there is one."""
        place = len(self._blocks) - 1
        last = self._blocks[-1] if self._blocks else None
        if isinstance(last, AnswerBlock) and not last.done:
            self._blocks[place] = replace(last, done=True, cut=cut)
            return (place,)
        if isinstance(last, ReasoningBlock) and last.open:
            self._blocks[place] = replace(last, open=False, seconds=self._clock() - self._since)
            return (place,)
        return ()

    def _spend(self, event: UsageReported) -> tuple[int, ...]:
        more = event.input_tokens + event.output_tokens - sum(self._turn_usage)
        self._turn_usage = (event.input_tokens, event.output_tokens)
        dearer = None if event.cost is None else event.cost - (self._turn_cost or 0.0)
        self._turn_cost = self._turn_cost if event.cost is None else event.cost
        asked = self.question
        if asked is None:
            return ()
        cost = asked.cost if dearer is None else (asked.cost or 0.0) + dearer
        self._blocks[self._asked] = replace(asked, tokens=asked.tokens + more, cost=cost)
        return (self._asked,)

    def _end(self, block: EndBlock | None) -> tuple[int, ...]:
        self._usage, self._turn_usage, self._turn_cost = self.tokens, (0, 0), None
        self.over = True
        changed = [*self._close(), *self._put_steps(self._steps.stop())]
        asked = self.question
        if asked is not None:
            self._blocks[self._asked] = replace(asked, seconds=self._clock() - self._began)
            changed.append(self._asked)
        return (*changed, *([self._add(block)] if block is not None else []))

    def _add(self, block: Block) -> int:
        self._blocks.append(block)
        return len(self._blocks) - 1
