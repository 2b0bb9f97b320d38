"""Offline form: the built-in assistant is asked by one button, and the form says so."""

from pathlib import Path

from tests.ui.settings.settings_desk import on_settings_loop, settings_desk
from vaultdesk.ui.settings.offline_form import OfflineForm


@on_settings_loop
async def test_the_button_lets_chats_ask_it(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    desk.store.set("chat.model", "openai/gpt-x")
    form = OfflineForm("Offline assistant", desk.keeper(), desk.catalog)
    assert form.use.words() == "Chats ask OpenAI · gpt-x now."
    form.use.button.click()
    assert desk.store.settings.chat.model == "offline/offline"
    assert form.use.words() == "Chats ask this one now."
    assert form.ends == (form.use.button, form.use.button)
