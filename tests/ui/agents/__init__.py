"""Tests of the window's part about agents."""
