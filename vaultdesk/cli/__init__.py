"""Cli: VaultDesk in a terminal and for scripts."""

from vaultdesk.cli.main import main

__all__ = ["main"]
