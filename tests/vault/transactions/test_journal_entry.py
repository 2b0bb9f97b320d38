"""What the journal's values say by themselves."""

from vaultdesk.core.settings.settings_schema import JournalSettings
from vaultdesk.vault.transactions.journal_entry import OPEN_STATES, Retention


def test_changes_are_kept_as_long_as_the_settings_say_by_themselves() -> None:
    settings = JournalSettings()
    assert Retention() == Retention(settings.days, settings.megabytes)


def test_only_what_nobody_has_said_the_end_of_is_open() -> None:
    assert OPEN_STATES == ("intended", "unconfirmed")
