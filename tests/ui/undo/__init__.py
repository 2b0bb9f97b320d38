"""Tests of the ways of undo in the window."""
