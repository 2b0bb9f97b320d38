"""Window and tab page that can hold the chat instead of the side pane."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QFocusEvent, QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.theme.icons import app_icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.window.window_state import WindowFrame, on_screen

DEFAULT_WINDOW_SIZE = (440, 720)
"""Size in design pixels of a window without a saved position."""

MIN_WINDOW_SIZE = (320, 320)


class ChatHolder(QWidget):
    """Holds a view that is owned by another object."""

    released = Signal()
    """The holder is about to be deleted: the owner must take the view back now, or it is deleted too."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Window)  # Not the background of the notes around it.
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._view: QWidget | None = None

    def hold(self, view: QWidget) -> None:
        self._view = view
        self._column.addWidget(view)
        view.show()

    def give_back(self) -> None:
        """Release the view, which then has no parent."""
        if self._view is not None:
            self._column.removeWidget(self._view)
            self._view.setParent(None)
            self._view = None

    def event(self, event: QEvent) -> bool:
        """Emit `released` before the held view would be deleted with this widget."""
        if event.type() == QEvent.Type.DeferredDelete and self._view is not None:
            self.released.emit()
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._view is not None:
            self._view.setFocus(event.reason())


class ChatWindow(ChatHolder):
    """Top-level window; when the user closes it, it asks to be released."""

    def __init__(self, frame: WindowFrame) -> None:
        """*frame* is the saved position and size."""
        super().__init__()
        self.setWindowFlag(Qt.WindowType.Window)
        self.setWindowIcon(app_icon())
        px = theme().px
        self.setMinimumSize(px(MIN_WINDOW_SIZE[0]), px(MIN_WINDOW_SIZE[1]))
        place = on_screen(frame.place) if frame.place is not None else None
        if place is not None:
            self.setGeometry(place)
        else:
            self.resize(px(DEFAULT_WINDOW_SIZE[0]), px(DEFAULT_WINDOW_SIZE[1]))
        if frame.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)

    def frame(self) -> WindowFrame:
        """Return the current position and size."""
        place = self.normalGeometry() if self.isMaximized() else self.geometry()
        return WindowFrame((place.x(), place.y(), place.width(), place.height()), self.isMaximized())

    def bring_to_front(self) -> None:
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Emit `released`; the owner of the view then hides the window."""
        event.ignore()
        self.released.emit()
