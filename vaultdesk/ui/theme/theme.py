"""The application's theme by the user's choice and the system's: tokens, palette, style and focus ring."""

from typing import Literal

import shiboken6
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QFocusFrame, QWidget

from vaultdesk.ui.theme.color_tokens import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Tokens
from vaultdesk.ui.theme.style import VaultStyle
from vaultdesk.ui.theme.theme_values import ThemeValues

Role = QPalette.ColorRole

ROLES: dict[QPalette.ColorRole, str] = {
    Role.Window: "background",
    Role.Base: "surface",
    Role.AlternateBase: "sunken",
    Role.Button: "raised",
    Role.ToolTipBase: "raised",
    Role.ToolTipText: "text",
    Role.Text: "text",
    Role.WindowText: "text",
    Role.ButtonText: "text",
    Role.BrightText: "on_accent",
    Role.PlaceholderText: "muted",
    Role.Highlight: "selection",
    Role.HighlightedText: "text",
    Role.Link: "accent",
    Role.LinkVisited: "accent",
    Role.Light: "raised",
    Role.Midlight: "hover",
    Role.Mid: "border",
    Role.Dark: "control",
    Role.Shadow: "outline",
    Role.Accent: "accent",
}
"""Palette roles, and the shades that Fusion uses where it draws itself."""

DISABLED_ROLES = (
    Role.Text, Role.WindowText, Role.ButtonText, Role.PlaceholderText, Role.HighlightedText, Role.Link, Role.Accent,
)  # fmt: skip
"""Roles with the disabled color."""


def palette_of(tokens: Tokens) -> QPalette:
    """Return the palette of *tokens*, with its Disabled group."""
    palette = QPalette()
    for role, token in ROLES.items():
        palette.setColor(role, QColor(tokens.hex(token)))
    for role in DISABLED_ROLES:
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.disabled))
    palette.setColor(QPalette.ColorGroup.Disabled, Role.Highlight, QColor(tokens.hover))
    return palette


WIDGETS_WITH_RING = (QAbstractButton, QComboBox)
"""Kinds of widget with the ring; fields and lists show their focus inside."""

NO_RING = "noRing"
"""Property of a button that shows its focus itself."""


class FocusRing(QObject):
    """Shows the ring around the focused widget, unless the focus was set by the mouse."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._frame: QFocusFrame | None = None
        application.focusChanged.connect(self._move)

    def _move(self, _old: QWidget | None, new: QWidget | None) -> None:
        by_mouse = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        has_ring = isinstance(new, WIDGETS_WITH_RING) and not by_mouse and not new.property(NO_RING)
        if has_ring and new is not None:
            self._current_frame().setWidget(new)
        elif self._frame is not None and shiboken6.isValid(self._frame):
            self._frame.setWidget(None)  # type: ignore[arg-type]  # the stub lacks None

    def _current_frame(self) -> QFocusFrame:
        # The frame is a child of the focused widget's window and is deleted with it.
        if self._frame is None or not shiboken6.isValid(self._frame):
            self._frame = QFocusFrame()
        return self._frame


ThemeChoice = Literal["system", "light", "dark"]
ContrastChoice = Literal["system", "normal", "high"]
MotionChoice = Literal["system", "full", "none"]
"""The user's choice."""


class Theme(ThemeValues):
    """The application's appearance: follows the choice and the system, and styles the application."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice: ThemeChoice = "system"
        self._contrast: ContrastChoice = "system"
        self._motion: MotionChoice = "system"
        self._applied: QApplication | None = None
        self._ring: FocusRing | None = None

    @property
    def choice(self) -> ThemeChoice:
        """The user's choice."""
        return self._choice

    def set_choice(self, choice: ThemeChoice) -> None:
        """Follow the system, or be light or dark independently of it."""
        self._choice = choice
        schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        # With a platform theme, native frames and file dialogs follow; without one this does nothing
        # (vaultdesk/ui/theme/README.md, "Palette").
        QGuiApplication.styleHints().setColorScheme(schemes.get(choice, Qt.ColorScheme.Unknown))
        self.refresh()

    def set_contrast(self, choice: ContrastChoice) -> None:
        """Follow the system, or use high contrast or not, independently of it."""
        self._contrast = choice
        self.refresh()

    def set_motion(self, choice: MotionChoice) -> None:
        """Follow the system, or use animations or not, independently of it."""
        self._motion = choice

    @property
    def motion(self) -> bool:
        """Whether animations are used; not if the system does not state a preference."""
        if self._motion == "system":
            return QApplication.isEffectEnabled(Qt.UIEffect.UI_General)
        return self._motion == "full"

    def apply(self, application: QApplication) -> None:
        """Style *application* (style, palette, focus ring) and follow the system's changes from now on."""
        self.set_system_font(QFont(application.font()))
        if self._applied is application:
            self.refresh()
            return
        self._applied = application
        application.setStyle(VaultStyle(self))
        self._ring = FocusRing(application)
        hints = application.styleHints()
        hints.colorSchemeChanged.connect(lambda _scheme: self.refresh())
        accessibility = getattr(hints, "accessibility", None)  # since Qt 6.10
        if accessibility is not None:
            accessibility().contrastPreferenceChanged.connect(lambda _preference: self.refresh())
        application.screenAdded.connect(lambda _screen: self.changed.emit())
        self.use_tokens(self._current_tokens())

    def refresh(self) -> None:
        """Apply the current choice and the system's settings."""
        tokens = self._current_tokens()
        if tokens is not self.tokens:
            self.use_tokens(tokens)

    def use_tokens(self, tokens: Tokens) -> None:
        """Apply *tokens* everywhere, until the choice or the system changes."""
        self.set_tokens(tokens)
        if self._applied is not None:
            self._applied.setPalette(palette_of(tokens))
        self.changed.emit()

    def _current_tokens(self) -> Tokens:
        hints = QGuiApplication.styleHints()
        dark = self._choice == "dark" or (self._choice == "system" and hints.colorScheme() == Qt.ColorScheme.Dark)
        accessibility = getattr(hints, "accessibility", None)  # since Qt 6.10
        high_contrast = accessibility is not None and accessibility().contrastPreference().name == "HighContrast"
        if self._contrast == "high" or (self._contrast == "system" and high_contrast):
            return DARK_CONTRAST if dark else LIGHT_CONTRAST
        return DARK if dark else LIGHT


_the_theme: list[Theme] = []
"""The application's single theme, created on first use."""


def theme() -> Theme:
    """Return the application's single theme; a QApplication must exist."""
    if not _the_theme:
        _the_theme.append(Theme())
    return _the_theme[0]
