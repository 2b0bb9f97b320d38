"""Display of a run in the terminal."""

import sys
from typing import assert_never

from vaultdesk.agent.run import MessageAdded, RunCancelled, RunEvent, RunFailed, RunFinished, RunStarted
from vaultdesk.cli.console import print_notice, print_text
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
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalRequested, ToolFinished, ToolStarted
from vaultdesk.tools.tool import ToolResult


class TerminalView:
    """Prints one run as it happens."""

    def __init__(self, registry: ToolRegistry | None = None) -> None:
        """*registry* knows which tools go on in the background: their calls have no line."""
        self._registry = registry
        self._mid_line = False
        self._call_texts: dict[str, str] = {}

    def show(self, event: RunEvent) -> None:
        """Print what *event* tells a person."""
        match event:
            case TextArrived(text):
                print_text(text, end="")
                self._mid_line = not text.endswith("\n")
            case CallReady(call):
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
            case (
                RunStarted()
                | ReasoningArrived()
                | CallStarted()
                | CallGrew()
                | UsageReported()
                | ApprovalAnswered()
                | ToolStarted()
                | MessageAdded()
            ):
                pass
            case _:
                assert_never(event)

    def _end_line(self) -> None:
        if self._mid_line:
            print(file=sys.stdout, flush=True)
            self._mid_line = False


def _outcome(result: ToolResult) -> str:
    """Return how a call ended; a refusal's own reason says more than that there was one."""
    if result.success or result.error is None:
        return "done"
    details = result.error.details
    reason = details.get("reason") if isinstance(details, dict) else None
    return reason if isinstance(reason, str) else result.error.message
