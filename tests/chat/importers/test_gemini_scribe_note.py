"""Session notes of Gemini Scribe."""

import pytest

from tests.chat.importers.damage import read_damaged
from tests.chat.importers.drawing import drawn_import, fixture, note_file
from vaultdesk.chat.importers.gemini_scribe_note import is_gemini_scribe, read_gemini_scribe
from vaultdesk.core.errors import ImportFailed


def test_a_note_gives_exactly_the_expected_conversation() -> None:
    text = fixture("gemini-scribe.md")

    assert is_gemini_scribe(text)
    assert drawn_import(read_gemini_scribe(text, note_file("The garden in spring"))) == fixture(
        "gemini-scribe.expected.txt"
    )


def test_a_line_that_resembles_a_callout_remains_in_the_message() -> None:
    text = "# Chat History\n\n> [!user]+\n> I type\n> [!assistant]+\n> and more\n\n---\n"
    (message,) = read_gemini_scribe(text, note_file("a")).conversation.messages

    assert (message.role, message.text) == ("user", "I type\n[!assistant]+\nand more")


@pytest.mark.parametrize("text", ["", "> [!note] Mine\n> words\n", "> [!user]+\n> a callout that a theme draws\n"])
def test_an_ordinary_note_is_not_a_session(text: str) -> None:
    assert not is_gemini_scribe(text)


def test_a_session_without_text_is_refused() -> None:
    with pytest.raises(ImportFailed, match="contains no chat messages"):
        read_gemini_scribe("# Chat History\n> [!user]+\n\n---\n", note_file("a"))


def test_damaged_text_raises_only_import_failed() -> None:
    read = lambda text: (is_gemini_scribe(text), read_gemini_scribe(text, note_file("a")))  # noqa: E731 - one line

    assert read_damaged(read, fixture("gemini-scribe.md")) > 20
