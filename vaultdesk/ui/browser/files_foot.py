"""FilesFoot: the line below the tree: a new note, a new folder, the order of notes, and all folders closed."""

from functools import partial
from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from vaultdesk.core.settings.settings_schema import SortOrder
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.menu import Menu


class FilesFoot(QWidget):
    """Tells what was pressed."""

    new_note_requested = Signal()
    new_folder_requested = Signal()
    sort_requested = Signal(str)
    """One of the orders of the settings."""
    collapse_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        self._order: SortOrder = "name"
        self._command: QAction | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(step(10), step(5), step(8), step(4))
        row.setSpacing(step(2))
        self.new_note = QToolButton()
        self.new_note.setText(self.tr("New note"))
        self.new_note.setAutoRaise(True)
        self.new_note.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.new_note.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.new_folder = IconButton("folder-plus", self.tr("New folder"))
        self.sort = IconButton("sort", self.tr("Order of notes"))
        self.collapse = IconButton("collapse", self.tr("Close all folders"))
        row.addWidget(self.new_note)
        row.addStretch(1)
        for button in (self.new_folder, self.sort, self.collapse):
            row.addWidget(button)
        self.new_note.clicked.connect(self.new_note_requested)
        self.new_folder.clicked.connect(self.new_folder_requested)
        self.sort.clicked.connect(self.open_orders)
        self.collapse.clicked.connect(self.collapse_requested)
        theme().changed.connect(self._dress)
        self._dress()

    def show_order(self, order: SortOrder) -> None:
        """Tick *order* in the menu."""
        self._order = order

    def follow(self, new_note: QAction) -> None:
        """Say in the tooltip which keys make a new note, now and when they are others."""
        self._command = new_note
        new_note.changed.connect(self._show_keys)
        self._show_keys()

    def _show_keys(self) -> None:
        keys = self._command.shortcut().toString(QKeySequence.SequenceFormat.NativeText) if self._command else ""
        words = self.tr("New note ({keys})").format(keys=keys) if keys else self.tr("New note")
        self.new_note.setToolTip(as_tooltip(words))

    def order_words(self) -> dict[SortOrder, str]:
        """Return what each order is called."""
        words = (
            self.tr("Name, A to Z"),
            self.tr("Name, Z to A"),
            self.tr("Changed, newest first"),
            self.tr("Changed, oldest first"),
            self.tr("Created, newest first"),
            self.tr("Created, oldest first"),
        )
        return dict(zip(get_args(SortOrder), words, strict=True))

    def open_orders(self) -> Menu:
        """Open the menu of orders, the one that holds ticked."""
        menu = Menu(self.tr("Order of notes"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for order, words in self.order_words().items():
            if order in ("modified", "created"):
                menu.addSeparator()
            menu.add(words, partial(self.sort_requested.emit, order), checked=order == self._order)
        menu.popup(self.sort.mapToGlobal(self.sort.rect().topLeft()) - menu.rect().bottomLeft())
        self._stand_above(menu)
        return menu

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line over it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("background"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _stand_above(self, menu: Menu) -> None:
        corner = self.sort.mapToGlobal(self.sort.rect().topLeft())
        menu.move(corner.x(), corner.y() - menu.height() - theme().step(4))

    def _dress(self) -> None:
        self.new_note.setFont(theme().font("strong"))
        self.new_note.setIcon(icon("file-plus"))
