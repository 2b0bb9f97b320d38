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

# Titles: a chat is called by its first question, and its file by a name every system keeps.

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


def test_a_question_without_words_is_called_by_what_it_has() -> None:
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
def test_every_title_gives_a_name_every_system_keeps(title: str, name: str) -> None:
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

    conversation.remove_from(second.id)

    assert conversation.messages == (first,)


def test_dropping_an_unknown_message_changes_nothing_and_says_so() -> None:
    conversation = filled(user_message("a"))

    with pytest.raises(KeyError):
        conversation.remove_from("msg_unknown")
    assert len(conversation.messages) == 1


def test_calls_without_a_result_are_found() -> None:
    conversation = filled(user_message("a"), call("one"), result("one"), call("two"), call("three"))

    assert [found.id for found in unanswered_calls(conversation)] == ["two", "three"]
    conversation.append(result("two"))
    conversation.append(result("three"))
    assert unanswered_calls(conversation) == ()


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


# Mending: after a crash or an edit every call has its result, and every result its call.


def mending_call(name: str) -> ToolCallPart:
    return ToolCallPart(id=name, name="file_read", arguments_json="{}")


def mending_result(name: str) -> ToolResultPart:
    return ToolResultPart(call_id=name, name="file_read", content=f"of {name}")


def asks(*parts: Part) -> Message:
    return Message(role="assistant", parts=parts)


def answers(*parts: Part) -> Message:
    return Message(role="tool", parts=parts)


def test_what_is_whole_stays_the_same() -> None:
    messages = (
        user_message("q"),
        asks(mending_call("a"), mending_call("b")),
        answers(mending_result("b"), mending_result("a")),
        asks(TextPart(text="x")),
    )
    assert repair_messages(messages) == messages
    assert repair_messages(()) == ()


def test_a_call_without_its_result_gets_one_right_after_it() -> None:
    for after in ((), (user_message("next"),)):
        found = repair_messages(
            (user_message("q"), asks(mending_call("a"), mending_call("b")), answers(mending_result("a")), *after)
        )
        assert [message.role for message in found][:4] == ["user", "assistant", "tool", "tool"]
        (part,) = found[3].parts
        assert isinstance(part, ToolResultPart)
        assert (part.call_id, part.is_error, LOST_RESULT in part.content) == ("b", True, True)
        assert found[4:] == after
        assert repair_messages(found) == found
        conversation = Conversation()
        conversation.extend(found)
        assert unanswered_calls(conversation) == ()


def test_a_result_without_its_call_stays_to_be_read_by_people() -> None:
    found = repair_messages((user_message("q"), answers(mending_result("a"))))
    assert found[1].parts == (TextPart(text="of a", hidden=True),)


def test_a_call_that_was_copied_by_hand_counts_once() -> None:
    found = repair_messages(
        (
            asks(mending_call("a")),
            answers(mending_result("a")),
            asks(TextPart(text="x"), mending_call("a")),
            answers(mending_result("a")),
        )
    )
    assert found[2].parts == (TextPart(text="x"),)
    assert found[3].parts == (TextPart(text="of a", hidden=True),)


# Branching: a conversation that turns off another one.


def test_a_branch_is_whole_and_knows_its_parent() -> None:
    conversation = Conversation(title="Heating", choices=ChatChoices("work/m"))
    call = ToolCallPart(id="c", name="file_read", arguments_json="{}")
    asked, answer = user_message("q"), Message(id="msg_2", role="assistant", parts=(call,))
    conversation.extend([asked, answer, user_message("later")])
    conversation.checkpoints = (Checkpoint(asked.id, "s", UNKNOWN_TIME), Checkpoint("other", "s", UNKNOWN_TIME))
    branch = branch_conversation(conversation, "msg_2", "Chats/Heating.md")
    assert branch.messages[:2] == (asked, answer)
    assert [message.role for message in branch.messages] == ["user", "assistant", "tool"]
    assert branch.parent == "Chats/Heating#^msg-2"
    assert branch.choices == conversation.choices
    assert branch.checkpoints == conversation.checkpoints[:1]
    assert branch_conversation(Conversation(_messages=[asked]), asked.id, "").parent == ""


def test_a_message_that_is_not_there_cannot_be_branched_at() -> None:
    with pytest.raises(KeyError):
        branch_conversation(Conversation(), "msg_1", "")
    assert message_block_id("msg_1 é/x") == "msg-1-x"


# Branches: a question asked again keeps its earlier forms, each with what followed it.


def forms_of(chat: Conversation) -> list[list[str]]:
    texts = {m.id: m.text for m in chat.messages} | {m.id: m.text for b in chat.branches for m in b.messages}
    return [[texts[one] for one in forms] for forms in chat.forks().values()]


def answered(text: str) -> Message:
    return Message(role="assistant", parts=(TextPart(text=text),))


def test_u15_every_form_of_a_question_can_be_shown_again_with_its_own_later_forms() -> None:
    chat = Conversation()
    chat.extend([user_message("A"), answered("a"), user_message("B"), answered("b")])
    chat.ask_again_from(chat.messages[2].id)
    chat.extend([user_message("B2"), answered("b2")])
    assert forms_of(chat) == [["B", "B2"]]
    chat.ask_again_from(chat.messages[0].id)
    chat.extend([user_message("A2"), answered("a2")])
    assert forms_of(chat) == [["A", "A2"]]

    first = chat.forks()[chat.messages[0].id][0]
    chat.show_alternative(first)

    assert [m.text for m in chat.messages] == ["A", "a", "B2", "b2"]
    assert forms_of(chat) == [["A", "A2"], ["B", "B2"]]
    chat.show_alternative(chat.forks()[chat.messages[2].id][0])
    assert [m.text for m in chat.messages] == ["A", "a", "B", "b"]
    with pytest.raises(KeyError):
        chat.show_alternative("msg_unknown")


def test_a_question_without_an_answer_leaves_no_form_behind() -> None:
    chat = Conversation()
    chat.extend([user_message("A"), answered("a"), user_message("B")])
    chat.ask_again_from(chat.messages[2].id)
    assert (chat.branches, [m.text for m in chat.messages]) == ((), ["A", "a"])


def test_a_private_conversation_is_known_by_its_id_and_so_is_its_branch() -> None:
    chat = private_conversation()
    chat.extend([user_message("A"), answered("a")])
    branch = branch_conversation(chat, chat.messages[1].id, "")
    assert (chat.private, branch.private, branch.id != chat.id, branch.parent_id) == (True, True, True, "")
    assert (is_private_id(chat.id), is_conversation_id(chat.id)) == (True, True)
    assert not Conversation().private
    assert not is_conversation_id("Chats/Heating.md")
