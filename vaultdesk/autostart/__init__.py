"""Autostart: whether the system starts the program when a person logs in, read from and kept in its own entry."""

from vaultdesk.autostart.entry import Autostart, Standing
from vaultdesk.autostart.system import own_autostart

__all__ = ["Autostart", "Standing", "own_autostart"]
