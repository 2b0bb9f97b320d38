"""Fixtures of the workspace tests."""
