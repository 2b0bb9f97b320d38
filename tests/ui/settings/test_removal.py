"""Removal: a provider goes without a question, comes back by Undo, and its key stays until it is forgotten too."""

from pathlib import Path

from tests.support.qt_loop import until
from tests.ui.settings.settings_desk import SettingsDesk, on_settings_loop, settings_desk
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui.settings.removal import Removal, Removed

KEY = "sk-test-0123456789abcdefghij"
URL = "http://localhost:1234"


def removal_of(desk: SettingsDesk) -> Removal:
    removal = Removal(desk.keeper(), desk.credentials)
    removal.resize(600, 60)
    return removal


@on_settings_loop
async def test_undo_gives_all_back_and_chats_ask_it_again(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    row = desk.add_server(URL)
    desk.store.set("chat.model", "server/small")
    before = desk.store.settings
    removal = removal_of(desk)
    removal.remove(row)
    assert desk.store.settings.providers == {}
    assert desk.store.settings.chat.model == "offline/offline"
    removal.links[0].click()
    assert desk.store.settings == before


@on_settings_loop
async def test_undo_leaves_a_model_alone_that_was_chosen_since(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    removal = removal_of(desk)
    row = desk.add_server(URL)
    desk.store.set("chat.model", "server/small")
    removal.remove(row)
    desk.store.set("chat.model", "ollama/gemma")
    removal.links[0].click()
    assert desk.store.settings.chat.model == "ollama/gemma"


@on_settings_loop
async def test_a_kept_key_is_told_and_forgotten_only_by_its_own_link(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    row = desk.add_server(URL)
    desk.credentials.set("server", row.origin, KEY)
    removal = removal_of(desk)
    removal.remove(row)
    await until(lambda: len(removal.links) == 2)
    assert removal.text() == "My server was removed. Its key is still kept."
    assert desk.credentials.get("server", row.origin) is not None
    removal.links[1].click()
    await until(lambda: desk.credentials.get("server", row.origin) is None)
    await until(lambda: removal.text() == "The provider and its key are gone.")
    assert removal.links == ()


def test_what_was_removed_knows_its_way_back() -> None:
    own = ProviderSettings(kind="ollama", model="gemma", tools="xml", context=8192)
    settings = Settings().with_provider("ollama", own)
    removed = Removed("ollama", own)
    assert removed.taken(settings) == Settings()
    assert removed.given_back(removed.taken(settings)) == settings
