"""Notes of ChatGPT MD."""

import pytest

from tests.chat.importers.damage import read_damaged
from tests.chat.importers.drawing import drawn_import, fixture, note_file
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.importers.chatgpt_md_note import is_chatgpt_note, read_chatgpt_note
from vaultdesk.core.errors import ImportFailed


def test_a_note_gives_exactly_the_expected_conversation() -> None:
    text = fixture("chatgpt-md.md")

    assert is_chatgpt_note(text)
    assert drawn_import(read_chatgpt_note(text, note_file("20260211T190022"))) == fixture("chatgpt-md.expected.txt")


@pytest.mark.parametrize("heading", ["", "# ", "## ", "### ", "###### "])
def test_each_heading_level_of_its_history_is_read(heading: str) -> None:
    text = f"Why?\n\n{SEPARATOR}\n\n{heading}role::assistant\n\nBecause.\n\n{SEPARATOR}\n\n{heading}role::user\n\n"
    messages = read_chatgpt_note(text, note_file("Why")).conversation.messages

    assert [(message.role, message.text) for message in messages] == [("user", "Why?"), ("assistant", "Because.")]


def test_the_title_is_the_name_of_the_note() -> None:
    assert read_chatgpt_note(f"Why?\n{SEPARATOR}\n", note_file("Old questions")).conversation.title == "Old questions"


def test_an_unclosed_comment_hides_the_rest() -> None:
    text = f"Said.\n=begin-chatgpt-md-comment\nkept\n{SEPARATOR}"
    (message,) = read_chatgpt_note(text, note_file("a")).conversation.messages

    assert [(part.text, part.hidden) for part in message.parts if part.kind == "text"] == [
        ("Said.", False),
        ("kept", True),
    ]


def test_frontmatter_without_an_end_is_text() -> None:
    text = f"---\nmodel: x\nWhy?\n{SEPARATOR}\n"

    assert read_chatgpt_note(text, note_file("a")).conversation.messages[0].text.startswith("---")


def test_a_note_with_only_separators_is_refused() -> None:
    with pytest.raises(ImportFailed, match="contains no chat messages"):
        read_chatgpt_note(SEPARATOR * 3, note_file("a"))


def test_damaged_text_raises_only_import_failed() -> None:
    assert read_damaged(lambda text: read_chatgpt_note(text, note_file("a")), fixture("chatgpt-md.md")) > 20
