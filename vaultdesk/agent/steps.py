"""Steps: what happens to each tool call, as the block that shows it. Knows no order of blocks; see transcript.py."""

import json
from dataclasses import replace
from typing import assert_never

from pydantic import JsonValue

from vaultdesk.agent.answering import STOPPED
from vaultdesk.agent.blocks import StepBlock, StepFile, StepState
from vaultdesk.chat.messages import ToolCallPart, ToolResultPart
from vaultdesk.providers.events import CallGrew, CallReady, CallStarted
from vaultdesk.tools.approvals import ApprovalRequest
from vaultdesk.tools.events import ApprovalAnswered, ApprovalAsked, ToolFinished, ToolStarted
from vaultdesk.tools.registry import ToolRegistry, ToolWords

REFUSING = frozenset({"CANCELLED", "PERMISSION_DENIED", "DANGEROUS_OPERATION", "RATE_LIMITED"})
"""Error codes of a call that was not allowed, as against one that went wrong."""

OPEN_STATES: frozenset[StepState] = frozenset({"preparing", "waiting", "running"})
"""States of a call that is not over."""


class Steps:
    """The calls of one conversation."""

    def __init__(self, registry: ToolRegistry | None) -> None:
        self._registry = registry
        self._blocks: dict[str, StepBlock] = {}
        self._shown: dict[str, tuple[str, ...]] = {}
        """The files each call's approval showed."""

    def is_search(self, tool: str) -> bool:
        """Whether *tool* only looks: what it finds was picked by nobody."""
        return self._words(tool, None).category == "search"

    def step(self, event: CallStarted | CallGrew | CallReady | ToolStarted | ToolFinished) -> StepBlock:
        """Take in *event*; return the call's block."""
        match event:
            case CallStarted(call_id, name):
                block = StepBlock(call_id, name, self._words(name, None).display_name)
            case CallGrew(call_id, text):
                block = self._known(call_id)
                block = replace(block, arguments_json=block.arguments_json + text)
            case CallReady(call):
                block = self._ready(call)
            case ToolStarted(call_id, name):
                block = replace(self._known(call_id, name), state="running")
            case ToolFinished():
                block = self._finished(event.part, event.seconds)
            case _:
                assert_never(event)
        return self._keep(block)

    def approval(self, event: ApprovalAsked | ApprovalAnswered) -> list[StepBlock]:
        """Take in a question or its answer; return the blocks of its calls."""
        if isinstance(event, ApprovalAsked):
            return [self._keep(block) for block in self._waiting(event.request)]
        state: StepState = "running" if event.decision.approved else "refused"
        return [self._keep(replace(self._known(c.call_id, c.tool), state=state)) for c in event.request.calls]

    def kept_result(self, part: ToolResultPart) -> StepBlock:
        """Return the block of a call whose result was read back from a kept conversation."""
        return self._keep(self._finished(part, 0.0))

    def stop(self) -> list[StepBlock]:
        """End every call that is not over; return their blocks."""
        unfinished = [block for block in self._blocks.values() if block.state in OPEN_STATES]
        return [self._keep(replace(block, state="cancelled")) for block in unfinished]

    def _keep(self, block: StepBlock) -> StepBlock:
        self._blocks[block.call_id] = block
        return block

    def _known(self, call_id: str, name: str = "") -> StepBlock:
        known = self._blocks.get(call_id)
        return known if known is not None else StepBlock(call_id, name, self._words(name, None).display_name)

    def _ready(self, call: ToolCallPart) -> StepBlock:
        words = self._words(call.name, call.arguments)
        return StepBlock(
            call.id, call.name, words.display_name, summary=words.summary, arguments_json=call.arguments_json
        )

    def _waiting(self, request: ApprovalRequest) -> list[StepBlock]:
        blocks = []
        for review in request.calls:
            self._shown[review.call_id] = tuple(choice.path for choice in review.files)
            block = replace(self._known(review.call_id, review.tool), display_name=review.display_name)
            files = tuple(StepFile(choice.path, given=False) for choice in review.files)
            blocks.append(replace(block, state="waiting", files=files))
        return blocks

    def _finished(self, part: ToolResultPart, seconds: float) -> StepBlock:
        block = self._known(part.call_id, part.name)
        code, problem, reason, data = _read_back(part.content)
        state: StepState = "done" if not part.is_error else "refused" if code in REFUSING else "failed"
        if reason == STOPPED:
            state = "cancelled"
        given = {source.path: source.characters for source in part.sources}
        paths = dict.fromkeys((*self._shown.get(part.call_id, ()), *(() if self.is_search(part.name) else given)))
        return replace(
            block,
            state=state,
            files=tuple(StepFile(path, path in given, given.get(path, 0)) for path in paths),
            found=len(data) if isinstance(data, list) else None,
            result=part.content,
            problem=reason or problem,
            seconds=seconds,
        )

    def _words(self, name: str, arguments: dict[str, JsonValue] | None) -> ToolWords:
        return self._registry.describe(name, arguments) if self._registry is not None else ToolWords(name)


def _read_back(content: str) -> tuple[str, str, str, JsonValue]:
    """Return error code, message, reason and data of a result as it was written for the model."""
    try:
        value = json.loads(content)
    except ValueError:
        return "", "", "", None  # Read back from a note that was edited by hand.
    match value:
        case {"error": {"code": str(code), "message": str(message), "details": {"reason": str(reason)}}}:
            return code, message, reason, None
        case {"error": {"code": str(code), "message": str(message)}}:
            return code, message, "", None
        case {"data": data}:
            return "", "", "", data
        case _:
            return "", "", "", None
