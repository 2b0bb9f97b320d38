"""Terminal: the answer on stdout alone, everything else on stderr, nothing hostile on either."""

import pytest

from tests.support.tools import Echo
from vaultdesk.agent.run import RunFinished
from vaultdesk.chat.messages import ToolCallPart, ToolResultPart
from vaultdesk.cli.run_view import TerminalView
from vaultdesk.providers.model_events import CallReady, Noticed, TextArrived
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.tool_events import ToolFinished
from vaultdesk.tools.tool import ToolErrorBody, ToolResult


def test_a_run_reads_as_an_answer_with_its_steps_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    view = TerminalView()
    refused = ToolResult(success=False, error=ToolErrorBody(code="CANCELLED", message="User cancelled tool execution"))
    part = ToolResultPart(call_id="call_1", name="vault_search", content="{}", is_error=True)
    view.show(TextArrived("Let me look."))
    view.show(CallReady(ToolCallPart(id="call_1", name="vault_search", arguments_json='{"query": "x\x1b[2J"}')))
    view.show(ToolFinished("call_1", "vault_search", refused, part))
    view.show(Noticed("Waiting a moment."))
    view.show(TextArrived("No\x1b[31m."))
    view.show(RunFinished("end"))
    printed = capsys.readouterr()
    assert printed.out == "Let me look.\nNo<U+001B>[31m.\n"
    assert printed.err.splitlines() == [
        '· vault_search {"query": "x<U+001B>[2J"}: User cancelled tool execution',
        "· Waiting a moment.",
    ]


def test_what_goes_on_in_the_background_has_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    class Quiet(Echo):
        background = True

    view = TerminalView(ToolRegistry((Quiet(),)))
    for name in ("echo", "other"):
        part = ToolResultPart(call_id=name, name=name, content="{}")
        view.show(ToolFinished(name, name, ToolResult(success=True), part))

    assert capsys.readouterr().err.splitlines() == ["· other: done"]
