"""Differences between systems and installations: paths, file locks, keyring, autostart and launch requests."""
