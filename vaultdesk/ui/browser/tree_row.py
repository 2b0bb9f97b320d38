"""Tree row: how a row of the tree is drawn, and the editor in it in which it gets another name (LOOK, Tree row)."""

from collections.abc import Callable

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vaultdesk.ui.browser.tree_model import Role
from vaultdesk.ui.facts import number
from vaultdesk.ui.theme.control_painter import PROBLEM
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.right_to_left import draw_upright_pixmap, draw_upright_text, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel

Index = QModelIndex | QPersistentModelIndex

LONGEST_NAME = 255
"""Characters typed into a name at most: no disk takes longer ones."""

LEFT, RIGHT = 4, 14
"""Pixels of LOOK's drawings beside what is written in a row."""


class RowPainter(QStyledItemDelegate):
    """Draws name, count and signs; the ground is the view's."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return how high every row is."""
        return QSize(theme().step(60), theme().step(26))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        look = theme()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        rect = QRect(option.rect)
        rect.adjust(look.step(LEFT), 0, -look.step(RIGHT), 0)
        folder = bool(index.data(Role.FOLDER))
        right = rect.right()
        painter.save()
        if folder:
            count = number(int(index.data(Role.COUNT)))
            painter.setFont(look.font("small"))
            painter.setPen(look.color("muted"))
            draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), count)
            right -= painter.fontMetrics().horizontalAdvance(count) + look.step(8)
        signs = [("warning", "warning")] if index.data(Role.PROBLEM) or index.data(Role.CONFLICT) else []
        signs += [("lock", "muted")] if index.data(Role.LOCK) else []
        for name, role in signs:
            size = look.step(13)
            picture = pixmap(name, role, size, painter.device().devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(right - size, rect.center().y() - size // 2), picture)
            right -= size + look.step(8)
        rect.setRight(right)
        painter.setFont(look.font("strong" if selected else "interface"))
        quiet = bool(index.data(Role.EXCLUDED) or index.data(Role.OTHER))
        painter.setPen(look.color("muted" if quiet else "text" if folder or selected else "text2"))
        draw_name(painter, rect, str(index.data()))
        painter.restore()


class NameEditor(QLineEdit):
    """One line for a name, with a sentence below it where it is none."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.stem = ""
        """What of the name is not its ending."""
        self.setMaxLength(LONGEST_NAME)
        self.setAccessibleName(self.tr("New name"))
        self.setFont(theme().font())
        self.setTextMargins(-theme().step(4), 0, 0, 0)
        self._said = _Said(parent)
        self.destroyed.connect(self._said.deleteLater)
        self.textChanged.connect(lambda _text: self.tell(""))

    def tell(self, problem: str) -> None:
        """Say why what is typed is no name; nothing takes the sentence away."""
        self.setProperty(PROBLEM, bool(problem))
        self.setAccessibleDescription(problem)
        self.update()
        self._said.setText(problem)
        self._said.setVisible(bool(problem))
        parent = self.parentWidget()
        if problem and parent is not None:
            width = max(parent.width() - theme().step(16), theme().step(120))
            self._said.setFixedWidth(width)
            self._said.adjustSize()
            below = self.geometry().bottom() + theme().step(4)
            fits = below + self._said.height() <= parent.height()
            top = below if fits else self.geometry().top() - theme().step(4) - self._said.height()
            self._said.move(theme().step(4), top)
            self._said.raise_()


class RenamingDelegate(RowPainter):
    """Also makes the editor of a row. Enter keeps, Esc leaves; what is no name stays in the editor."""

    def __init__(self, view: QAbstractItemView, renamed: Callable[[str, str], object]) -> None:
        """*renamed* is told the path and the new name."""
        super().__init__(view)
        self._renamed = renamed
        self.why_not: Callable[[str, str], str] = lambda _path, _name: ""
        """Returns why the thing at a path cannot be called so, in a sentence."""
        self._path = ""
        self.editor: NameEditor | None = None
        """The one that was opened last."""

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Make the line."""
        self._path = str(index.data(Role.PATH))
        self.editor = NameEditor(parent)
        return self.editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Put the name in; once, for a row may be told anew while one types."""
        if isinstance(editor, NameEditor) and not editor.isModified() and not editor.text():
            name = str(index.data(Qt.ItemDataRole.EditRole))
            editor.setText(name)
            ending = not index.data(Role.FOLDER) and name == self._path.rpartition("/")[2]
            editor.stem = (name.rpartition(".")[0] if ending else "") or name

    def setModelData(self, editor: QWidget, _model: QAbstractItemModel, index: Index) -> None:
        """Tell the new name where it is one and another."""
        if not isinstance(editor, NameEditor):
            return
        name = editor.text().strip()
        if name and name != index.data(Qt.ItemDataRole.EditRole) and not self.why_not(self._path, name):
            self._renamed(self._path, name)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        """Fill the row up to its right edge."""
        rect = QRect(option.rect)
        rect.setRight(rect.right() - theme().step(8))
        editor.setGeometry(rect)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the editor open at Enter where what is typed is no name."""
        if isinstance(watched, NameEditor) and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                problem = self.why_not(self._path, watched.text().strip()) if watched.isModified() else ""
                if problem:
                    watched.tell(problem)
                    return True
            elif event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                return True  # Qt would go on to edit the next row.
        return super().eventFilter(watched, event)


def draw_name(painter: QPainter, rect: QRect, name: str) -> None:
    """Draw a *name* at the left, cut at its own end: that of a name in Hebrew or Arabic is where it ends to the eye."""
    words = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, rect.width())
    draw_upright_text(painter, rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)


class _Said(PlainLabel):
    """The sentence below the editor, on a ground of its own: it lies over the rows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", "danger", "small", wrap=True, parent=parent)
        edge = theme().step(8)
        self.setContentsMargins(edge, theme().step(6), edge, theme().step(6))
        self.hide()

    def paintEvent(self, event: object) -> None:
        """Draw the ground, then the words."""
        look = theme()
        box(QPainter(self), self.rect(), look.step(6), look.color("danger_tint"), look.color("danger"))
        super().paintEvent(event)  # type: ignore[arg-type] # Qt gives the event it wants back
