"""CheckCell: a property that is a checkbox; changed by a click, no value is neither."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QWidget

from vaultdesk.ui.properties.kinds import Kind
from vaultdesk.ui.properties.value_cell import ValueCell
from vaultdesk.vault.frontmatter.frontmatter import JsonValue


class CheckCell(ValueCell):
    """A tick."""

    def __init__(self, name: str, kind: Kind = "checkbox", parent: QWidget | None = None) -> None:
        super().__init__(name, kind, parent)
        self.box = QCheckBox()
        self.box.setAccessibleName(name)
        self.box.clicked.connect(self._clicked)
        self.row.addWidget(self.box)
        self.row.addStretch(1)

    def begin(self) -> bool:
        """Give it the keyboard: the space bar changes it."""
        self.box.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def set_value(self, value: JsonValue) -> None:
        """Show *value*."""
        self.value = value
        if isinstance(value, bool):
            self.box.setTristate(False)
            self.box.setChecked(value)
        else:
            self.box.setCheckState(Qt.CheckState.PartiallyChecked)

    def _clicked(self) -> None:
        value = self.value is not True
        self.set_value(value)
        self.committed.emit(value)
