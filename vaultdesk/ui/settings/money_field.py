"""Money field: an amount of US dollars to type or to step, drawn as the other fields are. Knows no setting."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QStyleOptionSpinBox, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.form_controls import HEIGHT, draw_number

MOST = 100_000.0
"""US dollars a cap may be; more is a slip of the finger."""

STEP = 0.5
"""US dollars an arrow adds."""


class MoneyField(QDoubleSpinBox):
    """Dollars and cents, told when they are finished and not at each key."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setRange(0.0, MOST)
        self.setDecimals(2)
        self.setSingleStep(STEP)
        self.setPrefix("$")
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Return the size of a large amount and the two arrows."""
        width = self.fontMetrics().horizontalAdvance(self.textFromValue(9_999.99)) + theme().step(60)
        return QSize(max(width, theme().step(104)), theme().step(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the same: an amount that is cut is another amount."""
        return self.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground, the border and the arrows."""
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        draw_number(self, option)
