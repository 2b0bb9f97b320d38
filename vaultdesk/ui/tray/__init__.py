"""Tray: the program's sign in the panel: what goes on, what can be done from there, and staying without a window."""
