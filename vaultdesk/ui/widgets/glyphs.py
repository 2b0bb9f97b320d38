"""Small painted symbols: an icon, the keys of a command, the application's own icon."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.ui.theme.icons import ICON_SIZE, app_icon, pixmap
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme


class Glyph(QWidget):
    """One icon in one color, sharp at any scale, following the theme."""

    def __init__(self, name: str, role: str = "muted", size: int = ICON_SIZE, parent: QWidget | None = None) -> None:
        """*size* is the side in design pixels."""
        super().__init__(parent)
        self._name = name
        self._role = role
        self._size = size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme().changed.connect(self._apply_theme)

    def show_icon(self, name: str, role: str) -> None:
        self._name, self._role = name, role
        self.update()

    def sizeHint(self) -> QSize:
        side = theme().px(self._size)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._name:
            return
        side = theme().px(self._size)
        rect = QRect((self.width() - side) // 2, (self.height() - side) // 2, side, side)
        QPainter(self).drawPixmap(rect, pixmap(self._name, self._role, side, self.devicePixelRatioF()))

    def _apply_theme(self) -> None:
        self.updateGeometry()
        self.update()


def native_keys(keys: str) -> str:
    """Return *keys* in this system's notation."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def control_key() -> str:
    """Return this system's name of the Ctrl key: Cmd on macOS."""
    return native_keys("Ctrl+A").removesuffix("A").removesuffix("+")


class KeyCap(QWidget):
    """Keys in a small box with a border."""

    def __init__(self, keys: str, parent: QWidget | None = None, *, typed: bool = False) -> None:
        """*typed* are characters to type, which are shown literally: `@` is not the name of a key."""
        super().__init__(parent)
        self._text = keys if typed else native_keys(keys)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(self._text)
        theme().changed.connect(self.update)

    def text(self) -> str:
        return self._text

    def sizeHint(self) -> QSize:
        px = theme().px
        return QSize(theme().metrics("number").horizontalAdvance(self._text) + 2 * px(5), px(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        box(painter, self.rect(), values.px(4), values.color("background"), values.color("border"))
        font = values.font("number")
        font.setWeight(font.Weight.Normal)
        painter.setFont(font)
        painter.setPen(values.color("muted"))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), self._text)


class AppLogo(QWidget):
    """The program's icon."""

    def __init__(self, size: int, parent: QWidget | None = None) -> None:
        """*size* is the side in design pixels."""
        super().__init__(parent)
        self._size = size
        self._icon = app_icon()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        side = theme().px(self._size)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._icon.paint(QPainter(self), self.rect())
