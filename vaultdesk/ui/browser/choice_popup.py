"""ChoicePopup: a few names under a field, one of them current. Takes no keyboard: the field steps through it."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vaultdesk.ui.browser.completing import Choice
from vaultdesk.ui.parts.card import Card
from vaultdesk.ui.parts.shown_text import shown
from vaultdesk.ui.parts.spoken import announce
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.strokes import box
from vaultdesk.ui.theme.theme import theme

ROW = 28
"""Height of a row, in pixels of LOOK's drawings."""

LEAST = 200
"""Width it has at least."""

Index = QModelIndex | QPersistentModelIndex


class ChoicePopup(Card):
    """A child of the window, so that it needs no pop-up of the system."""

    chosen = Signal(str)

    def __init__(self, field: QWidget) -> None:
        super().__init__(0, ground="raised", line="control", radius=8, parent=field.window())
        self._field = field
        edge = theme().step(4)
        self.content.setContentsMargins(edge, edge, edge, edge)
        self._model = _Choices(self)
        self._view = QListView()
        self._view.setFrameShape(QFrame.Shape.NoFrame)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._view.setMouseTracking(True)
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.viewport().setAutoFillBackground(False)
        self._view.setAccessibleName(self.tr("Names"))
        self._view.setModel(self._model)
        self._view.setItemDelegate(_ChoicePainter(self._view))
        self._view.clicked.connect(lambda _index: self.choose())
        self.content.addWidget(self._view)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(theme().step(32))
        shadow.setOffset(0, theme().step(12))
        shadow.setColor(theme().shade())
        self.setGraphicsEffect(shadow)
        self.hide()

    def show_choices(self, choices: Sequence[Choice], icon_name: str) -> None:
        """Show *choices* under the field; nothing where there is none."""
        self._model.set_choices(choices, icon_name)
        if not choices:
            self.hide()
            return
        self._view.setCurrentIndex(self._model.index(0))
        step = theme().step
        corner = self._field.mapTo(self._field.window(), QPoint(0, self._field.height() + step(4)))
        width = max(self._field.width(), step(LEAST))
        height = len(choices) * step(ROW) + 2 * step(4)
        self.setGeometry(QRect(corner, QSize(width, min(height, self._field.window().height() - corner.y()))))
        self.show()
        self.raise_()
        self._tell()

    def count(self) -> int:
        """Return how many names are shown."""
        return self._model.rowCount() if self.isVisible() else 0

    def step(self, by: int) -> None:
        """Make the next name current, round the ends."""
        self._view.setCurrentIndex(self._model.index((self._view.currentIndex().row() + by) % self._model.rowCount()))
        self._tell()

    def choose(self) -> None:
        """Tell the current name and hide."""
        name = self._view.currentIndex().data()
        self.hide()
        if isinstance(name, str):
            self.chosen.emit(name)

    def _tell(self) -> None:
        said = self._view.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
        announce(self._field, str(said))


class _Choices(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._choices: tuple[Choice, ...] = ()
        self.icon_name = ""

    def set_choices(self, choices: Sequence[Choice], icon_name: str) -> None:
        self.beginResetModel()
        self._choices, self.icon_name = tuple(choices), icon_name
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._choices)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        choice = self._choices[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return choice.name
            case Qt.ItemDataRole.UserRole:
                return choice.count
            case Qt.ItemDataRole.AccessibleTextRole:
                return shown(f"{choice.name}, {choice.count}" if choice.count else choice.name, 200)
        return None


class _ChoicePainter(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(theme().step(100), theme().step(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look = theme()
        step, rect = look.step, QRect(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            line = look.color("accent") if look.tokens.high_contrast else None
            box(painter, rect, step(5), look.color("accent_tint"), line)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            box(painter, rect, step(5), look.color("hover"))
        model = index.model()
        side, left, right = step(13), rect.left() + step(8), rect.right() - step(8)
        if isinstance(model, _Choices) and model.icon_name:
            picture = pixmap(model.icon_name, "muted", side, painter.device().devicePixelRatioF())
            painter.drawPixmap(left, rect.center().y() - side // 2, picture)
            left += side + step(7)
        count = index.data(Qt.ItemDataRole.UserRole)
        if count:
            painter.setFont(look.font("small"))
            painter.setPen(look.color("muted"))
            words = f"{count:,}"
            painter.drawText(rect.adjusted(0, 0, -step(8), 0), _at(Qt.AlignmentFlag.AlignRight), words)
            right -= painter.fontMetrics().horizontalAdvance(words) + step(8)
        painter.setFont(look.font("interface"))
        painter.setPen(look.color("text"))
        name = shown(str(index.data()), 200).replace("\n", " ")
        room = QRect(left, rect.top(), right - left + 1, rect.height())
        cut = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, _at(Qt.AlignmentFlag.AlignLeft), cut)


def _at(side: Qt.AlignmentFlag) -> int:
    return int(side | Qt.AlignmentFlag.AlignVCenter)
