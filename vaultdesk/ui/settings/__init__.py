"""Settings pages, generated from the settings model where possible."""

from vaultdesk.ui.settings.settings_form import SettingsForm
from vaultdesk.ui.settings.sheet import Sheet

__all__ = ["SettingsForm", "Sheet"]
