"""Fitting area: as high as what is in it; from a greatest height, or where there is no room, it scrolls."""

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from vaultdesk.ui.theme.primitives import focus_ring
from vaultdesk.ui.theme.theme import theme


class FittingArea(QScrollArea):
    """As high as its contents. Where it is given less, or they pass a greatest height, it scrolls, by keys too."""

    def __init__(self, contents: QWidget, most: int | None, name: str, parent: QWidget | None = None) -> None:
        """*most* is the greatest height in pixels of LOOK's drawings, None where only the host bounds it."""
        super().__init__(parent)
        self._contents = contents
        self._most = most
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setWidget(contents)
        # The ground is the host's: white in a dialog, the card's in a chat.
        contents.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().rangeChanged.connect(self._take_keyboard)

    def heightForWidth(self, width: int) -> int:
        """Return the contents' height at *width*, or the greatest."""
        layout = self._contents.layout()
        wanted = layout.totalHeightForWidth(width) if layout is not None and layout.hasHeightForWidth() else -1
        # The scroll area makes the contents no smaller than their least height, whatever their width asks for.
        wanted = max(wanted if wanted >= 0 else self._contents.sizeHint().height(), self._least())
        return wanted if self._most is None else min(theme().step(self._most), wanted)

    def sizeHint(self) -> QSize:
        """Return the contents' size within the limit."""
        width = self._contents.sizeHint().width()
        return QSize(width, self.heightForWidth(max(width, self.width())))

    def minimumSizeHint(self) -> QSize:
        """Return a size of a few words."""
        return QSize(theme().step(120), theme().step(40))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Be laid out anew when the contents are: a scroll area keeps that to itself."""
        if watched is self._contents and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring while it has the keyboard."""
        super().paintEvent(event)
        if self.hasFocus():
            rect = QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1)
            focus_ring(theme(), QPainter(self.viewport()), rect, theme().step(4))

    def _least(self) -> int:
        return self._contents.minimumSizeHint().height()

    def _take_keyboard(self, _least: int, most: int) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if most > 0 else Qt.FocusPolicy.NoFocus)
