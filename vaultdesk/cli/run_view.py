"""A run on standard output: its display in the terminal, or its events as JSON lines."""

import sys
from collections.abc import Collection, Mapping
from typing import assert_never

from pydantic import JsonValue

from vaultdesk.agent.run import MessageAdded, RunCancelled, RunEvent, RunFailed, RunFinished, RunStarted
from vaultdesk.cli.console import print_notice, print_text
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
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview, PassageChoice
from vaultdesk.tools.runtime.execution import ApprovalAnswered, ApprovalRequested, ToolFinished, ToolStarted
from vaultdesk.tools.runtime.tool_results import explanation_of
from vaultdesk.tools.tool import ToolResult

_INCOMPLETE: Mapping[str, str] = {
    "length": "The answer was cut off at the length limit of the model. Ask it to continue, or set --max-tokens.",
    "content_filter": "The answer was cut off by the content filter of the provider.",
    "refusal": "The model declined to answer. It is not sent this question again.",
    "repetition": "The answer was cut off because the model only repeated itself.",
    "pause": "The answer is incomplete: the model paused too often.",
    "silent": "The model gave no answer, although it was asked twice. Ask in other words, or choose another model.",
}
"""Message for a run without a complete answer, by its stop."""


def run_problem(last: RunEvent | None) -> str:
    """Return the message for a run that ended with *last*, if it failed or is incomplete; else empty."""
    if isinstance(last, RunFailed):
        return str(last.error)
    return _INCOMPLETE.get(last.stop, "") if isinstance(last, RunFinished) else ""


class TerminalView:
    """Prints one run while it proceeds."""

    def __init__(self, registry: ToolRegistry | None = None, *, may_reclassify_text: bool = False) -> None:
        """*registry* tells which tools run in the background: their calls have no line.

        *may_reclassify_text*: text of the model's answers may later turn out to be reasoning. A file or pipe then
        receives the text of a turn only once its reasoning was seen, or the turn is over.
        """
        self._registry = registry
        self._may_reclassify_text = may_reclassify_text
        self._delays_text = may_reclassify_text
        """Whether text of this turn may still turn out to be reasoning."""
        self._has_printed_text = False
        """Whether text of this turn was printed."""
        self._mid_line = False
        self._status_shown = False
        """Whether the last line of the terminal is the progress of the prompt."""
        self._call_texts: dict[str, str] = {}
        self._pending_text: list[str] = []
        """Text of the answer that was not printed yet."""

    def show(self, event: RunEvent) -> None:
        """Print the visible content of *event*."""
        if not isinstance(event, PromptProgress | UsageReported):
            self._clear_status()
        match event:
            case PromptProgress():
                self._show_status(f"Reading the notes: {event.percent} %")
            case TextArrived(text):
                self._pending_text.append(text)
                if not self._delays_text or sys.stdout.isatty():
                    self._print_pending()
            case ReasoningArrived():
                self._delays_text = False
            case TextReclassified():
                self._pending_text.clear()
                if self._has_printed_text:
                    self._end_line()
                    print_notice("· The text so far is the model's reasoning.")
                self._has_printed_text = self._delays_text = False
                self._may_reclassify_text = True
            case CallReady(call):
                self._print_pending()
                self._call_texts[call.id] = f"{call.name} {call.arguments_json}"
            case ToolFinished(call_id, name, result):
                if self._registry is not None and self._registry.describe(name, None).background:
                    return
                self._end_line()
                print_notice(f"· {self._call_texts.get(call_id, name)}: {_outcome(result)}")
            case Noticed(message):
                self._end_line()
                print_notice(f"· {message}")
            case RunFinished() | RunCancelled() | RunFailed() | ApprovalRequested():
                self._end_line()
            case MessageAdded():
                self._print_pending()
                self._has_printed_text = False
                self._delays_text = self._may_reclassify_text
            case RunStarted() | CallStarted() | CallGrew() | UsageReported() | ApprovalAnswered() | ToolStarted():
                pass
            case _:
                assert_never(event)

    def _show_status(self, text: str) -> None:
        """Show *text* in a status line that is overwritten; on a terminal only."""
        if sys.stderr.isatty():
            self._end_line()
            print(f"\r\x1b[2m· {text}\x1b[0m", end="", file=sys.stderr, flush=True)
            self._status_shown = True

    def _clear_status(self) -> None:
        if self._status_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._status_shown = False

    def _print_pending(self) -> None:
        text = "".join(self._pending_text)
        self._pending_text.clear()
        if text:
            print_text(text, end="")
            self._has_printed_text = True
            self._mid_line = not text.endswith("\n")

    def _end_line(self) -> None:
        self._print_pending()
        if self._mid_line:
            print(file=sys.stdout, flush=True)
            self._mid_line = False


def _outcome(result: ToolResult) -> str:
    """Return how a call ended; a refusal includes its reason."""
    if result.success or result.error is None:
        return "done"
    details = result.error.details
    reason = details.get("reason") if isinstance(details, dict) else None
    if isinstance(reason, str):
        return reason
    return explanation_of(result.error.code, result.error.explanation) or result.error.message


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
                    result_ids = [choice.id for choice in request.results]
                    selected = (
                        result_ids
                        if decision.results is None
                        else [choice for choice in result_ids if choice in decision.results]
                    )
                    line["results"] = list[JsonValue](selected if decision.approved else [])
                if passages := _passages_of(call, request):
                    passage_ids = [choice.id for choice in passages]
                    selected_passages = (
                        passage_ids
                        if decision.passages is None
                        else [choice for choice in passage_ids if choice in decision.passages]
                    )
                    line["passages"] = list[JsonValue](selected_passages if decision.approved else [])
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
            destination = event.destination
            destination_value: JsonLine = {
                "name": destination.name,
                "host": destination.host,
                "local": destination.local,
            }
            return _line(
                "run_started",
                run_id=event.run_id,
                model=event.model,
                question=event.question.text,
                destination=destination_value,
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
    return [passage for passage in request.passages if passage.id.startswith(f"{call.call_id}/")]


def _approval_line(call: CallReview, request: ApprovalRequest) -> JsonLine:
    """Return the question about *call* or its result; `receiver` is the destination of the text."""
    files: list[JsonValue] = [
        {"path": choice.path, "size": choice.size, "reason": str(choice.reason)} for choice in call.files
    ]
    line = _line("approval_requested", id=call.call_id, tool=call.tool, arguments=dict(call.arguments), files=files)
    if call.receiver is not None:
        line["receiver"] = call.receiver.host
    if request.results:
        line["results"] = [{"id": item.id, "title": item.title, "url": item.address} for item in request.results]
    if passages := _passages_of(call, request):
        line["passages"] = [
            {
                "id": item.id, "path": item.path, "heading": item.heading, "first_line": item.first_line,
                "last_line": item.last_line, "tokens": item.tokens, "text": item.text,
            }
            for item in passages
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
