"""Round trip: every conversation reads back equal from its note, and rewriting it gives the same note."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.support.campaigns import campaign_count
from tests.support.conversations import conversations, facts
from tests.support.written_chat import write_chat
from vaultdesk.chat.chat_markup import image_bytes, image_file_name
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation_note import read_chat
from vaultdesk.chat.messages import ImagePart


class PictureFolder:
    """The picture files of a note."""

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
    phases=[Phase.explicit, Phase.generate],  # Shrinking a failure takes minutes.
)
@given(conversations)
def test_random_conversations_read_back_equal(conversation: Conversation) -> None:
    folder = PictureFolder()
    note = write_chat(conversation, "", folder.link)
    chat_note = read_chat(note, folder.files.get)
    assert facts(chat_note.conversation) == facts(conversation)
    assert write_chat(chat_note.conversation, note, folder.link) == note
    assert "\0" not in note
    assert "\r" not in note
    note.encode("utf-8")
