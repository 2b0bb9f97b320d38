"""Own process: how the program starts itself a second time for one task, from source and frozen. Starts nothing."""

import sys


def own_command(*flags: str) -> list[str]:
    """Return the command of this program with *flags*, mostly one that `__main__` says to itself alone."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *flags]
    # Nothing is imported from the folder it happens to be started in: that may be somebody's vault.
    return [sys.executable, "-P", "-m", "vaultdesk", *flags]
