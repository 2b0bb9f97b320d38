"""Model box: a model's name, typed or picked from those a server says it has. Asks nobody."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from vaultdesk.ui.parts.shown_text import shown

LONGEST_ID = 200
"""Characters of a model's id; a server that sends longer ones sends something else."""

MOST_MODELS = 2_000
"""Entries of the list; the largest catalogs hold some hundreds."""


class ModelBox(QComboBox):
    """A field with a list under it."""

    finished = Signal()
    """A model was picked, or typed and the field left."""

    def __init__(self, model: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
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
        edit.setPlaceholderText(self.tr("Test to fetch the list, or type a model’s name"))
        edit.editingFinished.connect(self.finished)
        self.setCurrentText(model)
        self.activated.connect(lambda _index: self.finished.emit())

    def chosen(self) -> str:
        """Return the model's id."""
        return self.currentText().strip()

    def models(self) -> list[str]:
        """Return the ids in the list."""
        return [self.itemText(number) for number in range(self.count())]

    def offer(self, ids: Sequence[str]) -> None:
        """List *ids*; what is chosen stays, and a single model is chosen where none was."""
        fit = [one for one in dict.fromkeys(ids) if 0 < len(one) <= LONGEST_ID and shown(one) == one][:MOST_MODELS]
        chosen = self.chosen()
        self.clear()
        self.addItems(fit)
        self.setCurrentIndex(-1)
        self.setCurrentText(chosen or (fit[0] if len(fit) == 1 else ""))
        self._edit.setPlaceholderText(self.tr("Choose one of %n models, or type its name", "", len(fit)))
