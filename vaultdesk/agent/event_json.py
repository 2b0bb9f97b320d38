"""Run events as JSON objects, for machine-readable output."""

from collections.abc import Collection
from typing import assert_never

from pydantic import JsonValue

from vaultdesk.agent.run import MessageAdded, RunCancelled, RunEvent, RunFailed, RunFinished, RunStarted
from vaultdesk.providers.model_events import (
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
from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview, PassageChoice
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalRequested, ToolFinished, ToolStarted

JsonLine = dict[str, JsonValue]
"""One object of the stream."""


def encode_run_event(event: RunEvent) -> tuple[JsonLine, ...]:
    """Return the JSON lines of *event*: usually one, one per call of an approval, none for display-only events."""
    match event:
        case CallStarted() | CallGrew() | ToolStarted() | PromptProgress():
            return ()
        case ApprovalRequested(request):
            return tuple(_approval_line(call, request) for call in request.calls)
        case ApprovalAnswered(request, decision):
            lines = []
            for call in request.calls:
                line = _line("approval_resolved", id=call.call_id, approved=decision.approved)
                line["arguments"] = (
                    _approved_arguments(call, decision.files) if decision.approved else dict(call.arguments)
                )
                if request.results:
                    shown = [one.id for one in request.results]
                    taken = shown if decision.results is None else [one for one in shown if one in decision.results]
                    line["results"] = list[JsonValue](taken if decision.approved else [])
                if passages := _passages_of(call, request):
                    ids = [one.id for one in passages]
                    chosen = ids if decision.passages is None else [one for one in ids if one in decision.passages]
                    line["passages"] = list[JsonValue](chosen if decision.approved else [])
                if decision.new_query and call.call_id == request.query_call:
                    line["new_query"] = decision.new_query
                if decision.reason:
                    line["reason"] = decision.reason
                lines.append(line)
            return tuple(lines)
        case _:
            return (_event_line(event),)


def _event_line(
    event: RunStarted | TextArrived | ReasoningArrived | TextReclassified | CallReady | UsageReported | Noticed
    | ToolFinished | MessageAdded | RunFinished | RunFailed | RunCancelled,
) -> JsonLine:  # fmt: skip
    match event:
        case RunStarted():
            to = event.destination
            where: JsonLine = {"name": to.name, "host": to.host, "local": to.local}
            return _line(
                "run_started", run_id=event.run_id, model=event.model, question=event.question.text, destination=where
            )
        case TextArrived(text):
            return _line("text", delta=text)
        case ReasoningArrived(text):
            return _line("reasoning", delta=text)
        case TextReclassified():
            return _line("text_was_reasoning")
        case CallReady(call):
            arguments: JsonValue = call.arguments if call.arguments is not None else call.arguments_json
            return _line("tool_call", id=call.id, name=call.name, arguments=arguments)
        case UsageReported():
            return _line(
                "usage",
                input_tokens=event.input_tokens,
                output_tokens=event.output_tokens,
                cached_tokens=event.cached_tokens,
                reasoning_tokens=event.reasoning_tokens,
                **({} if event.cost is None else {"cost": event.cost}),
            )
        case Noticed(message):
            return _line("warning", message=message)
        case ToolFinished():
            return _line("tool_result", id=event.call_id, result=event.result.as_value())
        case MessageAdded(message):
            parts: list[JsonValue] = [part.model_dump(mode="json") for part in message.parts]
            return _line("message", role=message.role, parts=parts)
        case RunFinished(stop):
            return _line("run_finished", stop_reason=stop)
        case RunFailed(error):
            return _line("run_failed", error={"title": str(error.title), "hint": str(error.hint)})
        case RunCancelled():
            return _line("run_cancelled")
        case _:
            assert_never(event)


def _passages_of(call: CallReview, request: ApprovalRequest) -> list[PassageChoice]:
    """Return the passages of *request* that *call* found: their ids begin with the id of the call."""
    return [one for one in request.passages if one.id.startswith(f"{call.call_id}/")]


def _approval_line(call: CallReview, request: ApprovalRequest) -> JsonLine:
    """Return the question about *call* or its result; `receiver` is the destination of the text."""
    files: list[JsonValue] = [
        {"path": choice.path, "size": choice.size, "reason": str(choice.reason)} for choice in call.files
    ]
    line = _line("approval_requested", id=call.call_id, tool=call.tool, arguments=dict(call.arguments), files=files)
    if call.receiver is not None:
        line["receiver"] = call.receiver.host
    if request.results:
        line["results"] = [{"id": one.id, "title": one.title, "url": one.address} for one in request.results]
    if passages := _passages_of(call, request):
        line["passages"] = [
            {
                "id": one.id, "path": one.path, "heading": one.heading, "first_line": one.first_line,
                "last_line": one.last_line, "tokens": one.tokens, "text": one.text,
            }
            for one in passages
        ]  # fmt: skip
        line["private_notes"] = [note.path for note in request.withheld_notes]
    return line


def _approved_arguments(call: CallReview, ticked: Collection[str] | None) -> JsonLine:
    """Return the approved arguments: the requested ones without the files that were not ticked."""
    left_out = set() if ticked is None else {choice.path for choice in call.files} - set(ticked)
    return {
        name: [item for item in value if item not in left_out] if isinstance(value, list) else value
        for name, value in call.arguments.items()
    }


def _line(event: str, /, **facts: JsonValue) -> JsonLine:
    return {"event": event, **facts}
