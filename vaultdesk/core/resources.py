"""Files shipped with the program, and the welcome vault copied from them."""

import shutil
import sys
from pathlib import Path

from vaultdesk.core.platform.paths import AppFolders


def resources_folder() -> Path:
    """Return the folder `resources`, beside the package or inside the frozen app."""
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        return Path(frozen) / "resources"
    return Path(__file__).resolve().parents[2] / "resources"


def resource_path(*parts: str) -> Path:
    """Return the path of a shipped file or folder: `resource_path("icons", "lock.svg")`."""
    return resources_folder().joinpath(*parts)


def read_resource(*parts: str) -> str:
    """Return the text of a shipped file. A missing one is a packaging error and raises FileNotFoundError."""
    return resource_path(*parts).read_text(encoding="utf-8")


def welcome_vault(folders: AppFolders) -> Path:
    """Return the user's copy of the welcome vault, made on first use and never overwritten afterwards.

    The shipped one may be read-only or replaced by an update, so that edits in it would be lost.
    """
    copy = folders.data / "welcome-vault"
    if not copy.exists():
        fresh = copy.with_name(".welcome-vault-new")
        shutil.rmtree(fresh, ignore_errors=True)
        # Without the modes of the shipped files, which may be read-only.
        shutil.copytree(resource_path("welcome-vault"), fresh, copy_function=shutil.copyfile)
        fresh.rename(copy)
    return copy
