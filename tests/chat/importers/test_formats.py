"""Which program a note or an entry comes from."""

from typing import get_args

import pytest

from tests.chat.importers.drawing import fixture
from vaultdesk.chat.importers.formats import FORMATS, FormatName, export_format, note_format


def test_each_format_has_a_name_for_people() -> None:
    assert tuple(FORMATS) == get_args(FormatName)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("copilot-quick", "copilot"),
        ("copilot-2023", "copilot"),
        ("copilot-agent", "copilot"),
        ("chatgpt-md", "chatgpt-md"),
        ("gemini-scribe", "gemini-scribe"),
    ],
)
def test_a_note_is_told_by_what_stands_in_it(name: str, expected: str) -> None:
    assert note_format(fixture(f"{name}.md")) == expected


def test_an_ordinary_note_is_nobodys() -> None:
    assert note_format("# Boiler\n\nSee [[Budget]].\n") is None


def test_a_chat_of_ours_is_not_brought_in_again() -> None:
    assert note_format("---\nvaultdesk-chat: 1\n---\n" + fixture("copilot-2023.md")) is None


def test_an_entry_is_told_by_its_shape() -> None:
    assert [export_format(item) for item in ({"mapping": {}}, {"chat_messages": []}, {"id": 1}, None, [])] == [
        "chatgpt",
        "claude",
        None,
        None,
        None,
    ]
