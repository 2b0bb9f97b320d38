"""Branching: a conversation that turns off another one."""

import pytest

from vaultdesk.chat.branching import block_id, branch_of
from vaultdesk.chat.conversation import ChatChoices, Checkpoint, Conversation
from vaultdesk.chat.messages import Message, ToolCallPart, user_message
from vaultdesk.chat.note_format.reading import UNKNOWN_TIME


def test_a_branch_is_whole_and_knows_its_parent() -> None:
    conversation = Conversation(title="Heating", choices=ChatChoices("work/m"))
    call = ToolCallPart(id="c", name="file_read", arguments_json="{}")
    asked, answer = user_message("q"), Message(id="msg_2", role="assistant", parts=(call,))
    conversation.extend([asked, answer, user_message("later")])
    conversation.checkpoints = (Checkpoint(asked.id, "s", UNKNOWN_TIME), Checkpoint("other", "s", UNKNOWN_TIME))
    branch = branch_of(conversation, "msg_2", "Chats/Heating.md")
    assert branch.messages[:2] == (asked, answer)
    assert [message.role for message in branch.messages] == ["user", "assistant", "tool"]
    assert branch.parent == "Chats/Heating#^msg-2"
    assert branch.choices == conversation.choices
    assert branch.checkpoints == conversation.checkpoints[:1]
    assert branch_of(Conversation(_messages=[asked]), asked.id, "").parent == ""


def test_a_message_that_is_not_there_cannot_be_branched_at() -> None:
    with pytest.raises(KeyError):
        branch_of(Conversation(), "msg_1", "")
    assert block_id("msg_1 é/x") == "msg-1-x"
