"""Excerpt list: the excerpts of a request as rows with a tick: the model, and how a row is drawn."""

from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from vaultdesk.privacy.disclosure_review import DisclosureExcerpt
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.approval.file_list import TICK, FileRow
from vaultdesk.ui.privacy.excerpt_choices import ExcerptChoices
from vaultdesk.ui.privacy.ledger_words import tokens_words
from vaultdesk.ui.theme.primitives import box, focus_ring
from vaultdesk.ui.theme.right_to_left import mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import as_tooltip

AnyIndex = QModelIndex | QPersistentModelIndex

EXCERPT: Final = Qt.ItemDataRole.UserRole + 1
WORDS: Final = Qt.ItemDataRole.UserRole + 2
"""The roles that give a row's `DisclosureExcerpt`, and its four texts: name, size, place, state."""


class ExcerptModel(QAbstractListModel):
    """The excerpts of one request."""

    ticks_changed = Signal()

    def __init__(self, choices: ExcerptChoices, parent: QWidget) -> None:
        super().__init__(parent)
        self._choices = choices
        self._excerpts = choices.request.excerpts

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """Return how many excerpts there are."""
        return 0 if parent is not None and parent.isValid() else len(self._excerpts)

    def tick_all(self, ticked: bool) -> None:
        """Tick every excerpt, or none."""
        self._choices.tick_all(ticked)
        self.renew()

    def renew(self) -> None:
        """Tell that ticks or sizes are different now."""
        if self._excerpts:
            self.dataChanged.emit(self.index(0), self.index(len(self._excerpts) - 1))
        self.ticks_changed.emit()

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row shows and what a screen reader says."""
        excerpt = self._excerpts[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(sanitize_text(word) for word in (excerpt.path, *self._words(excerpt)[1:]) if word)
            case Qt.ItemDataRole.ToolTipRole:
                return as_tooltip(
                    "\n".join(sanitize_text(word) for word in (excerpt.path, *self._words(excerpt)[2:]) if word)
                )
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if self._choices.ticked(excerpt.id) else Qt.CheckState.Unchecked
            case _ if role == EXCERPT:
                return excerpt
            case _ if role == WORDS:
                return self._words(excerpt)
            case _:
                return None

    def setData(self, index: AnyIndex, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick one excerpt."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        name = self._excerpts[index.row()].id
        self._choices.tick(name, Qt.CheckState(value) == Qt.CheckState.Checked)
        self.dataChanged.emit(index, index)
        self.ticks_changed.emit()
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Every excerpt can be chosen and ticked."""
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def _words(self, excerpt: DisclosureExcerpt) -> tuple[str, str, str, str]:
        folder, _, name = excerpt.path.rpartition("/")
        place = " · ".join(part for part in (place_words(excerpt), folder) if part)
        size = tokens_words(self._choices.size(excerpt))
        return name.removesuffix(".md"), size, place, self._state(excerpt)

    def _state(self, excerpt: DisclosureExcerpt) -> str:
        if self._choices.ticked(excerpt.id) and self._choices.is_cut(excerpt):
            return self.tr("shortened by you")
        match excerpt.state:
            case "ask":
                return self.tr("private: {why}").format(why=excerpt.why) if excerpt.why else self.tr("private")
            case "sent":
                return self.tr("sent there before")
            case "kept":
                return self.tr("kept back by you before")
            case "new":
                return ""


class ExcerptRow(FileRow):
    """Draws one excerpt: tick, note over place, size over what is to be known of it."""

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw the row."""
        look, step = theme(), theme().step
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        name, size, place, told = index.data(WORDS)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(rect)
        if selected:
            painter.fillRect(rect, look.color("accent_tint"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.color("hover"))
        painter.setPen(QPen(look.color("border"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        self._draw_tick(painter, rect, index)
        left = rect.left() + self._edge + step(TICK + 10)
        inner = QRect(
            left, rect.top() + step(6), rect.right() - self._edge - left, rect.height() - 2 * step(6) + step(1)
        )
        self._draw_line(painter, inner, (name, size), upper=True)
        self._draw_line(painter, inner, (place, told), upper=False)
        if state & QStyle.StateFlag.State_HasFocus:
            focus_ring(look, painter, QRectF(rect.adjusted(1, 1, -1, -2)), step(4))
        elif selected and look.tokens.high_contrast:
            box(painter, rect.adjusted(1, 1, -1, -2), step(4), None, look.color("accent"))
        painter.restore()


def excerpt_at(index: QModelIndex) -> DisclosureExcerpt | None:
    """Return the excerpt of a row."""
    excerpt = index.data(EXCERPT) if index.isValid() else None
    return excerpt if isinstance(excerpt, DisclosureExcerpt) else None


def place_words(excerpt: DisclosureExcerpt) -> str:
    """Return which part of its note an excerpt is."""
    if excerpt.whole:
        return _tr("whole note")
    lines = ""
    if excerpt.first_line:
        several = excerpt.last_line > excerpt.first_line
        words = _tr("lines {first}–{last}") if several else _tr("line {first}")
        lines = words.format(first=excerpt.first_line, last=excerpt.last_line)
    return ", ".join(part for part in (excerpt.heading, lines) if part)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ExcerptList", text)
