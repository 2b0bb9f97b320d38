"""FolderCrumbs: the folders on the way to a note, each a button that lists what is in it. Lists nothing itself."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.ui.properties.value_button import ValueButton
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.vault.note_path import printable

MOST = 4
"""Folders that are shown; of a longer way the first and the last two."""


class FolderCrumbs(QWidget):
    """Nothing for a note of the root."""

    pressed = Signal(str, QWidget)
    """What is in a folder is wanted: its path, and the button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder: str | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme().step(2))

    def text(self) -> str:
        """Return the way as one line."""
        return " › ".join(button.words() for button in self.findChildren(ValueButton))

    def show_folder(self, folder: str) -> None:
        """Show the way to *folder*."""
        if folder == self._folder:
            return
        self._folder = folder
        while self._row.count():
            item = self._row.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()
        parts = folder.split("/") if folder else []
        ways = ["/".join(parts[: number + 1]) for number in range(len(parts))]
        shown = ways if len(ways) <= MOST else [ways[0], ways[-3], *ways[-2:]]
        for way in shown:
            left_out = len(ways) > MOST and way == ways[-3]
            self._row.addWidget(self._button(way, "…" if left_out else way.rpartition("/")[2]))
            self._row.addWidget(Glyph("chevron-right", "muted", 12))
            # After the last one the row around adds its own: an arrow stands in the middle everywhere.
            self._row.addSpacing(theme().step(4 if way == shown[-1] else 8))
        self.setVisible(bool(folder))

    def _button(self, way: str, words: str) -> ValueButton:
        button = ValueButton(self.tr("Folder"))
        button.set_words(printable(words), "muted")
        button.setToolTip(as_tooltip(printable(way)))
        button.clicked.connect(partial(self.pressed.emit, way, button))
        return button
