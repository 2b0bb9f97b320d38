"""Keeps the index in step with the vault: scans, parser processes, entry building and updates."""
