"""Text fields with a hint for invalid input, the search field, the find bar, and lengths in Qt's UTF-16 code units."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QStyle, QStyleOptionFrame, QWidget

from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import INVALID_VALUE
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip
from vaultdesk.ui.widgets.layouts import column_layout

MAX_FIELD_CHARACTERS = 4_000
"""Maximum number of characters of a field; a very long pasted text would block the window."""


class HintedLine(QLineEdit):
    """A line edit whose placeholder is shown in full or, if it does not fit, in the tooltip only."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._hint = ""

    def setPlaceholderText(self, hint: str) -> None:
        """Show *hint* while the field is empty."""
        self._hint = hint
        self._show_hint()
        self.updateGeometry()

    def placeholderText(self) -> str:
        """Return the placeholder, whether or not it fits."""
        return self._hint

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        return QSize(max(size.width(), self._hint_width()), size.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_hint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._show_hint()

    def _hint_width(self) -> int:
        """Return the width of a field in which the placeholder just fits."""
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        inner = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self).width()
        margins = self.textMargins()
        # Qt keeps two pixels free at each end.
        frame_width = self.width() - inner + margins.left() + margins.right() + 4
        return self.fontMetrics().horizontalAdvance(self._hint) + frame_width + 1 + self._icons_width()

    def _icons_width(self) -> int:
        """Return the width of the icons at both ends."""
        icon_size = self.style().pixelMetric(QStyle.PixelMetric.PM_LineEditIconSize, None, self)
        gap = self.style().pixelMetric(QStyle.PixelMetric.PM_LineEditIconMargin, None, self)
        # Qt's own calculation: six pixels around each of them.
        return len([action for action in self.actions() if not action.icon().isNull()]) * (icon_size + 6 + gap)

    def _show_hint(self) -> None:
        fits = self._hint_width() <= self.width()
        super().setPlaceholderText(self._hint if fits else "")
        if self._hint:
            self.setToolTip("" if fits else as_tooltip(self._hint))


class TextField(QWidget):
    """A line edit with an error message for its value."""

    changed = Signal(str)
    submitted = Signal()

    def __init__(
        self, name: str, text: str = "", *, placeholder: str = "", secret: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        column = column_layout(self, 4)
        self.edit = HintedLine(text)
        self.edit.setMaxLength(MAX_FIELD_CHARACTERS)
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText(placeholder)
        if secret:
            self.edit.setEchoMode(QLineEdit.EchoMode.Password)
        self._mark = QAction(self.edit)
        self._problem = PlainLabel("", "danger", "small", wrap=True)
        self._problem.hide()
        column.addWidget(self.edit)
        column.addWidget(self._problem)
        self.setFocusProxy(self.edit)
        self.edit.textChanged.connect(self.changed)
        self.edit.returnPressed.connect(self.submitted)
        theme().changed.connect(self._apply_theme)

    def text(self) -> str:
        return self.edit.text()

    def set_text(self, text: str) -> None:
        self.edit.setText(text)

    def problem(self) -> str:
        """Return the error message; empty if there is none."""
        return self._problem.text() if self._problem.isVisibleTo(self) else ""

    def set_problem(self, problem: str) -> None:
        """Show an error message; an empty text hides it."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self.edit.setProperty(INVALID_VALUE, bool(problem))
        self.edit.setAccessibleDescription(problem)
        self.edit.removeAction(self._mark)
        if problem:
            self._apply_theme()
            self.edit.addAction(self._mark, QLineEdit.ActionPosition.TrailingPosition)
        self.edit.update()

    def _apply_theme(self) -> None:
        self._mark.setIcon(icon("warning", "danger", "danger", 14))


class SearchField(HintedLine):
    """A field with a search icon and a clear button; Esc clears it, arrow keys go to the list below."""

    stepped = Signal(int)
    """Up or down was pressed: -1 or 1."""
    escaped = Signal()
    """Esc was pressed in the empty field."""

    def __init__(self, name: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder)
        self.setMaxLength(MAX_FIELD_CHARACTERS)
        self._search_icon = QAction(self.tr("Search"), self)
        self._search_icon.setEnabled(False)
        self._clear_action = QAction(self.tr("Clear"), self)
        self._clear_action.triggered.connect(self.clear)
        self.addAction(self._search_icon, QLineEdit.ActionPosition.LeadingPosition)
        self.textChanged.connect(self._update_clear_action)
        self._apply_theme()
        theme().changed.connect(self._apply_theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Esc and the arrow keys; everything else is text."""
        match event.key():
            case Qt.Key.Key_Escape:
                if self.text():
                    self.clear()
                else:
                    self.escaped.emit()
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.stepped.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
            case _:
                super().keyPressEvent(event)

    def _update_clear_action(self, text: str) -> None:
        is_shown = self._clear_action in self.actions()
        if not text:
            self.removeAction(self._clear_action)
        elif not is_shown:
            self.addAction(self._clear_action, QLineEdit.ActionPosition.TrailingPosition)

    def _apply_theme(self) -> None:
        # The icon is not dimmed, although it cannot be pressed.
        self._search_icon.setIcon(icon("search", "muted", "muted", 14, disabled_role="muted"))
        self._clear_action.setIcon(icon("close", "muted", "text", 14))


class FindBar(QWidget):
    """Bar to find text. Enter goes to the next match, Shift+Enter to the previous one, Esc closes it.

    The owner finds and marks the matches.
    """

    changed = Signal(str)
    """The searched text changed."""
    next_requested = Signal()
    previous_requested = Signal()
    closed = Signal()
    """Esc or the close button was pressed: the owner hides the bar and restores the focus."""

    def __init__(self, name: str, parent: QWidget | None = None, *, underlined: bool = True) -> None:
        """*name* is the accessible name and placeholder of the field; *underlined* draws a line below the bar."""
        super().__init__(parent)
        self._underlined = underlined
        self.edit = QLineEdit()
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText(name)
        self.edit.setMaxLength(MAX_FIELD_CHARACTERS)
        self.count = PlainLabel("", "muted", "small")
        self.previous = IconButton("chevron-up", self.tr("Previous match"))
        self.next = IconButton("chevron-down", self.tr("Next match"))
        self.close_button = IconButton("close", self.tr("Close"), keys=self.tr("Esc"))
        self.row = QHBoxLayout(self)
        """The owner inserts its additional controls here, before `count`."""
        px = theme().px
        self.row.setContentsMargins(px(8), px(4), px(8), px(4))
        self.row.setSpacing(px(4))
        self.row.addWidget(self.edit, 1)
        for widget in (self.count, self.previous, self.next, self.close_button):
            self.row.addWidget(widget)
        self.setFocusProxy(self.edit)
        self.edit.installEventFilter(self)
        self.edit.textChanged.connect(self.changed)
        self.previous.clicked.connect(self.previous_requested)
        self.next.clicked.connect(self.next_requested)
        self.close_button.clicked.connect(self.closed)
        theme().changed.connect(self.update)
        self.show_count(0, 0)

    def text(self) -> str:
        return self.edit.text()

    def open_with(self, text: str = "") -> None:
        """Show the bar with the focus in it; *text*, if not empty, is inserted and selected."""
        self.show()
        if text and text != self.edit.text():
            self.edit.setText(text)
        self.edit.selectAll()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_count(self, current: int, total: int) -> None:
        """Show that match *current*, from 1, of *total* is shown; 0 if none of them is."""
        if not self.edit.text():
            text = ""
        elif total:
            text = self.tr("{0} of {1}").format(current, total)
        else:
            text = self.tr("Not found")
        self.count.setText(text)
        # The layout must not change while the numbers grow.
        self.count.setMinimumWidth(max(self.count.minimumWidth(), self.count.sizeHint().width()))
        self.edit.setAccessibleDescription(text)
        for button in (self.previous, self.next):
            button.setEnabled(bool(total))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle Enter and the arrow keys of the field."""
        if watched is self.edit and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            match event.key():
                case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                    back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                    (self.previous_requested if back else self.next_requested).emit()
                    return True
                case Qt.Key.Key_Up | Qt.Key.Key_Down as key:
                    (self.previous_requested if key == Qt.Key.Key_Up else self.next_requested).emit()
                    return True
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()  # Has precedence over a command of the surrounding pane with this key.
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc, wherever in the bar the focus is."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._underlined:
            QPainter(self).fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))


def utf16_length(text: str) -> int:
    """Return the length of *text* in UTF-16 code units."""
    return len(text) if text.isascii() else len(text) + sum(character > "\uffff" for character in text)


def python_length(text: str, units: int) -> int:
    """Return how many Python characters the first *units* UTF-16 code units of *text* are."""
    if text.isascii():
        return min(units, len(text))
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))
