"""Tests of the vault package."""
