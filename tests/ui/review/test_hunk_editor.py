"""Hunk editor: what is typed is what is written, and Esc there refuses nothing."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.review.hunk_editor import HunkEditor

Key = Qt.Key


def editor(qtbot: QtBot, *lines: str) -> HunkEditor:
    made = HunkEditor(lines)
    qtbot.addWidget(made)
    made.resize(500, made.wanted_height())
    made.show()
    return made


@pytest.mark.parametrize(
    "lines", [("a", "b"), ("",), (), ("nbsp\u00a0", "tab\t"), ("\u2029\u2028x",), ("a\rb",), ("\u202eevil",)]
)
def test_lines_that_nobody_touched_come_back_as_they_were(qtbot: QtBot, lines: tuple[str, ...]) -> None:
    assert editor(qtbot, *lines).lines() == lines


def test_what_is_typed_is_taken_by_control_enter(qtbot: QtBot) -> None:
    made = editor(qtbot, "first\u00a0line")
    taken: list[object] = []
    made.done.connect(taken.append)
    QTest.keyClick(made.box, Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(made.box, Key.Key_Return)
    QTest.keyClicks(made.box, "second")
    assert taken == []
    QTest.keyClick(made.box, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert taken == [("first\u00a0line", "second")]


def test_nothing_typed_over_everything_is_no_line(qtbot: QtBot) -> None:
    made = editor(qtbot, "a", "b")
    made.box.selectAll()
    QTest.keyClick(made.box, Key.Key_Delete)
    assert made.lines() == ()


@pytest.mark.parametrize("where", ["box", "done_button"])
def test_escape_ends_editing_and_goes_no_further(qtbot: QtBot, where: str) -> None:
    made = editor(qtbot, "a")
    ended: list[bool] = []
    made.cancelled.connect(lambda: ended.append(True))
    QTest.keyClick(getattr(made, where), Key.Key_Escape)
    assert ended == [True]


def test_the_buttons_do_what_the_keys_do_and_tab_comes_to_them(qtbot: QtBot) -> None:
    made = editor(qtbot, "a")
    told: list[object] = []
    made.done.connect(told.append)
    made.cancelled.connect(lambda: told.append("cancelled"))
    made.done_button.click()
    made.cancel_button.click()
    assert told == [("a",), "cancelled"]
    made.activateWindow()
    made.box.setFocus()
    qtbot.waitUntil(made.box.hasFocus, timeout=5000)
    QTest.keyClick(made.box, Key.Key_Tab)
    assert made.cancel_button.hasFocus()
    assert made.box.accessibleName()


def test_a_long_hunk_scrolls(qtbot: QtBot) -> None:
    assert editor(qtbot, *["line"] * 500).wanted_height() < 400
