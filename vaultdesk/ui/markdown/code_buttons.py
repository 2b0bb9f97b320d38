"""Code buttons: a real Copy button over each shown block of code. Knows rectangles, not documents."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton, QWidget

from vaultdesk.ui.markdown.decorations import CodeArea
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme

COPIED_SHOWN = 1500
"""Milliseconds for which the button says that it copied."""


class CodeButtons(QObject):
    """Keeps as many buttons on *host* as blocks of code are seen."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self._buttons: list[_CopyButton] = []

    def place(self, areas: Sequence[tuple[CodeArea, QRectF]]) -> None:
        """Show a button at the right end of each head; the rectangles are in the host's coordinates."""
        while len(self._buttons) < len(areas):
            self._buttons.append(_CopyButton(self._host))
        for button, (area, rect) in zip(self._buttons, areas, strict=False):
            button.show_for(area.text, area.number)
            size = button.sizeHint()
            top = rect.top() + (theme().step(26) - size.height()) / 2
            button.setGeometry(round(rect.right()) - size.width() - theme().step(4), round(top), *size.toTuple())
            button.show()
        for button in self._buttons[len(areas) :]:
            button.hide()


class _CopyButton(QToolButton):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""
        self._number = -1
        self._back = QTimer(self, singleShot=True, interval=COPIED_SHOWN)
        self._back.timeout.connect(self._dress)
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._copy)
        theme().changed.connect(self._dress)
        self._dress()

    def show_for(self, text: str, number: int) -> None:
        """Copy *text* from now on."""
        if number != self._number:
            self._number = number
            self._back.stop()
            self._dress()
        self._text = text

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self._show("check", QCoreApplication.translate("CodeButtons", "Copied"))
        self._back.start()

    def _dress(self) -> None:
        self._show("copy", QCoreApplication.translate("CodeButtons", "Copy"))

    def _show(self, icon_name: str, text: str) -> None:
        self.setFont(theme().font("caption"))
        self.setIconSize(QSize(theme().step(14), theme().step(14)))
        self.setIcon(icon(icon_name, size=14))
        self.setText(text)
        self.setAccessibleName(QCoreApplication.translate("CodeButtons", "Copy code"))
        self.adjustSize()
