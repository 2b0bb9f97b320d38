"""Fixtures of other folders that these tests use."""

from tests.workspace.conftest import bench  # noqa: F401 - a fixture of these tests
