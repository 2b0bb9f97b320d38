"""Switcher popup: a field for a note's name, what fits below it, and what Enter means (mockup 08). Finds nothing."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.switcher.asked import LONGEST
from vaultdesk.ui.switcher.choices import Offered
from vaultdesk.ui.widgets.lists.fold_list import FoldRow
from vaultdesk.ui.widgets.lists.quick_open_popup import QuickOpenHint, QuickOpenPopup, QuickOpenTexts

How = Literal["here", "tab", "side", "create"]
"""What Enter does with the keys held: open here, in a new tab, at the side; or make the note."""


class SwitcherPopup(QuickOpenPopup):
    """Tells what is typed and what is chosen; takes the rows for what is typed."""

    chosen = Signal(object, str)
    """A `Choice`, and how: one of `How`."""

    def __init__(self, window: QWidget, top: int, *, side: bool) -> None:
        """It stands in the middle of *window*, *top* pixels below its edge; *side* says whether there is one."""
        words = QuickOpenTexts(
            self.tr("Go to a note"), self.tr("Find a note by its name"), self.tr("Find or create a note…"),
            self.tr("Notes found"), self.tr("Nothing fits."), self._keys(side=side),
            unasked=self.tr("There is no other note yet. Type a name to make one."),
        )  # fmt: skip
        super().__init__(window, top, words, longest=LONGEST)
        self._offered: dict[str, Offered] = {}

    def show_offered(self, typed: str, offered: Sequence[Offered], told: str) -> None:
        """Show what fits *typed*, unless something else was typed since."""
        if typed == self.field.text():
            self._offered = {one.row.key: one for one in offered}
            self.show_rows(typed, [one.row for one in offered], told)

    def take(self, row: FoldRow | None, held: Qt.KeyboardModifier) -> None:
        """Tell what is chosen, and how."""
        how = _how(held)
        key = "create" if how == "create" else row.key if row is not None else ""
        offered = self._offered.get(key)
        if offered is not None:
            self.close()
            self.chosen.emit(offered.choice, how)

    def _keys(self, *, side: bool) -> list[QuickOpenHint]:
        keys = [QuickOpenHint("Enter", self.tr("open")), QuickOpenHint("Ctrl+Enter", self.tr("in a new tab"))]
        if side:
            keys.append(QuickOpenHint("Ctrl+Alt+Enter", self.tr("at the side"), known=False))
        return [
            *keys,
            QuickOpenHint("@", self.tr("headings")),
            QuickOpenHint("#", self.tr("tags")),
            QuickOpenHint("Esc", self.tr("close")),
        ]


def _how(held: Qt.KeyboardModifier) -> How:
    control, shift, alt = (
        bool(held & one)
        for one in (
            Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
        )
    )  # fmt: skip
    if shift:
        return "create"
    return "side" if control and alt else "tab" if control else "here"
