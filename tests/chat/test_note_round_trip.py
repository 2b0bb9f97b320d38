"""Round trip: every conversation reads back equal from its note, and rewriting it gives the same note."""

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tests.support.campaigns import campaign_count
from tests.support.conversations import conversations, facts
from tests.support.written_chat import write_chat
from vaultdesk.chat.chat_markup import image_bytes, image_file_name
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation_note import read_chat
from vaultdesk.chat.messages import ImagePart, Message, TextPart


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


INDENTS = ("", " ", "   ", "    ", "     ", "\t", "- ", "> ", "> - ", "1. ")
LINES = (
    "```", "```py", "````", "~~~", "text", "", "## You", "## Assistant", "# H", "===", "* * *", "%%", "[^1]: x",
    "<div>", "> [!note] x", "<!-- vd -->", "<!-- vaultdesk:user msg_1 -->", "<!-- vaultdesk:text {} -->",
)  # fmt: skip
INDENTED_LINES = st.tuples(st.sampled_from(INDENTS), st.sampled_from(LINES))


@settings(max_examples=campaign_count(4_000, 400), deadline=None, derandomize=True)
@given(st.lists(st.lists(INDENTED_LINES, min_size=1, max_size=7), max_size=4))
@example([[("    ", "```"), ("", "```"), ("", "## You")]])
@example([[("\t", "~~~"), ("", "~~~"), ("", "<!-- vaultdesk:user msg_1 -->")], [("", "```")]])
@example([[("- ", "```"), ("", "## Assistant"), ("", "```")]])
def test_texts_of_fences_markers_and_headings_at_any_indent_read_back_equal(
    texts: list[list[tuple[str, str]]],
) -> None:
    conversation = Conversation("T")
    for number, lines in enumerate(texts):
        text = "\n".join(indent + line for indent, line in lines)
        conversation.append(Message(role="assistant" if number % 2 else "user", parts=(TextPart(text=text),)))

    assert facts(read_chat(write_chat(conversation)).conversation) == facts(conversation)
