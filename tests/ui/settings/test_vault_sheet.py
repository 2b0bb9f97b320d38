"""Vault sheet: the switch says what it does, and standing answers are sentences that can be taken back."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.settings import PermissionRule, SettingsStore
from vaultdesk.ui.settings.vault_sheet import VaultSheet

RULES = (
    PermissionRule(tool="file_read", effect="read", folder="Projects/House", answer="allow"),
    PermissionRule(tool="vault_search", effect="read", answer="ask"),
    PermissionRule(tool="*", effect="write", folder="cod\u202egpj", answer="deny"),
)


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


def sheet_of(qtbot: QtBot, store: SettingsStore, root: Path) -> VaultSheet:
    sheet = VaultSheet(store, root)
    qtbot.addWidget(sheet)
    sheet.resize(800, 600)
    sheet.show()
    return sheet


def test_the_switch_turns_tools_on_for_this_vault_only(qtbot: QtBot, store: SettingsStore, tmp_path: Path) -> None:
    sheet = sheet_of(qtbot, store, tmp_path / "notes")
    assert not sheet.switch.isChecked()
    assert "can neither search nor read this vault" in words_of(sheet)
    QTest.mouseClick(sheet.switch, Qt.MouseButton.LeftButton)
    assert store.settings.vault_settings(tmp_path / "notes").tool_calling
    assert not store.settings.vault_settings(tmp_path / "other").tool_calling
    assert "Each time you are asked first" in words_of(sheet)


def test_a_switch_that_could_not_be_kept_goes_back(qtbot: QtBot, store: SettingsStore, tmp_path: Path) -> None:
    sheet = sheet_of(qtbot, store, tmp_path)
    store.file.write_text("[broken", encoding="utf-8")
    QTest.mouseClick(sheet.switch, Qt.MouseButton.LeftButton)
    assert not sheet.switch.isChecked()
    assert not sheet.problem.isHidden()


def test_standing_answers_are_sentences_without_hidden_characters(
    qtbot: QtBot, store: SettingsStore, tmp_path: Path
) -> None:
    store.change(lambda settings: settings.with_vault(tmp_path, rules=RULES))
    sheet = sheet_of(qtbot, store, tmp_path)
    assert sheet.rules_shown() == [
        "Reading notes in Projects/House needs no question.",
        "Searching in the whole vault asks each time.",
        "Every tool (changing notes) in cod<U+202E>gpj is never allowed.",
    ]
    assert all(sentence in words_of(sheet) for sentence in sheet.rules_shown())


def test_forget_takes_back_one_answer_and_keeps_the_others(qtbot: QtBot, store: SettingsStore, tmp_path: Path) -> None:
    store.change(lambda settings: settings.with_vault(tmp_path, rules=RULES))
    sheet = sheet_of(qtbot, store, tmp_path)
    button = sheet.forget_buttons()[1]
    assert button.accessibleName() == "Forget: Searching in the whole vault asks each time."
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert store.settings.vault_settings(tmp_path).rules == (RULES[0], RULES[2])
    assert len(sheet.forget_buttons()) == 2


def test_forgetting_all_of_them_with_the_keyboard_ends_at_the_switch(
    qtbot: QtBot, store: SettingsStore, tmp_path: Path
) -> None:
    store.change(lambda settings: settings.with_vault(tmp_path, rules=RULES))
    sheet = sheet_of(qtbot, store, tmp_path)
    sheet.forget_buttons()[0].setFocus()
    for _ in RULES:
        focused = sheet.focusWidget()
        assert focused in sheet.forget_buttons()
        QTest.keyClick(focused, Qt.Key.Key_Space)
    assert sheet.focusWidget() is sheet.switch
    assert store.settings.vault_settings(tmp_path).rules == ()
    qtbot.waitUntil(lambda: "None. You are asked about each use of a tool." in words_of(sheet), timeout=5000)


def test_an_answer_given_meanwhile_in_a_dialog_appears(qtbot: QtBot, store: SettingsStore, tmp_path: Path) -> None:
    sheet = sheet_of(qtbot, store, tmp_path)
    sheet.refresh(store.change(lambda settings: settings.with_vault(tmp_path, rules=RULES[:1])))
    assert sheet.rules_shown() == ["Reading notes in Projects/House needs no question."]
