"""Answer foot: the row of small actions under a finished answer, and what it cost. Does none of them itself."""

from typing import Literal

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.labels import ElidedLabel, as_tooltip

FootAction = Literal["copy", "insert", "append", "new-note", "retry", "ask-other", "branch"]
"""What can be done with an answer; only what works at the moment is shown."""


class Facts(ElidedLabel):
    """A few words on an answer; its tooltip and a screen reader tell all of it."""

    def __init__(self, facts: str, details: str) -> None:
        self._details = details
        super().__init__(facts, role="muted", font="small", brief=True)
        self.setAccessibleDescription(details)

    def event(self, event: QEvent) -> bool:
        """Tell the details whether or not the words are cut."""
        if event.type() == QEvent.Type.ToolTip and self._details:
            self.setToolTip(as_tooltip(self._details))
        return super().event(event)


class AnswerFoot(QWidget):
    """Copy, insert, append, new note, ask again, and undo where notes were changed; tokens and time at the right."""

    pressed = Signal(str)
    """A `FootAction`."""
    undo_pressed = Signal()

    def __init__(
        self, facts: str, actions: frozenset[FootAction], details: str = "", parent: QWidget | None = None
    ) -> None:
        """*facts* stand at the right; *details*, one a line, are what a longer look tells of the answer."""
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
            ("ask-other", "chip", self.tr("Ask another model")),
            ("branch", "branch", self.tr("Branch from here")),
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
        self.facts = Facts(facts, details)
        row.addWidget(self.facts)
        self.set_actions(actions)

    def button(self, action: FootAction) -> IconButton:
        """Return the button of *action*, shown or not."""
        return self._buttons[action]

    def set_actions(self, actions: frozenset[FootAction]) -> None:
        """Show the buttons of *actions* only."""
        for action, button in self._buttons.items():
            button.setVisible(action in actions)

    def set_undo(self, words: str) -> None:
        """Offer the way back in these words, or none where they are empty."""
        self.undo_button.setText(words)
        self.undo_button.setVisible(bool(words))
