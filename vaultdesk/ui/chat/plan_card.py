"""Plan card: what can be done with an answer that is a plan: carry it out as it is or changed, or leave it be."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.ui.agents.text_area import TextArea
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel

LINES = 8
"""Lines of the plan in sight while it is changed; it scrolls."""


class PlanCard(Card):
    """Nothing was done yet; only Carry Out does."""

    carried_out = Signal(str)
    """The plan as it stands now."""
    discarded = Signal()

    def __init__(self, plan: str, parent: QWidget | None = None) -> None:
        super().__init__(padding=12, line="control", parent=parent)
        step = theme().step
        self.setAccessibleName(self.tr("A plan"))
        self.plan = plan
        self.area: TextArea | None = None
        self.carry_out = PrimaryButton(self.tr("Carry Out"), small=True)
        self.edit = PlainButton(self.tr("Edit"), small=True)
        self.discard = LinkButton(self.tr("Discard"), small=True)
        head = QHBoxLayout()
        head.setSpacing(step(8))
        head.addWidget(Glyph("list", size=16), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(PlainLabel(self.tr("This is a plan. Nothing was done yet."), wrap=True), 1)
        foot = QHBoxLayout()
        foot.setSpacing(step(8))
        for widget in (self.carry_out, self.edit):
            foot.addWidget(widget)
        foot.addStretch(1)
        foot.addWidget(self.discard)
        self.content.addLayout(head)
        self.content.addLayout(foot)
        self.carry_out.clicked.connect(lambda: self.carried_out.emit(self.text()))
        self.edit.clicked.connect(self._edit)
        self.discard.clicked.connect(self.discarded)

    def text(self) -> str:
        """Return the plan as it stands now."""
        return self.area.text() if self.area is not None else self.plan

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc end the changing, the plan as it was; keep every key from the chat around."""
        if event.key() == Qt.Key.Key_Escape and self.area is not None:
            self.area.deleteLater()
            self.area = None
            self.edit.show()
            self.edit.setFocus()
        event.accept()

    def _edit(self) -> None:
        self.area = TextArea(self.tr("The plan"), self.plan, LINES)
        self.area.edit.textChanged.connect(self._renew)
        self.content.insertWidget(1, self.area)
        self.edit.hide()
        self.area.setFocus()
        self.area.edit.moveCursor(self.area.edit.textCursor().MoveOperation.End)

    def _renew(self) -> None:
        self.carry_out.setEnabled(bool(self.text().strip()))
