"""Steps: what happens to each tool call, as the block that shows it. Knows no order of blocks; see transcript.py."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from pydantic import JsonValue

from vaultdesk.agent.answering import ENDED, STOPPED
from vaultdesk.agent.blocks import FileTrouble, StepBlock, StepFile, StepHit, StepState
from vaultdesk.agent.growing_text import GrowingText
from vaultdesk.agent.outcome import Outcome, trouble_of
from vaultdesk.chat.messages import ToolCallPart, ToolResultPart
from vaultdesk.providers.model_events import CallGrew, CallReady, CallStarted
from vaultdesk.tools.registry import ToolRegistry, ToolWords
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalAsked, ToolFinished, ToolStarted

REFUSING = frozenset({"CANCELLED", "PERMISSION_DENIED", "DANGEROUS_OPERATION"})
"""Error codes of a call that was not allowed, as against one that went wrong."""

BROKEN_OFF = frozenset({STOPPED, ENDED})
"""Reasons of a call that nobody refused: its answer ended first."""

OPEN_STATES: frozenset[StepState] = frozenset({"preparing", "waiting", "running"})
"""States of a call that is not over."""

FILE_ARGUMENTS = ("file_paths", "filePaths")
"""Arguments that name notes, in both spellings a model may use (CONTRACTS, Tools)."""


class Steps:
    """The calls of one answer after the other."""

    def __init__(self, registry: ToolRegistry | None) -> None:
        self._registry = registry
        self._leaves = False
        self._blocks: dict[str, StepBlock] = {}
        self._shown: set[str] = set()
        """The calls whose approval listed their notes."""

    def begin(self, *, leaves: bool) -> None:
        """Begin with another answer; *leaves* where what its calls give goes to another computer."""
        self._leaves = leaves
        self._blocks.clear()
        self._shown.clear()

    def is_search(self, tool: str) -> bool:
        """Whether *tool* only looks: what it finds was picked by nobody."""
        return self._words(tool, None).category == "search"

    def is_background(self, tool: str) -> bool:
        """Whether *tool* goes on in the background: its calls have no line."""
        return self._words(tool, None).background

    def step(self, event: CallStarted | CallGrew | CallReady | ToolStarted | ToolFinished) -> StepBlock:
        """Take in *event*; return the call's block."""
        match event:
            case CallStarted(call_id, name):
                block = self._made(call_id, name)
            case CallGrew(call_id, text):
                block = self._known(call_id)
                block = replace(block, written=block.written.grown(text))
            case CallReady(call):
                block = self._ready(call)
            case ToolStarted(call_id, name):
                block = replace(self._known(call_id, name), state="running")
            case ToolFinished():
                block = self._finished(event.part, Outcome.told(event.result), event.seconds)
            case _:
                assert_never(event)
        return self._keep(block)

    def approval(self, event: ApprovalAsked | ApprovalAnswered) -> list[StepBlock]:
        """Take in a question or its answer; return the blocks of its calls."""
        match event:
            case ApprovalAsked(request):
                return [self._keep(block) for block in self._waiting(request)]
            case ApprovalAnswered(request, decision):
                state: StepState = "running" if decision.approved else "refused"
                answered = []
                for review in request.calls:
                    block = self._known(review.call_id, review.tool)
                    files = _ticked(block.files, decision.files) if decision.approved else block.files
                    answered.append(self._keep(replace(block, state=state, files=files)))
                return answered
            case _:
                assert_never(event)

    def kept_result(self, part: ToolResultPart) -> StepBlock:
        """Return the block of a call whose result was read back from a kept conversation."""
        return self._keep(self._finished(part, Outcome.read_back(part.content), 0.0))

    def stop(self) -> list[StepBlock]:
        """End every call that is not over; return their blocks."""
        unfinished = [block for block in self._blocks.values() if block.state in OPEN_STATES]
        return [self._keep(replace(block, state="cancelled")) for block in unfinished]

    def _keep(self, block: StepBlock) -> StepBlock:
        self._blocks[block.call_id] = block
        return block

    def _made(self, call_id: str, name: str) -> StepBlock:
        return StepBlock(call_id, name, self._words(name, None).display_name, leaves=self._leaves)

    def _known(self, call_id: str, name: str = "") -> StepBlock:
        known = self._blocks.get(call_id)
        return known if known is not None else self._made(call_id, name)

    def _ready(self, call: ToolCallPart) -> StepBlock:
        words = self._words(call.name, call.arguments)
        return replace(
            self._made(call.id, call.name),
            summary=words.summary,
            written=GrowingText(call.arguments_json),
            files=tuple(StepFile(path, given=False) for path in _named(call.arguments)),
        )

    def _waiting(self, request: ApprovalRequest) -> list[StepBlock]:
        blocks = []
        for review in request.calls:
            block = replace(self._known(review.call_id, review.tool), display_name=review.display_name)
            if review.files:
                self._shown.add(review.call_id)
                block = replace(block, files=tuple(StepFile(choice.path, given=False) for choice in review.files))
            blocks.append(replace(block, state="waiting"))
        return blocks

    def _finished(self, part: ToolResultPart, outcome: Outcome, seconds: float) -> StepBlock:
        block = self._known(part.call_id, part.name)
        state: StepState = "done" if not part.is_error else "refused" if outcome.code in REFUSING else "failed"
        if outcome.reason in BROKEN_OFF:
            state = "cancelled"
        given: Counter[str] = Counter()
        for source in part.sources:
            given[source.path] += source.characters
        search = self.is_search(part.name)
        return replace(
            block,
            state=state,
            files=() if search else self._files(block, outcome, given),
            hits=_hits(outcome, given) if search else (),
            found=len(outcome.data) if isinstance(outcome.data, list) else None,
            result=part.content,
            code=outcome.code,
            problem=outcome.reason or outcome.problem,
            seconds=seconds,
        )

    def _files(self, block: StepBlock, outcome: Outcome, given: Mapping[str, int]) -> tuple[StepFile, ...]:
        """Return the notes of a call that is over, with what became of each."""
        listed = {path: item.get("content") for path, item in outcome.listed}
        known = {file.path: file for file in block.files}
        # A result names its notes as the disk spells them, which the model may not have done.
        named = known if block.call_id in self._shown or not listed else listed
        files = []
        for path in dict.fromkeys((*named, *given)):
            file = known.get(path, StepFile(path, given=False))
            trouble: FileTrouble = "" if path in given else trouble_of(listed.get(path))
            files.append(replace(file, given=path in given, characters=given.get(path, 0), trouble=trouble))
        return tuple(files)

    def _words(self, name: str, arguments: dict[str, JsonValue] | None) -> ToolWords:
        return self._registry.describe(name, arguments) if self._registry is not None else ToolWords(name)


def _named(arguments: Mapping[str, JsonValue] | None) -> tuple[str, ...]:
    for key in FILE_ARGUMENTS:
        paths = arguments.get(key) if arguments else None
        if isinstance(paths, list):
            return tuple(dict.fromkeys(path for path in paths if isinstance(path, str)))
    return ()


def _ticked(files: Sequence[StepFile], paths: Sequence[str] | None) -> tuple[StepFile, ...]:
    return tuple(replace(file, left_out=paths is not None and file.path not in paths) for file in files)


def _hits(outcome: Outcome, given: Mapping[str, int]) -> tuple[StepHit, ...]:
    counted = [(path, item.get("matches")) for path, item in outcome.listed]
    return tuple(
        StepHit(path, matches if isinstance(matches, int) else None, given.get(path, 0)) for path, matches in counted
    )
