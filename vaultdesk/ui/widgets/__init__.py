"""Widgets used by all views, without knowledge of vaults, models or answers."""

from vaultdesk.ui.widgets.buttons import IconButton, LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel

__all__ = ["ElidedLabel", "IconButton", "LinkButton", "PlainButton", "PlainLabel", "PrimaryButton"]
