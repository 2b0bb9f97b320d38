"""Tests of the tray."""
