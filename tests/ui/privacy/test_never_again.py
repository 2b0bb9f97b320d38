"""Never again: one rule for one note, told and taken back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.settings.settings_schema import DEFAULT_PRIVACY, PrivacyRule
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.privacy.never_again import NeverAgain

RULE = PrivacyRule(kind="note", value="House/Boiler.md", answer="local")


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


def test_a_note_is_closed_and_opened_again(qapp: QApplication, store: SettingsStore, tmp_path: Path) -> None:
    owner = QObject()
    never = NeverAgain(store, tmp_path, owner)
    told: list[tuple[str, str, Callable[[], None] | None]] = []
    never.told.connect(lambda *said: told.append(said))

    never.close("House/Boiler.md")
    assert store.settings.vault_settings(tmp_path).privacy == (*DEFAULT_PRIVACY, RULE)
    words, action, undo = told.pop()
    assert (words, action) == ("Boiler stays on this computer from now on.", "Undo")
    assert undo is not None
    never.close("House/Boiler.md")
    assert told.pop()[:2] == ("Boiler stays on this computer already.", "")
    undo()

    assert store.settings.vault_settings(tmp_path).privacy == DEFAULT_PRIVACY


def test_settings_that_cannot_be_written_are_told(
    qapp: QApplication, store: SettingsStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_rest: object) -> None:
        raise SettingsError("The disk is full")

    monkeypatch.setattr(store, "change", full)
    owner = QObject()
    never = NeverAgain(store, tmp_path, owner)
    told: list[str] = []
    never.told.connect(lambda words, _action, _do: told.append(words))
    never.close("a.md")

    assert told
    assert "The disk is full" in told[0]
