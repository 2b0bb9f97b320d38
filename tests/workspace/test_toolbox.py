"""Tests of workspace/toolbox.py."""

import asyncio
from datetime import UTC, datetime

import pytest

from tests.support.web_site import WebSite, page
from tests.workspace.bench import Bench
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import AddressBlocked
from vaultdesk.core.settings.settings_schema import PomodoroSettings, VocabularySettings, WebSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.tools.builtin.pomodoro import FinishedSession
from vaultdesk.workspace import TOOLS
from vaultdesk.workspace.toolbox import web_services

# Web side: search, pages and transcripts of a workspace follow its settings.


async def test_the_engine_of_the_moment_is_asked() -> None:
    now = [Settings()]
    side = web_services(lambda: now[0], Credentials({}))
    assert side.search.engine is None
    now[0] = Settings(web=WebSettings(engine="duckduckgo"))

    assert side.search.destination.host == "html.duckduckgo.com"


async def test_pages_are_asked_through_the_client_that_is_given_and_else_through_the_guard() -> None:
    with WebSite({"/": page("<p>Hello</p>")}) as site:
        url = site.url("heat-pumps.example")
        assert (await web_services(Settings, Credentials({}), site.client()).pages.fetch_page(url)).text == "Hello"
        with pytest.raises(AddressBlocked):
            await web_services(Settings, Credentials({})).pages.fetch_page(f"http://127.0.0.1:{site.port}/")


# Toolbox: the list of every tool is the list of those that are really there.


async def test_the_tools_listed_without_a_vault_are_those_an_open_one_has(bench: Bench) -> None:
    async with bench.open() as workspace:
        assert tuple(type(tool) for tool in workspace.registry.tools) == TOOLS


# What an open vault has beside its notes follows the settings as they are, without being opened anew.

SESSION = FinishedSession(25, datetime(2026, 11, 22, 9, 5, tzinfo=UTC), datetime(2026, 11, 22, 9, 30, tzinfo=UTC))


async def test_the_folder_of_the_words_is_the_one_that_is_set_now(bench: Bench) -> None:
    async with bench.open() as workspace:
        assert (await workspace.vocabulary.add("nuances")).word.path == "Vocabulary/nuances.md"
        other = VocabularySettings(folder="Words/English")
        bench.store.change(lambda tree: tree.model_copy(update={"vocabulary": other}))
        assert (await workspace.vocabulary.add("nuances")).word.path == "Words/English/nuances.md"


async def test_a_session_is_written_down_only_once_that_is_switched_on(bench: Bench) -> None:
    async with bench.open() as workspace:
        workspace.pomodoro_timer.finished.publish(SESSION)
        for _ in range(10):  # The log looks at the settings when it is told.
            await asyncio.sleep(0)
        bench.store.change(lambda tree: tree.model_copy(update={"pomodoro": PomodoroSettings(log=True)}))
        with workspace.vault.changes.subscribe() as changes:
            workspace.pomodoro_timer.finished.publish(SESSION)
            async with asyncio.timeout(5):
                await anext(changes)
        text = (bench.root / "2026-11-22.md").read_text(encoding="utf-8")
        assert text.count("Pomodoro, 25 minutes") == 1


async def test_a_timer_that_runs_ends_with_its_vault(bench: Bench) -> None:
    async with bench.open() as workspace:
        workspace.pomodoro_timer.start(1)
    assert workspace.pomodoro_timer._timer_handle is None
