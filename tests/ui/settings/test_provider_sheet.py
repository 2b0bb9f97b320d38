"""Tests of ui/settings/provider_sheet.py."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.keyrings import TRUSTED_HERE, PlainKeyring
from tests.support.qt_loop import until
from tests.support.wire import Turn, WireServer
from tests.support.wire_ollama import facts, shown
from tests.support.words import words_of
from tests.ui.settings.settings_env import SettingsEnv, on_settings_loop, settings_env
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.settings.settings_schema import ModelPrice, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.capabilities import CapabilityCard, ToolMode, ToolModeChoice
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.local_servers import LocalServer
from vaultdesk.providers.provider import ModelInfo, Price
from vaultdesk.providers.provider_types import PROVIDER_TYPES
from vaultdesk.ui.settings.provider_form import OfflineForm, ProviderForm
from vaultdesk.ui.settings.provider_sheet import (
    CapabilityCheckCard,
    FoundServerBanners,
    ProviderSheet,
    RemovalBanner,
    RemovedProvider,
    capability_facts,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import ElidedLabel

# Capability facts: probe results take precedence over listed capabilities; unknown ones are marked.


def model_status(tool_mode: ToolMode, info: ModelInfo | None = None, card: CapabilityCard | None = None) -> ModelStatus:
    return ModelStatus(
        "p/m", "m", "P", Destination("P", "p.example", local=False), ToolModeChoice(tool_mode, "Because."), info, card
    )


def fact_rows(status: ModelStatus) -> list[tuple[str, bool | None, str]]:
    return [(fact.name, fact.known, fact.text) for fact in capability_facts(status)]


def test_all_capabilities_of_an_unknown_model_are_unknown() -> None:
    assert fact_rows(model_status("native")) == [
        ("Tools", None, "not known"),
        ("Context", None, "not known"),
        ("Pictures", None, "not known"),
        ("Thinking", None, "not known"),
        ("JSON", None, "not known"),
        ("Long texts", None, "not known"),
    ]


def test_probe_results_take_precedence_over_the_listed_capabilities() -> None:
    info = ModelInfo("m", context=200_000, tools=True, images=True, reasoning=True)
    card = CapabilityCard(native=False, sentinel=True, parallel=True, images=False, json_answers=True, recalls=False)
    assert fact_rows(model_status("sentinel", info, card)) == [
        ("Tools", True, "text-based, several at once"),
        ("Context", True, "200,000 tokens"),
        ("Pictures", False, "no"),
        ("Thinking", True, "yes"),
        ("JSON", True, "can answer in JSON only"),
        ("Long texts", False, "no"),
    ]


def test_tool_support_is_known_from_a_list_or_a_probe() -> None:
    listed = model_status("native", ModelInfo("m", tools=True))
    probed = model_status("native", None, CapabilityCard(native=True))
    assert [fact_rows(status)[0] for status in (listed, probed)] == [("Tools", True, "native")] * 2
    assert fact_rows(model_status("sentinel"))[0] == ("Tools", True, "text-based")


def test_a_model_without_a_tool_mode_has_no_tools() -> None:
    assert fact_rows(model_status("none"))[0] == ("Tools", False, "none")


# CapabilityCheckCard: known capabilities of the chosen model, and the check against a real server.

OLLAMA = "ollama@http://127.0.0.1:11434"
UNREACHABLE = "http://127.0.0.1:9"


def create_card(env: SettingsEnv) -> CapabilityCheckCard:
    card = CapabilityCheckCard(env.catalog)
    card.resize(600, 200)
    return card


def shown_facts(card: CapabilityCheckCard) -> list[str]:
    return [label.text() for label in card.findChildren(ElidedLabel) if label.isVisibleTo(card)]


@on_settings_loop
async def test_the_card_is_hidden_without_a_model(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    card = create_card(env)
    card.show_model("ollama/gemma")
    assert card.isVisible()
    card.show_model("")
    assert not card.isVisible()
    card.show_model("unheard-of/x")
    assert not card.isVisible()


@on_settings_loop
async def test_known_capabilities_are_shown_with_their_date_and_price(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    knowledge = env.catalog.knowledge
    await knowledge.store_list(OLLAMA, (ModelInfo("gemma", context=8192, images=True, price=Price(9, 9)),))
    prices = {"gemma": ModelPrice(input=3, output=15)}
    env.store.change(lambda settings: settings.with_provider("ollama", ProviderSettings(kind="ollama", prices=prices)))
    probed = CapabilityCard(native=True, parallel=True, probed=datetime(2026, 11, 18, 12, tzinfo=UTC))
    await knowledge.store_card(OLLAMA, "gemma", probed)
    card = create_card(env)
    card.show_model("ollama/gemma")
    assert shown_facts(card) == [
        "What gemma can do",
        "native, several at once",
        "8,192 tokens",
        "supported",
        "not known",
        "not known",
        "not known",
    ]
    assert "tested on 18 Nov 2026" in words_of(card)
    assert "$3 in, $15 out per million tokens" in words_of(card)
    assert card.check.text() == "Check Again"


@on_settings_loop
async def test_a_check_shows_its_steps_and_its_result_on_the_card(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    with WireServer(openai=[Turn("I cannot do that.")] * 30) as server:
        env.add_server(server.url)
        card = create_card(env)
        messages: list[str] = []
        card.show_model("server/small")
        show = card._show
        card._show = lambda kind, text: (messages.append(text), show(kind, text))[0]
        card.check.click()
        assert card.check.text() == "Stop"
        await until(lambda: not card.running(), seconds=15)
        assert all("boiler" not in str(request.json) or "repeat_word" in str(request.json) for request in server.posts)
    assert messages[0] == "Asking small…"
    assert "Asking for one tool call…" in messages
    assert card.shown_text() == "Check finished. small called no tool in any form when it was tested."
    assert shown_facts(card)[1] == "none"
    assert card.check.text() == "Check Again"


@pytest.mark.usefixtures("quick_retries")
@on_settings_loop
async def test_an_unreachable_server_ends_the_check_with_a_message(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    env.add_server(UNREACHABLE)
    card = create_card(env)
    card.show_model("server/small")
    card.check.click()
    await until(lambda: not card.running(), seconds=15)
    assert "127.0.0.1:9" in card.shown_text()
    assert card.check.text() == "Check What It Can Do"


@on_settings_loop
async def test_a_stopped_check_keeps_the_earlier_results(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    with WireServer(openai=[Turn("Hm.", hold_after=1)]) as server:
        env.add_server(server.url)
        card = create_card(env)
        card.show_model("server/small")
        card.check.click()
        await until(server.held.is_set)
        card.check.click()
        await until(lambda: not card.running())
        server.release()
    assert card.shown_text() == "Stopped. The earlier results remain."
    assert card.check.text() == "Check What It Can Do"
    assert env.catalog.model_status("server/small").card is None


@on_settings_loop
async def test_choosing_another_model_stops_the_check(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    env.store.change(lambda settings: settings.with_provider("ollama", ProviderSettings(kind="ollama")))
    with WireServer(openai=[Turn("Hm.", hold_after=1)]) as server:
        env.add_server(server.url)
        card = create_card(env)
        card.show_model("server/small")
        card.check.click()
        await until(server.held.is_set)
        card.show_model("ollama/gemma")
        server.release()
    assert not card.running()
    assert (card.shown_text(), card.check.text()) == ("", "Check What It Can Do")


@on_settings_loop
async def test_a_narrow_card_shows_the_facts_in_one_column(tmp_path: Path) -> None:
    card = create_card(settings_env(tmp_path))
    card.show_model("ollama/gemma")
    wide = card.sizeHint().height()
    card.resize(theme().px(300), 400)
    assert card.sizeHint().height() > wide
    assert len(shown_facts(card)) == 7
    card.resize(theme().px(600), 400)
    assert card.sizeHint().height() == wide


@on_settings_loop
async def test_hiding_the_card_stops_the_check(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    with WireServer(openai=[Turn("Hm.", hold_after=1)]) as server:
        env.add_server(server.url)
        card = create_card(env)
        card.show_model("server/small")
        card.check.click()
        await until(server.held.is_set)
        card.hide()
        await until(server.hung_up.is_set)
        card.show()
    assert card.shown_text() == "Stopped. The earlier results remain."
    assert card.check.text() == "Check What It Can Do"


@on_settings_loop
async def test_deleting_the_page_stops_the_check(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    with WireServer(openai=[Turn("Hm.", hold_after=1)]) as server:
        env.add_server(server.url)
        page = QWidget()
        card = CapabilityCheckCard(env.catalog, page)
        card.show_model("server/small")
        page.show()
        card.check.click()
        await until(server.held.is_set)
        page.deleteLater()
        await until(server.hung_up.is_set)


@on_settings_loop
async def test_a_default_model_is_named_after_its_provider(tmp_path: Path) -> None:
    card = create_card(settings_env(tmp_path))
    card.show_model("codex/default", "Codex")
    assert shown_facts(card)[0] == "What Codex can do"


# FoundServerBanners: one line for each server, each with its own button.

OLLAMA_SERVER = LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", 3)
STUDIO = LocalServer("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1", 1)


def test_each_server_is_offered_by_name_and_emitted_when_added(qtbot: QtBot) -> None:
    banners = FoundServerBanners()
    qtbot.addWidget(banners)
    received: list[object] = []
    banners.added.connect(received.append)
    banners.show_servers((OLLAMA_SERVER, STUDIO))
    assert [banner.text() for banner in banners.banners()] == [
        "Ollama is running on this computer with 3 models.",
        "LM Studio is running on this computer with 1 model.",
    ]
    links = [link for banner in banners.banners() for link in banner.links]
    assert [link.text() for link in links] == ["Add Ollama", "Add LM Studio"]
    links[1].click()
    assert received == [STUDIO]


def test_the_banners_are_hidden_without_a_server(qtbot: QtBot) -> None:
    banners = FoundServerBanners()
    qtbot.addWidget(banners)
    banners.show_servers((OLLAMA_SERVER,))
    assert not banners.isHidden()
    banners.show_servers(())
    assert banners.isHidden()
    assert banners.banners() == []


# RemovalBanner: restores a removed provider by Undo; its key stays stored until it is removed too.

KEY = "sk-test-0123456789abcdefghij"
URL = "http://localhost:1234"


def create_removal(env: SettingsEnv) -> RemovalBanner:
    removal = RemovalBanner(env.writer(), env.credentials)
    removal.resize(600, 60)
    return removal


@on_settings_loop
async def test_undo_restores_the_provider_and_its_use_in_chats(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    row = env.add_server(URL)
    env.store.set("chat.model", "server/small")
    before = env.store.settings
    removal = create_removal(env)
    removal.remove(row)
    assert env.store.settings.providers == {}
    assert env.store.settings.chat.model == "offline/offline"
    removal.links[0].click()
    assert env.store.settings == before


@on_settings_loop
async def test_undo_does_not_change_a_model_chosen_since(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    removal = create_removal(env)
    row = env.add_server(URL)
    env.store.set("chat.model", "server/small")
    removal.remove(row)
    env.store.set("chat.model", "ollama/gemma")
    removal.links[0].click()
    assert env.store.settings.chat.model == "ollama/gemma"


@on_settings_loop
async def test_a_stored_key_is_mentioned_and_removed_only_by_its_own_link(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    row = env.add_server(URL)
    env.credentials.set("server", row.origin, KEY)
    removal = create_removal(env)
    removal.remove(row)
    await until(lambda: len(removal.links) == 2)
    assert removal.text() == "My server was removed. Its key is still stored."
    assert env.credentials.get("server", row.origin) is not None
    removal.links[1].click()
    await until(lambda: env.credentials.get("server", row.origin) is None)
    await until(lambda: removal.text() == "The provider and its key are gone.")
    assert removal.links == ()


def test_a_removed_provider_can_be_restored() -> None:
    provider = ProviderSettings(kind="ollama", model="gemma", tools="xml", context=8192)
    settings = Settings().with_provider("ollama", provider)
    removed = RemovedProvider("ollama", provider)
    assert removed.without(settings) == Settings()
    assert removed.restored_in(removed.without(settings)) == settings


# ProviderSheet: list and form side by side or stacked, providers to add, and where keys are stored.


def open_sheet(env: SettingsEnv) -> ProviderSheet:
    sheet = ProviderSheet(env.store, env.credentials, env.catalog)
    sheet.resize(1000, 600)
    sheet.show()
    return sheet


def current_form(sheet: ProviderSheet) -> ProviderForm:
    assert isinstance(sheet.form, ProviderForm)
    return sheet.form


@on_settings_loop
async def test_the_sheet_shows_where_keys_are_stored(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    sheet = open_sheet(env)
    await until(sheet.key_location.text)
    assert sheet.key_location.text() == "Keys are stored in this computer's keyring (Memory)."
    assert sheet.key_location.text() in words_of(sheet)


@on_settings_loop
async def test_without_a_trusted_keyring_keys_are_stored_in_memory(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    env.credentials = Credentials({}, PlainKeyring, TRUSTED_HERE)
    sheet = open_sheet(env)
    await until(sheet.key_location.text)
    assert sheet.key_location.text().startswith("Keys are stored in memory until VaultDesk closes")


@on_settings_loop
async def test_vendors_without_a_key_are_marked(tmp_path: Path) -> None:
    env = settings_env(tmp_path, {"OPENAI_API_KEY": "sk-0123456789"})
    sheet = open_sheet(env)
    await until(lambda: "no key yet" in sheet.list.button("anthropic").shown_text())
    assert sheet.list.button("openai").shown_text() == "api.openai.com · not tested"


@on_settings_loop
async def test_the_provider_used_in_chats_is_shown_initially(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    env.store.set("chat.model", "openai/gpt-x")
    sheet = open_sheet(env)
    assert sheet.list.button("openai").isChecked()
    assert current_form(sheet).label() == ""


@on_settings_loop
async def test_choosing_a_row_shows_only_its_form(tmp_path: Path) -> None:
    sheet = open_sheet(settings_env(tmp_path))
    QTest.mouseClick(sheet.list.button("anthropic"), Qt.MouseButton.LeftButton)
    assert isinstance(sheet.form, ProviderForm)
    assert sheet.list.button("anthropic").isChecked()
    await until(lambda: len(sheet.findChildren(ProviderForm)) == 1)
    QTest.mouseClick(sheet.list.button("offline"), Qt.MouseButton.LeftButton)
    await until(lambda: sheet.findChildren(ProviderForm) == [])
    await until(lambda: "without a language model" in words_of(sheet))


@on_settings_loop
async def test_every_kind_but_the_built_in_one_can_be_added(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    sheet = open_sheet(env)
    menu = sheet.open_kinds()
    assert [action.text() for action in menu.actions()] == [
        kind.title for kind in PROVIDER_TYPES.values() if kind.kind != "offline"
    ]
    menu.close()
    for kind in PROVIDER_TYPES:
        if kind != "offline":
            sheet.add(kind)
            assert isinstance(sheet.form, ProviderForm)
    providers = env.store.settings.providers
    assert [provider.kind for provider in providers.values()] == [kind for kind in PROVIDER_TYPES if kind != "offline"]
    assert sheet.list.names() == [*providers, "offline"]


@on_settings_loop
async def test_an_added_server_is_stored_selected_and_listed(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    sheet = open_sheet(env)
    sheet.add("openai-compatible")
    sheet.add("openai-compatible")
    assert list(env.store.settings.providers) == ["server", "server-2"]
    assert sheet.list.button("server-2").isChecked()
    assert not sheet.list.button("server").isChecked()
    assert sheet.list.button("server").shown_text() == "no address yet"


@on_settings_loop
async def test_the_result_of_a_test_is_shown_in_the_list(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    with WireServer() as server:
        env.add_server(server.url)
        sheet = open_sheet(env)
        sheet.choose("server")
        current_form(sheet).test_button.click()
        await until(lambda: sheet.list.button("server").shown_text().endswith("answers"), seconds=10)


@on_settings_loop
async def test_a_narrow_sheet_stacks_the_form_below_the_list(tmp_path: Path) -> None:
    sheet = open_sheet(settings_env(tmp_path))
    sheet.choose("anthropic")
    assert sheet.panes.direction() == QBoxLayout.Direction.LeftToRight
    sheet.resize(460, 600)
    assert sheet.panes.direction() == QBoxLayout.Direction.TopToBottom
    assert isinstance(sheet.form, ProviderForm)
    page = sheet.widget()
    await until(lambda: page.width() == sheet.viewport().width())
    sheet.resize(1000, 600)
    assert sheet.panes.direction() == QBoxLayout.Direction.LeftToRight


@on_settings_loop
async def test_removing_a_provider_can_be_undone_and_chats_use_the_offline_assistant(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    env.add_server("http://localhost:1")
    env.store.set("chat.model", "server/small")
    sheet = open_sheet(env)
    before = env.store.settings
    current_form(sheet).remove_requested.emit("server")
    assert "server" not in env.store.settings.providers
    assert env.store.settings.chat.model == "offline/offline"
    assert "server" not in sheet.list.names()
    assert sheet.removal.text() == "My server was removed. Chats use the offline assistant now."
    assert sheet.focusWidget() is sheet.removal.links[0]
    sheet.removal.links[0].click()
    assert env.store.settings == before
    assert sheet.list.current() == "server"
    await until(lambda: sheet.focusWidget() is sheet.list.button("server"))
    assert sheet.removal.isHidden()


@on_settings_loop
async def test_a_removed_vendor_is_listed_again_without_a_key(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    sheet = open_sheet(env)
    sheet.add("anthropic")
    sheet.remove("anthropic")
    assert env.store.settings.providers == {}
    assert sheet.list.button("anthropic").isChecked()
    assert sheet.list.names()[-1] == "offline"


@on_settings_loop
async def test_adding_a_server_focuses_its_address_field(tmp_path: Path) -> None:
    sheet = open_sheet(settings_env(tmp_path))
    sheet.activateWindow()
    sheet.add("openai-compatible")
    await until(lambda: sheet.focusWidget() is current_form(sheet).fields.address_field.edit)


@on_settings_loop
async def test_a_running_ollama_is_offered_and_added_with_a_model_that_supports_tools(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    models = {"gemma3:4b": shown("completion"), "qwen3:8b": shown("completion", "tools")}
    async with WireServer(routes=facts(models)) as server:
        env.catalog.running = (LocalServer("ollama", "Ollama", server.url, 2),)
        sheet = open_sheet(env)
        await until(sheet.found_servers.banners)
        assert [banner.text() for banner in sheet.found_servers.banners()] == [
            "Ollama is running on this computer with 2 models."
        ]
        sheet.found_servers.banners()[0].links[0].click()
        await until(lambda: sheet.list.current() == "ollama", seconds=10)
    provider = env.store.settings.providers["ollama"]
    assert provider == ProviderSettings(kind="ollama", base_url=server.url, model="qwen3:8b")
    assert current_form(sheet).model == "qwen3:8b"
    assert sheet.found_servers.banners() == []
    assert env.store.settings.chat.model == "offline/offline"


@on_settings_loop
async def test_new_knowledge_of_a_model_is_shown_immediately(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    env.store.change(lambda settings: settings.with_provider("ollama", ProviderSettings(kind="ollama", model="gemma")))
    env.store.set("chat.model", "ollama/gemma")
    sheet = open_sheet(env)
    await until(sheet.key_location.text)
    await env.catalog.knowledge.store_list("ollama@http://127.0.0.1:11434", (ModelInfo("gemma", tools=False),))
    reason = "Ollama reports that gemma does not support tools. VaultDesk uses text-based tools with it."
    await until(lambda: current_form(sheet).fields.tools.remark() == reason)
    assert sheet.list.button("ollama").shown_text() == "on this computer · 1 model"
    assert "text-based" in [label.text() for label in sheet.capabilities.findChildren(ElidedLabel)]


@on_settings_loop
async def test_a_running_server_that_was_just_removed_is_not_offered_again(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    env.store.change(lambda settings: settings.with_provider("ollama", ProviderSettings(kind="ollama")))
    env.catalog.running = (
        LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", 2),
        LocalServer("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1", 1),
    )
    sheet = open_sheet(env)
    await until(sheet.found_servers.banners)
    sheet.remove("ollama")
    assert [banner.text() for banner in sheet.found_servers.banners()] == [
        "LM Studio is running on this computer with 1 model."
    ]


def tab_order(sheet: ProviderSheet) -> list[str]:
    """Press Tab once around the sheet, from the first row, and return the names of the focused widgets."""
    first = sheet.list.button(sheet.list.current() or "")
    first.setFocus()
    names = []
    while (focused := sheet.focusWidget()) is not first or not names:
        assert focused is not None
        assert len(names) < 30
        names.append(focused.accessibleName() or getattr(focused, "text", str)())
        sheet.focusNextChild()
    return names


@on_settings_loop
async def test_the_tab_order_follows_the_layout_whatever_was_chosen_before(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    ollama = ProviderSettings(kind="ollama", model="gemma")
    env.store.change(lambda settings: settings.with_provider("ollama", ollama))
    env.catalog.running = (LocalServer("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1", 1),)
    sheet = open_sheet(env)
    sheet.activateWindow()
    await until(sheet.found_servers.banners)
    for name in ("offline", "anthropic", "ollama"):
        sheet.choose(name)
    await until(lambda: current_form(sheet).isVisible() and sheet.capabilities.isVisible())
    form = ["More", "Address", "Key", "Test", "Model", "Tools", "Context window", "Use in Chats"]
    expected = ["Add Provider…", *form, "Check What It Can Do", "Add LM Studio", "Close this message"]
    assert tab_order(sheet) == ["Ollama, on this computer · not tested", *expected]
    sheet.choose("openai")
    await until(current_form(sheet).isVisible)
    assert tab_order(sheet)[1:8] == ["Add Provider…", "More", "Key", "Test", "Address", "Model", "Tools"]


@on_settings_loop
async def test_the_provider_used_in_chats_is_shown_next_to_the_button(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    ollama = ProviderSettings(kind="ollama", model="gemma")
    env.store.change(lambda settings: settings.with_provider("ollama", ollama))
    sheet = open_sheet(env)
    sheet.choose("ollama")
    assert current_form(sheet).use.status.text() == "Chats use Offline assistant now."
    current_form(sheet).use.button.click()
    await until(lambda: current_form(sheet).use.status.text() == "Chats use this provider now.")
    sheet.choose("offline")
    assert isinstance(sheet.form, OfflineForm)
    assert sheet.form.use.status.text() == "Chats use Ollama · gemma now."


@on_settings_loop
async def test_capabilities_are_shown_for_a_provider_without_a_named_model(tmp_path: Path) -> None:
    sheet = open_sheet(settings_env(tmp_path))
    sheet.add("codex")
    titles = [label.text() for label in sheet.capabilities.findChildren(ElidedLabel) if label.isVisibleTo(sheet)]
    assert titles[0] == "What Codex can do"
