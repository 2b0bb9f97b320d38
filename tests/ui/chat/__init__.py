"""Tests of the chat pane."""
