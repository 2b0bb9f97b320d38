"""Tests of ui/settings/search_sheets.py."""

import json
from pathlib import Path

import pytest

from tests.support.qt_loop import until
from tests.support.web_engines import engine_site, searxng, settings_for
from tests.support.web_site import data
from tests.support.wire import Raw, Recorded, WireServer, refused
from tests.ui.settings.settings_env import SettingsEnv, on_settings_loop, settings_env
from vaultdesk.core.credentials import ApiKey, Credentials
from vaultdesk.core.settings.settings_schema import ProviderSettings, WebSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.ui.settings.search_sheets import (
    BUILT_IN,
    OFF,
    SERVER,
    TEST_QUERY,
    SearchEngineTest,
    SearchSheet,
    WebSheet,
    embedding_disclosure_text,
    search_engine_entry,
)
from vaultdesk.ui.widgets.form_controls import WheelSafeComboBox
from vaultdesk.web.web_search import WebSearch

# SearchSheet: a server's model is used only after a successful test, and what is sent is disclosed first.


def answer(request: Recorded) -> Raw:
    rows = [{"index": nth, "embedding": [1.0, float(nth)]} for nth in range(len(request.json["input"]))]
    return Raw(json.dumps({"data": rows}).encode(), 200, "application/json")


def env_with(tmp_path: Path, url: str) -> SettingsEnv:
    env = settings_env(tmp_path)
    work = ProviderSettings(kind="openai-compatible", base_url=f"{url}/v1")
    env.store.change(lambda settings: settings.with_provider("work", work))
    return env


def open_sheet(env: SettingsEnv) -> SearchSheet:
    sheet = SearchSheet(env.store, env.catalog)
    sheet.resize(800, 600)
    sheet.show()
    return sheet


def choose(sheet: SearchSheet, location: str) -> None:
    sheet.location.box.setCurrentIndex(sheet.location.box.findData(location))
    sheet.location.chosen.emit()


@on_settings_loop
async def test_built_in_and_off_are_stored_immediately(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    sheet = open_sheet(env)
    assert sheet.location.value() == BUILT_IN
    assert sheet.server.isHidden()
    choose(sheet, OFF)
    assert env.store.settings.meaning.model == OFF
    choose(sheet, BUILT_IN)
    assert env.store.settings.meaning.model == BUILT_IN


@on_settings_loop
async def test_a_server_model_must_be_tested_before_it_is_used(tmp_path: Path) -> None:
    async with WireServer(routes={"/v1/embeddings": answer}) as server:
        env = env_with(tmp_path, server.url)
        sheet = open_sheet(env)
        choose(sheet, SERVER)
        assert env.store.settings.meaning.model == BUILT_IN
        assert not sheet.try_button.isEnabled()
        assert not sheet.use_button.isEnabled()
        sheet.provider.set_value("work")
        sheet.model.edit.setText("embed-small")
        sheet.try_button.click()
        await until(sheet.use_button.isEnabled)
        assert "on this computer" in sheet.outcome.text()
        sheet.use_button.click()
        assert env.store.settings.meaning.model == "work/embed-small"
        assert open_sheet(env).label == "work/embed-small"


@on_settings_loop
async def test_another_model_name_must_be_tested_again(tmp_path: Path) -> None:
    async with WireServer(routes={"/v1/embeddings": answer}) as server:
        sheet = open_sheet(env_with(tmp_path, server.url))
        choose(sheet, SERVER)
        sheet.provider.set_value("work")
        sheet.model.edit.setText("embed-small")
        sheet.try_button.click()
        await until(sheet.use_button.isEnabled)
        sheet.model.edit.setText("embed-large")
        assert not sheet.use_button.isEnabled()
        assert sheet.outcome.isHidden()


@on_settings_loop
async def test_a_model_without_embeddings_is_reported(tmp_path: Path) -> None:
    async with WireServer(routes={"/v1/embeddings": lambda _: refused(404, "no such model")}) as server:
        env = env_with(tmp_path, server.url)
        sheet = open_sheet(env)
        choose(sheet, SERVER)
        sheet.provider.set_value("work")
        sheet.model.edit.setText("chat-only")
        sheet.try_button.click()
        await until(lambda: not sheet.outcome.isHidden() and "Asking" not in sheet.outcome.text())
        assert not sheet.use_button.isEnabled()
        assert env.store.settings.meaning.model == BUILT_IN


def test_the_disclosure_names_the_host() -> None:
    text = embedding_disclosure_text(Destination("OpenAI", "api.openai.com", local=False))
    assert "api.openai.com" in text
    assert "not private" in text


# SearchEngineTest: one harmless query to the chosen engine, and its outcome in a banner.


def create_engine_test(settings: WebSettings) -> SearchEngineTest:
    created = SearchEngineTest(WebSearch(lambda: settings, Credentials({})))
    created.show()
    return created


@on_settings_loop
async def test_a_click_sends_one_query_and_shows_the_result(tmp_path: Path) -> None:
    with engine_site("searxng") as site:
        created = create_engine_test(settings_for("searxng", site))
        assert site.requests == []
        created.button.click()
        await until(lambda: created.outcome.text() == "It answers: 3 results.")

    assert [request.path for request in site.requests] == [f"/search?q={TEST_QUERY}&format=json"]
    assert created.button.isEnabled()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (searxng(), "It answers, but found nothing."),
        (data({}, 403), "search.formats"),
        (data({}, 429), "too many requests"),
    ],
)
@on_settings_loop
async def test_problems_of_the_engine_are_shown(answer: Raw, message: str) -> None:
    with engine_site("searxng", answer) as site:
        created = create_engine_test(settings_for("searxng", site))
        created.button.click()
        await until(lambda: message in created.outcome.text())


@on_settings_loop
async def test_a_missing_key_is_reported_without_a_query(tmp_path: Path) -> None:
    created = create_engine_test(WebSettings(engine="brave"))
    created.button.click()
    await until(lambda: "no key for Brave Search" in created.outcome.text())
    assert created.button.isEnabled()


@on_settings_loop
async def test_the_sheet_offers_the_test_for_a_chosen_engine_and_clears_old_results(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    sheet = WebSheet(env.store, env.credentials)
    sheet.show()
    assert not sheet.test.isVisible()
    with engine_site("searxng") as site:
        web = settings_for("searxng", site)
        env.store.change(lambda settings: settings.model_copy(update={"web": web}))
        sheet.refresh(env.store.settings)
        assert sheet.test.isVisible()
        sheet.test.button.click()
        await until(lambda: sheet.test.outcome.text() == "It answers: 3 results.")
    sheet.refresh(env.store.settings)
    assert not sheet.test.outcome.isVisible()


# WebSheet.


def test_only_engines_with_keys_have_a_key_entry_for_their_origin() -> None:
    assert search_engine_entry(WebSettings()) is None
    assert search_engine_entry(WebSettings(engine="duckduckgo")) is None
    brave = search_engine_entry(WebSettings(engine="brave"))
    assert brave is not None
    assert (brave.wants_key, brave.origin.startswith("https://")) == (True, True)
    custom = search_engine_entry(WebSettings(engine="searxng", api_key_env="SEARCH_KEY", base_url="no address"))
    assert custom is not None
    assert custom.origin == ""


@on_settings_loop
async def test_the_recipient_of_queries_is_disclosed_and_the_key_is_stored_in_the_keyring(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    sheet = WebSheet(env.store, env.credentials)
    sheet.show()
    assert not sheet.key.isVisible()
    assert not sheet.disclosure.isVisible()
    engine = sheet.form.field("engine")
    assert isinstance(engine, WheelSafeComboBox)
    engine.setCurrentIndex(engine.findData("brave"))
    sheet.refresh(env.store.settings)
    assert sheet.key.isVisible()
    assert sheet.disclosure.text() == "The words of each search you allow are sent to Brave Search."
    sheet.key.field.set_text("key-123")
    sheet.key.entered.emit()
    await until(lambda: sheet.key.typed() == "")
    row = search_engine_entry(env.store.settings.web)
    assert row is not None
    found = env.credentials.find(row.name, row.origin)
    assert isinstance(found, ApiKey)
    assert found.secret == "key-123"
