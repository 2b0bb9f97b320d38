"""The transcript: run events or a stored conversation folded into blocks for a view."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, assert_never

from pydantic import JsonValue

from vaultdesk.agent.answer_marks import cited_sources_of
from vaultdesk.agent.run import MessageAdded, RunCancelled, RunEvent, RunFailed, RunFinished, RunStarted
from vaultdesk.agent.run_loop import STOPPED_CALL, UNFINISHED_CALL
from vaultdesk.agent.transcript_blocks import (
    AnswerBlock,
    CutBlock,
    EarlyEndBlock,
    FailureBlock,
    FileProblem,
    GrowingText,
    NoticeBlock,
    QuestionBlock,
    ReasoningBlock,
    StepBlock,
    StepFile,
    StepHit,
    StoppedBlock,
    ToolOutcome,
    ToolStepState,
    TranscriptBlock,
    TranscriptEndBlock,
    file_problem_of,
)
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
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import (
    CallGrew,
    CallReady,
    CallStarted,
    Noticed,
    PromptProgress,
    ReasoningArrived,
    TextArrived,
    TextReclassified,
    UsageReported,
)
from vaultdesk.tools.registry import ToolRegistry, ToolText
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.tools.runtime.call_repair import CallRepairs
from vaultdesk.tools.runtime.execution import ApprovalAnswered, ApprovalRequested, ToolFinished, ToolStarted

DENIAL_CODES = frozenset({"CANCELLED", "PERMISSION_DENIED", "DANGEROUS_OPERATION"})
"""Error codes of a call that was not allowed, as opposed to one that failed."""

INTERRUPTION_REASONS = frozenset({STOPPED_CALL, UNFINISHED_CALL})
"""Reasons of a call that was not refused but interrupted by the end of its answer."""

OPEN_STATES: frozenset[ToolStepState] = frozenset({"preparing", "waiting", "running"})
"""States of a call that has not ended."""

FILE_ARGUMENTS = ("file_paths", "filePaths")
"""Arguments that name notes, in both spellings a model may use (vaultdesk/tools/README.md, "Results")."""


class ToolSteps:
    """The calls of the current answer, for one answer after another."""

    def __init__(self, registry: ToolRegistry | None) -> None:
        self._registry = registry
        self._is_remote = False
        self._blocks: dict[str, StepBlock] = {}
        self._asked_calls: set[str] = set()
        """The calls whose approval listed their notes."""

    def begin(self, *, is_remote: bool) -> None:
        """Begin the next answer; *is_remote* if the results of its calls go to another computer."""
        self._is_remote = is_remote
        self._blocks.clear()
        self._asked_calls.clear()

    def is_search(self, tool: str) -> bool:
        """Return whether *tool* is a search: its results were not chosen by the user."""
        return self._tool_text(tool, None).category == "search"

    def is_background(self, tool: str) -> bool:
        """Return whether *tool* runs in the background: its calls are not shown."""
        return self._tool_text(tool, None).background

    def step(self, event: CallStarted | CallGrew | CallReady | ToolStarted | ToolFinished) -> StepBlock:
        """Apply *event*; return the block of the call."""
        match event:
            case CallStarted(call_id, name):
                block = self._new_block(call_id, name)
            case CallGrew(call_id, text):
                block = self._block_of(call_id)
                block = replace(block, written=block.written.with_appended(text))
            case CallReady(call):
                block = self._ready_block(call)
            case ToolStarted(call_id, name):
                block = replace(self._block_of(call_id, name), state="running")
            case ToolFinished():
                block = self._finished_block(event.part, ToolOutcome.from_result(event.result), event.seconds)
            case _:
                assert_never(event)
        return self._store(block)

    def approval(self, event: ApprovalRequested | ApprovalAnswered) -> list[StepBlock]:
        """Apply an approval or its answer; return the blocks of its calls."""
        match event:
            case ApprovalRequested(request):
                return [self._store(block) for block in self._waiting_blocks(request)]
            case ApprovalAnswered(request, decision):
                state: ToolStepState = "running" if decision.approved or decision.new_query else "refused"
                answered = []
                for review in request.calls:
                    block = self._block_of(review.call_id, review.tool)
                    files = _ticked(block.files, decision.files) if decision.approved else block.files
                    answered.append(self._store(replace(block, state=state, files=files)))
                return answered
            case _:
                assert_never(event)

    def stored_result(self, part: ToolResultPart) -> StepBlock:
        """Return the block of a call whose result was read from a stored conversation."""
        return self._store(self._finished_block(part, ToolOutcome.from_content(part.content), 0.0))

    def stop(self) -> list[StepBlock]:
        """End every call that has not ended; return their blocks."""
        unfinished = [block for block in self._blocks.values() if block.state in OPEN_STATES]
        return [self._store(replace(block, state="cancelled")) for block in unfinished]

    def _store(self, block: StepBlock) -> StepBlock:
        self._blocks[block.call_id] = block
        return block

    def _new_block(self, call_id: str, name: str) -> StepBlock:
        return StepBlock(call_id, name, self._tool_text(name, None).display_name, is_remote=self._is_remote)

    def _block_of(self, call_id: str, name: str = "") -> StepBlock:
        known = self._blocks.get(call_id)
        return known if known is not None else self._new_block(call_id, name)

    def _ready_block(self, call: ToolCallPart) -> StepBlock:
        # The call as it will be executed; `written` is what the model wrote.
        repaired = CallRepairs((call,), self._registry).calls[0] if self._registry is not None else call
        text = self._tool_text(repaired.name, repaired.arguments)
        return replace(
            self._new_block(call.id, call.name),
            summary=text.summary,
            written=GrowingText(call.arguments_json),
            files=tuple(StepFile(path) for path in _file_arguments(repaired.arguments)),
        )

    def _waiting_blocks(self, request: ApprovalRequest) -> list[StepBlock]:
        blocks = []
        for review in request.calls:
            block = replace(self._block_of(review.call_id, review.tool), display_name=review.display_name)
            if review.files:
                self._asked_calls.add(review.call_id)
                block = replace(block, files=tuple(StepFile(choice.path) for choice in review.files))
            blocks.append(replace(block, state="waiting"))
        return blocks

    def _finished_block(self, part: ToolResultPart, outcome: ToolOutcome, seconds: float) -> StepBlock:
        block = self._block_of(part.call_id, part.name)
        state: ToolStepState = "done" if not part.is_error else "refused" if outcome.code in DENIAL_CODES else "failed"
        if outcome.reason in INTERRUPTION_REASONS:
            state = "cancelled"
        characters_by_path: Counter[str] = Counter()
        for source in part.sources:
            characters_by_path[source.path] += source.characters
        search = self.is_search(part.name)
        return replace(
            block,
            state=state,
            files=() if search else self._files(block, outcome, characters_by_path),
            hits=_hits(outcome, characters_by_path) if search else (),
            result_count=len(outcome.data) if isinstance(outcome.data, list) else None,
            result=part.content,
            code=outcome.code,
            problem=outcome.reason or outcome.explanation,
            seconds=seconds,
        )

    def _files(
        self, block: StepBlock, outcome: ToolOutcome, characters_by_path: Mapping[str, int]
    ) -> tuple[StepFile, ...]:
        """Return the notes of an ended call, with the outcome of each."""
        listed = {path: item.get("content") for path, item in outcome.listed_notes}
        known = {file.path: file for file in block.files}
        # A result names its notes as on disk; the model may have used another spelling.
        shown = known if block.call_id in self._asked_calls or not listed else listed
        files = []
        for path in dict.fromkeys((*shown, *characters_by_path)):
            file = known.get(path, StepFile(path))
            problem: FileProblem = "" if path in characters_by_path else file_problem_of(listed.get(path))
            files.append(
                replace(
                    file,
                    characters=characters_by_path.get(path, 0),
                    problem=problem,
                )
            )
        return tuple(files)

    def _tool_text(self, name: str, arguments: dict[str, JsonValue] | None) -> ToolText:
        return self._registry.describe(name, arguments) if self._registry is not None else ToolText(name)


def _file_arguments(arguments: Mapping[str, JsonValue] | None) -> tuple[str, ...]:
    for key in FILE_ARGUMENTS:
        paths = arguments.get(key) if arguments else None
        if isinstance(paths, list):
            return tuple(dict.fromkeys(path for path in paths if isinstance(path, str)))
    return ()


def _ticked(files: Sequence[StepFile], paths: Sequence[str] | None) -> tuple[StepFile, ...]:
    return tuple(replace(file, left_out=paths is not None and file.path not in paths) for file in files)


def _hits(outcome: ToolOutcome, characters_by_path: Mapping[str, int]) -> tuple[StepHit, ...]:
    counted = [(path, item.get("matches")) for path, item in outcome.listed_notes]
    return tuple(
        StepHit(path, matches if isinstance(matches, int) else None, characters_by_path.get(path, 0))
        for path, matches in counted
    )


NORMAL_STOPS = frozenset({"end", "tool_calls", "stop", ""})
"""Stop reasons that are not shown; every other one has a block."""


class TokenCount(NamedTuple):
    """Tokens as counted by models."""

    input: int
    output: int


NO_TOKENS = TokenCount(0, 0)


class Transcript:
    """One conversation as blocks. `apply` returns which of them changed; blocks are only added at the end.

    Asking a question again removes everything after it: then `blocks` is shorter than indexes returned before.
    """

    def __init__(self, registry: ToolRegistry | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._blocks: list[TranscriptBlock] = []
        self._steps = ToolSteps(registry)
        self._step_indexes: dict[str, int] = {}
        """Index of the step of each call of the last question."""
        self._question_index = -1
        """Index of the last question."""
        self._clock = clock
        self._started = self._reasoning_started = 0.0
        self._paused_at: float | None = None
        self._read_sources: list[Source] = []
        self._found_sources: list[Source] = []
        self._usage = NO_TOKENS
        self._answer_usage = NO_TOKENS
        self._answer_cost: float | None = None
        self.destination: Destination | None = None
        """Destination of the last question."""
        self.is_finished = False
        """Whether the last answer has ended."""
        self.prompt_percent: int | None = None
        """Percentage of the prompt that the server has read; None if it reports none at present."""

    @classmethod
    def from_messages(cls, messages: Iterable[Message], registry: ToolRegistry | None = None) -> "Transcript":
        """Return the transcript of a stored conversation."""
        transcript = cls(registry, clock=lambda: 0.0)  # The duration of steps is not stored.
        last: Message | None = None
        for message in messages:
            if message.role == "user":
                transcript._end_stored(last)
            transcript._apply_stored(message)
            last = message
        transcript._end_stored(last)
        transcript._clock, transcript.is_finished = time.monotonic, True
        return transcript

    @property
    def blocks(self) -> tuple[TranscriptBlock, ...]:
        """All blocks, oldest first."""
        return tuple(self._blocks)

    @property
    def tokens(self) -> TokenCount:
        """Input and output tokens so far."""
        return TokenCount(self._usage.input + self._answer_usage.input, self._usage.output + self._answer_usage.output)

    @property
    def question(self) -> QuestionBlock | None:
        """The last question, once its run has accepted it."""
        block = self._blocks[self._question_index] if self._question_index >= 0 else None
        return block if isinstance(block, QuestionBlock) else None

    @property
    def given_sources(self) -> tuple[Source, ...]:
        """Note text the model was given for the last answer: the notes it read, else the search results."""
        return tuple(self._read_sources or self._found_sources)

    def apply(self, event: RunEvent) -> tuple[int, ...]:
        """Apply *event*; return the indexes of the blocks that are new or changed."""
        if not isinstance(event, UsageReported | Noticed):
            self.prompt_percent = None
        match event:
            case PromptProgress():
                # At 100 % the answer begins.
                self.prompt_percent = event.percent if event.read_tokens < event.total_tokens else None
                return ()
            case TextArrived(text):
                return self._text(text)
            case ReasoningArrived(text):
                return self._reasoning(text)
            case TextReclassified():
                return self._reclassify_text()
            case CallStarted() | CallGrew() | CallReady() | ToolStarted() | ToolFinished():
                return self._step(event)
            case ApprovalRequested() | ApprovalAnswered():
                self._pause_clock(paused=isinstance(event, ApprovalRequested))
                return self._put_steps(self._steps.approval(event))
            case UsageReported():
                return self._count_usage(event)
            case Noticed(message):
                return (*self._close(), self._add(NoticeBlock(message)))
            case MessageAdded(message):
                return self._message(message)
            case RunStarted():
                self.destination = event.destination
                return self._question(event.question, event.model, is_remote=not event.destination.local)
            case RunFinished(stop):
                return self._end(None if stop in NORMAL_STOPS else EarlyEndBlock(str(stop)))
            case RunFailed(error):
                return self._end(FailureBlock(error))
            case RunCancelled():
                return self._end(StoppedBlock())
            case _:
                assert_never(event)

    def _apply_stored(self, message: Message) -> None:
        """Apply a stored *message* as if it had just arrived."""
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
                    self._put_steps([self._steps.stored_result(part)])
                    self._collect_sources(part)
                case ProviderPart() | ImagePart():
                    pass  # For the model only.
                case _:
                    assert_never(part)
        if message.usage is not None:
            usage = message.usage
            self._count_usage(UsageReported(usage.input_tokens, usage.output_tokens, cost=usage.cost))
        question = self.question
        if question is not None and message.role == "assistant":
            seconds = message.usage.seconds if message.usage is not None else 0.0
            self._blocks[self._question_index] = replace(
                question, model=message.model or question.model, seconds=question.seconds + seconds
            )
        self._message(message)

    def _end_stored(self, last: Message | None) -> None:
        """End a stored answer, whose last message is *last*."""
        self._put_steps(self._steps.stop())
        if last is not None and (last.role != "assistant" or last.cut or last.tool_calls):
            self._add(CutBlock())
        elif last is not None and last.refused:
            self._add(EarlyEndBlock("refusal"))

    def _question(self, question: Message, model: str = "", *, is_remote: bool = False) -> tuple[int, ...]:
        self.is_finished = False
        self._started, self._paused_at = self._clock(), None
        self._read_sources, self._found_sources = [], []
        self._steps.begin(is_remote=is_remote)
        self._step_indexes.clear()
        block = QuestionBlock(question.id, question.text, model)
        matches = [index for index, block in enumerate(self._blocks) if getattr(block, "message_id", "") == question.id]
        if matches:
            self._question_index = matches[0]
            self._blocks[self._question_index :] = [block]
        else:
            self._question_index = self._add(block)
        return (self._question_index,)

    def _pause_clock(self, *, paused: bool) -> None:
        """Leave the time in which the user decides out of the duration of the answer."""
        if paused and self._paused_at is None:
            self._paused_at = self._clock()
        elif not paused and self._paused_at is not None:
            self._started += self._clock() - self._paused_at
            self._paused_at = None

    def _text(self, text: str) -> tuple[int, ...]:
        last = self._blocks[-1] if self._blocks else None
        if isinstance(last, AnswerBlock) and not last.done:
            self._blocks[-1] = replace(last, written=last.written.with_appended(text))
            return (len(self._blocks) - 1,)
        return (*self._close(), self._add(AnswerBlock(GrowingText(text))))

    def _reasoning(self, text: str) -> tuple[int, ...]:
        last = self._blocks[-1] if self._blocks else None
        if isinstance(last, ReasoningBlock) and last.open:
            self._blocks[-1] = replace(last, written=last.written.with_appended(text))
            return (len(self._blocks) - 1,)
        closed = self._close()
        self._reasoning_started = self._clock()
        return (*closed, self._add(ReasoningBlock(GrowingText(text))))

    def _reclassify_text(self) -> tuple[int, ...]:
        """Turn the text of the streaming answer into reasoning."""
        last = self._blocks[-1] if self._blocks else None
        if not isinstance(last, AnswerBlock) or last.done:
            return ()
        self._blocks[-1] = ReasoningBlock(last.written, open=False)
        return (len(self._blocks) - 1,)

    def _step(self, event: CallStarted | CallGrew | CallReady | ToolStarted | ToolFinished) -> tuple[int, ...]:
        closed = self._close()
        if isinstance(event, ToolFinished):
            self._collect_sources(event.part)
        return (*closed, *self._put_steps([self._steps.step(event)]))

    def _put_steps(self, blocks: Iterable[StepBlock]) -> tuple[int, ...]:
        """Put each of *blocks* at its index; background calls are not shown."""
        indexes = []
        for block in blocks:
            if self._steps.is_background(block.tool):
                continue
            index = self._step_indexes.get(block.call_id)
            if index is None:
                index = self._step_indexes[block.call_id] = self._add(block)
            self._blocks[index] = block
            indexes.append(index)
        return tuple(indexes)

    def _message(self, message: Message) -> tuple[int, ...]:
        self._usage, self._answer_usage, self._answer_cost = self.tokens, NO_TOKENS, None
        if message.role != "assistant":
            return ()
        changed = self._close(cut=message.cut)
        for index in changed:
            block = self._blocks[index]
            if isinstance(block, AnswerBlock):
                sources = cited_sources_of(block.text, self._read_sources, self._found_sources)
                self._blocks[index] = replace(block, sources=sources)
        return changed

    def _collect_sources(self, part: ToolResultPart) -> None:
        searched = self._steps.is_search(part.name)
        (self._found_sources if searched else self._read_sources).extend(part.sources)

    def _close(self, *, cut: bool = False) -> tuple[int, ...]:
        """End the block that is still growing, if there is one."""
        index = len(self._blocks) - 1
        last = self._blocks[-1] if self._blocks else None
        if isinstance(last, AnswerBlock) and not last.done:
            self._blocks[index] = replace(last, done=True, cut=cut)
            return (index,)
        if isinstance(last, ReasoningBlock) and last.open:
            self._blocks[index] = replace(last, open=False, seconds=self._clock() - self._reasoning_started)
            return (index,)
        return ()

    def _count_usage(self, event: UsageReported) -> tuple[int, ...]:
        added_tokens = event.input_tokens + event.output_tokens - sum(self._answer_usage)
        self._answer_usage = TokenCount(event.input_tokens, event.output_tokens)
        added_cost = None if event.cost is None else event.cost - (self._answer_cost or 0.0)
        self._answer_cost = self._answer_cost if event.cost is None else event.cost
        question = self.question
        if question is None:
            return ()
        cost = question.cost if added_cost is None else (question.cost or 0.0) + added_cost
        self._blocks[self._question_index] = replace(question, tokens=question.tokens + added_tokens, cost=cost)
        return (self._question_index,)

    def _end(self, block: TranscriptEndBlock | None) -> tuple[int, ...]:
        self._usage, self._answer_usage, self._answer_cost = self.tokens, NO_TOKENS, None
        self.is_finished = True
        changed = [*self._close(), *self._put_steps(self._steps.stop())]
        question = self.question
        self._pause_clock(paused=False)  # A run may end while it waits for an approval.
        if question is not None:
            self._blocks[self._question_index] = replace(question, seconds=self._clock() - self._started)
            changed.append(self._question_index)
        return (*changed, *([self._add(block)] if block is not None else []))

    def _add(self, block: TranscriptBlock) -> int:
        self._blocks.append(block)
        return len(self._blocks) - 1
