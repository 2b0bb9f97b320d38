"""Hotkey: one combination of keys that counts in every program, asked of the system. Off until somebody sets it."""
