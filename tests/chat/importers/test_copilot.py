"""Notes of Obsidian Copilot, of each of its writers and years."""

import pytest

from tests.chat.importers.damage import survives
from tests.chat.importers.drawing import drawn_import, fixture, note_file
from vaultdesk.chat.importers.copilot import is_copilot, read_copilot
from vaultdesk.core.errors import ImportFailed


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("copilot-quick", "20260822_111203__Which_pump"),
        ("copilot-traces", "20250903_154640__Find_my_notes"),
        ("copilot-2023", "Chat-2023_04_01-12_00_00"),
        ("copilot-agent", "agent__20260822_120000__Compare"),
    ],
)
def test_a_note_gives_exactly_the_expected_conversation(name: str, file: str) -> None:
    text = fixture(f"{name}.md")

    assert is_copilot(text)
    assert drawn_import(read_copilot(text, note_file(file))) == fixture(f"{name}.expected.txt")


def test_the_same_note_gives_the_same_ids_each_time() -> None:
    first, second = (read_copilot(fixture("copilot-traces.md"), note_file("a")).conversation for _ in range(2))

    assert first.id == second.id
    assert first.messages == second.messages


def test_a_note_without_identity_is_known_again_under_another_name() -> None:
    text = fixture("copilot-2023.md")

    assert (
        read_copilot(text, note_file("a")).conversation.origin == read_copilot(text, note_file("b")).conversation.origin
    )


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("20260822_111203__My_topic", "My topic"),
        ("agent__20260822_111203__My_topic", "My topic"),
        ("How to bake@2024-05-01", "How to bake"),
        ("chat-1724315523000", "Hello there"),
        ("Bread", "Bread"),
    ],
)
def test_without_a_topic_the_file_names_the_chat(name: str, title: str) -> None:
    assert read_copilot(fixture("copilot-2023.md"), note_file(name)).conversation.title == title


@pytest.mark.parametrize("text", ["", "# A note\n", "**user**: alone\n", "> **user**: quoted\n> **ai**: quoted\n"])
def test_another_note_is_not_taken_for_a_chat(text: str) -> None:
    assert not is_copilot(text)


def test_a_tag_makes_a_single_question_a_chat() -> None:
    assert is_copilot("---\ntags: [ai-conversations]\n---\n**user**: alone\n")


def test_a_note_without_messages_is_refused_in_words() -> None:
    with pytest.raises(ImportFailed, match="holds no message"):
        read_copilot("---\nepoch: 1\n---\n**user**: \n", note_file("a"))


@pytest.mark.parametrize("name", ["copilot-quick", "copilot-traces", "copilot-2023", "copilot-agent"])
def test_damage_leads_to_nothing_but_a_refusal(name: str) -> None:
    assert survives(lambda text: (is_copilot(text), read_copilot(text, note_file("a"))), fixture(f"{name}.md")) > 5
