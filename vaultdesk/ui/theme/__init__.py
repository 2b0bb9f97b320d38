"""The application's look: colour tokens, fonts, icons, and the Qt style that draws widgets from them."""

from vaultdesk.ui.theme.color_tokens import Tokens
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import Theme, theme

__all__ = ["Theme", "Tokens", "icon", "theme"]
