"""Fresh start: the summary is seen by the person and told to the model once, with the notes it is from."""

from datetime import UTC, datetime

from vaultdesk.agent.context.compaction import compacted_beginning
from vaultdesk.chat.conversation import Checkpoint, Conversation, branch_conversation
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.ui.chat.fresh_start import fresh_start


def turned(conversation: Conversation, message_id: str) -> Conversation:
    return branch_conversation(conversation, message_id, "Chats/Heating.md")


def long_chat() -> Conversation:
    chat = Conversation(title="Heating")
    for number in range(3):
        answer = Message(role="assistant", parts=(TextPart(text=f"{number}."),))
        chat.extend((user_message(f"Question {number}"), answer))
    return chat


def test_what_is_not_summed_up_has_no_fresh_start() -> None:
    assert fresh_start(long_chat(), turned) is None


def test_it_begins_with_the_summary_goes_on_with_the_rest_and_leaves_the_old_one_alone() -> None:
    chat = long_chat()
    summary = "They chose a heat pump.\n\nNotes: [[House/Boiler.md]]"
    chat.checkpoints = (Checkpoint(chat.messages[3].id, summary, datetime.now(UTC), "local/one"),)
    before = chat.messages

    fresh = fresh_start(chat, turned)

    assert fresh is not None
    assert chat.messages == before
    first = f"What was said before, summed up:\n\n{summary}"
    assert [message.text for message in fresh.messages] == [first, "Question 2", "2."]
    assert (fresh.title, fresh.id == chat.id, fresh.parent.startswith("Chats/Heating#^")) == ("Heating", False, True)
    told = compacted_beginning(fresh, fresh.messages)
    assert told.summed == 1
    assert told.rest == fresh.messages[1:]
    assert "They chose a heat pump." in told.parts[0].text
    assert {source.path for source in told.parts[0].sources} == {"House/Boiler.md"}
    assert {source.path for source in fresh.messages[0].sources} == {"House/Boiler.md"}
