"""Tests of quick_ask_card.py: keys are pressed, kept, refused and removed, and their state is said (UX 26)."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.hotkey.test_hotkeys import Desk
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.hotkey.hotkeys import Hotkeys
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.quick_ask_card import QuickAskCard
from vaultdesk.ui.widgets.banner import Banner

HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class Scene:
    """A card over a way of a test's own, which follows the settings as the program's does."""

    def __init__(self, folder: Path) -> None:
        self.store = SettingsStore(folder / "settings.toml")
        self.store.load()
        self.keys = Hotkeys(Desk("Ctrl+Alt+K"))
        self.banner = Banner("danger", "")
        self.card = QuickAskCard(Keeper(self.store, self.banner), self.keys)

    def press(self, key: Qt.Key, held: Qt.KeyboardModifier = HELD) -> None:
        QTest.keyClick(self.card.field, key, held)
        self.keys.set_keys(self.kept)

    @property
    def kept(self) -> str:
        return self.store.settings.desktop.quick_ask_keys

    @property
    def said(self) -> str:
        return self.card.state.text()


@pytest.fixture
def scene(qapp: object, tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def test_no_keys_are_set_until_somebody_presses_some(scene: Scene) -> None:
    assert (scene.kept, scene.card.field.text(), scene.said) == ("", "", "Works here.")
    assert scene.card.clear.isHidden()
    scene.press(Qt.Key.Key_Space)
    assert (scene.kept, scene.card.field.text(), scene.said) == ("Ctrl+Alt+Space", "Ctrl+Alt+Space", "Works here.")
    assert not scene.card.clear.isHidden()


def test_a_combination_another_program_has_is_kept_and_told(scene: Scene) -> None:
    scene.press(Qt.Key.Key_K)
    assert (scene.kept, scene.said) == ("Ctrl+Alt+K", "Taken.")


def test_an_impossible_combination_is_refused_with_a_sentence_and_not_kept(scene: Scene) -> None:
    scene.press(Qt.Key.Key_Space)
    QTest.keyClick(scene.card.field, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert scene.kept == "Ctrl+Alt+Space"
    assert "means something in most programs" in scene.said
    assert scene.card.field.accessibleDescription() == scene.said
    QTest.keyClick(scene.card.field, Qt.Key.Key_A)
    assert "needed for typing" in scene.said


def test_backspace_and_the_button_remove_the_keys(scene: Scene) -> None:
    scene.press(Qt.Key.Key_Space)
    scene.press(Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier)
    assert (scene.kept, scene.card.field.text()) == ("", "")
    scene.press(Qt.Key.Key_Space)
    scene.card.clear.click()
    assert scene.kept == ""
