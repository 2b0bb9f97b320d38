"""Provider sheet: list and form beside each other or below, and where keys are kept."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.keyrings import TRUSTED_HERE, PlainKeyring
from tests.support.qt_loop import until
from tests.support.wire import WireServer
from tests.support.words import words_of
from tests.ui.settings.settings_desk import SettingsDesk, on_settings_loop, settings_desk
from vaultdesk.credentials import Credentials
from vaultdesk.ui.settings.provider_form import ProviderForm
from vaultdesk.ui.settings.provider_sheet import ProviderSheet


def sheet_of(desk: SettingsDesk) -> ProviderSheet:
    sheet = ProviderSheet(desk.store, desk.credentials, desk.catalog)
    sheet.resize(1000, 600)
    sheet.show()
    return sheet


@on_settings_loop
async def test_where_keys_are_kept_is_told_on_the_page(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    sheet = sheet_of(desk)
    await until(sheet.place_words)
    assert sheet.place_words() == "Keys are kept in this computer's keyring (Memory)."
    assert sheet.place_words() in words_of(sheet)


@on_settings_loop
async def test_without_a_trusted_keyring_the_page_says_that_keys_end_with_the_program(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    desk.credentials = Credentials({}, PlainKeyring, TRUSTED_HERE)
    sheet = sheet_of(desk)
    await until(sheet.place_words)
    assert sheet.place_words().startswith("Keys are kept in memory until VaultDesk closes")


@on_settings_loop
async def test_vendors_without_a_key_say_so(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path, {"OPENAI_API_KEY": "sk-0123456789"})
    sheet = sheet_of(desk)
    await until(lambda: "no key yet" in sheet.button("anthropic").words())
    assert sheet.button("openai").words() == "api.openai.com · not tested"


@on_settings_loop
async def test_the_provider_that_answers_in_chats_is_shown_first(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    desk.store.set("chat.model", "openai/gpt-x")
    sheet = sheet_of(desk)
    assert sheet.button("openai").isChecked()
    assert isinstance(sheet.form, ProviderForm)


@on_settings_loop
async def test_choosing_another_row_shows_its_form_alone(tmp_path: Path) -> None:
    sheet = sheet_of(settings_desk(tmp_path))
    QTest.mouseClick(sheet.button("anthropic"), Qt.MouseButton.LeftButton)
    assert isinstance(sheet.form, ProviderForm)
    assert sheet.button("anthropic").isChecked()
    await until(lambda: len(sheet.findChildren(ProviderForm)) == 1)
    QTest.mouseClick(sheet.button("offline"), Qt.MouseButton.LeftButton)
    await until(lambda: sheet.findChildren(ProviderForm) == [])
    await until(lambda: "without a language model" in words_of(sheet))


@on_settings_loop
async def test_an_added_server_is_kept_chosen_and_in_the_list(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    sheet = sheet_of(desk)
    sheet.add()
    sheet.add()
    assert list(desk.store.settings.providers) == ["server", "server-2"]
    assert sheet.button("server-2").isChecked()
    assert not sheet.button("server").isChecked()
    assert sheet.button("server").words() == "no address yet"


@on_settings_loop
async def test_the_result_of_a_test_stands_in_the_list(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    with WireServer() as server:
        desk.add_server(server.url)
        sheet = sheet_of(desk)
        sheet.choose("server")
        assert isinstance(sheet.form, ProviderForm)
        sheet.form.test_button.click()
        await until(lambda: sheet.button("server").words().endswith("answers"), seconds=10)


@on_settings_loop
async def test_in_a_narrow_page_the_form_stands_under_the_list_and_nothing_is_cut(tmp_path: Path) -> None:
    sheet = sheet_of(settings_desk(tmp_path))
    sheet.choose("anthropic")
    assert not sheet.stacked()
    sheet.resize(460, 600)
    assert sheet.stacked()
    assert isinstance(sheet.form, ProviderForm)
    page = sheet.widget()
    await until(lambda: page.width() == sheet.viewport().width())
    sheet.resize(1000, 600)
    assert not sheet.stacked()


@on_settings_loop
async def test_removing_the_shown_provider_shows_another(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    desk.add_server("http://localhost:1")
    sheet = sheet_of(desk)
    sheet.choose("server")
    sheet.refresh(desk.store.change(lambda settings: settings.with_provider("server", None)))
    assert sheet.button("offline").isChecked()


@on_settings_loop
async def test_a_new_server_waits_for_its_address(tmp_path: Path) -> None:
    sheet = sheet_of(settings_desk(tmp_path))
    sheet.activateWindow()
    sheet.add()
    form = sheet.form
    assert isinstance(form, ProviderForm)
    await until(lambda: sheet.focusWidget() is form.address_field.edit)
