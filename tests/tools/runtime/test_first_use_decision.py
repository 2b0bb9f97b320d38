"""Tests of tools/runtime/first_use_decision.py: one decision for each vault and destination."""

import asyncio
from dataclasses import replace

import pytest

from tests.support.desk import LOCAL, REMOTE
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.runtime.approvals import DENY_ALL, ApprovalDecision, ApprovalRequest
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.first_use import FirstUseAnswer, FirstUseRequest
from vaultdesk.tools.runtime.first_use_decision import FirstUseDecision
from vaultdesk.tools.runtime.policy import NoteCounts, NotePrivacy, Permissions, first_use_rule

FIRST = CallContext(REMOTE, "chat_1", "run_1", question="What about the boiler?")


class Asked:
    """Answers as told and remembers what it was asked."""

    def __init__(self, answer: FirstUseAnswer | Exception) -> None:
        self.answer = answer
        self.requests: list[FirstUseRequest] = []

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        raise AssertionError("no call is asked about here")

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        self.requests.append(request)
        await asyncio.sleep(0)  # Another question comes in between.
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def decision(*rules: PermissionRule) -> tuple[FirstUseDecision, list[PermissionRule]]:
    kept = [*rules]
    privacy = NotePrivacy(counts=lambda destination: NoteCounts(12, 0 if destination.local else 3))
    return FirstUseDecision(Permissions(lambda: kept, kept.append, privacy=privacy), "Notes"), kept


async def test_u1_the_person_sees_what_would_be_searched_and_where_it_goes() -> None:
    first, _ = decision()
    approver = Asked("once")
    assert await first.answer(approver, FIRST) == "once"
    assert approver.requests == [FirstUseRequest(REMOTE, "What about the boiler?", "Notes", 12, 3)]


async def test_u1_always_is_a_rule_for_this_destination_alone() -> None:
    first, kept = decision()
    approver = Asked("always")
    assert await first.answer(approver, FIRST) == "always"
    assert await first.answer(approver, replace(FIRST, conversation_id="chat_2", run_id="run_2")) is None
    assert kept == [first_use_rule(REMOTE.host)]
    assert await first.answer(approver, replace(FIRST, destination=LOCAL)) == "always"
    assert len(approver.requests) == 2


async def test_u1_once_holds_for_the_chat_and_no_for_the_question() -> None:
    first, kept = decision()
    next_question, next_chat = replace(FIRST, run_id="run_2"), replace(FIRST, conversation_id="chat_2", run_id="run_3")
    once = Asked("once")
    assert [await first.answer(once, one) for one in (FIRST, next_question, next_chat)] == ["once"] * 3
    assert len(once.requests) == 2
    first.forget("chat_1")
    no = Asked("no")
    assert [await first.answer(no, one) for one in (FIRST, FIRST, next_question)] == ["no"] * 3
    assert len(no.requests) == 2
    assert kept == []


async def test_u1_two_calls_at_once_are_one_question() -> None:
    first, _ = decision()
    approver = Asked("always")
    answers = await asyncio.gather(first.answer(approver, FIRST), first.answer(approver, FIRST))
    assert sorted(map(str, answers)) == ["None", "always"]
    assert len(approver.requests) == 1


@pytest.mark.parametrize("answer", ["allow", "ask", "deny"])
async def test_u1_a_rule_for_everything_has_decided(answer: str) -> None:
    first, _ = decision(PermissionRule(effect="read", answer=answer))  # type: ignore[arg-type]  # one of the three
    assert await first.answer(Asked("no"), FIRST) is None


async def test_u1_a_folders_rule_decides_nothing_of_the_vault() -> None:
    first, _ = decision(PermissionRule(effect="read", folder="House", answer="allow"))
    assert await first.answer(Asked("no"), FIRST) == "no"


async def test_u1_the_persons_own_call_is_not_asked_about_and_nobody_is_no() -> None:
    first, _ = decision()
    assert await first.answer(Asked("no"), replace(FIRST, by_person=True)) is None
    assert await first.answer(Asked(VaultDeskError("The window is gone.")), FIRST) == "no"
    assert await first.answer(DENY_ALL, replace(FIRST, run_id="run_2")) == "no"


async def test_u1_where_the_rule_cannot_be_kept_it_holds_for_the_chat() -> None:
    permissions = Permissions()
    first = FirstUseDecision(permissions, "Notes")
    assert await first.answer(Asked("always"), FIRST) == "always"
    assert [(grant.tool, grant.folder, grant.host) for grant in permissions.grants("chat_1")] == [
        ("*", "", REMOTE.host)
    ]


async def test_u1_a_chat_that_was_kept_is_not_asked_again_and_what_cannot_be_read_is() -> None:
    first, _ = decision()
    await first.answer(Asked("once"), FIRST)
    await first.answer(Asked("no"), replace(FIRST, conversation_id="chat_2"))
    kept = {chat: first.state(chat) for chat in ("chat_1", "chat_2")}
    assert kept == {"chat_1": [REMOTE.host], "chat_2": []}
    later, _ = decision()
    later.restore("chat_1", kept["chat_1"])
    later.restore("chat_2", {"damaged": 1})
    approver = Asked("no")
    assert await later.answer(approver, replace(FIRST, run_id="run_9")) == "once"
    assert await later.answer(approver, replace(FIRST, conversation_id="chat_2")) == "no"
    assert len(approver.requests) == 1
