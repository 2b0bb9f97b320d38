"""Form dialog: fits its window, says what went wrong, and Esc refuses."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.agents.form_dialog import FormDialog


class Scene:
    """A dialog over a window."""

    def __init__(self, width: int) -> None:
        self.window = QWidget()
        self.window.resize(width, 600)
        self.window.show()
        self.dialog = FormDialog("A title", "What it is about.", "Do It", self.window, width=520)
        self.dialog.open()


def test_it_is_not_wider_than_its_window() -> None:
    assert Scene(400).dialog.minimumWidth() <= 400
    assert Scene(900).dialog.minimumWidth() > 400


def test_a_problem_is_said_and_taken_away() -> None:
    scene = Scene(900)
    assert not scene.dialog.problem.isVisibleTo(scene.dialog)
    scene.dialog.tell("It did not work.")
    assert scene.dialog.problem.text() == "It did not work."
    scene.dialog.tell("")
    assert not scene.dialog.problem.isVisibleTo(scene.dialog)


def test_esc_and_cancel_refuse() -> None:
    scene = Scene(900)
    ended: list[int] = []
    scene.dialog.finished.connect(ended.append)
    QTest.keyClick(scene.dialog, Qt.Key.Key_Escape)
    scene.dialog.open()
    scene.dialog.cancel.click()
    assert ended == [0, 0]
