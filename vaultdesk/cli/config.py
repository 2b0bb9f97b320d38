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
    """Raise `UsageError` if *key* belongs to a provider whose address is missing or unusable."""
    group, name, *rest = (*split_key(key), "", "")
    provider = settings.providers.get(name) if group == "providers" else None
    # If a provider is set up field by field, its kind is set before its address.
    if provider is not None and (rest[0] in ("", "base_url")):
        from vaultdesk.providers.provider_factory import check_settings  # imported here, because it takes a second

        check_settings(name, provider)
