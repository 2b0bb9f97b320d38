"""Queue card: a message typed while an answer runs, waiting for its turn. Holds the words; sends nothing itself."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.ui.parts.buttons import LinkButton
from vaultdesk.ui.parts.card import Card
from vaultdesk.ui.parts.labels import ElidedLabel
from vaultdesk.ui.theme.theme import theme


class QueueCard(Card):
    """One queued message with Edit, Remove and Send now (UX 8)."""

    edit_requested = Signal()
    remove_requested = Signal()
    send_requested = Signal()

    def __init__(self, text: str, *, running: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(padding=12, line="control", dashed=True, parent=parent)
        self.text = text
        self.setAccessibleName(self.tr("Queued message"))
        self.setAccessibleDescription(text[:500])
        step = theme().step
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(step(12))
        why = self.tr("waits for the answer") if running else self.tr("not sent yet")
        foot.addWidget(ElidedLabel(why, role="muted", font="small"), 1)
        for label, signal in (
            (self.tr("Edit"), self.edit_requested),
            (self.tr("Remove"), self.remove_requested),
            (self.tr("Send now"), self.send_requested),
        ):
            button = LinkButton(label)
            button.clicked.connect(signal)
            foot.addWidget(button)
        self.content.setSpacing(step(4))
        # One line: the queue must never push the answer out of sight.
        self.content.addWidget(ElidedLabel(" ".join(text[:500].split())))
        self.content.addLayout(foot)
