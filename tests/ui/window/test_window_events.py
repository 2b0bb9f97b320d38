"""Tests of ui/window/window_events.py."""

import shiboken6
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.window.window_events import ActivationWatch, first_paint

# First paint: told once the window was drawn.


class Canvas(QWidget):
    painted = 0

    def paintEvent(self, _event: object) -> None:  # noqa: N802 - Qt's own name
        self.painted += 1


@on_qt_loop
async def test_it_waits_for_the_drawing() -> None:
    canvas = Canvas()

    await first_paint(canvas)

    assert canvas.painted >= 1
    canvas.close()


@on_qt_loop
async def test_a_window_that_was_painted_before_is_painted_again() -> None:
    canvas = Canvas()
    await first_paint(canvas)

    await first_paint(canvas)

    assert canvas.painted >= 2
    canvas.close()


# Return watch: each return to the window is told, until its owner is gone.


@on_qt_loop
async def test_each_return_is_told_until_the_owner_is_gone() -> None:
    window, owner = QWidget(), QObject()
    told: list[str] = []
    ActivationWatch(window, lambda: told.append("back"), owner)
    for kind in (QEvent.Type.WindowActivate, QEvent.Type.WindowDeactivate, QEvent.Type.WindowActivate):
        QApplication.sendEvent(window, QEvent(kind))
    assert told == ["back", "back"]
    shiboken6.delete(owner)
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
    assert told == ["back", "back"]
    shiboken6.delete(window)
