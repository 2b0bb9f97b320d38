"""Tests of ui/settings/rule_list.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.core.settings.settings_schema import PermissionRule, PrivacyRule
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.rule_list import MenuLink, RuleList, RuleRow, SentenceRow, StoredRules, StrongText
from vaultdesk.ui.settings.sheet import SettingsWriter, UndoBanner
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton

# MenuLink: shows the current value in a sentence, and its menu changes it.

OPTIONS = (("allow", "is allowed without asking"), ("ask", "asks me each time"), ("deny", "is never allowed"))


class Scene:
    """A link in a window that owns it, as the page does."""

    def __init__(self, value: str = "ask") -> None:
        self.window = QWidget()
        self.link = MenuLink("Reading notes", OPTIONS, value)
        QVBoxLayout(self.window).addWidget(self.link)
        self.window.show()
        self.chosen: list[str] = []
        self.link.chosen.connect(self.chosen.append)


def test_the_link_shows_its_value_and_has_an_accessible_name() -> None:
    scene = Scene()
    link = scene.link
    assert (link.shown_text(), link.value()) == ("asks me each time", "ask")
    assert link.accessibleName() == "Reading notes: asks me each time"


def test_the_punctuation_is_part_of_the_link() -> None:
    scene = Scene()
    link = scene.link
    before = link.sizeHint().width()
    link.set_punctuation(".")
    assert link.sentence() == "asks me each time."
    assert link.sizeHint().width() > before


def test_choosing_another_value_emits_it_and_the_same_value_does_not() -> None:
    scene = Scene()
    link, chosen = scene.link, scene.chosen
    link.setFocus()
    menu = link.open()
    assert [action.isChecked() for action in menu.actions()] == [False, True, False]
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert chosen == ["allow"]
    second_menu = link.open()
    second_menu.actions()[1].trigger()
    second_menu.close()
    assert chosen == ["allow"]


def test_links_with_different_values_are_painted_differently() -> None:
    first, other = Scene(), Scene("deny")
    assert first.link.grab().toImage() != other.link.grab().toImage()


# SentenceRow: one accessible sentence, whatever its parts; no line begins with a full stop.


def test_plain_text_is_one_label(qtbot: QtBot) -> None:
    row = SentenceRow("info", ["Everything is asked."], "Fixed.")
    qtbot.addWidget(row)
    assert words_of(row) == "Everything is asked.\nFixed."
    assert row.accessibleName() == "Everything is asked."


def test_parts_form_one_sentence_with_the_full_stop_attached_to_the_last_word(qtbot: QtBot) -> None:
    link = MenuLink("x", [("a", "is allowed without asking")], "a")
    row = SentenceRow("chip", ["Reading", link, "."])
    qtbot.addWidget(row)
    assert row.text() == "Reading is allowed without asking."
    strong = SentenceRow("x", ["Deleting notes", StrongText("always asks"), ","])
    qtbot.addWidget(strong)
    assert words_of(strong).split("\n") == ["Deleting", "notes", "always", "asks,"]


def test_the_full_stop_matches_the_script(qtbot: QtBot) -> None:
    link = MenuLink("x", [("a", "无需询问")], "a")
    rows = [SentenceRow("chip", ["搜索笔记", link, "."]), SentenceRow("chip", [StrongText("无需询问"), "."])]
    for row in rows:
        qtbot.addWidget(row)
    assert [row.text() for row in rows] == ["搜索笔记无需询问。", "无需询问。"]


def test_a_narrow_row_wraps_and_grows(qtbot: QtBot) -> None:
    link = MenuLink("x", [("a", "is allowed without asking")], "a")
    row = SentenceRow("chip", ["Searching and reading notes for a model on this computer", link, "."])
    qtbot.addWidget(row)
    assert row.heightForWidth(260) > row.heightForWidth(900) > 0


def test_links_are_shown_in_the_row(qtbot: QtBot) -> None:
    link = LinkButton("Forget")
    row = SentenceRow("check", ["A rule."], links=[link])
    qtbot.addWidget(row)
    row.resize(500, 60)
    row.show()
    assert link.isVisible()
    assert link.x() > 300


# StoredRules: changed one at a time, found again after changes of the file, and restored by Undo.

A, B, C = (PermissionRule(effect="read", folder=name, answer="allow") for name in "ABC")


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


def create_rules(
    qtbot: QtBot, store: SettingsStore, root: Path
) -> tuple[StoredRules[PermissionRule], UndoBanner, Banner]:
    banner, undo = Banner("danger", ""), UndoBanner()
    qtbot.addWidget(banner)
    qtbot.addWidget(undo)
    banner.hide()
    return StoredRules(SettingsWriter(store, banner), root, "rules", undo), undo, banner


def test_rules_are_added_replaced_and_removed(qtbot: QtBot, store: SettingsStore, tmp_path: Path) -> None:
    rules, undo, _ = create_rules(qtbot, store, tmp_path)
    assert rules.add(A)
    assert rules.add(B)
    rules.replace(A, C)
    assert rules.all() == (C, B)
    assert rules.remove(0, "Gone: C")
    assert (rules.all(), undo.text()) == ((B,), "Gone: C")


def test_undo_restores_a_rule_at_its_position_among_later_rules(
    qtbot: QtBot, store: SettingsStore, tmp_path: Path
) -> None:
    rules, undo, _ = create_rules(qtbot, store, tmp_path)
    for rule in (A, B):
        rules.add(rule)
    rules.remove(0, "Gone")
    rules.add(C)
    undo.links[0].click()
    assert rules.all() == (A, B, C)


def test_removing_one_of_two_equal_rules_keeps_the_other(qtbot: QtBot, store: SettingsStore, tmp_path: Path) -> None:
    rules, _, _ = create_rules(qtbot, store, tmp_path)
    for rule in (A, B, A):
        rules.add(rule)
    rules.remove(2, "Gone")
    assert rules.all() == (A, B)
    assert not rules.remove(7, "No such")


def test_a_change_that_cannot_be_saved_is_reported_and_has_no_effect(
    qtbot: QtBot, store: SettingsStore, tmp_path: Path
) -> None:
    rules, undo, banner = create_rules(qtbot, store, tmp_path)
    rules.add(A)
    store.file.write_text("version = 99\n", encoding="utf-8")
    assert not rules.remove(0, "Gone")
    assert (rules.all(), banner.isHidden(), undo.isHidden()) == ((A,), False, True)


def test_privacy_rules_are_stored_the_same_way(qtbot: QtBot, store: SettingsStore, tmp_path: Path) -> None:
    undo = UndoBanner()
    qtbot.addWidget(undo)
    rules: StoredRules[PrivacyRule] = StoredRules(
        SettingsWriter(store, Banner("danger", "")), tmp_path, "privacy", undo
    )
    before = rules.all()
    rules.add(PrivacyRule(kind="folder", value="Personal", answer="never"))
    assert rules.all() == (*before, PrivacyRule(kind="folder", value="Personal", answer="never"))


# RuleList: sentences with buttons; the focus stays in place.

ROWS = [RuleRow("check", "First."), RuleRow("info", "Second.", "A remark."), RuleRow("warning", "Lost.", broken=True)]


def create_list(qtbot: QtBot) -> RuleList:
    created = RuleList("None at all.")
    qtbot.addWidget(created)
    created.show_rows(ROWS)
    created.resize(600, 300)
    created.show()
    return created


def test_valid_rules_can_be_edited_and_removed_and_broken_ones_only_removed(qtbot: QtBot) -> None:
    created = create_list(qtbot)
    received: list[tuple[str, int]] = []
    created.edit_requested.connect(lambda index: received.append(("edit", index)))
    created.forget_requested.connect(lambda index: received.append(("forget", index)))
    assert [button.accessibleName() for button in created.buttons] == [
        "Remove: First.",
        "Remove: Second.",
        "Remove: Lost.",
    ]
    assert [button.accessibleName() for button in created.edit_buttons] == ["Edit: First.", "Edit: Second."]
    created.edit_buttons[1].click()
    created.buttons[2].click()
    assert received == [("edit", 1), ("forget", 2)]


def test_an_empty_list_shows_its_message(qtbot: QtBot) -> None:
    created = create_list(qtbot)
    created.show_rows([])
    qtbot.waitUntil(lambda: words_of(created) == "None at all.", timeout=30_000)
    assert created.texts() == []


def test_the_focus_stays_at_the_position_of_a_removed_row(qtbot: QtBot) -> None:
    created = create_list(qtbot)
    created.activateWindow()
    qtbot.waitUntil(created.isActiveWindow, timeout=30_000)
    created.buttons[1].setFocus()
    created.show_rows([ROWS[0], ROWS[2]])
    assert created.buttons[1].hasFocus()
    assert created.texts() == ["First.", "Lost."]


def test_unchanged_rows_are_not_recreated(qtbot: QtBot) -> None:
    created = create_list(qtbot)
    before = created.buttons[0]
    created.show_rows(list(ROWS))
    assert created.buttons[0] is before
