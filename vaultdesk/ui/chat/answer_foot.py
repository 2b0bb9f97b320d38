"""Answer foot: the row of small actions under a finished answer, and what it cost. Does none of them itself."""

from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.ui.parts.buttons import IconButton, LinkButton
from vaultdesk.ui.parts.labels import ElidedLabel
from vaultdesk.ui.theme.theme import theme

FootAction = Literal["copy", "insert", "append", "new-note", "retry"]
"""What can be done with an answer; only what works at the moment is shown."""


class AnswerFoot(QWidget):
    """Copy, insert, append, new note, ask again, and undo where notes were changed; tokens and time at the right."""

    pressed = Signal(str)
    """A `FootAction`."""
    undo_pressed = Signal()

    def __init__(self, facts: str, actions: frozenset[FootAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        self._buttons: dict[FootAction, IconButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(step(4))
        rows: tuple[tuple[FootAction, str, str], ...] = (
            ("copy", "copy", self.tr("Copy answer")),
            ("insert", "cursor", self.tr("Insert at the cursor")),
            ("append", "append", self.tr("Append to the open note")),
            ("new-note", "file-plus", self.tr("Make it a new note")),
            ("retry", "refresh", self.tr("Ask again")),
        )
        for action, icon, name in rows:
            button = IconButton(icon, name, side=22)
            button.clicked.connect(lambda _checked=False, action=action: self.pressed.emit(action))
            row.addWidget(button)
            self._buttons[action] = button
        self.undo_button = LinkButton("", icon_name="undo", small=True)
        self.undo_button.clicked.connect(self.undo_pressed)
        self.undo_button.hide()
        row.addWidget(self.undo_button)
        row.addStretch(1)
        # Where there is no room for both, the facts give way.
        row.addWidget(ElidedLabel(facts, role="muted", font="small"))
        self.set_actions(actions)

    def set_actions(self, actions: frozenset[FootAction]) -> None:
        """Show the buttons of *actions* only."""
        for action, button in self._buttons.items():
            button.setVisible(action in actions)

    def set_undo(self, words: str) -> None:
        """Offer the way back in these words, or none where they are empty."""
        self.undo_button.setText(words)
        self.undo_button.setVisible(bool(words))
