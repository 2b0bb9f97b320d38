"""Tests of web_sheet.py."""

from pathlib import Path

from tests.support.qt_loop import until
from tests.ui.settings.settings_desk import on_settings_loop, settings_desk
from vaultdesk.core.credentials import ApiKey
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.ui.settings.web_sheet import WebSheet, engine_row
from vaultdesk.ui.widgets.form_controls import WheelSafeComboBox


def test_a_key_belongs_to_an_engine_that_takes_one_and_to_its_address() -> None:
    assert engine_row(WebSettings()) is None
    assert engine_row(WebSettings(engine="duckduckgo")) is None
    brave = engine_row(WebSettings(engine="brave"))
    assert brave is not None
    assert (brave.wants_key, brave.origin.startswith("https://")) == (True, True)
    own = engine_row(WebSettings(engine="searxng", api_key_env="SEARCH_KEY", base_url="no address"))
    assert own is not None
    assert own.origin == ""


@on_settings_loop
async def test_who_is_sent_the_words_is_said_and_the_key_goes_into_the_keyring(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    sheet = WebSheet(desk.store, desk.credentials)
    sheet.show()
    assert not sheet.key.isVisible()
    assert not sheet.leaves.isVisible()
    engine = sheet.form.field("engine")
    assert isinstance(engine, WheelSafeComboBox)
    engine.setCurrentIndex(engine.findData("brave"))
    sheet.refresh(desk.store.settings)
    assert sheet.key.isVisible()
    assert sheet.leaves.text() == "The words of each search you allow are sent to Brave Search."
    sheet.key.field.set_text("key-123")
    sheet.key.entered.emit()
    await until(lambda: sheet.key.typed() == "")
    row = engine_row(desk.store.settings.web)
    assert row is not None
    found = desk.credentials.find(row.name, row.origin)
    assert isinstance(found, ApiKey)
    assert found.secret == "key-123"
