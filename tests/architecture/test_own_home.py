"""Tests cannot write to the home folder of the user who runs them."""

import os
from pathlib import Path

import pytest
from platformdirs import PlatformDirs

from tests.conftest import OWN_HOME
from vaultdesk.core.platform.paths import app_folders


def test_application_folders_are_in_a_temporary_home() -> None:
    assert all(OWN_HOME in folder.parents for folder in app_folders())


@pytest.mark.skipif(os.name != "posix", reason="other systems do not use environment variables for these folders")
def test_system_folders_are_in_the_temporary_home() -> None:
    assert Path.home() == OWN_HOME
    own = PlatformDirs("vaultdesk")
    assert OWN_HOME in own.user_config_path.parents
    assert OWN_HOME in own.user_data_path.parents
    assert OWN_HOME in own.user_cache_path.parents


@pytest.mark.parametrize("run", [1, 2])
def test_files_of_one_test_are_not_visible_to_another(run: int) -> None:
    settings = app_folders().settings_file
    assert not settings.exists(), run
    settings.parent.mkdir(parents=True)
    settings.write_text("theme = 'dark'\n")
