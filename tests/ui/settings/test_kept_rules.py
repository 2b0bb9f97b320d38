"""Kept rules: one rule at a time, found again where the file changed, and back by Undo."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from vaultdesk.core.settings.settings_schema import PermissionRule, PrivacyRule
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.kept_rules import KeptRules
from vaultdesk.ui.settings.undo_banner import UndoBanner
from vaultdesk.ui.widgets.banner import Banner

A, B, C = (PermissionRule(effect="read", folder=name, answer="allow") for name in "ABC")


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


def kept(qtbot: QtBot, store: SettingsStore, root: Path) -> tuple[KeptRules[PermissionRule], UndoBanner, Banner]:
    banner, undo = Banner("danger", ""), UndoBanner()
    qtbot.addWidget(banner)
    qtbot.addWidget(undo)
    banner.hide()
    return KeptRules(Keeper(store, banner), root, "rules", undo), undo, banner


def test_rules_are_added_replaced_and_removed(qtbot: QtBot, store: SettingsStore, tmp_path: Path) -> None:
    rules, undo, _ = kept(qtbot, store, tmp_path)
    assert rules.add(A)
    assert rules.add(B)
    rules.replace(A, C)
    assert rules.all() == (C, B)
    assert rules.remove(0, "Gone: C")
    assert (rules.all(), undo.text()) == ((B,), "Gone: C")


def test_undo_puts_a_rule_back_at_its_place_among_what_came_since(
    qtbot: QtBot, store: SettingsStore, tmp_path: Path
) -> None:
    rules, undo, _ = kept(qtbot, store, tmp_path)
    for rule in (A, B):
        rules.add(rule)
    rules.remove(0, "Gone")
    rules.add(C)
    undo.links[0].click()
    assert rules.all() == (A, B, C)


def test_of_two_equal_rules_only_the_one_meant_goes(qtbot: QtBot, store: SettingsStore, tmp_path: Path) -> None:
    rules, _, _ = kept(qtbot, store, tmp_path)
    for rule in (A, B, A):
        rules.add(rule)
    rules.remove(2, "Gone")
    assert rules.all() == (A, B)
    assert not rules.remove(7, "No such")


def test_a_change_that_cannot_be_kept_is_said_and_changes_nothing(
    qtbot: QtBot, store: SettingsStore, tmp_path: Path
) -> None:
    rules, undo, banner = kept(qtbot, store, tmp_path)
    rules.add(A)
    store.file.write_text("version = 99\n", encoding="utf-8")
    assert not rules.remove(0, "Gone")
    assert (rules.all(), banner.isHidden(), undo.isHidden()) == ((A,), False, True)


def test_privacy_rules_are_kept_the_same_way(qtbot: QtBot, store: SettingsStore, tmp_path: Path) -> None:
    undo = UndoBanner()
    qtbot.addWidget(undo)
    rules: KeptRules[PrivacyRule] = KeptRules(Keeper(store, Banner("danger", "")), tmp_path, "privacy", undo)
    before = rules.all()
    rules.add(PrivacyRule(kind="folder", value="Personal", answer="never"))
    assert rules.all() == (*before, PrivacyRule(kind="folder", value="Personal", answer="never"))
