"""Command "config": shows and changes settings."""

import argparse
from functools import partial

from vaultdesk.cli.command_session import CommandSession
from vaultdesk.cli.console import print_text
from vaultdesk.core.settings.setting_keys import split_key
from vaultdesk.core.settings.settings_store import Settings


def run(options: argparse.Namespace) -> int:
    """Print the file's path or one value, or change one value. Raises UsageError, SettingsError."""
    session = CommandSession()
    match options.action:
        case "path":
            print_text(str(session.folders.settings_file))
        case "get":
            print_text(session.store.get(options.key))
        case _:
            session.store.set(options.key, options.value, partial(_check_provider, options.key))
    return 0


def _check_provider(key: str, settings: Settings) -> None:
    """Raise `UsageError` where *key* changed a provider whose address is missing or unusable."""
    group, name, *rest = (*split_key(key), "", "")
    provider = settings.providers.get(name) if group == "providers" else None
    # Setting it up field by field, the kind comes before the address.
    if provider is not None and (rest[0] in ("", "base_url")):
        from vaultdesk.providers.provider_factory import check_settings  # takes a second; other keys do not wait for it

        check_settings(name, provider)
