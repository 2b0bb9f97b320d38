"""The first question in a vault: one decision, offline and with a remote model."""

from pathlib import Path

import pytest

from tests.journeys.bench import Bench, open_bench
from tests.support.foreign_loopback import foreign_loopback
from tests.support.tool_env import YES
from tests.support.vault_settings import set_tool_calling
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import RunFinished
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.runtime.policy import first_use_rule

QUESTION = "What about the heat pump?"
FOREIGN = "127.0.0.2"
LOOKING = (
    Turn(calls=[Call("local_search", {"query": "heat pump"})]),
    Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md"]})]),
    Turn("It is bought."),
)


def rules_of(bench: Bench) -> tuple[PermissionRule, ...]:
    return bench.workspace.store.settings.vault_settings(bench.workspace.vault.root).rules


async def test_u1_the_first_offline_question_takes_one_decision(tmp_path: Path) -> None:
    async with open_bench(tmp_path, None, YES) as bench:
        bench.answers.first_use = "always"
        events = [*await bench.ask(QUESTION), *await bench.ask("And the budget?")]
        (decision,) = bench.answers.first_uses
        rules = rules_of(bench)

    assert bench.answers.requests == []
    assert (decision.destination.local, decision.question, decision.vault_name) == (True, QUESTION, "vault")
    assert decision.notes > 0
    assert rules == (first_use_rule(""),)
    assert sum(event == RunFinished("end") for event in events) == 2
    assert "heat pump" in bench.conversation.messages[-3].text or "heat pump" in str(bench.transcript)


async def test_u1_the_first_question_to_a_remote_model_takes_one_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign_loopback(monkeypatch, FOREIGN)
    with WireServer(openai=[*LOOKING, *LOOKING], host=FOREIGN) as server:
        async with open_bench(tmp_path, server, YES) as bench:
            bench.answers.first_use = "always"
            await bench.ask(QUESTION)
            assert len(bench.answers.first_uses) == 1
            assert bench.answers.requests == []
            host = bench.answers.first_uses[0].destination.host
            assert rules_of(bench) == (first_use_rule(host),)
            entries = await bench.workspace.ledger.find()
            await bench.ask("Once more?")
            assert (len(bench.answers.first_uses), bench.answers.requests) == (1, [])

    assert {(entry.decision, entry.why) for entry in entries} == {("rule", "Search and read without asking")}
    assert "Nordwind heat pump" in str(server.posts[-1].json)


async def test_u1_consent_for_this_time_still_asks_about_the_passages_of_each_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign_loopback(monkeypatch, FOREIGN)
    with WireServer(openai=[LOOKING[0], Turn("It is bought.")], host=FOREIGN) as server:
        async with open_bench(tmp_path, server, YES) as bench:
            await bench.ask(QUESTION)
            (request,) = bench.answers.requests
            rules = rules_of(bench)
            entries = await bench.workspace.ledger.find()

    assert len(bench.answers.first_uses) == 1
    assert request.passages
    result_text = "\n".join(map(str, _results(server)))
    shown = [line for passage in request.passages for line in passage.text.splitlines() if line != 'tags: ["heating"]']
    assert all(line in result_text for line in shown)
    assert "heating" in result_text, "the properties of the note"
    assert rules == ()
    assert {entry.decision for entry in entries} == {"person"}


async def test_u1_declining_answers_without_notes_and_is_asked_once_per_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign_loopback(monkeypatch, FOREIGN)
    with WireServer(openai=[*LOOKING, Turn("Again."), Turn("Again.")], host=FOREIGN) as server:
        async with open_bench(tmp_path, server, YES) as bench:
            bench.answers.first_use = "no"
            await bench.ask(QUESTION)
            assert (len(bench.answers.first_uses), bench.answers.requests, rules_of(bench)) == (1, [], ())
            refusals = [event.record for event in bench.workspace.audit_log.read() if event.record.event == "refused"]

    assert [(record.tool, record.by) for record in refusals] == [("local_search", "person"), ("file_read", "person")]
    assert "an answer without notes" in str(server.posts[-1].json)
    assert "heat pump costs" not in str([post.json for post in server.posts])


@pytest.mark.parametrize("mode", ["agent", "plus", "vault-qa"])
async def test_u1_every_offline_mode_asks_for_the_same_first_decision(mode: str, tmp_path: Path) -> None:
    async with open_bench(tmp_path, None, YES) as bench:
        bench.answers.first_use = "no"
        await bench.ask(Question(QUESTION, mode=mode))
        refused = bench.conversation.messages[-1].text
        bench.answers.first_use = "always"
        await bench.ask(Question(QUESTION, mode=mode))

    assert "You chose an answer without notes." in refused
    assert "Nordwind" in bench.conversation.messages[-1].text
    assert (len(bench.answers.first_uses), bench.answers.requests) == (2, [])


async def test_u1_a_removed_rule_makes_the_first_decision_ask_again(tmp_path: Path) -> None:
    async with open_bench(tmp_path, None, YES) as bench:
        bench.answers.first_use = "always"
        await bench.ask(QUESTION)
        root = bench.workspace.vault.root
        bench.workspace.store.change(lambda tree: tree.with_vault(root, rules=()))
        bench.answers.first_use = "once"
        await bench.ask(QUESTION)

    assert len(bench.answers.first_uses) == 2
    assert bench.answers.requests


@pytest.mark.parametrize("switched", [True, False])
async def test_u1_an_earlier_tool_setting_keeps_its_meaning(switched: bool, tmp_path: Path) -> None:
    async with open_bench(tmp_path, None, ApprovalDecision(approved=True)) as bench:
        set_tool_calling(bench.workspace, switched)
        agent = bench.workspace.agent(bench.answers)
        async with agent.run(bench.conversation, QUESTION) as run:
            async for _ in run:
                pass

    assert bench.answers.first_uses == []
    assert bool(bench.answers.requests) == switched


def _results(server: WireServer) -> list[str]:
    return [
        message["content"].replace("\\n", "\n").replace('\\"', '"')
        for message in server.posts[-1].json["messages"]
        if message["role"] == "tool"
    ]
