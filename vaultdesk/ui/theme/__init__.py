"""The application's appearance: color tokens, fonts, icons, and the Qt style that draws widgets with them."""

from vaultdesk.ui.theme.color_tokens import Tokens
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import Theme, theme

__all__ = ["Theme", "Tokens", "icon", "theme"]
