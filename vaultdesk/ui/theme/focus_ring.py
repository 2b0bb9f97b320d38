"""Focus ring: a frame around the widget that has the keyboard, outside its edge. Painted by style.py (LOOK, states)."""

import shiboken6
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QFocusFrame, QWidget

RINGED = (QAbstractButton, QComboBox)
"""Kinds of widget that wear the ring; fields and lists show their focus inside themselves."""

NO_RING = "noRing"
"""Property of a button that shows its focus by itself."""


class FocusRing(QObject):
    """Puts the ring where the keyboard is, unless the mouse brought it there."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._frame: QFocusFrame | None = None
        application.focusChanged.connect(self._move)

    def _move(self, _old: QWidget | None, new: QWidget | None) -> None:
        by_mouse = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        wears = isinstance(new, RINGED) and not by_mouse and not new.property(NO_RING)
        if wears and new is not None:
            self._alive().setWidget(new)
        elif self._frame is not None and shiboken6.isValid(self._frame):
            self._frame.setWidget(None)  # type: ignore[arg-type]  # the stub forgets None

    def _alive(self) -> QFocusFrame:
        # The frame is a child of the focused widget's window and dies with it.
        if self._frame is None or not shiboken6.isValid(self._frame):
            self._frame = QFocusFrame()
        return self._frame
