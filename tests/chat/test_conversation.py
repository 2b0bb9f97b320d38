"""Tests of chat/conversation.py."""

import pytest

from tests.support.conversations import unanswered_calls
from vaultdesk.chat.conversation import (
    LOST_RESULT,
    MAX_TITLE_LENGTH,
    UNTITLED,
    ChatChoices,
    Checkpoint,
    Conversation,
    branch_conversation,
    chat_file_name,
    conversation_title,
    is_conversation_id,
    is_private_id,
    message_block_id,
    one_line,
    private_conversation,
    repair_messages,
)
from vaultdesk.chat.conversation_note import UNKNOWN_TIME
from vaultdesk.chat.messages import (
    ContextItem,
    ImagePart,
    Message,
    Part,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.vault.note_path import NotePath

# Titles: a chat is named after its first question, its file by a name that is valid on every system.

PICTURE = ImagePart(media_type="image/png", data="")


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What did we decide?", "What did we decide?"),
        ("\n\n  # A heading\nand more", "A heading"),
        ("---\n```\nprint(1)", "print(1)"),
        ("> quoted\nmine", "quoted"),
        ("two\twords\u202e \x07", "two words"),
        ("مرحبا بالعالم", "مرحبا بالعالم"),
        ("!!! ???", ""),
        ("", ""),
    ],
)
def test_the_first_line_with_a_word_is_the_title(question: str, title: str) -> None:
    assert conversation_title([Message(role="assistant", parts=()), user_message(question)]) == title


def test_a_long_question_is_cut_at_a_word() -> None:
    title = conversation_title([user_message("word " * 100)])
    assert title.endswith("word…")
    assert len(title) <= MAX_TITLE_LENGTH
    assert one_line("x" * 500, 10) == "xxxxxxxxx…"


def test_a_question_without_text_is_named_after_its_attachments() -> None:
    assert conversation_title([Message(role="user", parts=(PICTURE,))]) == "A picture"
    assert conversation_title([user_message("", context=(ContextItem(kind="note", target="A/b"),))]) == "A/b"
    assert conversation_title([Message(role="user", parts=(TextPart(text="hidden", hidden=True),))]) == ""
    assert conversation_title([]) == ""


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("What: a/b\\c?", "What a b c"),
        ("[[x]] #y ^z | 100%%", "x y z 100"),
        ("con", "con chat"),
        ("NUL.md", "Chat NUL.md"),
        (".hidden", "hidden"),
        ("ends in a dot.", "ends in a dot"),
        ("~home", "home"),
        ("", UNTITLED),
        ("???", UNTITLED),
        ("e\u0301te\u0301", "été"),
        ("👩\u200d👩\u200d👧 family", "👩👩👧 family"),
        ("漢" * 200, "漢" * 66),
        ("x" * 300, "x" * 99 + "…"),
    ],
)
def test_every_title_gives_a_portable_file_name(title: str, name: str) -> None:
    assert chat_file_name(title) == name
    assert NotePath.parse(f"Chats/{name}.md").for_writing().name == name


# An ordered list of messages.


def call(name: str) -> Message:
    return Message(role="assistant", parts=(ToolCallPart(id=name, name="file_read", arguments_json="{}"),))


def result(name: str) -> Message:
    return Message(role="tool", parts=(ToolResultPart(call_id=name, name="file_read", content="{}"),))


def filled(*messages: Message) -> Conversation:
    conversation = Conversation("Heating")
    for message in messages:
        conversation.append(message)
    return conversation


def test_messages_remain_in_the_order_in_which_they_were_appended() -> None:
    first, second = user_message("a"), user_message("b")

    assert filled(first, second).messages == (first, second)


def test_a_returned_tuple_of_messages_does_not_change() -> None:
    conversation = filled(user_message("a"))
    before = conversation.messages
    conversation.append(user_message("b"))

    assert len(before) == 1


def test_removing_a_message_removes_all_later_messages() -> None:
    first, second, third = user_message("a"), user_message("b"), user_message("c")
    conversation = filled(first, second, third)

    conversation.remove_from(second.id)

    assert conversation.messages == (first,)


def test_removing_an_unknown_message_raises_and_changes_nothing() -> None:
    conversation = filled(user_message("a"))

    with pytest.raises(KeyError):
        conversation.remove_from("msg_unknown")
    assert len(conversation.messages) == 1


def test_calls_without_a_result_are_found() -> None:
    conversation = filled(user_message("a"), call("one"), result("one"), call("two"), call("three"))

    assert [unanswered.id for unanswered in unanswered_calls(conversation)] == ["two", "three"]
    conversation.append(result("two"))
    conversation.append(result("three"))
    assert unanswered_calls(conversation) == ()


def test_ids_of_conversations_are_unique() -> None:
    assert Conversation().id != Conversation().id


def test_a_message_is_replaced_in_place() -> None:
    first, second = user_message("a"), user_message("b")
    conversation = filled(first, second)
    replacement = first.model_copy(update={"cut": True})
    conversation.replace(replacement)

    assert conversation.messages == (replacement, second)
    with pytest.raises(KeyError):
        conversation.replace(user_message("c"))


def test_several_messages_are_appended_together() -> None:
    conversation = filled(user_message("a"))
    added = [user_message("b"), user_message("c")]
    conversation.extend(added)

    assert conversation.messages[1:] == tuple(added)


def test_reset_replaces_all_messages() -> None:
    conversation = Conversation()
    conversation.append(user_message("one"))
    two = user_message("two")
    conversation.reset((two,))
    assert conversation.messages == (two,)


# Repair: after a crash or an edit every call has a result, and every result a call.


def call_part(name: str) -> ToolCallPart:
    return ToolCallPart(id=name, name="file_read", arguments_json="{}")


def result_part(name: str) -> ToolResultPart:
    return ToolResultPart(call_id=name, name="file_read", content=f"of {name}")


def assistant_message(*parts: Part) -> Message:
    return Message(role="assistant", parts=parts)


def tool_message(*parts: Part) -> Message:
    return Message(role="tool", parts=parts)


def test_complete_messages_are_not_changed() -> None:
    messages = (
        user_message("q"),
        assistant_message(call_part("a"), call_part("b")),
        tool_message(result_part("b"), result_part("a")),
        assistant_message(TextPart(text="x")),
    )
    assert repair_messages(messages) == messages
    assert repair_messages(()) == ()


def test_a_call_without_a_result_gets_one_directly_after_it() -> None:
    for after in ((), (user_message("next"),)):
        repaired = repair_messages(
            (
                user_message("q"),
                assistant_message(call_part("a"), call_part("b")),
                tool_message(result_part("a")),
                *after,
            )
        )
        assert [message.role for message in repaired][:4] == ["user", "assistant", "tool", "tool"]
        (part,) = repaired[3].parts
        assert isinstance(part, ToolResultPart)
        assert (part.call_id, part.is_error, LOST_RESULT in part.content) == ("b", True, True)
        assert repaired[4:] == after
        assert repair_messages(repaired) == repaired
        conversation = Conversation()
        conversation.extend(repaired)
        assert unanswered_calls(conversation) == ()


def test_a_result_without_a_call_becomes_hidden_text() -> None:
    repaired = repair_messages((user_message("q"), tool_message(result_part("a"))))
    assert repaired[1].parts == (TextPart(text="of a", hidden=True),)


def test_a_duplicated_call_counts_once() -> None:
    repaired = repair_messages(
        (
            assistant_message(call_part("a")),
            tool_message(result_part("a")),
            assistant_message(TextPart(text="x"), call_part("a")),
            tool_message(result_part("a")),
        )
    )
    assert repaired[2].parts == (TextPart(text="x"),)
    assert repaired[3].parts == (TextPart(text="of a", hidden=True),)


# Branching off another conversation.


def test_a_branch_contains_the_messages_up_to_its_start_and_names_its_parent() -> None:
    conversation = Conversation(title="Heating", choices=ChatChoices("work/m"))
    call = ToolCallPart(id="c", name="file_read", arguments_json="{}")
    question, answer = user_message("q"), Message(id="msg_2", role="assistant", parts=(call,))
    conversation.extend([question, answer, user_message("later")])
    conversation.checkpoints = (Checkpoint(question.id, "s", UNKNOWN_TIME), Checkpoint("other", "s", UNKNOWN_TIME))
    branch = branch_conversation(conversation, "msg_2", "Chats/Heating.md")
    assert branch.messages[:2] == (question, answer)
    assert [message.role for message in branch.messages] == ["user", "assistant", "tool"]
    assert branch.parent == "Chats/Heating#^msg-2"
    assert branch.choices == conversation.choices
    assert branch.checkpoints == conversation.checkpoints[:1]
    assert branch_conversation(Conversation(_messages=[question]), question.id, "").parent == ""


def test_branching_at_an_unknown_message_raises() -> None:
    with pytest.raises(KeyError):
        branch_conversation(Conversation(), "msg_1", "")
    assert message_block_id("msg_1 é/x") == "msg-1-x"


# Alternatives: a question asked again retains its earlier versions, each with the messages that followed.


def fork_texts(chat: Conversation) -> list[list[str]]:
    texts = {m.id: m.text for m in chat.messages} | {m.id: m.text for b in chat.branches for m in b.messages}
    return [[texts[message_id] for message_id in alternatives] for alternatives in chat.forks().values()]


def answer_message(text: str) -> Message:
    return Message(role="assistant", parts=(TextPart(text=text),))


def test_u15_every_alternative_of_a_question_can_be_shown_with_its_own_alternatives() -> None:
    chat = Conversation()
    chat.extend([user_message("A"), answer_message("a"), user_message("B"), answer_message("b")])
    chat.ask_again_from(chat.messages[2].id)
    chat.extend([user_message("B2"), answer_message("b2")])
    assert fork_texts(chat) == [["B", "B2"]]
    chat.ask_again_from(chat.messages[0].id)
    chat.extend([user_message("A2"), answer_message("a2")])
    assert fork_texts(chat) == [["A", "A2"]]

    first = chat.forks()[chat.messages[0].id][0]
    chat.show_alternative(first)

    assert [m.text for m in chat.messages] == ["A", "a", "B2", "b2"]
    assert fork_texts(chat) == [["A", "A2"], ["B", "B2"]]
    chat.show_alternative(chat.forks()[chat.messages[2].id][0])
    assert [m.text for m in chat.messages] == ["A", "a", "B", "b"]
    with pytest.raises(KeyError):
        chat.show_alternative("msg_unknown")


def test_a_question_without_an_answer_leaves_no_alternative() -> None:
    chat = Conversation()
    chat.extend([user_message("A"), answer_message("a"), user_message("B")])
    chat.ask_again_from(chat.messages[2].id)
    assert (chat.branches, [m.text for m in chat.messages]) == ((), ["A", "a"])


def test_a_private_conversation_and_its_branches_have_private_ids() -> None:
    chat = private_conversation()
    chat.extend([user_message("A"), answer_message("a")])
    branch = branch_conversation(chat, chat.messages[1].id, "")
    assert (chat.private, branch.private, branch.id != chat.id, branch.parent_id) == (True, True, True, "")
    assert (is_private_id(chat.id), is_conversation_id(chat.id)) == (True, True)
    assert not Conversation().private
    assert not is_conversation_id("Chats/Heating.md")
