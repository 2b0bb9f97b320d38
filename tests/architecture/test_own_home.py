"""No test can write into the home of the person who runs it."""

import os
from pathlib import Path

import pytest
from platformdirs import PlatformDirs

from tests.conftest import OWN_HOME
from vaultdesk.core.platform.paths import app_folders


def test_what_a_test_writes_without_saying_where_lands_in_a_home_of_the_run() -> None:
    assert all(OWN_HOME in place.parents for place in app_folders())


@pytest.mark.skipif(os.name != "posix", reason="elsewhere the system itself knows these places")
def test_the_system_s_own_places_are_there_too() -> None:
    assert Path.home() == OWN_HOME
    own = PlatformDirs("vaultdesk")
    assert OWN_HOME in own.user_config_path.parents
    assert OWN_HOME in own.user_data_path.parents
    assert OWN_HOME in own.user_cache_path.parents


@pytest.mark.parametrize("turn", [1, 2])
def test_one_test_does_not_see_what_another_wrote(turn: int) -> None:
    settings = app_folders().settings_file
    assert not settings.exists(), turn
    settings.parent.mkdir(parents=True)
    settings.write_text("theme = 'dark'\n")
