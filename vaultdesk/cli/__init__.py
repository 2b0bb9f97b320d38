"""The command line of VaultDesk."""

from vaultdesk.cli.main import run

__all__ = ["run"]
