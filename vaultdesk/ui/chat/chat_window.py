"""Window and tab page that can hold the chat in place of the side pane."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QFocusEvent, QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.theme.icons import app_icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.window.window_state import WindowFrame, on_screen

DEFAULT_WINDOW_SIZE = (440, 720)
"""Design pixels of a window that was never placed."""

MIN_WINDOW_SIZE = (320, 320)


class ChatHolder(QWidget):
    """Holds a view that is somebody else's."""

    released = Signal()
    """The holder goes away: whoever owns the view takes it back now, or it goes too."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Window)  # Not that of the notes around it.
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._view: QWidget | None = None

    def hold(self, view: QWidget) -> None:
        """Show *view*."""
        self._view = view
        self._column.addWidget(view)
        view.show()

    def give_back(self) -> None:
        """Let the view go, now without a parent."""
        if self._view is not None:
            self._column.removeWidget(self._view)
            self._view.setParent(None)
            self._view = None

    def event(self, event: QEvent) -> bool:
        """Tell before what is held would be deleted too."""
        if event.type() == QEvent.Type.DeferredDelete and self._view is not None:
            self.released.emit()
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._view is not None:
            self._view.setFocus(event.reason())


class ChatWindow(ChatHolder):
    """A window of the system; closed by the person it asks to be let go."""

    def __init__(self, frame: WindowFrame) -> None:
        """*frame* is how it stood the last time."""
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
        """Return how it stands."""
        place = self.normalGeometry() if self.isMaximized() else self.geometry()
        return WindowFrame((place.x(), place.y(), place.width(), place.height()), self.isMaximized())

    def bring_to_front(self) -> None:
        """Raise it."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask to be let go; whoever owns the view hides the window then."""
        event.ignore()
        self.released.emit()
