"""Buttons: the one primary, the plain, the link and the icon. Their states are drawn by the theme's style."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.parts.labels import as_tooltip
from vaultdesk.ui.theme.control_painter import KIND, RADIUS, SMALL
from vaultdesk.ui.theme.icons import ICON_SIZE, icon
from vaultdesk.ui.theme.theme import theme


class PlainButton(QPushButton):
    """A button with a border; its text is a verb."""

    kind = "plain"

    def __init__(
        self,
        text: str,
        *,
        icon_name: str = "",
        small: bool = False,
        keys: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self.setProperty(KIND, self.kind)
        self.setProperty(SMALL, small)
        self._icon_name = icon_name
        self._keys = keys
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        if keys:
            self.setToolTip(f"{text} ({keys})")
        self._dress()
        theme().changed.connect(self._dress)

    def set_why_disabled(self, reason: str) -> None:
        """Disable the button and tell why in its tooltip; an empty reason enables it again."""
        self.setEnabled(not reason)
        self.setToolTip(as_tooltip(reason))

    def _dress(self) -> None:
        self.setFont(theme().font("small_strong" if self.property(SMALL) and self.kind == "link" else "strong"))
        if self._icon_name:
            role = {"primary": "on_accent", "link": "accent"}.get(self.kind, "muted")
            side = theme().step(ICON_SIZE)
            self.setIcon(icon(self._icon_name, role, role if self.kind != "plain" else "text"))
            self.setIconSize(QSize(side, side))


class PrimaryButton(PlainButton):
    """The one button that does what the screen is for."""

    kind = "primary"


class LinkButton(PlainButton):
    """A button that looks like a link: text in the accent colour, no border."""

    kind = "link"

    def __init__(
        self,
        text: str,
        *,
        icon_name: str = "",
        small: bool = False,
        keys: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, icon_name=icon_name, small=small, keys=keys, parent=parent)
        self.setProperty(RADIUS, 4)
        self.setCursor(Qt.CursorShape.PointingHandCursor)


class IconButton(QToolButton):
    """A flat button that is only an icon; its name is its tooltip and what a screen reader says."""

    def __init__(
        self,
        icon_name: str,
        name: str,
        *,
        keys: str = "",
        role: str = "muted",
        size: int = ICON_SIZE,
        side: int = 28,
    ) -> None:
        """*size* is the icon's, *side* the button's, in pixels of LOOK's drawings."""
        super().__init__()
        self._icon_name = icon_name
        self._role = role
        self._size = size
        self._side = side
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.set_name(name, keys)
        self._dress()
        theme().changed.connect(self._dress)

    def set_name(self, name: str, keys: str = "") -> None:
        """Call the button *name*, and show the keys that do the same."""
        self.setAccessibleName(name)
        self.setToolTip(as_tooltip(f"{name} ({keys})" if keys else name))

    def set_icon(self, icon_name: str, role: str = "") -> None:
        """Show another icon, and in the colour of *role* if it is given."""
        self._icon_name = icon_name
        self._role = role or self._role
        self._dress()

    def icon_name(self) -> str:
        """Return the name of the icon shown."""
        return self._icon_name

    def _dress(self) -> None:
        side = theme().step(self._size)
        active = "text" if self._role == "muted" else self._role
        self.setIcon(icon(self._icon_name, self._role, active, self._size) if self._icon_name else QIcon())
        self.setIconSize(QSize(side, side))
        self.setFixedSize(theme().step(self._side), theme().step(self._side))
