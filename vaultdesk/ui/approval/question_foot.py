"""Question foot: the buttons of a request, and the reason for a no. Cancel is the default. Knows no request.

request_foot.py puts the length of an answer and the privacy notice into it, change_foot.py the way of undo.
"""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.ui.approval.arming import Arming
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import set_tab_order
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.text_fields import TextField

Ending = Literal["approve", "cancel"]
"""Which button was pressed."""


class QuestionFoot(QWidget):
    """Put what stands above the buttons into `above`, and what stands left of them with `add_beside`."""

    answered = Signal(str, str)
    """`Ending`, and the reason the person gave when refusing."""

    def __init__(self, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        self._beside: QWidget | None = None
        self._reason = TextField(self.tr("Reason"), placeholder=self.tr("Why not? The model reads this."))
        self._reason.hide()
        self.reason_button = self._reason_button(compact)
        self.cancel_button = PlainButton(self.tr("Cancel"))
        self.approve_button = PrimaryButton(self.tr("Approve"))
        self.approve_button.setToolTip(self.tr("Press Space to agree. Enter does nothing here."))
        self.cancel_button.setDefault(True)
        self.approve_button.setDefault(False)
        self.arming = Arming(self.approve_button, self)
        self.cancel_button.clicked.connect(lambda: self.answered.emit("cancel", self._reason_text()))
        self.approve_button.clicked.connect(lambda: self.answered.emit("approve", ""))
        self.reason_button.clicked.connect(self._ask_why)
        self._reason.edit.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(step(12))
        self.above = QVBoxLayout()
        self.above.setSpacing(step(8))
        column.addLayout(self.above)
        column.addWidget(self._reason)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(step(12))
        self._row.addLayout(self._button_row(), 0 if compact else 1)
        column.addLayout(self._row)
        # Less than the row needs: where it has no room it breaks, see `resizeEvent`.
        self.setMinimumWidth(step(200 if compact else 400))

    def add_beside(self, widget: QWidget, stretch: int = 0) -> None:
        """Put *widget* left of the buttons."""
        self._beside = widget
        self._row.insertWidget(0, widget, stretch)

    def read_from(self, stops: Sequence[QWidget]) -> None:
        """Let Tab go through *stops*, which were made after the buttons, before it comes to them."""
        set_tab_order((*stops, self.reason_button, self.cancel_button, self.approve_button))

    def reserve_width(self, words: tuple[str, ...]) -> None:
        """Make Approve as wide as the widest of *words*: buttons that move under the pointer are pressed by mistake."""
        widths = []
        for text in words:
            self.approve_button.setText(text)
            widths.append(self.approve_button.sizeHint().width())
        self.approve_button.setMinimumWidth(max(widths))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow chat or window, put the buttons under what is left of them."""
        super().resizeEvent(event)
        buttons = self._row.itemAt(self._row.count() - 1)
        if self._beside is not None and buttons is not None:
            wanted = self._beside.sizeHint().width() + self._row.spacing() + buttons.sizeHint().width()
            way = (
                QBoxLayout.Direction.TopToBottom if wanted > event.size().width() else QBoxLayout.Direction.LeftToRight
            )
            if way != self._row.direction():
                self._row.setDirection(way)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Send the reason by Enter in its field."""
        key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answered.emit("cancel", self._reason_text())
            return True
        return super().eventFilter(watched, event)

    def _button_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        # Room for the ring around the button with the keyboard.
        row.setSpacing(theme().step(16))
        row.addStretch(1)
        for button in (self.reason_button, self.cancel_button, self.approve_button):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        return row

    def _reason_button(self, compact: bool) -> QAbstractButton:
        words = self.tr("Cancel with a Reason…")
        if compact:
            return IconButton("more", words)
        button = PlainButton(words)
        button.setFlat(True)
        return button

    def _ask_why(self) -> None:
        self._reason.show()
        self.reason_button.setEnabled(False)
        # One turn of the loop: a field that is not laid out yet cannot take the focus.
        QTimer.singleShot(0, self._reason.edit, self._reason.edit.setFocus)

    def _reason_text(self) -> str:
        return self._reason.text().strip() if self._reason.isVisibleTo(self) else ""
