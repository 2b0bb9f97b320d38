"""Welcome: the vault to look around in, copied to where a person may write. The notes are in resources."""

import shutil
from pathlib import Path

from vaultdesk.assets import asset
from vaultdesk.paths import Places


def welcome_vault(places: Places) -> Path:
    """Return the person's own copy of the welcome vault, made on first use and never overwritten afterwards.

    The shipped one may be read-only or replaced by an update, so that edits in it would be lost.
    """
    copy = places.data / "welcome-vault"
    if not copy.exists():
        fresh = copy.with_name(".welcome-vault-new")
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.copytree(asset("welcome-vault"), fresh)
        fresh.rename(copy)
    return copy
