"""Threads: which request goes on in a waiting turn, and which is another question."""

from dataclasses import replace

import pytest

from tests.providers.asking import SEARCH
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.providers.codex.app_server import AppServer
from vaultdesk.providers.codex.mailbox import Mailbox
from vaultdesk.providers.codex.threads import Turn, same_thread
from vaultdesk.providers.peer import Peer
from vaultdesk.providers.provider import ModelRequest

PEER = Peer("Codex", "chatgpt.com", "Codex")
QUESTION = user_message("Q")
CALLS = tuple(ToolCallPart(id=name, name="search", arguments_json="{}") for name in ("a", "b"))
SAID = Message(role="assistant", parts=(TextPart(text="Let me look."), *CALLS))
DONE = tuple(ToolResultPart(call_id=name, name="search", content="found") for name in ("a", "b"))


def waiting() -> Turn:
    asked = ModelRequest("m", "Be brief.", (QUESTION,), (SEARCH,), conversation_id="c")
    return Turn(AppServer(PEER), PEER, "f", "thread", Mailbox(), asked, pending={"a": 1, "b": 2})


def request(*messages: Message) -> ModelRequest:
    return ModelRequest("m", "Be brief.", messages, (SEARCH,), conversation_id="c")


def test_exactly_the_pending_results_go_on() -> None:
    one = (QUESTION, SAID, Message(role="tool", parts=DONE))
    two = (QUESTION, SAID, *(Message(role="tool", parts=(part,)) for part in reversed(DONE)))

    assert same_thread(waiting(), request(*one)) == DONE
    assert same_thread(waiting(), request(*two)) == DONE[::-1]


@pytest.mark.parametrize(
    "messages",
    [
        (),
        (QUESTION,),
        (QUESTION, SAID),
        (QUESTION, SAID, Message(role="tool", parts=DONE[:1])),
        (QUESTION, SAID, Message(role="tool", parts=(*DONE, DONE[0]))),
        (QUESTION, SAID, Message(role="tool", parts=DONE), user_message("Why?")),
        (QUESTION, SAID.model_copy(update={"parts": CALLS[:1]}), Message(role="tool", parts=DONE)),
        (QUESTION, SAID, Message(role="tool", parts=DONE), Message(role="assistant", parts=(TextPart(text="So."),))),
    ],
    ids=["none", "a question", "no results", "one of two", "one twice", "a question after", "other calls", "an answer"],
)
def test_anything_else_is_another_question(messages: tuple[Message, ...]) -> None:
    assert same_thread(waiting(), request(*messages)) == ()


def test_other_conditions_are_another_question_and_a_turn_that_was_left_is_over() -> None:
    results = request(QUESTION, SAID, Message(role="tool", parts=DONE))
    left = waiting()
    left.leave()

    assert same_thread(waiting(), replace(results, system="Be long.")) == ()
    assert same_thread(waiting(), replace(results, effort="high")) == ()
    assert same_thread(left, results) == ()
