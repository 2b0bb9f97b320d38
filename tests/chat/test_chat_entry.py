"""Chat entries in lists, read from the beginning of a note."""

from tests.support.written_chat import write_chat
from vaultdesk.chat.chat_entry import HEAD_CHARACTERS, ChatEntry, read_chat_entry
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.conversation_note import UNKNOWN_TIME
from vaultdesk.chat.messages import Message, TextPart, user_message


def test_an_entry_describes_the_chat() -> None:
    conversation = Conversation(title="Heating", pinned=True, parent="Chats/Old#^msg-1", choices=ChatChoices("work/m"))
    conversation.extend(
        [user_message("What\n\nof the **boiler**? " + "word " * 100), Message(role="assistant", parts=())]
    )
    entry = read_chat_entry("Chats/Heating.md", write_chat(conversation), UNKNOWN_TIME)
    assert entry is not None
    preview = entry.preview
    assert preview.startswith("What of the **boiler**? word word")
    assert len(preview) <= 120
    assert entry == ChatEntry(
        "Chats/Heating.md", "Heating", conversation.created, UNKNOWN_TIME, True, "Chats/Old.md", "work/m", preview,
        conversation.id,
    )  # fmt: skip
    assert entry.key == "Chats/Heating.md"


def test_the_beginning_of_a_long_note_is_enough() -> None:
    conversation = Conversation()
    conversation.append(user_message("First words " * 10))
    conversation.extend(Message(role="assistant", parts=(TextPart(text="long " * 5_000),)) for _ in range(9))
    entry = read_chat_entry("Chats/x.md", write_chat(conversation)[:HEAD_CHARACTERS], UNKNOWN_TIME)
    assert entry is not None
    assert (entry.title, entry.preview[:11]) == ("x", "First words")
    only_answers = Conversation()
    only_answers.append(Message(role="assistant", parts=(TextPart(text="a"),)))
    entry_without_question = read_chat_entry("x.md", write_chat(only_answers), UNKNOWN_TIME)
    assert entry_without_question is not None
    assert entry_without_question.preview == ""


def test_a_note_that_is_not_a_chat_has_no_entry() -> None:
    assert read_chat_entry("a.md", "# Note\nabout vaultdesk-chat\n", UNKNOWN_TIME) is None
    assert read_chat_entry("a.md", "", UNKNOWN_TIME) is None
