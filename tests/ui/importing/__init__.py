"""Tests of bringing in chats of other programs in the window."""
