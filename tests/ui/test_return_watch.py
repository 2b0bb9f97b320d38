"""Return watch: each return to the window is told, until its owner is gone."""

import shiboken6
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.return_watch import ReturnWatch


@on_qt_loop
async def test_each_return_is_told_until_the_owner_is_gone() -> None:
    window, owner = QWidget(), QObject()
    told: list[str] = []
    ReturnWatch(window, lambda: told.append("back"), owner)
    for kind in (QEvent.Type.WindowActivate, QEvent.Type.WindowDeactivate, QEvent.Type.WindowActivate):
        QApplication.sendEvent(window, QEvent(kind))
    assert told == ["back", "back"]
    shiboken6.delete(owner)
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
    assert told == ["back", "back"]
    shiboken6.delete(window)
