"""Tests of cli/attached_notes.py: notes named on the command line, and private ones said before anything is sent."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.support.desk import LOCAL, REMOTE
from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import ContextItem
from vaultdesk.cli.attached_notes import announce_private_notes, with_attached_notes
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import UsageError
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.workspace import Workspace


@asynccontextmanager
async def opened(vault: Path, *rules: PrivacyRule) -> AsyncIterator[Workspace]:
    store = SettingsStore(app_folders().settings_file)
    store.change(lambda settings: settings.with_vault(vault, privacy=rules))
    async with Workspace.open(vault, folders=app_folders(), store=store, credentials=Credentials({})) as workspace:
        await workspace.wait_until_indexed()
        yield workspace


def note(target: str) -> ContextItem:
    return ContextItem(kind="note", target=target)


def test_t7_notes_are_attached_by_option_and_by_mention(home: Path, vault: Path) -> None:
    async def story() -> None:
        async with opened(vault) as workspace:
            words = "Compare @Boiler, @garden/apples. Not me@Budget nor @vault nor @nobody"
            asked = await with_attached_notes(workspace, Question(words), ["Budget.md"])
            assert asked.context == (note("Budget"), note("Boiler"), note("Garden/Apples"))
            assert asked.text == words
            with pytest.raises(UsageError, match="no note “Nowhere”"):
                await with_attached_notes(workspace, Question("x"), ["Nowhere"])

    asyncio.run(story())


def test_t7_private_notes_are_named_with_their_rule(
    home: Path, vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = (
        PrivacyRule(kind="tag", value="heating", answer="local"),
        PrivacyRule(kind="folder", value="Garden", answer="ask"),
    )

    async def story() -> None:
        async with opened(vault, *rules) as workspace:
            question = Question("And [[Apples]], [[Budget]]?", (note("Boiler"),))
            await announce_private_notes(workspace, question, REMOTE)
            told = capsys.readouterr()
            assert told.out == ""
            assert told.err.splitlines() == [
                "Boiler will not be sent to Anthropic: it is private, tagged #heating",
                "You will be asked before Apples is sent to Anthropic: it is private, in Garden",
            ]
            await announce_private_notes(workspace, question, LOCAL)
            assert capsys.readouterr().err == ""

    asyncio.run(story())


def test_t7_ask_says_it_before_the_answer(command: CommandLine, home: Path, vault: Path) -> None:
    rule = PrivacyRule(kind="note", value="Boiler.md", answer="never")
    store = SettingsStore(app_folders().settings_file)
    store.change(lambda settings: settings.with_vault(vault.resolve(), privacy=(rule,)))
    ran = command("ask", "What does it cost?", "--note", "Boiler", "--vault", vault, "--approve", "all")
    assert ran.code == 0
    assert ran.err.splitlines()[0] == "Boiler will not be sent to Offline assistant: it is private, by name"
    assert "Nordwind" not in ran.out
    assert command("ask", "x", "--note", "Nowhere", "--vault", vault).code == 2
