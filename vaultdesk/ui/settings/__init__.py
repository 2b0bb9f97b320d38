"""Settings pages, generated from the settings model where possible."""

from vaultdesk.ui.settings.sheet import SettingsForm, Sheet

__all__ = ["SettingsForm", "Sheet"]
