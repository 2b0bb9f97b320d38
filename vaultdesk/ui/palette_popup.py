"""Palette popup: the field that finds commands (mockup 07). Enter tells which is to be done, Tab which is to change."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.widgets.lists.fold_list import FoldRow
from vaultdesk.ui.widgets.lists.quick_open_popup import QuickOpenHint, QuickOpenPopup, QuickOpenTexts


class PalettePopup(QuickOpenPopup):
    """Runs nothing itself."""

    chosen = Signal(str)
    """The key of a row."""
    keys_wanted = Signal(str)
    """The row's command is to have other keys."""

    def __init__(self, window: QWidget, top: int) -> None:
        """It stands in the middle of *window*, *top* pixels below its edge."""
        hints = (
            QuickOpenHint("↑↓", self.tr("choose"), known=False), QuickOpenHint("Enter", self.tr("run")),
            QuickOpenHint("Tab", self.tr("change its key")), QuickOpenHint("Esc", self.tr("close")),
        )  # fmt: skip
        find = self.tr("Find a command")
        words = QuickOpenTexts(
            self.tr("Commands"), find, self.tr("Find a command…"), find, self.tr("Nothing fits."), hints
        )
        super().__init__(window, top, words)
        self.field.tabbed.connect(self._change_keys)

    def take(self, row: FoldRow | None, held: Qt.KeyboardModifier) -> None:
        """Close, and tell what was chosen."""
        if row is not None:
            self.close()
            self.chosen.emit(row.key)

    def _change_keys(self) -> None:
        row = self.list.current()
        if row is not None:
            self.keys_wanted.emit(row.key)
