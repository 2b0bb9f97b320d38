"""Display of a run in the terminal."""

import sys
from collections.abc import Mapping
from typing import assert_never

from vaultdesk.agent.run import MessageAdded, RunCancelled, RunEvent, RunFailed, RunFinished, RunStarted
from vaultdesk.cli.console import print_notice, print_text
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
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalRequested, ToolFinished, ToolStarted
from vaultdesk.tools.runtime.tool_results import explanation_of
from vaultdesk.tools.tool import ToolResult

_INCOMPLETE: Mapping[str, str] = {
    "length": "The answer is cut: the model reached its length limit. Ask it to continue, or set --max-tokens.",
    "content_filter": "The answer is cut: the provider's content filter ended it.",
    "refusal": "The model declined to answer. It is not sent this question again.",
    "repetition": "The answer is cut: the model only repeated itself.",
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
        self._holds_text = may_reclassify_text
        """Whether text of this turn may still turn out to be reasoning."""
        self._has_printed_text = False
        """Whether text of this turn was printed."""
        self._mid_line = False
        self._status_shown = False
        """Whether the last line of the terminal is the progress of the prompt."""
        self._call_texts: dict[str, str] = {}
        self._held: list[str] = []
        """Text of the answer that was not printed yet."""

    def show(self, event: RunEvent) -> None:
        """Print the visible content of *event*."""
        if not isinstance(event, PromptProgress | UsageReported):
            self._clear_status()
        match event:
            case PromptProgress():
                self._show_status(f"Reading the notes: {event.percent} %")
            case TextArrived(text):
                self._held.append(text)
                if not self._holds_text or sys.stdout.isatty():
                    self._print_held()
            case ReasoningArrived():
                self._holds_text = False
            case TextReclassified():
                self._held.clear()
                if self._has_printed_text:
                    self._end_line()
                    print_notice("· The text so far is the model's reasoning.")
                self._has_printed_text = self._holds_text = False
                self._may_reclassify_text = True
            case CallReady(call):
                self._print_held()
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
                self._print_held()
                self._has_printed_text = False
                self._holds_text = self._may_reclassify_text
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

    def _print_held(self) -> None:
        text = "".join(self._held)
        self._held.clear()
        if text:
            print_text(text, end="")
            self._has_printed_text = True
            self._mid_line = not text.endswith("\n")

    def _end_line(self) -> None:
        self._print_held()
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
