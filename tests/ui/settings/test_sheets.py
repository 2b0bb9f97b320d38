"""Sheets: general and appearance write what is chosen, never a folder outside the vault; about says what it is."""

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from vaultdesk import __version__
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.sheets import PROJECT, AboutSheet, GeneralSheet
from vaultdesk.ui.widgets.form_controls import NumberField
from vaultdesk.ui.widgets.text_fields import TextField


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


def test_general_writes_the_number_of_rounds(qtbot: QtBot, store: SettingsStore) -> None:
    sheet = GeneralSheet(store)
    qtbot.addWidget(sheet)
    rounds = sheet.form.field("max_rounds")
    assert isinstance(rounds, NumberField)
    rounds.setValue(9)
    again = SettingsStore(store.file)
    assert again.load().chat.max_rounds == 9


@pytest.mark.parametrize("folder", ["../outside", "/etc", "a/../../b", "C:\\x", ".obsidian", "", "x\\y"])
def test_a_chat_folder_outside_the_vault_is_said_under_the_field_and_not_kept(
    qtbot: QtBot, store: SettingsStore, folder: str
) -> None:
    sheet = GeneralSheet(store)
    qtbot.addWidget(sheet)
    field = sheet.form.field("folder")
    assert isinstance(field, TextField)
    field.set_text(folder)
    field.edit.editingFinished.emit()
    assert field.problem() in ("This is not a folder inside a vault.", "Name a folder of the vault.")
    assert store.settings.chat.folder == "Chats"


def test_a_chat_folder_in_the_vault_is_kept(qtbot: QtBot, store: SettingsStore) -> None:
    sheet = GeneralSheet(store)
    qtbot.addWidget(sheet)
    field = sheet.form.field("folder")
    assert isinstance(field, TextField)
    field.set_text(" Talks/With the assistant ")
    field.edit.editingFinished.emit()
    assert field.problem() == ""
    assert store.settings.chat.folder == "Talks/With the assistant"


def test_about_names_the_version_and_the_settings_file(qtbot: QtBot, store: SettingsStore) -> None:
    sheet = AboutSheet(store)
    qtbot.addWidget(sheet)
    assert f"VaultDesk {__version__}" in sheet.words()
    assert str(store.file) in sheet.words()


def test_about_says_where_everything_is_and_opens_the_project_s_page(
    qtbot: QtBot, store: SettingsStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url)))
    where = AppFolders(tmp_path / "s", tmp_path / "d", tmp_path / "c", tmp_path / "l")
    sheet = AboutSheet(store, where)
    qtbot.addWidget(sheet)

    assert str(where.data) in sheet.words()
    assert str(where.logs) in sheet.words()
    sheet.project.click()
    assert [url.toString() for url in opened] == [PROJECT]
    assert not sheet.licences.isVisibleTo(sheet), "the source has no folder of licences; the packed program has"


def test_the_project_s_page_is_the_one_the_packages_name() -> None:
    linux = Path(__file__).resolve().parents[3] / "packaging" / "linux"
    for name in ("control", "io.github.vaultdesk.VaultDesk.metainfo.xml"):
        assert PROJECT in (linux / name).read_text(encoding="utf-8")


def test_a_packed_program_shows_its_licences(
    qtbot: QtBot, store: SettingsStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url).toLocalFile()))
    (tmp_path / "licences").mkdir()
    (tmp_path / "resources").mkdir()
    monkeypatch.setattr("vaultdesk.ui.settings.sheets.resource_path", tmp_path.joinpath("resources").joinpath)
    sheet = AboutSheet(store)
    qtbot.addWidget(sheet)

    assert sheet.licences.isVisibleTo(sheet)
    sheet.licences.click()
    assert opened == [(tmp_path / "licences").as_posix()]
