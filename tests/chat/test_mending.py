"""Mending: after a crash or an edit every call has its result, and every result its call."""

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.mending import LOST, mended
from vaultdesk.chat.messages import Message, Part, TextPart, ToolCallPart, ToolResultPart, user_message


def call(name: str) -> ToolCallPart:
    return ToolCallPart(id=name, name="file_read", arguments_json="{}")


def result(name: str) -> ToolResultPart:
    return ToolResultPart(call_id=name, name="file_read", content=f"of {name}")


def asks(*parts: Part) -> Message:
    return Message(role="assistant", parts=parts)


def answers(*parts: Part) -> Message:
    return Message(role="tool", parts=parts)


def test_what_is_whole_stays_the_same() -> None:
    messages = (
        user_message("q"),
        asks(call("a"), call("b")),
        answers(result("b"), result("a")),
        asks(TextPart(text="x")),
    )
    assert mended(messages) == messages
    assert mended(()) == ()


def test_a_call_without_its_result_gets_one_right_after_it() -> None:
    for after in ((), (user_message("next"),)):
        found = mended((user_message("q"), asks(call("a"), call("b")), answers(result("a")), *after))
        assert [message.role for message in found][:4] == ["user", "assistant", "tool", "tool"]
        (part,) = found[3].parts
        assert isinstance(part, ToolResultPart)
        assert (part.call_id, part.is_error, LOST in part.content) == ("b", True, True)
        assert found[4:] == after
        assert mended(found) == found
        conversation = Conversation()
        conversation.extend(found)
        assert conversation.unanswered_calls() == ()


def test_a_result_without_its_call_stays_to_be_read_by_people() -> None:
    found = mended((user_message("q"), answers(result("a"))))
    assert found[1].parts == (TextPart(text="of a", hidden=True),)


def test_a_call_that_was_copied_by_hand_counts_once() -> None:
    found = mended((asks(call("a")), answers(result("a")), asks(TextPart(text="x"), call("a")), answers(result("a"))))
    assert found[2].parts == (TextPart(text="x"),)
    assert found[3].parts == (TextPart(text="of a", hidden=True),)
