"""Command "config": shows and changes settings."""

import argparse

from vaultdesk.cli.command_session import CommandSession
from vaultdesk.cli.console import print_text


def run(options: argparse.Namespace) -> int:
    """Print the file's path or one value, or change one value. Raises UsageError, SettingsError."""
    session = CommandSession()
    match options.action:
        case "path":
            print_text(str(session.folders.settings_file))
        case "get":
            print_text(session.store.get(options.key))
        case _:
            session.store.set(options.key, options.value)
    return 0
