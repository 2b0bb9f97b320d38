"""An ordered list of messages."""

import pytest

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart, user_message


def call(name: str) -> Message:
    return Message(role="assistant", parts=(ToolCallPart(id=name, name="file_read", arguments_json="{}"),))


def result(name: str) -> Message:
    return Message(role="tool", parts=(ToolResultPart(call_id=name, name="file_read", content="{}"),))


def filled(*messages: Message) -> Conversation:
    conversation = Conversation("Heating")
    for message in messages:
        conversation.append(message)
    return conversation


def test_messages_stay_in_the_order_they_were_said() -> None:
    first, second = user_message("a"), user_message("b")

    assert filled(first, second).messages == (first, second)


def test_what_was_handed_out_does_not_grow_later() -> None:
    conversation = filled(user_message("a"))
    before = conversation.messages
    conversation.append(user_message("b"))

    assert len(before) == 1


def test_asking_again_forgets_a_message_and_everything_after_it() -> None:
    first, second, third = user_message("a"), user_message("b"), user_message("c")
    conversation = filled(first, second, third)

    conversation.drop_after(second.id)

    assert conversation.messages == (first,)


def test_dropping_an_unknown_message_changes_nothing_and_says_so() -> None:
    conversation = filled(user_message("a"))

    with pytest.raises(KeyError):
        conversation.drop_after("msg_unknown")
    assert len(conversation.messages) == 1


def test_calls_without_a_result_are_found() -> None:
    conversation = filled(user_message("a"), call("one"), result("one"), call("two"), call("three"))

    assert [found.id for found in conversation.unanswered_calls()] == ["two", "three"]
    conversation.append(result("two"))
    conversation.append(result("three"))
    assert conversation.unanswered_calls() == ()


def test_two_conversations_are_never_one() -> None:
    assert Conversation().id != Conversation().id


def test_a_message_is_replaced_where_it_stands() -> None:
    first, second = user_message("a"), user_message("b")
    conversation = filled(first, second)
    other = first.model_copy(update={"cut": True})
    conversation.replace(other)

    assert conversation.messages == (other, second)
    with pytest.raises(KeyError):
        conversation.replace(user_message("c"))


def test_many_are_added_at_once() -> None:
    conversation = filled(user_message("a"))
    added = [user_message("b"), user_message("c")]
    conversation.extend(added)

    assert conversation.messages[1:] == tuple(added)


def test_a_conversation_whose_note_was_edited_has_other_messages() -> None:
    conversation = Conversation()
    conversation.append(user_message("one"))
    two = user_message("two")
    conversation.reset((two,))
    assert conversation.messages == (two,)
