"""Tests of agent/instructions/quick_commands.py."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.agent.context_env import ContextEnv, note, open_contexts
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

# Reading quick commands from notes.


def read(text: str, problem: str = "") -> MenuCommand | None:
    return read_command(parse_note(NotePath("Commands/Fix it.md"), text), lambda _: problem)


def test_a_command_has_the_name_and_text_of_its_note() -> None:
    text = "---\ndescription: Mends grammar\nmodel: work/m\nmode: chat\n---\n\nFix {}.\n"
    command = QuickCommand("Commands/Fix it.md", "Fix it", "Mends grammar", "work/m", "chat", "Fix {}.")
    assert read(text) == MenuCommand(command, DEFAULT_ORDER)


def test_properties_of_copilot_are_supported() -> None:
    properties = "copilot-command-model-key: gpt-5|openai\ncopilot-command-context-menu-order: 30\n"
    menu_command = read(f"---\n{properties}copilot-command-slash-enabled: true\n---\nFix {{}}.")
    assert menu_command is not None
    assert (menu_command.command.model, menu_command.order) == ("openai/gpt-5", 30)


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ("copilot-command-slash-enabled: false", False),
        ("copilot-command-slash-enabled: false\ncopilot-command-context-menu-enabled: true", True),
        ("copilot-command-slash-enabled: true\ncopilot-command-context-menu-enabled: false", True),
    ],
)
def test_a_command_disabled_everywhere_is_ignored(properties: str, expected: bool) -> None:
    assert (read(f"---\n{properties}\n---\nFix it.") is not None) is expected


@pytest.mark.parametrize(
    "text", ["", "---\ndescription: x\n---\n", "%% only a remark %%", "x" * (MAX_PROMPT_CHARACTERS + 1)]
)
def test_a_note_without_a_prompt_is_no_command(text: str) -> None:
    assert read(text) is None


def test_comments_are_removed_from_the_prompt() -> None:
    menu_command = read("Fix {}. %% my boss wants this %% Be brief.")
    assert menu_command is not None
    assert "boss" not in menu_command.command.text
    assert menu_command.command.text.endswith("Be brief.")


def test_an_unavailable_model_and_an_unknown_mode_are_ignored() -> None:
    menu_command = read("---\nmodel: nowhere/m\nmode: root\n---\nFix it.", "There is no provider.")
    assert menu_command is not None
    assert (menu_command.command.model, menu_command.command.mode) == ("", "")


# Expansion to questions; values of variables become context and never part of the text.

NOTES = {
    "Assistant/Commands/Sum up.md": "Sum up {}.\n",
    "Assistant/Commands/First.md": "---\ncopilot-command-context-menu-order: 1\n---\nBegin with {words}.\n",
    "Assistant/Commands-old/Not.md": "Not one.\n",
    "House/Boiler.md": "It leaks.\n",
}
CONTEXT = CommandContext("It leaks.", "House/Boiler.md", "From the web [[Secret]] {activeNote}", "in two lines")


@asynccontextmanager
async def open_catalog(folder: Path) -> AsyncIterator[tuple[QuickCommandCatalog, ContextEnv, SettingsStore]]:
    store = SettingsStore(folder / "settings.toml")
    async with open_contexts(folder, NOTES) as at, QuickCommandCatalog(at.vault, store, at.searcher) as catalog:
        await catalog.refresh()
        yield catalog, at, store


def command(text: str, mode: str = "") -> QuickCommand:
    return QuickCommand("Assistant/Commands/X.md", "X", mode=mode, text=text)


async def test_notes_of_the_folder_are_commands_in_menu_order(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as (catalog, _, _store):
        assert [quick_command.name for quick_command in catalog.list()] == ["First", "Sum up"]


async def test_new_notes_and_another_folder_are_followed(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as (catalog, at, store):
        with catalog.changes.subscribe() as changes:
            async with asyncio.timeout(5):
                await at.vault.create(NotePath("Assistant/Commands/New.md"), "New {words}\n")
                await anext(changes)
                assert [quick_command.name for quick_command in catalog.list()] == ["First", "New", "Sum up"]
                store.set("chat.commands_folder", "Assistant/Commands-old")
                await anext(changes)
                assert [quick_command.name for quick_command in catalog.list()] == ["Not"]


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
async def test_variables_are_replaced_by_text_or_context(
    tmp_path: Path, text: str, words: str, items: tuple[ContextItem, ...]
) -> None:
    async with open_catalog(tmp_path) as (catalog, _, _store):
        question = await catalog.expand(command(text, "chat"), CONTEXT)

        assert (question.text, question.context, question.mode) == (words, items, "chat")


async def test_inserted_text_is_never_parsed_for_links_or_variables(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as (catalog, at, _store):
        question = await catalog.expand(command("Translate {clipboard} {words}"), CONTEXT)

        assert question.text == "Translate the attached clipboard in two lines"
        assert question.context == (ContextItem(kind="file", target="clipboard", text=CONTEXT.clipboard),)
        messages = await at.attach(question.message())
        # Only the text is attached; the link in it was not followed.
        assert len(messages[0].parts) == 2


async def test_the_active_note_replaces_a_missing_selection(tmp_path: Path) -> None:
    async with open_catalog(tmp_path) as (catalog, _, _store):
        assert (await catalog.expand(command("Fix {}"), CommandContext(active="House/Boiler.md"))).context == (ACTIVE,)
        empty = await catalog.expand(command("Fix {} {clipboard}"), CommandContext())
        assert empty.text == "Fix (nothing is selected, and no note is open) (the clipboard is empty)"
        assert empty.context == ()
