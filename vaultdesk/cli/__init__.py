"""Cli: VaultDesk in a terminal and for scripts."""

from vaultdesk.cli.main import run

__all__ = ["run"]
