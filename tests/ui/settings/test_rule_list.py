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

# Menu link: says what holds in the sentence, and its menu exchanges it.

OPTIONS = (("allow", "is allowed without asking"), ("ask", "asks me each time"), ("deny", "is never allowed"))


class Scene:
    """A link in a window, which owns it as the page does."""

    def __init__(self, value: str = "ask") -> None:
        self.window = QWidget()
        self.link = MenuLink("Reading notes", OPTIONS, value)
        QVBoxLayout(self.window).addWidget(self.link)
        self.window.show()
        self.chosen: list[str] = []
        self.link.chosen.connect(self.chosen.append)


def test_it_says_what_holds_also_to_a_voice() -> None:
    scene = Scene()
    link = scene.link
    assert (link.shown_text(), link.value()) == ("asks me each time", "ask")
    assert link.accessibleName() == "Reading notes: asks me each time"


def test_what_ends_the_sentence_belongs_to_it() -> None:
    scene = Scene()
    link = scene.link
    before = link.sizeHint().width()
    link.set_punctuation(".")
    assert link.sentence() == "asks me each time."
    assert link.sizeHint().width() > before


def test_another_one_is_chosen_by_the_keyboard_and_the_same_one_is_no_choice() -> None:
    scene = Scene()
    link, chosen = scene.link, scene.chosen
    link.setFocus()
    menu = link.open()
    assert [action.isChecked() for action in menu.actions()] == [False, True, False]
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert chosen == ["allow"]
    again = link.open()
    again.actions()[1].trigger()
    again.close()
    assert chosen == ["allow"]


def test_it_is_drawn_otherwise_when_it_says_something_else() -> None:
    one, other = Scene(), Scene("deny")
    assert one.link.grab().toImage() != other.link.grab().toImage()


# Sentence: reads aloud as it stands, whatever it is put together from; no full stop begins a line.


def test_words_alone_are_one_label(qtbot: QtBot) -> None:
    row = SentenceRow("info", ["Everything is asked."], "Fixed.")
    qtbot.addWidget(row)
    assert words_of(row) == "Everything is asked.\nFixed."
    assert row.accessibleName() == "Everything is asked."


def test_pieces_read_as_one_sentence_with_its_full_stop_at_the_word(qtbot: QtBot) -> None:
    link = MenuLink("x", [("a", "is allowed without asking")], "a")
    row = SentenceRow("chip", ["Reading", link, "."])
    qtbot.addWidget(row)
    assert row.text() == "Reading is allowed without asking."
    strong = SentenceRow("x", ["Deleting notes", StrongText("always asks"), ","])
    qtbot.addWidget(strong)
    assert words_of(strong).split("\n") == ["Deleting", "notes", "always", "asks,"]


def test_the_full_stop_is_that_of_the_script(qtbot: QtBot) -> None:
    link = MenuLink("x", [("a", "无需询问")], "a")
    rows = [SentenceRow("chip", ["搜索笔记", link, "."]), SentenceRow("chip", [StrongText("无需询问"), "."])]
    for row in rows:
        qtbot.addWidget(row)
    assert [row.text() for row in rows] == ["搜索笔记 无需询问。", "无需询问。"]


def test_a_narrow_row_wraps_and_grows(qtbot: QtBot) -> None:
    link = MenuLink("x", [("a", "is allowed without asking")], "a")
    row = SentenceRow("chip", ["Searching and reading notes for a model on this computer", link, "."])
    qtbot.addWidget(row)
    assert row.heightForWidth(260) > row.heightForWidth(900) > 0


def test_what_can_be_done_stands_in_the_row(qtbot: QtBot) -> None:
    link = LinkButton("Forget")
    row = SentenceRow("check", ["A rule."], links=[link])
    qtbot.addWidget(row)
    row.resize(500, 60)
    row.show()
    assert link.isVisible()
    assert link.x() > 300


# Kept rules: one rule at a time, found again where the file changed, and back by Undo.

A, B, C = (PermissionRule(effect="read", folder=name, answer="allow") for name in "ABC")


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


def kept(qtbot: QtBot, store: SettingsStore, root: Path) -> tuple[StoredRules[PermissionRule], UndoBanner, Banner]:
    banner, undo = Banner("danger", ""), UndoBanner()
    qtbot.addWidget(banner)
    qtbot.addWidget(undo)
    banner.hide()
    return StoredRules(SettingsWriter(store, banner), root, "rules", undo), undo, banner


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
    rules: StoredRules[PrivacyRule] = StoredRules(
        SettingsWriter(store, Banner("danger", "")), tmp_path, "privacy", undo
    )
    before = rules.all()
    rules.add(PrivacyRule(kind="folder", value="Personal", answer="never"))
    assert rules.all() == (*before, PrivacyRule(kind="folder", value="Personal", answer="never"))


# Rule list: sentences with what can be done; the keyboard stays where it was.

ROWS = [RuleRow("check", "First."), RuleRow("info", "Second.", "A remark."), RuleRow("warning", "Lost.", broken=True)]


def list_of(qtbot: QtBot) -> RuleList:
    created = RuleList("None at all.")
    qtbot.addWidget(created)
    created.show_rows(ROWS)
    created.resize(600, 300)
    created.show()
    return created


def test_each_rule_can_be_edited_and_forgotten_and_a_lost_one_only_removed(qtbot: QtBot) -> None:
    created = list_of(qtbot)
    received: list[tuple[str, int]] = []
    created.edit_requested.connect(lambda place: received.append(("edit", place)))
    created.forget_requested.connect(lambda place: received.append(("forget", place)))
    assert [button.accessibleName() for button in created.buttons] == [
        "Remove: First.",
        "Remove: Second.",
        "Remove: Lost.",
    ]
    assert [button.accessibleName() for button in created.edit_buttons] == ["Edit: First.", "Edit: Second."]
    created.edit_buttons[1].click()
    created.buttons[2].click()
    assert received == [("edit", 1), ("forget", 2)]


def test_without_rules_it_says_what_that_comes_to(qtbot: QtBot) -> None:
    created = list_of(qtbot)
    created.show_rows([])
    qtbot.waitUntil(lambda: words_of(created) == "None at all.", timeout=5000)
    assert created.texts() == []


def test_the_keyboard_stays_at_the_place_of_a_row_that_went(qtbot: QtBot) -> None:
    created = list_of(qtbot)
    created.activateWindow()
    qtbot.waitUntil(created.isActiveWindow, timeout=5000)
    created.buttons[1].setFocus()
    created.show_rows([ROWS[0], ROWS[2]])
    assert created.buttons[1].hasFocus()
    assert created.texts() == ["First.", "Lost."]


def test_the_same_rows_are_not_made_anew(qtbot: QtBot) -> None:
    created = list_of(qtbot)
    before = created.buttons[0]
    created.show_rows(list(ROWS))
    assert created.buttons[0] is before
