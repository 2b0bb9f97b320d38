"""The grammar bites."""

import pytest

from tests.support.desk import LOCAL, NO, call
from vaultdesk.agent.events import MessageAdded, RunCancelled, RunEvent, RunFinished, RunStarted
from vaultdesk.agent.grammar import GrammarBroken, check
from vaultdesk.chat.messages import Message, ToolCallPart, user_message
from vaultdesk.providers.model_events import CallReady, TextArrived
from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.runtime.tool_events import ApprovalAnswered, ApprovalAsked, ToolFinished, ToolStarted
from vaultdesk.tools.runtime.tool_results import cancelled_result, result_part

START = RunStarted("run_1", user_message("?"), "m", LOCAL)
END = RunFinished("end")
ONE, TWO = call("x", "c1"), call("x", "c2")
REQUEST = ApprovalRequest("ask_1", "", (CallReview("c1", "x", "X", "", "read", {}),), LOCAL)


def finished(made: ToolCallPart) -> ToolFinished:
    return ToolFinished(made.id, made.name, cancelled_result(), result_part(made, cancelled_result()))


def said(*calls: ToolCallPart) -> MessageAdded:
    return MessageAdded(Message(role="assistant", parts=calls))


def answered(*calls: ToolCallPart) -> MessageAdded:
    return MessageAdded(Message(role="tool", parts=tuple(result_part(made, cancelled_result()) for made in calls)))


GOOD: list[list[RunEvent]] = [
    [START, END],
    [START, TextArrived("a"), said(), RunCancelled()],
    [
        START, CallReady(ONE), CallReady(TWO), said(ONE, TWO), ApprovalAsked(REQUEST), ApprovalAnswered(REQUEST, NO),
        ToolStarted("c1", "x"), finished(ONE), finished(TWO), answered(ONE, TWO), TextArrived("a"), said(), END,
    ],
    [START, CallReady(ONE), said(ONE), ApprovalAsked(REQUEST), finished(ONE), answered(ONE), RunCancelled()],
    [START, CallReady(ONE), RunCancelled()],
]  # fmt: skip

BAD: list[list[RunEvent]] = [
    [],
    [START],
    [END],
    [START, START, END],
    [START, END, END],
    [START, END, TextArrived("a")],
    [START, CallReady(ONE), CallReady(ONE), END],
    [START, said(ONE), finished(ONE), answered(ONE), END],
    [START, CallReady(ONE), said(ONE), END],
    [START, CallReady(ONE), said(ONE), finished(ONE), END],
    [START, CallReady(ONE), said(ONE), finished(TWO), END],
    [START, CallReady(ONE), said(ONE), finished(ONE), finished(ONE), END],
    [START, CallReady(ONE), said(ONE), ApprovalAsked(REQUEST), RunCancelled()],
    [
        START,
        CallReady(ONE),
        said(ONE),
        ApprovalAsked(REQUEST),
        ToolStarted("c1", "x"),
        finished(ONE),
        answered(ONE),
        END,
    ],
    [START, CallReady(TWO), said(TWO), ApprovalAsked(REQUEST), finished(TWO), answered(TWO), END],
    [START, CallReady(ONE), said(ONE), ApprovalAnswered(REQUEST, NO), finished(ONE), answered(ONE), END],
    [START, CallReady(ONE), CallReady(TWO), said(ONE, TWO), finished(TWO), finished(ONE), answered(ONE, TWO), END],
    [START, CallReady(ONE), CallReady(TWO), said(ONE, TWO), ToolStarted("c2", "x"), END],
    [START, CallReady(ONE), said(ONE), ToolStarted("c1", "x"), ToolStarted("c1", "x"), END],
    [START, CallReady(ONE), said(ONE), finished(ONE), TextArrived("a"), answered(ONE), END],
    [START, CallReady(ONE), said(ONE), finished(ONE), answered(TWO), END],
    [START, MessageAdded(user_message("?")), END],
]


@pytest.mark.parametrize("events", GOOD)
def test_whole_runs_pass(events: list[RunEvent]) -> None:
    check(events)


@pytest.mark.parametrize("events", BAD)
def test_every_other_order_is_refused(events: list[RunEvent]) -> None:
    with pytest.raises(GrammarBroken):
        check(events)
