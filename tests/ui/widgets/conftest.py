"""Fixtures of other folders that tests here use."""

from tests.ui.agents.conftest import themed  # noqa: F401 - fixtures of the tests here
