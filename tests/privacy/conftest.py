"""Fixtures of other folders that tests here use."""

from tests.workspace.conftest import bench  # noqa: F401 - fixtures of the tests here
