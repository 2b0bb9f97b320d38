from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.editor.note_find_bar import NoteFindBar
from vaultdesk.ui.editor.places import Wanted


def test_its_signs_say_how_to_look(qtbot: QtBot) -> None:
    bar = NoteFindBar()
    qtbot.addWidget(bar)
    told: list[int] = []
    bar.wanted_changed.connect(lambda: told.append(1))
    bar.begin("words", replace=False)
    bar.case.click()
    bar.pattern.click()
    assert bar.wanted() == Wanted("words", exactly=True, pattern=True)
    assert len(told) == 3
    assert not bar.replacing.isVisible()


def test_enter_behind_what_is_put_in_replaces_one_and_with_ctrl_all(qtbot: QtBot) -> None:
    bar = NoteFindBar()
    qtbot.addWidget(bar)
    told: list[object] = []
    bar.replace_asked.connect(told.append)
    bar.finder.closed.connect(lambda: told.append("closed"))
    bar.begin("words", replace=True)
    bar.show_count(1, 2)
    QTest.keyClick(bar.edit, Qt.Key.Key_Return)
    QTest.keyClick(bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(bar.edit, Qt.Key.Key_Escape)
    assert told == [False, True, "closed"]


def test_without_places_there_is_nothing_to_replace_and_a_problem_is_said(qtbot: QtBot) -> None:
    bar = NoteFindBar()
    qtbot.addWidget(bar)
    bar.begin("(", replace=True)
    bar.show_count(0, 0)
    bar.tell("The pattern cannot be read.")
    assert not bar.one.isEnabled()
    assert not bar.all.isEnabled()
    assert bar.problem.isVisible()
    bar.tell("")
    assert not bar.problem.isVisible()
