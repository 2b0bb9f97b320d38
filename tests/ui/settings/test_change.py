"""Change: what cannot be kept is said in its place, and the file stays as it was."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.widgets.banner import Banner


def with_rounds(settings: Settings, rounds: int) -> Settings:
    return settings.model_copy(update={"chat": settings.chat.model_copy(update={"max_rounds": rounds})})


def test_a_change_is_written_and_says_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    banner.hide()
    store = SettingsStore(tmp_path / "settings.toml")
    assert Keeper(store, banner).keep(lambda settings: with_rounds(settings, 7))
    assert "max_rounds = 7" in store.file.read_text(encoding="utf-8")
    assert banner.isHidden()


def test_a_value_the_model_refuses_is_said_and_not_written(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    store = SettingsStore(tmp_path / "settings.toml")
    assert not Keeper(store, banner).keep(lambda settings: with_rounds(settings, 0))
    assert "greater than or equal to 1" in banner.text()
    assert not banner.isHidden()
    assert store.settings.chat.max_rounds == 5
    assert not store.file.exists()


def test_a_file_that_cannot_be_read_is_named_and_left_alone(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    file = tmp_path / "settings.toml"
    file.write_text("[broken", encoding="utf-8")
    store = SettingsStore(file)
    store.load()
    assert not Keeper(store, banner).keep(lambda settings: with_rounds(settings, 7))
    assert str(file) in banner.text() or "settings" in banner.text()
    assert file.read_text(encoding="utf-8") == "[broken"


def test_the_next_change_that_succeeds_takes_the_words_away(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    keeper = Keeper(SettingsStore(tmp_path / "settings.toml"), banner)
    keeper.tell("The key could not be removed.")
    assert banner.text() == "The key could not be removed."
    assert keeper.keep(lambda settings: with_rounds(settings, 7))
    assert banner.isHidden()
