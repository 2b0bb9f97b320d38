"""Ui: the tests of the window, offscreen."""
