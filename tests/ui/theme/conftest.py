"""Fixture for tests that must pass in the light and in the dark theme."""

import pytest

from vaultdesk.ui.theme.theme import Theme


@pytest.fixture(params=["light", "dark"])
def each_theme(request: pytest.FixtureRequest, app_theme: Theme) -> Theme:
    app_theme.set_choice(request.param)
    return app_theme
