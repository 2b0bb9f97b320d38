"""Round trip: whatever was said, its note is read back equal, and written again it is the same note."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.support.campaigns import campaign_count
from tests.support.conversations import conversations, facts
from vaultdesk.chat.chat_markup import image_bytes, image_file_name
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation_note import read_chat, write_chat
from vaultdesk.chat.messages import ImagePart


class Beside:
    """The pictures beside a note."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def link(self, part: ImagePart) -> str:
        self.files[image_file_name(part)] = image_bytes(part) or b""
        return image_file_name(part)


@pytest.mark.timeout(300)
@settings(
    max_examples=campaign_count(1_000, 25),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],  # Making a failure smaller takes minutes; do it by hand.
)
@given(conversations)
def test_a_thousand_conversations_come_back_equal(conversation: Conversation) -> None:
    beside = Beside()
    note = write_chat(conversation, "", beside.link)
    read = read_chat(note, beside.files.get)
    assert facts(read.conversation) == facts(conversation)
    assert write_chat(read.conversation, note, beside.link) == note
    assert "\0" not in note
    assert "\r" not in note
    note.encode("utf-8")
