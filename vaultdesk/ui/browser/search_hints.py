"""Hints for an empty search: recent searches and search operators."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.browser.query_field import Operator, operators
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.row_list import RowList
from vaultdesk.ui.widgets.menu import Menu

SHOWN_OPERATORS = {
    "path:|": "path:",
    "tag:#|": "tag:",
    "file:|": "file:",
    "line:(|)": "line:",
    '"|"': '"…"',
    "-|": "-word",
    "in:chats |": "in:chats",
}
"""Inserted text of each operator, and its label."""

BAR_HEIGHT = 36
"""Height in design pixels."""


class OperatorBar(QWidget):
    """Row of buttons for the most useful operators; a click inserts one into the field."""

    inserted = Signal(object)
    """An `Operator`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), 1, px(8), 0)
        row.setSpacing(0)
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)  # What does not fit is hidden.
        self._name = PlainLabel(self.tr("Operators"), "muted", "small")
        row.addWidget(self._name)
        row.addSpacing(px(4))
        operators_by_text = {operator.insert: operator for operator in operators()}
        self.buttons = [self._button(operators_by_text[insert], label) for insert, label in SHOWN_OPERATORS.items()]
        for button in self.buttons:
            row.addWidget(button)
        row.addStretch(1)
        self.setFixedHeight(px(BAR_HEIGHT))
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def minimumSizeHint(self) -> QSize:
        """Return a size that does not constrain the width of the pane; what does not fit is cut off at the right."""
        return QSize(theme().px(120), theme().px(BAR_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the label, then the last operators, if they do not fit; all operators are also in the help."""
        super().resizeEvent(event)
        available_width = self.width() - theme().px(28)
        for button in self.buttons:
            available_width -= button.width()
            button.setVisible(available_width >= 0)
        self._name.setVisible(available_width > self._name.sizeHint().width() + theme().px(4))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _button(self, operator: Operator, label: str) -> QToolButton:
        button = QToolButton()
        button.setText(label)
        button.setAutoRaise(True)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(operator.example)
        button.setAccessibleDescription(operator.description)
        button.setToolTip(as_tooltip(f"{operator.example}\n{operator.description}"))
        button.clicked.connect(partial(self._insert, operator))
        return button

    def _insert(self, operator: Operator, _checked: bool = False) -> None:
        self.inserted.emit(operator)

    def _apply_theme(self) -> None:
        for button in self.buttons:
            button.setFont(theme().font("fixed"))
            text_width = theme().metrics("fixed").horizontalAdvance(button.text())
            button.setFixedSize(text_width + theme().px(10), theme().px(24))
            palette = QPalette(button.palette())
            palette.setColor(QPalette.ColorRole.ButtonText, theme().color("text2"))
            button.setPalette(palette)


HINT_STYLE = RowStyle(two_lines=40, text_top=20, top=3, chevrons=False, background="background")


class SearchHints(RowList):
    """Saved and recent searches, and operators. Up from the first row and Esc return to the field."""

    searched = Signal(str)
    """An earlier search should be repeated."""
    inserted = Signal(object)
    """An `Operator` to insert into the field."""
    save_requested = Signal(str)
    rename_requested = Signal(str)
    remove_requested = Signal(str)
    """The query of the search to save, rename or remove."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", HINT_STYLE, parent=parent)
        self._recent: Sequence[str] = ()
        self._saved: Sequence[tuple[str, str]] = ()
        self._queries: dict[str, str] = {}
        """Query of each row of a search."""
        self._operators: dict[str, Operator] = {}
        self.setAccessibleName(self.tr("Recent searches and search operators"))
        self.chosen.connect(self._choose)
        self.menu_requested.connect(self._open_menu)
        self.show_recent(())

    def show_recent(self, searches: Sequence[str]) -> None:
        """Show recent searches, the last one first, above the operators."""
        self._recent = tuple(searches)
        self._update_rows()

    def show_saved(self, saved: Sequence[tuple[str, str]]) -> None:
        """Show saved searches, as name and query, above all others."""
        self._saved = tuple(saved)
        self._update_rows()

    def _update_rows(self) -> None:
        saved = [
            ListRow(f"saved {query}", name, icon="star", description=query if name != query else "")
            for name, query in self._saved
        ]
        saved_queries = {query for _, query in self._saved}
        recent = [
            ListRow(f"recent {words}", words, icon="clock") for words in self._recent if words not in saved_queries
        ]
        self._queries = {row.key: row.key.partition(" ")[2] for row in (*saved, *recent)}
        self._operators = {f"operator {operator.insert}": operator for operator in operators()}
        operator_rows = [
            ListRow(key, operator.example, text=operator.description, font="fixed")
            for key, operator in self._operators.items()
        ]
        groups = (
            (self.tr("Saved searches"), saved),
            (self.tr("Recent searches"), recent),
            (self.tr("Search operators"), operator_rows),
        )
        self.show_rows(
            [row for title, rows in groups if rows for row in (ListRow(f"heading {title}", title, heading=True), *rows)]
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove or rename a saved search."""
        row = self.current()
        query = self._queries[row.key] if row is not None and row.key.startswith("saved ") else ""
        if query and event.key() == Qt.Key.Key_Delete:
            self.remove_requested.emit(query)
        elif query and event.key() == Qt.Key.Key_F2:
            self.rename_requested.emit(query)
        else:
            super().keyPressEvent(event)

    def _choose(self, key: str, _new_tab: bool) -> None:
        if key in self._operators:
            self.inserted.emit(self._operators[key])
        else:
            self.searched.emit(self._queries[key])

    def _open_menu(self, key: str, position: QPoint) -> None:
        query = self._queries.get(key)
        if query is None:
            return
        menu = Menu(self.tr("Search"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if key.startswith("saved "):
            menu.add(self.tr("Rename…"), partial(self.rename_requested.emit, query), icon_name="pencil")
            menu.add(self.tr("Remove"), partial(self.remove_requested.emit, query), icon_name="trash")
        else:
            menu.add(self.tr("Save"), partial(self.save_requested.emit, query), icon_name="star")
        menu.popup(position)
