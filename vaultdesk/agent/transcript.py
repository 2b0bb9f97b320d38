"""Transcript: folds a run's events, or a kept conversation, into blocks for a view. Draws nothing, asks nobody."""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from vaultdesk.agent.blocks import (
    AnswerBlock,
    Block,
    FailureBlock,
    NoticeBlock,
    QuestionBlock,
    ReasoningBlock,
    StepBlock,
    StoppedBlock,
)
from vaultdesk.agent.events import MessageAdded, RunCancelled, RunEvent, RunFailed, RunFinished, RunStarted
from vaultdesk.agent.sources import sources_of
from vaultdesk.agent.steps import Steps
from vaultdesk.chat.messages import (
    Message,
    ProviderPart,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from vaultdesk.destination import Destination
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
from vaultdesk.tools.registry import ToolRegistry


class Transcript:
    """One conversation as blocks. `apply` tells which of them changed; blocks are only added at the end.

    A question asked again takes away everything after it: then `blocks` is shorter than the numbers told before.
    """

    def __init__(self, registry: ToolRegistry | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._blocks: list[Block] = []
        self._steps = Steps(registry)
        self._clock = clock
        self._since = 0.0
        self._read: list[Source] = []
        self._found: list[Source] = []
        self._usage: tuple[int, int] = (0, 0)
        self._turn_usage: tuple[int, int] = (0, 0)
        self.destination: Destination | None = None
        """Where the last question went."""

    @classmethod
    def from_messages(cls, messages: Iterable[Message], registry: ToolRegistry | None = None) -> "Transcript":
        """Return the blocks of a kept conversation."""
        transcript = cls(registry)
        for message in messages:
            transcript._tell(message)
        return transcript

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks, oldest first."""
        return tuple(self._blocks)

    @property
    def tokens(self) -> tuple[int, int]:
        """Input and output tokens so far."""
        return self._usage[0] + self._turn_usage[0], self._usage[1] + self._turn_usage[1]

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
                return tuple(self._put_step(block) for block in self._steps.approval(event))
            case UsageReported():
                self._turn_usage = (event.input_tokens, event.output_tokens)
                return ()
            case Noticed(message):
                return (*self._close(), self._add(NoticeBlock(message)))
            case MessageAdded(message):
                return self._message(message)
            case RunStarted():
                self.destination = event.destination
                return self._question(event.question)
            case RunFinished():
                return self._over()
            case RunFailed(error):
                return (*self._over(), self._add(FailureBlock(error)))
            case RunCancelled():
                return (*self._over(), self._add(StoppedBlock()))
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
                    self._put_step(self._steps.kept_result(part))
                    self._remember(part)
                case ProviderPart():
                    pass
                case _:
                    assert_never(part)
        self._message(message)
        if message.cut and message.role == "assistant":
            self._add(StoppedBlock())

    def _question(self, question: Message) -> tuple[int, ...]:
        self._read, self._found = [], []
        asked = [place for place, block in enumerate(self._blocks) if getattr(block, "message_id", "") == question.id]
        if asked:
            del self._blocks[asked[0] + 1 :]
            return (asked[0],)
        return (self._add(QuestionBlock(question.id, question.text)),)

    def _text(self, text: str) -> tuple[int, ...]:
        last = self._blocks[-1] if self._blocks else None
        if isinstance(last, AnswerBlock) and not last.done:
            self._blocks[-1] = replace(last, text=last.text + text)
            return (len(self._blocks) - 1,)
        return (*self._close(), self._add(AnswerBlock(text)))

    def _reasoning(self, text: str) -> tuple[int, ...]:
        last = self._blocks[-1] if self._blocks else None
        if isinstance(last, ReasoningBlock) and last.open:
            self._blocks[-1] = replace(last, text=last.text + text, seconds=self._clock() - self._since)
            return (len(self._blocks) - 1,)
        closed = self._close()
        self._since = self._clock()
        return (*closed, self._add(ReasoningBlock(text)))

    def _step(self, event: CallStarted | CallGrew | CallReady | ToolStarted | ToolFinished) -> tuple[int, ...]:
        closed = self._close()
        if isinstance(event, ToolFinished):
            self._remember(event.part)
        return (*closed, self._put_step(self._steps.step(event)))

    def _put_step(self, block: StepBlock) -> int:
        try:
            return self._step_of(block)
        except LookupError:
            return self._add(block)

    def _step_of(self, block: StepBlock) -> int:
        for place in range(len(self._blocks) - 1, -1, -1):
            known = self._blocks[place]
            if isinstance(known, QuestionBlock):
                break
            if isinstance(known, StepBlock) and known.call_id == block.call_id:
                self._blocks[place] = block
                return place
        raise LookupError(block.call_id)

    def _message(self, message: Message) -> tuple[int, ...]:
        self._count_usage()
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
            self._blocks[place] = replace(last, open=False)
            return (place,)
        return ()

    def _over(self) -> tuple[int, ...]:
        self._count_usage()
        return (*self._close(), *(self._step_of(block) for block in self._steps.stop()))

    def _count_usage(self) -> None:
        self._usage, self._turn_usage = self.tokens, (0, 0)

    def _add(self, block: Block) -> int:
        self._blocks.append(block)
        return len(self._blocks) - 1
