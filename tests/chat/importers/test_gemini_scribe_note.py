"""Session notes of Gemini Scribe."""

import pytest

from tests.chat.importers.damage import survives
from tests.chat.importers.drawing import drawn_import, fixture, note_file
from vaultdesk.chat.importers.gemini_scribe_note import is_gemini_scribe, read_gemini_scribe
from vaultdesk.core.errors import ImportFailed


def test_a_note_gives_exactly_the_expected_conversation() -> None:
    text = fixture("gemini-scribe.md")

    assert is_gemini_scribe(text)
    assert drawn_import(read_gemini_scribe(text, note_file("The garden in spring"))) == fixture(
        "gemini-scribe.expected.txt"
    )


def test_a_line_that_looks_like_a_callout_stays_in_what_was_said() -> None:
    text = "# Chat History\n\n> [!user]+\n> I type\n> [!assistant]+\n> and more\n\n---\n"
    (message,) = read_gemini_scribe(text, note_file("a")).conversation.messages

    assert (message.role, message.text) == ("user", "I type\n[!assistant]+\nand more")


@pytest.mark.parametrize("text", ["", "> [!note] Mine\n> words\n", "> [!user]+\n> a callout that a theme draws\n"])
def test_another_note_is_not_taken_for_a_session(text: str) -> None:
    assert not is_gemini_scribe(text)


def test_a_session_without_words_is_refused_in_words() -> None:
    with pytest.raises(ImportFailed, match="contains no chat messages"):
        read_gemini_scribe("# Chat History\n> [!user]+\n\n---\n", note_file("a"))


def test_damage_leads_to_nothing_but_a_refusal() -> None:
    read = lambda text: (is_gemini_scribe(text), read_gemini_scribe(text, note_file("a")))  # noqa: E731 - one line

    assert survives(read, fixture("gemini-scribe.md")) > 20
