"""Keeps the index up to date with the vault: scans, parser processes, entry building and updates."""
