from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.browser.hits import hit
from vaultdesk.ui.browser.found_list import FoundList


def shown_list(qtbot: QtBot, count: int = 30) -> FoundList:
    made = FoundList()
    qtbot.addWidget(made)
    made.resize(260, 300)
    made.show()
    made.show_hits([hit(f"{n}.md", "text") for n in range(count)], same_question=False)
    made.doItemsLayout()
    return made


def test_another_question_begins_at_the_top(qtbot: QtBot) -> None:
    made = shown_list(qtbot)
    made.verticalScrollBar().setValue(200)
    made.show_hits([hit(f"x{n}.md", "text") for n in range(30)], same_question=False)
    assert made.verticalScrollBar().value() == 0


def test_the_same_question_asked_again_keeps_the_scroll(qtbot: QtBot) -> None:
    made = shown_list(qtbot)
    made.verticalScrollBar().setValue(200)
    made.show_hits([hit(f"{n}.md", "text") for n in range(29)], same_question=True)
    assert made.verticalScrollBar().value() == 200


def test_equal_hits_touch_nothing(qtbot: QtBot) -> None:
    made = shown_list(qtbot)
    with qtbot.assertNotEmitted(made.found.modelReset):
        made.show_hits([hit(f"{n}.md", "text") for n in range(30)], same_question=True)


def test_keys_choose_and_lead_back_to_the_field(qtbot: QtBot) -> None:
    made = shown_list(qtbot)
    chosen: list[tuple[str, bool]] = []
    made.chosen.connect(lambda found, new_tab: chosen.append((found.path, new_tab)))
    made.enter()
    QTest.keyClick(made, Qt.Key.Key_Down)
    QTest.keyClick(made, Qt.Key.Key_Return)
    QTest.keyClick(made, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert chosen == [("1.md", False), ("1.md", True)]
    QTest.keyClick(made, Qt.Key.Key_Up)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        made.enter()
        with qtbot.waitSignal(made.left_upwards):
            QTest.keyClick(made, key)
        assert not made.currentIndex().isValid()


def test_a_list_with_the_keyboard_keeps_a_row_though_its_note_is_gone(qtbot: QtBot) -> None:
    made = shown_list(qtbot, 3)
    made.activateWindow()
    made.enter()
    qtbot.waitUntil(made.hasFocus)
    QTest.keyClick(made, Qt.Key.Key_End)
    made.show_hits([hit("a.md", "x"), hit("b.md", "x")], same_question=True)
    assert made.currentIndex().data() == "b"
