"""Rule list: rules as sentences in a card, each with what can be done with it. Keeps no rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.settings.sentence import Sentence
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule as it is shown."""

    icon: str
    text: str
    remark: str = ""
    broken: bool = False
    """One that cannot be read: it can only be removed."""


class RuleList(Card):
    """The rows, split by lines; where there is none a sentence says what that comes to."""

    edit_requested = Signal(int)
    forget_requested = Signal(int)
    """The place of a rule."""

    def __init__(self, empty: str, forget: str, parent: QWidget | None = None) -> None:
        """*forget* is the verb that takes a rule away."""
        super().__init__(padding=0, parent=parent)
        self._empty = empty
        self._forget = forget
        self._rows: tuple[RuleRow, ...] | None = None
        self.buttons: list[LinkButton] = []
        """Those that take a rule away, in order."""
        self.edit_buttons: list[LinkButton] = []
        self.content.setSpacing(0)

    def show_rows(self, rows: Sequence[RuleRow]) -> None:
        """Show *rows*; the keyboard stays at the place where it was."""
        if tuple(rows) == self._rows:
            return
        before = next((place for place, button in enumerate(self.buttons) if button.hasFocus()), None)
        self._rows = tuple(rows)
        while (item := self.content.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                # Out of the tree at once: a deleted row would be seen, and found, until the loop turns.
                widget.setParent(None)
                widget.deleteLater()
        self.buttons, self.edit_buttons = [], []
        for place, row in enumerate(rows):
            if place:
                self.content.addWidget(SeparatorLine())
            self.content.addWidget(self._made(place, row))
        if not rows:
            label = PlainLabel(self._empty, role="muted", wrap=True)
            step = theme().step
            label.setContentsMargins(step(18), step(11), step(16), step(11))
            self.content.addWidget(label)
        if before is not None and self.buttons:
            self.buttons[min(before, len(self.buttons) - 1)].setFocus()

    def texts(self) -> list[str]:
        """Return the sentences in sight."""
        return [row.text for row in self._rows or ()]

    def _made(self, place: int, row: RuleRow) -> QWidget:
        links: list[LinkButton] = []
        if not row.broken:
            edit = LinkButton(self.tr("Edit…"))
            edit.setAccessibleName(self.tr("Edit: {0}").format(row.text))
            edit.clicked.connect(partial(self._edit, place))
            self.edit_buttons.append(edit)
            links.append(edit)
        forget = LinkButton(self.tr("Remove") if row.broken else self._forget)
        forget.setAccessibleName(f"{forget.text()}: {row.text}")
        forget.clicked.connect(partial(self._take, place))
        self.buttons.append(forget)
        return Sentence(row.icon, [row.text], row.remark, [*links, forget])

    def _edit(self, place: int, _checked: bool = False) -> None:
        self.edit_requested.emit(place)

    def _take(self, place: int, _checked: bool = False) -> None:
        self.forget_requested.emit(place)
