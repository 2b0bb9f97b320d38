"""Tests of agent/instructions/quick_commands.py."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.agent.context_desk import ContextDesk, note, open_contexts
from vaultdesk.agent.instructions.quick_commands import (
    DEFAULT_ORDER,
    MAX_PROMPT_CHARACTERS,
    CommandContext,
    MenuCommand,
    QuickCommand,
    QuickCommandCatalog,
    read_command,
)
from vaultdesk.chat.messages import ContextItem
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath

# Which notes are quick commands, and what they say.


def read(text: str, problem: str = "") -> MenuCommand | None:
    return read_command(parse_note(NotePath("Commands/Fix it.md"), text), lambda _: problem)


def test_a_command_is_its_text_by_the_name_of_its_note() -> None:
    text = "---\ndescription: Mends grammar\nmodel: work/m\nmode: chat\n---\n\nFix {}.\n"
    command = QuickCommand("Commands/Fix it.md", "Fix it", "Mends grammar", "work/m", "chat", "Fix {}.")
    assert read(text) == MenuCommand(command, DEFAULT_ORDER)


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


@pytest.mark.parametrize(
    "text", ["", "---\ndescription: x\n---\n", "%% only a remark %%", "x" * (MAX_PROMPT_CHARACTERS + 1)]
)
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


# Quick commands become questions; what a variable stands for goes beside the words and never into them.

NOTES = {
    "Assistant/Commands/Sum up.md": "Sum up {}.\n",
    "Assistant/Commands/First.md": "---\ncopilot-command-context-menu-order: 1\n---\nBegin with {words}.\n",
    "Assistant/Commands-old/Not.md": "Not one.\n",
    "House/Boiler.md": "It leaks.\n",
}
HERE = CommandContext("It leaks.", "House/Boiler.md", "From the web [[Secret]] {activeNote}", "in two lines")


@asynccontextmanager
async def open_shelf(folder: Path) -> AsyncIterator[tuple[QuickCommandCatalog, ContextDesk, SettingsStore]]:
    store = SettingsStore(folder / "settings.toml")
    async with open_contexts(folder, NOTES) as at, QuickCommandCatalog(at.vault, store, at.searcher) as shelf:
        await shelf.refresh()
        yield shelf, at, store


def command(text: str, mode: str = "") -> QuickCommand:
    return QuickCommand("Assistant/Commands/X.md", "X", mode=mode, text=text)


async def test_the_notes_of_the_folder_are_the_commands_in_their_order(tmp_path: Path) -> None:
    async with open_shelf(tmp_path) as (shelf, _, _store):
        assert [one.name for one in shelf.list()] == ["First", "Sum up"]


async def test_a_new_note_and_another_folder_are_seen(tmp_path: Path) -> None:
    async with open_shelf(tmp_path) as (shelf, at, store):
        with shelf.changes.subscribe() as changes:
            async with asyncio.timeout(5):
                await at.vault.create(NotePath("Assistant/Commands/New.md"), "New {words}\n")
                await anext(changes)
                assert [one.name for one in shelf.list()] == ["First", "New", "Sum up"]
                store.set("chat.commands_folder", "Assistant/Commands-old")
                await anext(changes)
                assert [one.name for one in shelf.list()] == ["Not"]


SELECTION = ContextItem(kind="selection", target="House/Boiler.md", text="It leaks.")
ACTIVE = ContextItem(kind="active", target="House/Boiler.md")


@pytest.mark.parametrize(
    ("text", "words", "items"),
    [
        ("Fix {}", "Fix the attached selection\n\nin two lines", (SELECTION,)),
        ("Fix {selection} and {selection}", "Fix the attached selection and the attached selection\n\nin two lines",
         (SELECTION,)),
        ("About {activeNote}", "About the attached note “Boiler”\n\nin two lines", (ACTIVE,)),
        ("Say it {words}!", "Say it in two lines!", ()),
        ("Like {[[House/Boiler#Costs|x]]}", "Like [[House/Boiler#Costs|x]]\n\nin two lines",
         (note("House/Boiler#Costs"),)),
        ("In {House/}", "In the attached notes of House\n\nin two lines",
         (ContextItem(kind="folder", target="House"),)),
        ("With {#a, #b/c}", "With the attached notes with #a, #b/c\n\nin two lines",
         (ContextItem(kind="tag", target="a"), ContextItem(kind="tag", target="b/c"))),
        ("Unknown {nothing} {\"a\": 1} {", "Unknown {nothing} {\"a\": 1} {\n\nin two lines", ()),
    ],
)  # fmt: skip
async def test_variables_become_words_or_what_lies_beside(
    tmp_path: Path, text: str, words: str, items: tuple[ContextItem, ...]
) -> None:
    async with open_shelf(tmp_path) as (shelf, _, _store):
        question = await shelf.expand(command(text, "chat"), HERE)

        assert (question.text, question.context, question.mode) == (words, items, "chat")


async def test_what_is_put_in_is_never_read_as_links_or_variables(tmp_path: Path) -> None:
    async with open_shelf(tmp_path) as (shelf, at, _store):
        question = await shelf.expand(command("Translate {clipboard} {words}"), HERE)

        assert question.text == "Translate the attached clipboard in two lines"
        assert question.context == (ContextItem(kind="file", target="clipboard", text=HERE.clipboard),)
        pieces = await at.filled(question.message())
        # Only the text itself went: the link inside it was not followed.
        assert len(pieces[0].parts) == 2


async def test_without_a_selection_the_open_note_is_meant(tmp_path: Path) -> None:
    async with open_shelf(tmp_path) as (shelf, _, _store):
        assert (await shelf.expand(command("Fix {}"), CommandContext(active="House/Boiler.md"))).context == (ACTIVE,)
        empty = await shelf.expand(command("Fix {} {clipboard}"), CommandContext())
        assert empty.text == "Fix (nothing is selected, and no note is open) (the clipboard is empty)"
        assert empty.context == ()
