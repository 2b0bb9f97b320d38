"""A turn, gathered."""

import pytest

from tests.support.desk import call
from vaultdesk.agent.turn import Turn
from vaultdesk.core.errors import ProviderBroken
from vaultdesk.providers.model_events import CallReady, ReasoningArrived, TextArrived, TurnEnded, UsageReported


def test_pieces_of_one_kind_become_one_part_in_order() -> None:
    turn = Turn()
    for event in (
        ReasoningArrived("a"),
        ReasoningArrived("b"),
        TextArrived("c"),
        UsageReported(1, 1),
        TextArrived("d"),
    ):
        turn.take(event)
    turn.take(CallReady(call("x", "c1")))
    turn.take(TurnEnded("tool_calls"))
    message = turn.message("p/m")
    assert message is not None
    assert [(part.kind, getattr(part, "text", "")) for part in message.parts] == [
        ("reasoning", "ab"), ("text", "cd"), ("tool_call", ""),
    ]  # fmt: skip
    assert (turn.text, message.model, message.cut) == ("cd", "p/m", False)


def test_a_turn_that_never_ended_keeps_its_text_and_no_call() -> None:
    turn = Turn()
    turn.take(TextArrived("a"))
    turn.take(CallReady(call("x", "c1")))
    message = turn.message("p/m", cut=True)
    assert message is not None
    assert (message.text, message.tool_calls, message.cut) == ("a", (), True)


def test_nothing_said_is_no_message() -> None:
    turn = Turn()
    turn.take(TextArrived(""))
    assert turn.message("p/m") is None


def test_two_calls_with_one_id_break_the_answer() -> None:
    turn = Turn()
    turn.take(CallReady(call("x", "c1")))
    with pytest.raises(ProviderBroken):
        turn.take(CallReady(call("y", "c1")))


def test_a_quiet_turn_keeps_its_calls_and_not_its_words() -> None:
    turn = Turn(quiet=True)
    for event in (ReasoningArrived("hm"), TextArrived("I will look."), CallReady(call("x", "c1"))):
        turn.take(event)
    assert turn.message("p/m") is None, "broken off it leaves nothing"
    turn.take(TurnEnded("tool_calls"))
    message = turn.message("p/m")
    assert message is not None
    assert [part.kind for part in message.parts] == ["reasoning", "tool_call"]
    assert turn.text == "I will look."


def test_a_quiet_turn_without_calls_is_nothing() -> None:
    turn = Turn(quiet=True)
    for event in (ReasoningArrived("hm"), TextArrived("none"), TurnEnded("end")):
        turn.take(event)

    assert turn.message("p/m") is None
