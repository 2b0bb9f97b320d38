"""Mode popup: the list has the keyboard, Enter chooses, Tab leads to the switch for a plan."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.chat.mode_popup import ModePopup
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.lists.entry_list import ListEntry

ENTRIES = [
    ListEntry("agent", "Agent", "Works step by step."),
    ListEntry("chat", "Chat", "The model alone."),
    ListEntry("", "Projects", heading=True),
    ListEntry("project:House.md", "House", "Everything about the house"),
]


class Scene:
    """A pop-up at a button at the bottom of a window."""

    def __init__(self, *, projects: bool = True) -> None:
        self.window = QWidget()
        self.window.resize(360, 600)
        self.button = PlainButton("Agent", parent=self.window)
        self.button.move(QPoint(10, 560))
        self.window.show()
        told = self.told = list[str]()
        self.popup = ModePopup(self.button)
        self.popup.chosen.connect(told.append)
        self.popup.plan_switched.connect(lambda on: told.append(f"plan {on}"))
        self.popup.project_wanted.connect(lambda: told.append("new project"))
        self.popup.open(ENTRIES, "chat", plan_first=False, projects=projects)


def test_the_keyboard_goes_through_the_ways_and_enter_chooses(qtbot: QtBot) -> None:
    scene = Scene()
    qtbot.waitUntil(scene.popup.list.hasFocus)
    assert scene.popup.geometry().bottom() < scene.button.mapToGlobal(QPoint(0, 0)).y()
    QTest.keyClick(scene.popup.list, Qt.Key.Key_Down)
    QTest.keyClick(scene.popup.list, Qt.Key.Key_Return)
    assert scene.told == ["project:House.md"]
    assert not scene.popup.isVisible()


def test_nothing_lies_over_the_list(qtbot: QtBot) -> None:
    scene = Scene()
    qtbot.waitUntil(scene.popup.list.hasFocus)
    assert scene.popup.list.geometry().bottom() < scene.popup.plan.geometry().top()
    assert scene.popup.plan.geometry().bottom() < scene.popup.new_project.geometry().top()
    assert scene.popup.new_project.geometry().bottom() < scene.popup.height()
    scene.popup.close()


def test_the_plan_is_switched_without_closing_and_esc_closes(qtbot: QtBot) -> None:
    scene = Scene()
    qtbot.waitUntil(scene.popup.list.hasFocus)
    QTest.keyClick(scene.popup.list, Qt.Key.Key_Tab)
    assert scene.popup.plan.hasFocus()
    QTest.keyClick(scene.popup.plan, Qt.Key.Key_Space)
    assert (scene.told, scene.popup.isVisible()) == (["plan True"], True)
    QTest.keyClick(scene.popup.plan, Qt.Key.Key_Escape)
    assert not scene.popup.isVisible()


def test_a_new_project_is_wanted_from_here_where_there_can_be_any() -> None:
    scene = Scene()
    scene.popup.new_project.click()
    assert (scene.told, scene.popup.isVisible()) == (["new project"], False)
    scene = Scene(projects=False)
    assert not scene.popup.new_project.isVisible()
    scene.popup.close()
