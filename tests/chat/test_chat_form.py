"""ChatForm: the two formats, as whoever keeps a chat writes and reads them."""

from vaultdesk.chat.chat_form import ChatgptForm, OwnForm
from vaultdesk.chat.chatgpt_md import SEPARATOR, read_chatgpt_md
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.merging import ChatState
from vaultdesk.chat.messages import Message, TextPart, user_message

NOTE = f"Question\n\n{SEPARATOR}\n\n### role::assistant\n\nAnswer\n\n{SEPARATOR}\n\n### role::user\n\n"


def answer(text: str, *, cut: bool = False) -> Message:
    return Message(role="assistant", parts=(TextPart(text=text),), model="work/m", cut=cut)


def form_of(text: str) -> tuple[ChatgptForm, Conversation]:
    return ChatgptForm(text, "a.md", lambda label: f"openai@{label}"), read_chatgpt_md(text, "a.md")


def test_the_own_format_is_merged_message_by_message() -> None:
    form, conversation = OwnForm(), Conversation()
    conversation.append(user_message("one"))
    base = ChatState.of(conversation)
    text = form.write(conversation, conversation.messages, "")
    theirs = form.read(text.replace("\none\n", "\nedited\n"), "a.md")
    conversation.append(user_message("two"))
    both = form.together(base, ChatState.of(conversation), theirs)
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
    both = form.together(base, ChatState.of(conversation), theirs)
    assert [message.text for message in both.messages] == ["Edited", "Answer", "Next", "Yes"]
    again = form.write(conversation, both.messages, text)
    assert again == text.replace("Question", "Edited")


def test_an_edit_in_what_was_added_makes_it_the_notes_own() -> None:
    form, conversation = form_of(NOTE)
    base = ChatState.of(conversation)
    conversation.extend([user_message("Next"), answer("Yes")])
    text = form.write(conversation, conversation.messages, NOTE).replace("Yes", "No")
    conversation.append(user_message("More"))
    both = form.together(base, ChatState.of(conversation), form.read(text, "a.md"))
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
    both = form.together(base, mine, form.read(text, "a.md"))
    assert [message.text for message in both.messages][-2:] == ["Half\nWords below.", "Half an answer"]
