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

# Merging: what went on here and what was edited there are put together, and nothing is lost.


def said(name: str, text: str = "") -> Message:
    return Message(id=name, role="user", parts=(TextPart(text=text or name),))


A, B, C, D = (said(name) for name in "abcd")
A2, A3 = said("a", "edited"), said("a", "edited otherwise")


def test_what_one_side_changed_is_as_that_side_has_it() -> None:
    assert merge_messages((A, B), (A, B), (A2, B)) == (A2, B)
    assert merge_messages((A, B), (A2, B), (A, B)) == (A2, B)
    assert merge_messages((A, B), (A2, B), (A2, B)) == (A2, B)


def test_what_is_new_on_both_sides_is_kept_in_its_place() -> None:
    assert merge_messages((A, B), (A, B, C), (A, D, B)) == (A, D, B, C)
    assert merge_messages((), (A,), (B,)) == (A, B)
    assert merge_messages((A,), (A, B, C), (A,)) == (A, B, C)


def test_what_one_side_took_out_is_out_unless_the_other_changed_it() -> None:
    assert merge_messages((A, B, C), (A, B, C), (A, C)) == (A, C)
    assert merge_messages((A, B, C), (A, C), (A, B, C)) == (A, C)
    assert merge_messages((A, B), (A2, B), (B,)) == (A2, B)


def test_a_message_that_both_changed_has_the_words_of_both() -> None:
    (one,) = merge_messages((A,), (A2,), (A3,))
    assert one.parts == (*A2.parts, TextPart(text=f"{CONFLICTING_EDIT_LABEL}edited otherwise", hidden=True))
    assert merge_messages((A,), (one,), (A3,)) == (one,), "once is enough"
    grown = said("a", "edited and grown")
    assert merge_messages((A,), (grown,), (A2,)) == (grown,)


def test_each_choice_is_that_of_whoever_made_it() -> None:
    base = ChatState(title="t", choices=ChatChoices("m", None, "chat", ""))
    mine = ChatState(title="t", choices=ChatChoices("m2", None, "chat", ""), pinned=True)
    theirs = ChatState(title="t2", choices=ChatChoices("m", None, "agent", ""), parent="x")
    assert merge_chats(base, mine, theirs) == ChatState((), "t2", ChatChoices("m2", None, "agent", ""), True, "x")


def test_a_state_is_what_the_conversation_is() -> None:
    conversation = Conversation(title="t", pinned=True)
    conversation.append(A)
    assert ChatState.of(conversation) == ChatState((A,), "t", ChatChoices(), True)
    assert ChatState.of(conversation, (A, B)).messages == (A, B)


# ChatForm: the two formats, as whoever keeps a chat writes and reads them.

NOTE = f"Question\n\n{SEPARATOR}\n\n### role::assistant\n\nAnswer\n\n{SEPARATOR}\n\n### role::user\n\n"


def answer(text: str, *, cut: bool = False) -> Message:
    return Message(role="assistant", parts=(TextPart(text=text),), model="work/m", cut=cut)


def form_of(text: str) -> tuple[ChatgptMdFormat, Conversation]:
    return ChatgptMdFormat(text, "a.md", lambda label: f"openai@{label}"), read_chatgpt_md(text, "a.md")


def test_the_own_format_is_merged_message_by_message() -> None:
    form, conversation = VaultdeskFormat(), Conversation()
    conversation.append(user_message("one"))
    base = ChatState.of(conversation)
    text = form.write(conversation, conversation.messages, "")
    theirs = form.read(text.replace("\none\n", "\nedited\n"), "a.md")
    conversation.append(user_message("two"))
    both = form.merge(base, ChatState.of(conversation), theirs)
    assert [message.text for message in both.messages] == ["edited", "two"]


def test_what_was_added_grows_at_the_end_of_the_note_as_it_was() -> None:
    form, conversation = form_of(NOTE)
    assert form.write(conversation, conversation.messages, NOTE) == NOTE
    conversation.append(user_message("Next"))
    first = form.write(conversation, (*conversation.messages, answer("Ha", cut=True)), NOTE)
    second = form.write(conversation, (*conversation.messages, answer("Half an answer")), first)
    assert first.startswith(NOTE)
    assert first.endswith("Ha\n")
    assert second.startswith(NOTE)
    assert second.endswith("### role::user\n\n")
    assert "(openai@work/m)" in second


def test_an_edit_above_what_was_added_is_taken_in() -> None:
    form, conversation = form_of(NOTE)
    base = ChatState.of(conversation)
    conversation.extend([user_message("Next"), answer("Yes")])
    text = form.write(conversation, conversation.messages, NOTE)
    theirs = form.read(text.replace("Question", "Edited"), "a.md")
    both = form.merge(base, ChatState.of(conversation), theirs)
    assert [message.text for message in both.messages] == ["Edited", "Answer", "Next", "Yes"]
    again = form.write(conversation, both.messages, text)
    assert again == text.replace("Question", "Edited")


def test_an_edit_in_what_was_added_makes_it_the_notes_own() -> None:
    form, conversation = form_of(NOTE)
    base = ChatState.of(conversation)
    conversation.extend([user_message("Next"), answer("Yes")])
    text = form.write(conversation, conversation.messages, NOTE).replace("Yes", "No")
    conversation.append(user_message("More"))
    both = form.merge(base, ChatState.of(conversation), form.read(text, "a.md"))
    assert [message.text for message in both.messages] == ["Question", "Answer", "Next", "No", "More"]
    again = form.write(conversation, both.messages, text)
    assert again.startswith(text)
    assert [m.text for m in read_chatgpt_md(again).messages] == ["Question", "Answer", "Next", "No", "More"]


def test_an_answer_that_grew_since_it_was_edited_is_there_whole() -> None:
    form, conversation = form_of(NOTE)
    base = ChatState.of(conversation)
    conversation.append(user_message("Next"))
    half = answer("Half", cut=True)
    text = form.write(conversation, (*conversation.messages, half), NOTE) + "Words below.\n"
    grown = half.model_copy(update={"parts": (TextPart(text="Half an answer"),)})
    mine = ChatState.of(conversation, (*conversation.messages, grown))
    both = form.merge(base, mine, form.read(text, "a.md"))
    assert [message.text for message in both.messages][-2:] == ["Half\nWords below.", "Half an answer"]
