"""FootTab: the name of one of the lists under a note. Knows no list."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolButton

from vaultdesk.ui.theme.theme import theme


class FootTab(QToolButton):
    """The name of one list. Down leads into it, Left and Right to the other names."""

    entered = Signal()
    stepped = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.opened = False
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def name(self, words: str, *, on: bool, opened: bool) -> None:
        """Say *words*: strongly where the list is the one that counts; *opened* is told to those who listen."""
        self.opened = opened
        self.setText(words)
        self.setFont(theme().font("strong" if on else "interface"))
        palette = self.palette()
        palette.setColor(palette.ColorRole.ButtonText, theme().color("text" if on else "muted"))
        self.setPalette(palette)
        self.setAccessibleName(words)
        self.setAccessibleDescription(self.tr("Open") if opened else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the arrows."""
        match event.key():
            case Qt.Key.Key_Down:
                self.entered.emit()
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self.stepped.emit(-1 if event.key() == Qt.Key.Key_Left else 1)
            case _:
                super().keyPressEvent(event)
