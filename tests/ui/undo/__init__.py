"""Tests of undo in the window."""
