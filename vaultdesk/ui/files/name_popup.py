"""NamePopup: another name for a note, asked for at its crumbs. Renames nothing."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.frames import PopupFrame
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import TextField

WIDTH = 360
"""Pixels of LOOK's drawings."""


class NamePopup(PopupFrame):
    """One field with the name in it. Enter keeps, Esc and a press elsewhere leave."""

    named = Signal(str)

    def __init__(self, over: QWidget, name: str, why_not: Callable[[str], str]) -> None:
        """*why_not* returns why what is typed is no name, in a sentence."""
        super().__init__(over, WIDTH)
        self._why_not = why_not
        self._before = name
        self.setAccessibleName(self.tr("Rename"))
        self.field = TextField(self.tr("New name"), name)
        self._hint = PlainLabel(self.tr("Links to it follow. Enter keeps the name."), "muted", "small", wrap=True)
        column = QVBoxLayout(self)
        edge = theme().step(12)
        column.setContentsMargins(edge, edge, edge, edge)
        column.setSpacing(theme().step(8))
        column.addWidget(self.field)
        column.addWidget(self._hint)
        self.field.changed.connect(lambda _text: self._tell(""))
        self.field.submitted.connect(self._keep)

    def open(self) -> None:
        """Show it, the name selected."""
        self._stand()
        self.show()
        self.field.edit.setFocus()
        self.field.edit.selectAll()

    def _keep(self) -> None:
        name = self.field.text().strip()
        problem = self._why_not(name) if name != self._before else ""
        if problem:
            self._tell(problem)
            return
        self.close()
        if name != self._before:
            self.named.emit(name)

    def _tell(self, problem: str) -> None:
        if problem != self.field.problem():
            self.field.set_problem(problem)
            self._stand()

    def _stand(self) -> None:
        self.field.adjustSize()
        self.place(self.field, self.field.sizeHint().height())
