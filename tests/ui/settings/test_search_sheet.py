"""Search sheet: a server's model is taken only once it was tried, and who would send notes away is told so first."""

import json
from pathlib import Path

from tests.support.qt_loop import until
from tests.support.wire import Raw, Recorded, WireServer, refused
from tests.ui.settings.settings_desk import SettingsDesk, on_settings_loop, settings_desk
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.ui.settings.search_sheet import BUILT_IN, OFF, SERVER, SearchSheet, embedding_disclosure_text


def answer(request: Recorded) -> Raw:
    rows = [{"index": nth, "embedding": [1.0, float(nth)]} for nth in range(len(request.json["input"]))]
    return Raw(json.dumps({"data": rows}).encode(), 200, "application/json")


def desk_with(tmp_path: Path, url: str) -> SettingsDesk:
    desk = settings_desk(tmp_path)
    work = ProviderSettings(kind="openai-compatible", base_url=f"{url}/v1")
    desk.store.change(lambda settings: settings.with_provider("work", work))
    return desk


def sheet_of(desk: SettingsDesk) -> SearchSheet:
    sheet = SearchSheet(desk.store, desk.catalog)
    sheet.resize(800, 600)
    sheet.show()
    return sheet


def choose(sheet: SearchSheet, way: str) -> None:
    sheet.location.box.setCurrentIndex(sheet.location.box.findData(way))
    sheet.location.chosen.emit()


@on_settings_loop
async def test_built_in_and_off_are_kept_at_once(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    sheet = sheet_of(desk)
    assert sheet.location.value() == BUILT_IN
    assert sheet.server.isHidden()
    choose(sheet, OFF)
    assert desk.store.settings.meaning.model == OFF
    choose(sheet, BUILT_IN)
    assert desk.store.settings.meaning.model == BUILT_IN


@on_settings_loop
async def test_a_model_of_a_server_is_tried_before_it_is_used(tmp_path: Path) -> None:
    async with WireServer(routes={"/v1/embeddings": answer}) as server:
        desk = desk_with(tmp_path, server.url)
        sheet = sheet_of(desk)
        choose(sheet, SERVER)
        assert desk.store.settings.meaning.model == BUILT_IN
        assert not sheet.try_button.isEnabled()
        assert not sheet.use_button.isEnabled()
        sheet.provider.set_value("work")
        sheet.model.edit.setText("embed-small")
        sheet.try_button.click()
        await until(sheet.use_button.isEnabled)
        assert "on this computer" in sheet.outcome.text()
        sheet.use_button.click()
        assert desk.store.settings.meaning.model == "work/embed-small"
        assert sheet_of(desk).label == "work/embed-small"


@on_settings_loop
async def test_another_name_has_to_be_tried_again(tmp_path: Path) -> None:
    async with WireServer(routes={"/v1/embeddings": answer}) as server:
        sheet = sheet_of(desk_with(tmp_path, server.url))
        choose(sheet, SERVER)
        sheet.provider.set_value("work")
        sheet.model.edit.setText("embed-small")
        sheet.try_button.click()
        await until(sheet.use_button.isEnabled)
        sheet.model.edit.setText("embed-large")
        assert not sheet.use_button.isEnabled()
        assert sheet.outcome.isHidden()


@on_settings_loop
async def test_a_model_that_makes_no_embeddings_is_told(tmp_path: Path) -> None:
    async with WireServer(routes={"/v1/embeddings": lambda _: refused(404, "no such model")}) as server:
        desk = desk_with(tmp_path, server.url)
        sheet = sheet_of(desk)
        choose(sheet, SERVER)
        sheet.provider.set_value("work")
        sheet.model.edit.setText("chat-only")
        sheet.try_button.click()
        await until(lambda: not sheet.outcome.isHidden() and "Asking" not in sheet.outcome.text())
        assert not sheet.use_button.isEnabled()
        assert desk.store.settings.meaning.model == BUILT_IN


def test_what_would_leave_is_named_with_its_host() -> None:
    words = embedding_disclosure_text(Destination("OpenAI", "api.openai.com", local=False))
    assert "api.openai.com" in words
    assert "not private" in words
