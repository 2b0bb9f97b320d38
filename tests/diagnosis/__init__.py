"""Tests of the diagnosis of an installation."""
