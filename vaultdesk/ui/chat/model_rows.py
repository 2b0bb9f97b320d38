"""Model rows: the entries of the list of models for Qt, and how a row is drawn. Chooses nothing."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultdesk.ui.chat.model_entries import ModelEntry
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.primitives import box, tick
from vaultdesk.ui.theme.right_to_left import draw_upright_pixmap, draw_upright_text, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

ROW, HEADING = 44, 28
"""Pixels of LOOK's drawings: a row of two lines in a pop-up, and a provider's name over its models."""

SIDE, SLOT, GAP = 10, 16, 8
"""A row from the left: air, a slot for the tick, air."""

LONGEST_NAME = 200
"""Characters of a name that are drawn at most."""

Index = QModelIndex | QPersistentModelIndex
State = QStyle.StateFlag


class ModelRows(QAbstractListModel):
    """The entries, one of them ticked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.entries: tuple[ModelEntry, ...] = ()
        self._chosen = ""

    def set_entries(self, entries: Sequence[ModelEntry], chosen: str) -> None:
        """Take over *entries*; the one labelled *chosen* is ticked."""
        self.beginResetModel()
        self.entries, self._chosen = tuple(entries), chosen
        self.endResetModel()

    def entry(self, row: int) -> ModelEntry | None:
        """Return the entry in *row*."""
        return self.entries[row] if 0 <= row < len(self.entries) else None

    def is_chosen(self, entry: ModelEntry) -> bool:
        """Tell whether *entry* is ticked."""
        return entry.model is not None and entry.model.label == self._chosen

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many entries there are."""
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let models be chosen, and not the names of providers."""
        entry = self.entry(index.row())
        if entry is None or entry.model is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the words of a row, for the eye, the pointer and the voice."""
        entry = self.entry(index.row())
        if entry is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return safe_label_text(entry.title, LONGEST_NAME)
            case Qt.ItemDataRole.AccessibleTextRole:
                state = self.tr("chosen") if self.is_chosen(entry) else ""
                return ", ".join(
                    part for part in (safe_label_text(entry.title, LONGEST_NAME), state, entry.words) if part
                )
            case Qt.ItemDataRole.AccessibleDescriptionRole if entry.model is not None:
                return safe_label_text(entry.why)
            case Qt.ItemDataRole.ToolTipRole if entry.model is not None:
                return as_tooltip("\n".join(part for part in (entry.title, entry.why) if part))
            case _:
                return None


class ModelRowPainter(QStyledItemDelegate):
    """Draws a row of two lines, or a provider's name."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return how large a row is."""
        rows = index.model()
        entry = rows.entry(index.row()) if isinstance(rows, ModelRows) else None
        heading = entry is not None and entry.model is None
        return QSize(theme().step(200), theme().step(HEADING if heading else ROW))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        rows = index.model()
        entry = rows.entry(index.row()) if isinstance(rows, ModelRows) else None
        if entry is None or not isinstance(rows, ModelRows):
            return
        look, rect = theme(), QRect(option.rect)
        words = rect.adjusted(look.step(SIDE), 0, -look.step(SIDE), 0)
        if entry.model is None:
            words.setBottom(words.bottom() - look.step(4))
            _line(painter, words, entry.title, ("caption", "muted"), Qt.AlignmentFlag.AlignBottom)
            return
        state = option.state
        if state & State.State_Selected:
            line = look.color("accent") if look.tokens.high_contrast else None
            box(painter, rect, look.step(5), look.color("accent_tint"), line)
        elif state & State.State_MouseOver:
            box(painter, rect, look.step(5), look.color("hover"))
        slot = look.step(SLOT)
        if rows.is_chosen(entry):
            tick(painter, QRectF(words.x(), rect.y() + (rect.height() - slot) / 2, slot, slot), look.color("accent"))
        words.adjust(slot + look.step(GAP), look.step(5), 0, -look.step(5))
        if entry.downgraded:
            side = look.step(14)
            picture = pixmap("info", "muted", side, painter.device().devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(words.right() - side, rect.y() + (rect.height() - side) // 2), picture)
            words.setRight(words.right() - side - look.step(GAP))
        strong: FontName = "strong" if rows.is_chosen(entry) else "interface"
        _line(painter, words, entry.title, (strong, "text"), Qt.AlignmentFlag.AlignTop)
        _line(painter, words, entry.words, ("small", "muted"), Qt.AlignmentFlag.AlignBottom)


def _line(painter: QPainter, rect: QRect, text: str, looks: tuple[FontName, str], at: Qt.AlignmentFlag) -> None:
    font, role = looks
    painter.setFont(theme().font(font))
    painter.setPen(theme().color(role))
    clean = safe_label_text(text, LONGEST_NAME).replace("\n", " ")
    cut = painter.fontMetrics().elidedText(clean, Qt.TextElideMode.ElideMiddle, rect.width())
    draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | at), cut)
