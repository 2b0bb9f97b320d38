"""Model box: a model's name, typed or picked from those a server says it has. Asks nobody."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultdesk.providers.provider import ModelInfo
from vaultdesk.ui.model_text import model_info_text
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.text_fields import HintedLine

LONGEST_ID = 200
"""Characters of a model's id; a server that sends longer ones sends something else."""

MOST_MODELS = 2_000
"""Entries of the list; the largest catalogs hold some hundreds."""

WORDS = Qt.ItemDataRole.UserRole + 1
"""The role that gives what an entry's model can do."""


class ModelBox(QComboBox):
    """A field with a list under it; each entry says what its model can do."""

    finished = Signal()
    """A model was picked, or typed and the field left."""

    def __init__(self, model: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLineEdit(HintedLine())
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setItemDelegate(_Entry(self))
        # Not as wide as the longest id: the form says how wide.
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Model"))
        edit = self.lineEdit()
        assert edit is not None, "it is editable"
        self._edit = edit
        edit.setAccessibleName(self.tr("Model"))
        edit.setMaxLength(LONGEST_ID)
        edit.setPlaceholderText(self.tr("Test for a list, or type a name"))
        edit.editingFinished.connect(self.finished)
        self.setCurrentText(model)
        self.activated.connect(lambda _index: self.finished.emit())

    def chosen(self) -> str:
        """Return the model's id."""
        return self.currentText().strip()

    def models(self) -> list[str]:
        """Return the ids in the list."""
        return [self.itemText(number) for number in range(self.count())]

    def offer(self, models: Sequence[ModelInfo]) -> None:
        """List *models*; what is chosen stays, and a single model is chosen where none was."""
        by_id = {one.id: one for one in models if 0 < len(one.id) <= LONGEST_ID and safe_label_text(one.id) == one.id}
        fit = list(by_id.values())[:MOST_MODELS]
        chosen = self.chosen()
        self.clear()
        self.addItems([one.id for one in fit])
        for place, one in enumerate(fit):
            words = model_info_text(one)
            self.setItemData(place, words, WORDS)
            self.setItemData(place, words, Qt.ItemDataRole.AccessibleDescriptionRole)
        self.setCurrentIndex(-1)
        self.setCurrentText(chosen or (fit[0].id if len(fit) == 1 else ""))
        self._edit.setPlaceholderText(self.tr("Choose one of %n, or type a name", "", len(fit)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()


class _Entry(QStyledItemDelegate):
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        look, rect = theme(), QRect(option.rect)
        words = str(index.data(WORDS) or "")
        name = look.metrics("interface").horizontalAdvance(str(index.data()))
        room = rect.width() - name - look.step(40)
        if not words or room < look.step(40):
            return
        painter.save()
        painter.setFont(look.font("small"))
        painter.setPen(look.color("muted"))
        place = rect.adjusted(rect.width() - room - look.step(10), 0, -look.step(10), 0)
        cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), cut)
        painter.restore()
