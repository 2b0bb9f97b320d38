"""Tests of group_form.py."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.group_form import GroupForm, wrong_place
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.form_controls import WheelSafeComboBox
from vaultdesk.ui.widgets.text_fields import TextField


@pytest.fixture
def keeper(qtbot: QtBot, tmp_path: Path) -> Keeper:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    return Keeper(SettingsStore(tmp_path / "settings.toml"), banner)


def test_each_field_is_kept_in_its_own_table(qtbot: QtBot, keeper: Keeper) -> None:
    memory = GroupForm(keeper, "memory", ("note", "unasked"))
    qtbot.addWidget(memory)
    note = memory.field("note")
    assert isinstance(note, TextField)
    note.set_text("Notes/What I said.md")
    note.edit.editingFinished.emit()
    assert SettingsStore(keeper.store.file).load().memory.note == "Notes/What I said.md"
    assert keeper.store.settings.chat.folder == "Chats"


def test_a_choice_is_called_by_our_words_and_none_is_a_word_too(qtbot: QtBot, keeper: Keeper) -> None:
    form = GroupForm(keeper, "web", ("engine",), {"searxng": "SearXNG"})
    qtbot.addWidget(form)
    box = form.field("engine")
    assert isinstance(box, WheelSafeComboBox)
    assert [box.itemText(place) for place in range(box.count())] == ["None", "SearXNG", "Brave", "Tavily", "Duckduckgo"]
    box.setCurrentIndex(2)
    assert keeper.store.settings.web.engine == "brave"


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("folder", "Words", ""),
        ("commands_folder", "../x", "This is not a folder inside a vault."),
        ("skills_folder", "", "Name a folder of the vault."),
        ("note", "Memory", "A note’s name ends in .md."),
        ("note", "/etc/x.md", "This is not a note inside a vault."),
        ("note", "", "Name a note of the vault."),
        ("base_url", "../x", ""),
    ],
)
def test_folders_and_notes_stay_in_the_vault(qtbot: QtBot, name: str, text: str, wrong: str) -> None:
    assert wrong_place(name, text) == wrong
