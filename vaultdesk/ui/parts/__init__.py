"""Parts: the small widgets every screen is made of; they know nothing of vaults, models or answers."""

from vaultdesk.ui.parts.buttons import IconButton, LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.parts.labels import ElidedLabel, PlainLabel

__all__ = ["ElidedLabel", "IconButton", "LinkButton", "PlainButton", "PlainLabel", "PrimaryButton"]
