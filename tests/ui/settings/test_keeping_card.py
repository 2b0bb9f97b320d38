"""Tests of keeping_card.py."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.agents.agent_desk import open_workspace
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.keeping_card import KeepingCard
from vaultdesk.ui.widgets.banner import Banner


@on_qt_loop
async def test_chats_are_kept_from_now_on_or_no_more(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        card = KeepingCard(workspace.chats, Keeper(workspace.store, Banner("danger", "")))
        assert not card.switch.isChecked()
        card.switch.click()
        assert workspace.chats.keeping == "keep"
        card.switch.click()
        assert workspace.store.settings.vault_settings(workspace.vault.root).chats == "off"
        workspace.chats.set_keeping("keep")
        card.refresh()
        assert card.switch.isChecked()
