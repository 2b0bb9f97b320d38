"""Hints for an empty search: recent searches and search operators."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)

from vaultdesk.ui.browser.query_field import Operator, operators
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, draw_upright_pixmap, draw_upright_text, focus_ring, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip, safe_label_text
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
    """Row of operators in the fixed-width font; a click inserts one into the field."""

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
        known = {one.insert: one for one in operators()}
        self.buttons = [self._button(known[insert], words) for insert, words in SHOWN_OPERATORS.items()]
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
        """Hide what does not fit: the label, then the last operators, all of which are also in the help."""
        super().resizeEvent(event)
        room = self.width() - theme().px(28)
        for button in self.buttons:
            room -= button.width()
            button.setVisible(room >= 0)
        self._name.setVisible(room > self._name.sizeHint().width() + theme().px(4))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _button(self, operator: Operator, words: str) -> QToolButton:
        made = QToolButton()
        made.setText(words)
        made.setAutoRaise(True)
        made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setAccessibleName(operator.example)
        made.setAccessibleDescription(operator.description)
        made.setToolTip(as_tooltip(f"{operator.example}\n{operator.description}"))
        made.clicked.connect(partial(self._insert, operator))
        return made

    def _insert(self, operator: Operator, _checked: bool = False) -> None:
        self.inserted.emit(operator)

    def _apply_theme(self) -> None:
        for button in self.buttons:
            button.setFont(theme().font("fixed"))
            wide = theme().metrics("fixed").horizontalAdvance(button.text())
            button.setFixedSize(wide + theme().px(10), theme().px(24))
            palette = QPalette(button.palette())
            palette.setColor(QPalette.ColorRole.ButtonText, theme().color("text2"))
            button.setPalette(palette)


HINT_ICONS = {"saved": "star", "recent": "clock"}
"""Icons of searches."""

HINT_ROW_HEIGHTS = {"heading": 28, "saved": 26, "recent": 26, "operator": 40}
"""Height of each kind of row in design pixels."""

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class SearchHint:
    """One row: a heading, an earlier search, or an operator."""

    text: str
    description: str = ""
    operator: Operator | None = None
    heading: bool = False
    saved: str = ""
    """The query if `text` is the name of a saved search."""

    @property
    def kind(self) -> str:
        """Kind of the row."""
        if self.heading:
            return "heading"
        return "operator" if self.operator is not None else "saved" if self.saved else "recent"


class SearchHints(QListView):
    """Enter and a click choose; Up from the first row and Esc return to the field."""

    searched = Signal(str)
    """An earlier search should be repeated."""
    inserted = Signal(object)
    """An `Operator` to insert into the field."""
    left_at_top = Signal()
    save_requested = Signal(str)
    rename_requested = Signal(str)
    remove_requested = Signal(str)
    """The query of a search to save, rename or remove."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recent: Sequence[str] = ()
        self._saved: Sequence[tuple[str, str]] = ()
        self.hints = _Hints(self)
        self.setModel(self.hints)
        self.setItemDelegate(_HintPainter(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setAccessibleName(self.tr("Earlier searches and what can be asked"))
        self.clicked.connect(self._choose)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()
        self.show_recent(())

    def show_recent(self, searches: Sequence[str]) -> None:
        """Show recent searches, the last one first, above the operators."""
        self._recent = tuple(searches)
        self._renew()

    def show_saved(self, saved: Sequence[tuple[str, str]]) -> None:
        """Show saved searches, as name and query, above all others."""
        self._saved = tuple(saved)
        self._renew()

    def _renew(self) -> None:
        rows = [SearchHint(name, query if name != query else "", saved=query) for name, query in self._saved]
        if rows:
            rows.insert(0, SearchHint(self.tr("Saved searches"), heading=True))
        kept = {query for _, query in self._saved}
        recent = [SearchHint(words) for words in self._recent if words not in kept]
        if recent:
            rows += [SearchHint(self.tr("Searched before"), heading=True), *recent]
        rows.append(SearchHint(self.tr("What can be asked"), heading=True))
        rows += [SearchHint(one.example, one.description, one) for one in operators()]
        self.hints.set_rows(rows)

    def enter(self) -> None:
        """Focus the first selectable row."""
        self.setFocus(Qt.FocusReason.TabFocusReason)
        self.setCurrentIndex(self.hints.index(1, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Enter, Esc, and Up in the first row."""
        hint = self.currentIndex().data(Qt.ItemDataRole.UserRole)
        saved = isinstance(hint, SearchHint) and bool(hint.saved)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentIndex())
        elif saved and event.key() == Qt.Key.Key_Delete:
            self.remove_requested.emit(hint.saved)
        elif saved and event.key() == Qt.Key.Key_F2:
            self.rename_requested.emit(hint.saved)
        elif event.key() == Qt.Key.Key_Menu:
            rect = self.visualRect(self.currentIndex())
            self._open_menu(self.currentIndex(), self.viewport().mapToGlobal(rect.center()))
        elif event.key() == Qt.Key.Key_Escape or (event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 1):
            self.setCurrentIndex(QModelIndex())
            self.left_at_top.emit()
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        hint = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(hint, SearchHint) or hint.heading:
            return
        if hint.operator is not None:
            self.inserted.emit(hint.operator)
        else:
            self.searched.emit(hint.saved or hint.text)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of a search."""
        self._open_menu(self.indexAt(event.pos()), event.globalPos())

    def _open_menu(self, index: QModelIndex, place: QPoint) -> None:
        hint = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(hint, SearchHint) or hint.kind not in HINT_ICONS:
            return
        menu = Menu(self.tr("Search"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if hint.saved:
            menu.add(self.tr("Rename…"), partial(self.rename_requested.emit, hint.saved), icon_name="pencil")
            menu.add(self.tr("Remove"), partial(self.remove_requested.emit, hint.saved), icon_name="trash")
        else:
            menu.add(self.tr("Save"), partial(self.save_requested.emit, hint.text), icon_name="star")
        menu.popup(place)

    def _apply_theme(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("background"))
        self.setPalette(palette)
        self.scheduleDelayedItemsLayout()


class _Hints(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[SearchHint, ...] = ()

    def set_rows(self, rows: Sequence[SearchHint]) -> None:
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self.rows[index.row()].heading:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        hint = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return hint
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return safe_label_text(f"{hint.text}: {hint.description}" if hint.description else hint.text, 300)
            case Qt.ItemDataRole.ToolTipRole if not hint.heading:
                return as_tooltip(f"{hint.text}\n{hint.description}".strip())
        return None


class _HintPainter(QStyledItemDelegate):
    def __init__(self, view: SearchHints) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        hint = index.data(Qt.ItemDataRole.UserRole)
        return QSize(self._view.viewport().width(), theme().px(HINT_ROW_HEIGHTS[hint.kind]))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look = theme()
        px, state = look.px, option.state
        hint = index.data(Qt.ItemDataRole.UserRole)
        rect = QRect(option.rect).adjusted(px(8), 0, -px(8), 0)
        painter.save()
        if not hint.heading and state & QStyle.StateFlag.State_Selected:
            line = look.color("accent") if look.tokens.high_contrast else None
            box(painter, rect, px(5), look.color("accent_tint"), line)
        elif not hint.heading and state & QStyle.StateFlag.State_MouseOver:
            box(painter, rect, px(5), look.color("hover"))
        inner = rect.adjusted(px(10), 0, -px(10), 0)
        match hint.kind:
            case "heading":
                self._line(painter, inner.adjusted(0, px(6), 0, 0), hint.text, "small_strong", "muted")
            case "saved" | "recent":
                side = px(13)
                picture = pixmap(HINT_ICONS[hint.kind], "muted", side, painter.device().devicePixelRatioF())
                draw_upright_pixmap(painter, QPoint(inner.left(), inner.center().y() - side // 2), picture)
                self._line(painter, inner.adjusted(side + px(8), 0, 0, 0), hint.text, "interface", "text")
            case _:
                half = inner.height() // 2
                upper = QRect(inner.left(), inner.top() + px(3), inner.width(), half - px(2))
                self._line(painter, upper, hint.text, "fixed", "text")
                lower = QRect(inner.left(), inner.top() + half, inner.width(), half - px(2))
                self._line(painter, lower, hint.description, "small", "muted")
        if state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus() and not hint.heading:
            focus_ring(look, painter, QRectF(rect), px(5))
        painter.restore()

    def _line(self, painter: QPainter, rect: QRect, text: str, font: FontName, role: str) -> None:
        look = theme()
        painter.setFont(look.font(font))
        painter.setPen(look.color(role))
        cut = painter.fontMetrics().elidedText(
            safe_label_text(text, 300).replace("\n", " "), Qt.TextElideMode.ElideRight, rect.width()
        )
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cut)
