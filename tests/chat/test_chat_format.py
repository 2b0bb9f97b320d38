"""Tests of chat/chat_format.py."""

from vaultdesk.chat.chat_format import (
    CONFLICTING_EDIT_LABEL,
    ChatgptMdFormat,
    ChatState,
    VaultdeskFormat,
    merge_chats,
    merge_messages,
)
from vaultdesk.chat.chatgpt_md import SEPARATOR, read_chatgpt_md
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import Message, TextPart, user_message

# Merging local messages with edits of the note; nothing is lost.


def make_message(message_id: str, text: str = "") -> Message:
    return Message(id=message_id, role="user", parts=(TextPart(text=text or message_id),))


A, B, C, D = (make_message(name) for name in "abcd")
A2, A3 = make_message("a", "edited"), make_message("a", "edited otherwise")


def test_a_change_on_one_side_is_taken_over() -> None:
    assert merge_messages((A, B), (A, B), (A2, B)) == (A2, B)
    assert merge_messages((A, B), (A2, B), (A, B)) == (A2, B)
    assert merge_messages((A, B), (A2, B), (A2, B)) == (A2, B)


def test_new_messages_of_both_sides_are_merged_in_order() -> None:
    assert merge_messages((A, B), (A, B, C), (A, D, B)) == (A, D, B, C)
    assert merge_messages((), (A,), (B,)) == (A, B)
    assert merge_messages((A,), (A, B, C), (A,)) == (A, B, C)


def test_a_deletion_is_taken_over_unless_the_other_side_changed_the_message() -> None:
    assert merge_messages((A, B, C), (A, B, C), (A, C)) == (A, C)
    assert merge_messages((A, B, C), (A, C), (A, B, C)) == (A, C)
    assert merge_messages((A, B), (A2, B), (B,)) == (A2, B)


def test_a_message_changed_on_both_sides_has_both_texts() -> None:
    (merged_message,) = merge_messages((A,), (A2,), (A3,))
    assert merged_message.parts == (*A2.parts, TextPart(text=f"{CONFLICTING_EDIT_LABEL}edited otherwise", hidden=True))
    assert merge_messages((A,), (merged_message,), (A3,)) == (merged_message,), "the label is added once"
    extended = make_message("a", "edited and grown")
    assert merge_messages((A,), (extended,), (A2,)) == (extended,)


def test_each_choice_is_taken_from_the_side_that_changed_it() -> None:
    base = ChatState(title="t", choices=ChatChoices("m", None, "chat", ""))
    mine = ChatState(title="t", choices=ChatChoices("m2", None, "chat", ""), pinned=True)
    theirs = ChatState(title="t2", choices=ChatChoices("m", None, "agent", ""), parent="x")
    assert merge_chats(base, mine, theirs) == ChatState((), "t2", ChatChoices("m2", None, "agent", ""), True, "x")


def test_a_state_equals_its_conversation() -> None:
    conversation = Conversation(title="t", pinned=True)
    conversation.append(A)
    assert ChatState.of(conversation) == ChatState((A,), "t", ChatChoices(), True)
    assert ChatState.of(conversation, (A, B)).messages == (A, B)


# The two chat formats.

NOTE = f"Question\n\n{SEPARATOR}\n\n### role::assistant\n\nAnswer\n\n{SEPARATOR}\n\n### role::user\n\n"


def answer(text: str, *, cut: bool = False) -> Message:
    return Message(role="assistant", parts=(TextPart(text=text),), model="work/m", cut=cut)


def chatgpt_md_chat(text: str) -> tuple[ChatgptMdFormat, Conversation]:
    return ChatgptMdFormat(text, "a.md", lambda label: f"openai@{label}"), read_chatgpt_md(text, "a.md")


def test_the_own_format_is_merged_by_message() -> None:
    form, conversation = VaultdeskFormat(), Conversation()
    conversation.append(user_message("one"))
    base = ChatState.of(conversation)
    text = form.write(conversation, conversation.messages, "")
    theirs = form.read(text.replace("\none\n", "\nedited\n"), "a.md")
    conversation.append(user_message("two"))
    merged = form.merge(base, ChatState.of(conversation), theirs)
    assert [message.text for message in merged.messages] == ["edited", "two"]


def test_new_messages_are_appended_to_the_unchanged_note() -> None:
    form, conversation = chatgpt_md_chat(NOTE)
    assert form.write(conversation, conversation.messages, NOTE) == NOTE
    conversation.append(user_message("Next"))
    first = form.write(conversation, (*conversation.messages, answer("Ha", cut=True)), NOTE)
    second = form.write(conversation, (*conversation.messages, answer("Half an answer")), first)
    assert first.startswith(NOTE)
    assert first.endswith("Ha\n")
    assert second.startswith(NOTE)
    assert second.endswith("### role::user\n\n")
    assert "(openai@work/m)" in second


def test_an_edit_above_the_appended_messages_is_merged() -> None:
    form, conversation = chatgpt_md_chat(NOTE)
    base = ChatState.of(conversation)
    conversation.extend([user_message("Next"), answer("Yes")])
    text = form.write(conversation, conversation.messages, NOTE)
    theirs = form.read(text.replace("Question", "Edited"), "a.md")
    merged = form.merge(base, ChatState.of(conversation), theirs)
    assert [message.text for message in merged.messages] == ["Edited", "Answer", "Next", "Yes"]
    rewritten = form.write(conversation, merged.messages, text)
    assert rewritten == text.replace("Question", "Edited")


def test_an_edit_in_an_appended_message_is_retained() -> None:
    form, conversation = chatgpt_md_chat(NOTE)
    base = ChatState.of(conversation)
    conversation.extend([user_message("Next"), answer("Yes")])
    text = form.write(conversation, conversation.messages, NOTE).replace("Yes", "No")
    conversation.append(user_message("More"))
    merged = form.merge(base, ChatState.of(conversation), form.read(text, "a.md"))
    assert [message.text for message in merged.messages] == ["Question", "Answer", "Next", "No", "More"]
    rewritten = form.write(conversation, merged.messages, text)
    assert rewritten.startswith(text)
    assert [m.text for m in read_chatgpt_md(rewritten).messages] == ["Question", "Answer", "Next", "No", "More"]


def test_an_answer_that_grew_after_an_edit_is_written_completely() -> None:
    form, conversation = chatgpt_md_chat(NOTE)
    base = ChatState.of(conversation)
    conversation.append(user_message("Next"))
    half = answer("Half", cut=True)
    text = form.write(conversation, (*conversation.messages, half), NOTE) + "Words below.\n"
    completed = half.model_copy(update={"parts": (TextPart(text="Half an answer"),)})
    mine = ChatState.of(conversation, (*conversation.messages, completed))
    merged = form.merge(base, mine, form.read(text, "a.md"))
    assert [message.text for message in merged.messages][-2:] == ["Half\nWords below.", "Half an answer"]
