"""Theme: how everything in the window looks: colours, fonts, steps, icons and the style that draws the states."""

from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import Theme, theme
from vaultdesk.ui.theme.tokens import Tokens

__all__ = ["Theme", "Tokens", "icon", "theme"]
