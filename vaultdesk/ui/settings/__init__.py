"""Settings: the pages where a person chooses. Forms grow from the settings' own model; nothing is kept here."""

from vaultdesk.ui.settings.page import SettingsPage

__all__ = ["SettingsPage"]
