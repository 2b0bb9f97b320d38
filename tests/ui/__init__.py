"""Tests of the window, offscreen."""
