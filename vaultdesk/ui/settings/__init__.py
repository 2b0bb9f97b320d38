"""Settings: the pages where a person chooses. Forms grow from the settings' own model; nothing is kept here."""

from vaultdesk.ui.settings.form import SettingsForm
from vaultdesk.ui.settings.sheet import Sheet

__all__ = ["SettingsForm", "Sheet"]
