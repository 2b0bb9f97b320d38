"""Refusal dialog: nothing was touched; Cancel is the default, and Merge is there only where it is clean."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from tests.ui.undo.test_refused_notes import CONFLICT, GONE, MERGED, PLAN
from vaultdesk.ui.undo.refusal_dialog import RefusalDialog
from vaultdesk.vault.transactions.undo_plan import UndoPlan


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.resize(1000, 700)
    qtbot.addWidget(made)
    made.show()
    return made


def shown(qtbot: QtBot, window: QWidget, plan: UndoPlan, opened: list[str] | None = None) -> RefusalDialog:
    dialog = RefusalDialog(plan, (opened if opened is not None else []).append, window)
    dialog.open()
    qtbot.waitExposed(dialog)
    return dialog


def of(*items: object) -> UndoPlan:
    return replace(PLAN, items=items)


def test_one_note_and_many_are_told(qtbot: QtBot, window: QWidget) -> None:
    one, many = shown(qtbot, window, of(MERGED)), shown(qtbot, window, PLAN)
    assert "This note changed since" in words_of(one)
    assert "These notes changed since" in words_of(many)
    assert "Undo of “x” was not done. Nothing was touched." in words_of(many)


@pytest.mark.parametrize(("plan", "offered"), [(of(MERGED), True), (of(MERGED, CONFLICT), False), (of(GONE), False)])
def test_merging_is_offered_only_where_all_of_it_is_clean(
    qtbot: QtBot, window: QWidget, plan: UndoPlan, offered: bool
) -> None:
    dialog = shown(qtbot, window, plan)
    assert dialog.merge_button.isVisible() == offered
    assert dialog.cancel_button.isDefault()
    assert not dialog.merge_button.isDefault()


def test_both_versions_are_a_click_away(qtbot: QtBot, window: QWidget) -> None:
    dialog = shown(qtbot, window, of(MERGED))
    assert len(dialog.diff.document.sections[0].note.hunks) == 2
    dialog._views.changed.emit(1)
    assert [hunk.new_lines for hunk in dialog.diff.document.sections[0].note.hunks] == [("zwei",)]


def test_merge_is_wanted_by_its_button_alone(qtbot: QtBot, window: QWidget) -> None:
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        dialog = shown(qtbot, window, of(MERGED))
        QTest.keyClick(dialog, key)
        assert not dialog.merge_wanted
        assert not dialog.isVisible()
    dialog = shown(qtbot, window, of(MERGED))
    dialog.merge_button.click()
    assert dialog.merge_wanted


def test_the_notes_can_be_opened(qtbot: QtBot, window: QWidget) -> None:
    opened: list[str] = []
    dialog = shown(qtbot, window, PLAN, opened)
    assert [link.text() for link in dialog.links] == ["Open a.md", "Open b.md", "Open c.md"]
    dialog.links[1].click()
    assert opened == ["b.md"]
    assert not dialog.isVisible()


def test_every_part_has_a_name(qtbot: QtBot, window: QWidget) -> None:
    dialog = shown(qtbot, window, PLAN)
    nameless = [
        child
        for child in dialog.findChildren(QWidget)
        if child.isVisible()
        and child.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (child.accessibleName() or getattr(child, "text", str)())
    ]
    assert nameless == []
