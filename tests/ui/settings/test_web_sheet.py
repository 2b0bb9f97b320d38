"""Tests of ui/settings/web_sheet.py."""

from pathlib import Path

import pytest

from tests.support.qt_loop import until
from tests.support.web_engines import engine_site, searxng, settings_for
from tests.support.web_site import data
from tests.support.wire_turns import Raw
from tests.ui.settings.settings_desk import on_settings_loop, settings_desk
from vaultdesk.core.credentials import ApiKey, Credentials
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.ui.settings.web_sheet import TEST_QUERY, SearchEngineTest, WebSheet, search_engine_entry
from vaultdesk.ui.widgets.form_controls import WheelSafeComboBox
from vaultdesk.web.web_search import WebSearch

# Engine trial: one harmless question to the chosen engine, and its outcome in a banner.


def trial(settings: WebSettings) -> SearchEngineTest:
    made = SearchEngineTest(WebSearch(lambda: settings, Credentials({})))
    made.show()
    return made


@on_settings_loop
async def test_a_press_asks_once_and_says_that_it_answers(tmp_path: Path) -> None:
    with engine_site("searxng") as site:
        made = trial(settings_for("searxng", site))
        assert site.requests == []
        made.button.click()
        await until(lambda: made.outcome.text() == "It answers: 3 results.")

    assert [request.path for request in site.requests] == [f"/search?q={TEST_QUERY}&format=json"]
    assert made.button.isEnabled()


@pytest.mark.parametrize(
    ("answer", "words"),
    [(searxng(), "It answers, but found nothing."), (data({}, 403), "search.formats"), (data({}, 429), "too often")],
)
@on_settings_loop
async def test_what_is_wrong_is_said(answer: Raw, words: str) -> None:
    with engine_site("searxng", answer) as site:
        made = trial(settings_for("searxng", site))
        made.button.click()
        await until(lambda: words in made.outcome.text())


@on_settings_loop
async def test_what_is_not_set_up_is_said_without_asking(tmp_path: Path) -> None:
    made = trial(WebSettings(engine="brave"))
    made.button.click()
    await until(lambda: "no key for Brave Search" in made.outcome.text())
    assert made.button.isEnabled()


@on_settings_loop
async def test_the_sheet_offers_it_for_a_chosen_engine_and_forgets_what_is_old(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    sheet = WebSheet(desk.store, desk.credentials)
    sheet.show()
    assert not sheet.trial.isVisible()
    with engine_site("searxng") as site:
        web = settings_for("searxng", site)
        desk.store.change(lambda settings: settings.model_copy(update={"web": web}))
        sheet.refresh(desk.store.settings)
        assert sheet.trial.isVisible()
        sheet.trial.button.click()
        await until(lambda: sheet.trial.outcome.text() == "It answers: 3 results.")
    sheet.refresh(desk.store.settings)
    assert not sheet.trial.outcome.isVisible()


# Tests of web_sheet.py.


def test_a_key_belongs_to_an_engine_that_takes_one_and_to_its_address() -> None:
    assert search_engine_entry(WebSettings()) is None
    assert search_engine_entry(WebSettings(engine="duckduckgo")) is None
    brave = search_engine_entry(WebSettings(engine="brave"))
    assert brave is not None
    assert (brave.wants_key, brave.origin.startswith("https://")) == (True, True)
    own = search_engine_entry(WebSettings(engine="searxng", api_key_env="SEARCH_KEY", base_url="no address"))
    assert own is not None
    assert own.origin == ""


@on_settings_loop
async def test_who_is_sent_the_words_is_said_and_the_key_goes_into_the_keyring(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    sheet = WebSheet(desk.store, desk.credentials)
    sheet.show()
    assert not sheet.key.isVisible()
    assert not sheet.disclosure.isVisible()
    engine = sheet.form.field("engine")
    assert isinstance(engine, WheelSafeComboBox)
    engine.setCurrentIndex(engine.findData("brave"))
    sheet.refresh(desk.store.settings)
    assert sheet.key.isVisible()
    assert sheet.disclosure.text() == "The words of each search you allow are sent to Brave Search."
    sheet.key.field.set_text("key-123")
    sheet.key.entered.emit()
    await until(lambda: sheet.key.typed() == "")
    row = search_engine_entry(desk.store.settings.web)
    assert row is not None
    found = desk.credentials.find(row.name, row.origin)
    assert isinstance(found, ApiKey)
    assert found.secret == "key-123"
