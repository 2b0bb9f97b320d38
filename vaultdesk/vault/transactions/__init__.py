"""Writes to the vault: all or nothing, journaled, recoverable after a crash and undoable."""
