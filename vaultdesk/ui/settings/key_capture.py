"""Key capture: a field that takes the next keys pressed as an answer, not as text. Knows no command."""

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.text_fields import HintedLine

ALONE = (
    Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr, Qt.Key.Key_CapsLock,
    Qt.Key.Key_NumLock, Qt.Key.Key_unknown, Qt.Key.Key_Super_L, Qt.Key.Key_Super_R,
)  # fmt: skip
"""What is held with a key, and is none itself."""

WIDTH = 200
"""Pixels of LOOK's drawings; more where the hint is longer."""


class KeyCapture(HintedLine):
    """Waits for keys while it has the keyboard. Esc gives up, Backspace alone wants none, Tab goes on as everywhere."""

    captured = Signal(str)
    """Keys in portable text; empty where none are wanted."""
    given_up = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setReadOnly(True)
        self.setAccessibleName(name)
        self.setPlaceholderText(self.tr("Press the keys"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def setPlaceholderText(self, hint: str) -> None:
        """Say *hint*, and be wide enough for it."""
        super().setPlaceholderText(hint)
        self.setFixedWidth(max(theme().step(WIDTH), self._hint_width()))

    def show_keys(self, keys: str) -> None:
        """Show *keys*, in portable text."""
        self.setText(QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText))

    def event(self, event: QEvent) -> bool:
        """Take keys before the window takes them for a command."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tell of the keys."""
        key, held = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        event.accept()
        if key in ALONE:
            return
        if key == Qt.Key.Key_Escape and not held:
            self.given_up.emit()
        elif key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete) and not held:
            self.captured.emit("")
        else:
            # Shift with a sign is part of the sign: Ctrl+? is not Ctrl+Shift+?.
            if key not in range(Qt.Key.Key_A, Qt.Key.Key_Z + 1) and event.text().isprintable() and event.text().strip():
                held &= ~Qt.KeyboardModifier.ShiftModifier
            self.captured.emit(QKeySequence(QKeyCombination(held, key)).toString())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was not pressed is given up."""
        super().focusOutEvent(event)
        self.given_up.emit()
