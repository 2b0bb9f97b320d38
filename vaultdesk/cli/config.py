"""Config: shows and changes settings by their dotted keys."""

import argparse

from vaultdesk.cli.screen import say
from vaultdesk.cli.session import Session


def run(options: argparse.Namespace) -> int:
    """Print the file's path or one value, or change one value. Raises UsageError, SettingsError."""
    session = Session()
    match options.action:
        case "path":
            say(str(session.places.settings_file))
        case "get":
            say(session.store.get(options.key))
        case _:
            session.store.set(options.key, options.value)
    return 0
