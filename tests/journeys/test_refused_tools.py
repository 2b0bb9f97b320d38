"""Rejected tools: a model of any kind that rejects native tools gets text-based tools, also within a chat."""

from pathlib import Path

import pytest

from tests.journeys.bench import open_bench, results_of
from tests.journeys.kinds import KINDS, Kind, bodies, calls, items, text_messages
from tests.support.tool_env import YES
from tests.support.wire import Call, Turn, refused
from vaultdesk.agent.run import RunFinished
from vaultdesk.providers.provider import Noticed

REFUSALS = {
    "openrouter": refused(404, "No endpoints found that support tool use."),
    "ollama": refused(400, "registry.ollama.ai/library/scripted:latest does not support tools"),
    "anthropic": refused(400, "tools: tool use is not supported by this model"),
}
USUAL = refused(400, "scripted does not support tools")
CALL = '<tool_call>{"name": "vault_search", "arguments": {"query": "Boskoop"}}</tool_call>'


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_a_model_that_rejects_tools_is_asked_with_text_based_tools_from_then_on(
    kind: Kind, tmp_path: Path
) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 19."""
    native = Turn("I look.", [Call("vault_search", {"query": "Nordwind"}, "a")], reasoning="Search first.")
    script = [
        native, Turn("You chose it."), REFUSALS.get(kind.name, USUAL), Turn(CALL), Turn("Prune it."), Turn("Good bye."),
    ]  # fmt: skip
    async with kind.server(script) as server, open_bench(tmp_path, server, YES, **kind.settings) as bench:
        before = await bench.ask("What did we decide?")
        after = await bench.ask("And the apples?")
        last = await bench.ask("Thanks")
        status = bench.workspace.catalog.model_status("work/scripted")

    sent = bodies(server)
    assert ["tools" in body for body in sent] == [True, True, True, False, False, False]
    for body in sent[3:]:
        assert (calls(body), [item for item in items(body) if item.get("type") == "reasoning"]) == ([], [])
    assert text_messages(sent[3])[1][1].startswith("I look.\n\n<tool_call>")
    assert [result.success for result in (*results_of(before), *results_of(after))] == [True, True]
    assert [events[-1] for events in (before, after, last)] == [RunFinished("end")] * 3
    notices = [event.message for events in (before, after, last) for event in events if isinstance(event, Noticed)]
    assert notices == ["scripted rejected the tools. VaultDesk uses text-based tools with it."]
    assert (status.tool_mode.mode, status.tool_mode.downgraded) == ("sentinel", True)
    assert "rejected the tools" in status.tool_mode.reason
