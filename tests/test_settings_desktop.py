"""Settings of the desktop: their defaults are what a person expects who never opened the settings."""

import pytest
from pydantic import ValidationError

from vaultdesk.settings import Settings
from vaultdesk.settings_desktop import BrowserSettings


def test_nothing_stays_running_or_listens_for_keys_unless_it_was_asked_for() -> None:
    desktop = Settings().desktop

    assert (desktop.tray, desktop.sound, desktop.quick_ask_keys) == (False, False, "")


def test_an_order_that_is_none_is_refused() -> None:
    with pytest.raises(ValidationError):
        BrowserSettings.model_validate({"sort": "size"})


def test_spelling_is_checked_only_where_it_was_asked_for() -> None:
    assert not Settings().editor.spelling
