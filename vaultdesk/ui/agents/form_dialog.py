"""Form dialog: the frame of a question of ours: a headline, what is asked, what went wrong, and the buttons."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton, PrimaryButton
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.overlays import Dimmer

EDGE = 24
"""Pixels of LOOK's drawings around the contents."""

LEAST_WIDTH = 320
"""Pixels of LOOK's drawings below which no dialog is made."""


class FormDialog(QDialog):
    """A window-modal dialog. Put things into `content`; open it with `bridge.ask`."""

    def __init__(self, title: str, words: str, done: str, parent: QWidget, *, width: int = 520) -> None:
        """*done* is the verb on the primary button; *width* is in pixels of LOOK's drawings."""
        super().__init__(parent)
        step = theme().step
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAccessibleName(title)
        self.headline = PlainLabel(title, font="headline", wrap=True)
        self.words = PlainLabel(words, role="muted", wrap=True)
        self.words.setVisible(bool(words))
        self.problem = Banner("danger", "")
        self.problem.hide()
        self.content = QVBoxLayout()
        self.content.setSpacing(step(12))
        self.cancel = PlainButton(self.tr("Cancel"))
        self.done_button = PrimaryButton(done)
        self.cancel.clicked.connect(self.reject)
        self.foot = QHBoxLayout()
        self.foot.setContentsMargins(step(EDGE), step(12), step(EDGE), step(12))
        self.foot.setSpacing(step(8))
        self.foot.addStretch(1)
        self.foot.addWidget(self.cancel)
        self.foot.addWidget(self.done_button)
        head = QVBoxLayout()
        head.setSpacing(step(4))
        head.addWidget(self.headline)
        head.addWidget(self.words)
        inner = QVBoxLayout()
        inner.setContentsMargins(step(EDGE), step(20), step(EDGE), step(16))
        inner.setSpacing(step(16))
        inner.addLayout(head)
        inner.addLayout(self.content, 1)
        inner.addWidget(self.problem)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(inner, 1)
        column.addWidget(SeparatorLine())
        column.addLayout(self.foot)
        room = parent.window().width()
        self.setMinimumWidth(min(step(width), max(room - 16, step(LEAST_WIDTH))))
        theme().changed.connect(self.update)
        Dimmer(parent.window()).dim_for(self)

    def tell(self, problem: str) -> None:
        """Say what went wrong; an empty text takes it away."""
        self.problem.set_text(problem)
        self.problem.setVisible(bool(problem))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground of what floats."""
        QPainter(self).fillRect(self.rect(), theme().color("raised"))
