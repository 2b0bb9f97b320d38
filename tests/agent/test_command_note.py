"""Which notes are quick commands, and what they say."""

import pytest

from vaultdesk.agent.command_note import LAST, LONGEST, Placed, QuickCommand, read_command
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath


def read(text: str, problem: str = "") -> Placed | None:
    return read_command(parse_note(NotePath("Commands/Fix it.md"), text), lambda _: problem)


def test_a_command_is_its_text_by_the_name_of_its_note() -> None:
    text = "---\ndescription: Mends grammar\nmodel: work/m\nmode: chat\n---\n\nFix {}.\n"
    command = QuickCommand("Commands/Fix it.md", "Fix it", "Mends grammar", "work/m", "chat", "Fix {}.")
    assert read(text) == Placed(command, LAST)


def test_the_properties_of_copilot_are_understood() -> None:
    head = "copilot-command-model-key: gpt-5|openai\ncopilot-command-context-menu-order: 30\n"
    placed = read(f"---\n{head}copilot-command-slash-enabled: true\n---\nFix {{}}.")
    assert placed is not None
    assert (placed.command.model, placed.order) == ("openai/gpt-5", 30)


@pytest.mark.parametrize(
    ("head", "there"),
    [
        ("copilot-command-slash-enabled: false", False),
        ("copilot-command-slash-enabled: false\ncopilot-command-context-menu-enabled: true", True),
        ("copilot-command-slash-enabled: true\ncopilot-command-context-menu-enabled: false", True),
    ],
)
def test_a_command_that_is_switched_off_everywhere_is_none(head: str, there: bool) -> None:
    assert (read(f"---\n{head}\n---\nFix it.") is not None) is there


@pytest.mark.parametrize("text", ["", "---\ndescription: x\n---\n", "%% only a remark %%", "x" * (LONGEST + 1)])
def test_what_has_no_prompt_is_no_command(text: str) -> None:
    assert read(text) is None


def test_private_remarks_are_no_part_of_a_prompt() -> None:
    placed = read("Fix {}. %% my boss wants this %% Be brief.")
    assert placed is not None
    assert "boss" not in placed.command.text
    assert placed.command.text.endswith("Be brief.")


def test_a_model_that_cannot_be_asked_and_an_unknown_mode_are_not_followed() -> None:
    placed = read("---\nmodel: nowhere/m\nmode: root\n---\nFix it.", "There is no provider.")
    assert placed is not None
    assert (placed.command.model, placed.command.mode) == ("", "")
