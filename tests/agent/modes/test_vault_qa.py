"""Vault QA: the program searches, the model answers from what was found, and nobody invents."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.agent.modes.mode_table import calls_in, mode_table, modes_in, noticed
from tests.support.desk import NO, YES, search
from tests.support.talk import asks_for, events_of, says
from vaultdesk.agent.events import RunFinished
from vaultdesk.agent.modes.unsourced import NONE_NAMED
from vaultdesk.agent.modes.vault_qa import EMPTY, NO_SEARCHING, SWITCHED_OFF
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ContextItem
from vaultdesk.core.settings.settings_schema import PermissionRule, RuleAnswer
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.runtime.tool_events import ApprovalAsked, ToolFinished

BOILER = "Projects/House/Boiler.md"
ANSWER = "You chose a heat pump [[Projects/House/Boiler]]."


async def test_the_program_searches_first_and_the_model_answers_from_the_passages(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "@vault What about the heat pump?"))

        (call,) = calls_in(conversation)
        assert (call.name, call.arguments) == (
            "local_search",
            {"query": "heat pump", "salient_terms": ["heat", "pump"]},
        )
        (request,) = table.provider.requests
        assert request.tools == ()
        assert "Answer only from these passages" in request.system
        assert BOILER in {source.path for source in request.sources}
        assert [message.role for message in request.messages] == ["user", "assistant", "tool"]
        assert request.messages[0].text == "What about the heat pump?"
        assert conversation.messages[0].text == "@vault What about the heat pump?"
        assert len([event for event in events if isinstance(event, ApprovalAsked)]) == 1
        assert (events[-1], noticed(events)) == (RunFinished("end"), [])
        assert modes_in(conversation) == ["vault-qa", "vault-qa"]
        assert [message.model for message in conversation.messages] == ["", "", "", "test/scripted"]


async def test_where_nothing_is_found_the_program_says_so_and_asks_no_model(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about chromodynamics?"))

        assert table.provider.requests == []
        assert conversation.messages[-1].text == ("Your notes hold nothing on this. I looked for “chromodynamics”.")
        assert events[-1] == RunFinished("end")
        assert conversation.unanswered_calls() == ()


async def test_a_search_the_person_refused_is_answered_by_the_program(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [], ApprovalDecision(approved=False, reason="not now")) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        assert table.provider.requests == []
        assert conversation.messages[-1].text == (
            "I did not look into your notes: not now. So there is nothing I could answer from."
        )


async def test_without_leave_to_use_tools_nothing_is_searched(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [], YES, tools_offered=False) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        assert conversation.messages[-1].text == SWITCHED_OFF
        assert (table.desk.answers.requests, table.provider.requests) == ([], [])


async def test_a_model_that_can_call_nothing_answers_from_notes_all_the_same(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says(ANSWER)], YES, able=False) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        assert conversation.messages[-1].text == ANSWER
        assert BOILER in {source.path for source in table.provider.requests[0].sources}


async def test_an_answer_without_a_source_is_told(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says("You chose a heat pump.")], YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the heat pump?"))

        assert noticed(events) == [NONE_NAMED]
        assert events[-1] == RunFinished("end")


async def test_a_link_to_a_note_that_was_not_given_is_told(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says("It was sold last year [[Sale]].")], YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the heat pump?"))

        assert noticed(events) == [f"{NONE_NAMED} It links to what it was not given: Sale."]


async def test_a_follow_up_is_looked_for_with_the_question_before(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says(ANSWER), says(ANSWER)], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))
        await events_of(table.agent.run(conversation, "And why?"))

        assert calls_in(conversation)[1].arguments == {
            "query": "heat pump",
            "salient_terms": ["heat", "pump"],
        }


async def test_what_was_laid_beside_is_asked_about_though_nothing_was_found(tmp_path: Path) -> None:
    asked = Question("What about chromodynamics?", context=(ContextItem(kind="note", target="Top"),))
    async with mode_table(tmp_path, "vault-qa", [says("Nothing, it seems.")], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, asked))

        assert conversation.messages[-1].text == "Nothing, it seems."
        assert noticed(events) == ["Your notes hold nothing on this. I looked for “chromodynamics”."]


async def test_a_question_without_words_is_answered_by_the_program(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "@vault"))

        assert conversation.messages[-1].text == EMPTY


async def test_a_model_that_wants_to_search_on_is_refused(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [asks_for(search("boiler", "c9")), says(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the heat pump?"))

        finished = [event for event in events if isinstance(event, ToolFinished)]
        assert [one.result.success for one in finished] == [True, False]
        assert finished[1].result.error is not None
        assert finished[1].result.error.message == NO_SEARCHING
        assert conversation.messages[-1].text == ANSWER


@pytest.mark.parametrize("answer", ["deny", "allow"])
async def test_a_rule_of_the_person_holds_for_the_programs_search(tmp_path: Path, answer: RuleAnswer) -> None:
    rule = PermissionRule(tool="local_search", effect="read", answer=answer)
    async with mode_table(tmp_path, "vault-qa", [says(ANSWER)], NO) as table:
        table.desk.permissions.rules = lambda: [rule]
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        said = (
            "I did not look into your notes: A rule of the user does not allow local_search here. So there is nothing"
        )
        assert conversation.messages[-1].text.startswith(said if answer == "deny" else ANSWER)
        assert table.desk.answers.requests == []


async def test_asking_again_and_again_is_the_persons_own_act_and_no_loop(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says(ANSWER)] * 4, YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "What about the heat pump?"))
        for _ in range(3):
            await events_of(table.agent.retry(conversation))

        assert conversation.messages[-1].text == ANSWER
        assert len(conversation.messages) == 4


async def test_what_would_be_sent_can_be_looked_at(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "vault-qa", [says(ANSWER)], YES) as table:
        conversation = Conversation()
        wanted = await table.agent.request(conversation, "What about the heat pump?")
        await events_of(table.agent.run(conversation, "What about the heat pump?"))

        sent = table.provider.requests[0]
        assert replace(wanted, messages=()) == replace(sent, messages=())
