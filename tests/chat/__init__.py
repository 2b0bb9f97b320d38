"""Tests of the package chat."""
