"""Which way a question is asked in."""

from pathlib import Path
from typing import get_args

import pytest

from tests.agent.modes.mode_table import mode_table, modes_in
from tests.support.desk import YES
from tests.support.talk import events_of, says
from vaultdesk.agent.events import RunFailed
from vaultdesk.agent.modes import MODES
from vaultdesk.agent.modes.choosing import Usually, mode_for
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ModeName


@pytest.mark.parametrize(
    ("usually", "choices", "named", "expected"),
    [
        (Usually(), ChatChoices(), "", "agent"),
        (Usually(lambda: "plus"), ChatChoices(), "", "plus"),
        (Usually(lambda: "plus"), ChatChoices(mode="chat"), "", "chat"),
        (Usually(lambda: "plus"), ChatChoices(mode="chat"), "vault-qa", "vault-qa"),
        (Usually(lambda: "plus"), ChatChoices(project="P.md"), "", "project"),
        (Usually(lambda: "plus", "P.md"), ChatChoices(), "", "project"),
        (Usually(lambda: "plus"), ChatChoices(mode="agent", project="P.md"), "", "agent"),
    ],
)
def test_the_question_beats_the_chat_and_the_chat_the_settings(
    usually: Usually, choices: ChatChoices, named: str, expected: str
) -> None:
    assert mode_for(usually, choices, named).name == expected
    assert mode_for(usually, choices, named, plan_first=True).name == "plan"


def test_every_way_of_the_settings_is_there_and_in_the_menu_once() -> None:
    names = get_args(ModeName)

    assert sorted(words.name for words in MODES) == sorted(names)
    assert [mode_for(Usually(), ChatChoices(), name).name for name in names] == list(names)


def test_a_way_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="vault-qa"):
        mode_for(Usually(), ChatChoices(mode="loud"), "")


async def test_a_chat_with_an_unknown_way_fails_its_runs_and_stays_whole(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [], YES) as table:
        conversation = Conversation(choices=ChatChoices(mode="loud"))
        events = await events_of(table.agent.run(conversation, "Hi"))

        assert isinstance(events[-1], RunFailed)
        assert [message.role for message in conversation.messages] == ["user"]


async def test_one_chat_may_be_asked_in_several_ways(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [says("A."), says("B.")], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, Question("Hi", mode="chat")))
        await events_of(table.agent.run(conversation, "Hi"))

        assert modes_in(conversation) == ["chat", "agent"]
        assert [message.mode for message in conversation.messages] == ["chat", "chat", "", "agent"]
