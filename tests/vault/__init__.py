"""Tests of the vault room."""
