"""Find bar: the row one searches in what is shown with: words, how many there are, the ways on. Searches nothing."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from vaultdesk.ui.parts.buttons import IconButton
from vaultdesk.ui.parts.fields import LONGEST_LINE
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.theme import theme


class FindBar(QWidget):
    """Enter goes to the next place, Shift+Enter to the one before, Esc closes. Whoever has it finds and marks."""

    changed = Signal(str)
    """Other words are looked for."""
    next_asked = Signal()
    previous_asked = Signal()
    closed = Signal()
    """Esc or the cross: the bar is to go and the keyboard back to where it was."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """*name* says where is searched; it stands in the empty field."""
        super().__init__(parent)
        self.edit = QLineEdit()
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText(name)
        self.edit.setMaxLength(LONGEST_LINE)
        self.count = PlainLabel("", "muted", "small")
        self.previous = IconButton("chevron-up", self.tr("Previous place"))
        self.next = IconButton("chevron-down", self.tr("Next place"))
        self.close_button = IconButton("close", self.tr("Close"), keys=self.tr("Esc"))
        self.row = QHBoxLayout(self)
        """What else a place to search in offers is put in here, before `count`."""
        step = theme().step
        self.row.setContentsMargins(step(8), step(4), step(8), step(4))
        self.row.setSpacing(step(4))
        self.row.addWidget(self.edit, 1)
        for widget in (self.count, self.previous, self.next, self.close_button):
            self.row.addWidget(widget)
        self.setFocusProxy(self.edit)
        self.edit.installEventFilter(self)
        self.edit.textChanged.connect(self.changed)
        self.previous.clicked.connect(self.previous_asked)
        self.next.clicked.connect(self.next_asked)
        self.close_button.clicked.connect(self.closed)
        theme().changed.connect(self.update)
        self.show_count(0, 0)

    def text(self) -> str:
        """Return the words looked for."""
        return self.edit.text()

    def begin(self, words: str = "") -> None:
        """Show the bar with the keyboard in it; *words* stand there where there are some, chosen to be typed over."""
        self.show()
        if words and words != self.edit.text():
            self.edit.setText(words)
        self.edit.selectAll()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_count(self, current: int, total: int) -> None:
        """Say that the place *current*, from 1, of *total* is shown; 0 of some where none of them is."""
        if not self.edit.text():
            words = ""
        elif total:
            words = self.tr("{0} of {1}").format(current, total)
        else:
            words = self.tr("Not found")
        self.count.setText(words)
        # The row must not jump while the numbers grow.
        self.count.setMinimumWidth(max(self.count.minimumWidth(), self.count.sizeHint().width()))
        self.edit.setAccessibleDescription(words)
        for button in (self.previous, self.next):
            button.setEnabled(bool(total))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Enter and the arrows from the field."""
        if watched is self.edit and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            match event.key():
                case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                    back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                    (self.previous_asked if back else self.next_asked).emit()
                    return True
                case Qt.Key.Key_Up | Qt.Key.Key_Down as key:
                    (self.previous_asked if key == Qt.Key.Key_Up else self.next_asked).emit()
                    return True
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()  # Before the command of the pane around that has this key.
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close by Esc, wherever in the row the keyboard is."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line below."""
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))
