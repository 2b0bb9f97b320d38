"""Tests of toolset_card.py."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.tools.plugin_tools import ENTRY_POINT_GROUP, FoundToolset
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.toolset_card import ToolsetCard
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.labels import PlainLabel

ROMAN = FoundToolset("roman", "roman-tools", "1.2", EntryPoint("roman", "roman_tools:TOOLS", ENTRY_POINT_GROUP))


@pytest.fixture
def keeper(qtbot: QtBot, tmp_path: Path) -> Keeper:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    return Keeper(SettingsStore(tmp_path / "settings.toml"), banner)


def test_what_is_installed_is_off_until_its_switch_is_on(qtbot: QtBot, keeper: Keeper) -> None:
    card = ToolsetCard(keeper, lambda: [ROMAN])
    qtbot.addWidget(card)
    assert not card.switches["roman"].isChecked()
    assert "roman-tools 1.2" in [label.text() for label in card.findChildren(PlainLabel)]
    card.switches["roman"].click()
    assert SettingsStore(keeper.store.file).load().toolsets == ("roman",)
    card.switches["roman"].click()
    assert keeper.store.settings.toolsets == ()


def test_what_is_allowed_and_gone_can_be_taken_back(qtbot: QtBot, keeper: Keeper) -> None:
    keeper.store.change(lambda settings: settings.model_copy(update={"toolsets": ("gone",)}))
    card = ToolsetCard(keeper, list)
    qtbot.addWidget(card)
    assert "not installed" in [label.text() for label in card.findChildren(PlainLabel)]
    card.switches["gone"].click()
    assert keeper.store.settings.toolsets == ()


def test_without_any_it_says_so(qtbot: QtBot, keeper: Keeper) -> None:
    card = ToolsetCard(keeper, list)
    qtbot.addWidget(card)
    assert "None is installed." in [label.text() for label in card.findChildren(PlainLabel) if label.isVisibleTo(card)]
