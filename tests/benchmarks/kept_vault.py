"""Generated vaults of a given size, written once and cached in the system's temporary folder. Measures nothing.

Writing a hundred thousand notes takes minutes, and indexing them takes longer, so benchmarks of a window start with a
cached vault. Only generated vaults are cached, and benchmarks do not change their notes.
"""

import os
import shutil
import tempfile
from pathlib import Path

from tests.benchmarks.made_vault import GeneratedVault


def cache_folder(notes: int) -> Path:
    """Return the folder that caches everything of one size."""
    return Path(tempfile.gettempdir(), "vaultdesk-benchmarks", str(notes))


def cached_vault(notes: int) -> Path:
    """Return the vault of *notes* notes; it is generated if it does not exist."""
    vault = cache_folder(notes) / "vault"
    if not vault.exists():
        unfinished = vault.with_name("unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        GeneratedVault(notes).write(unfinished)
        unfinished.rename(vault)
    return vault


def cached_home(notes: int) -> Path:
    """Return the program's home folder with the index of that vault; it may not exist yet."""
    return cache_folder(notes) / "home"


def copy_home(notes: int, target: Path) -> Path:
    """Copy the home folder to *target*, where settings and states may be changed."""
    shutil.copytree(cached_home(notes), target, symlinks=True)
    return target


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a process that uses *home*, the offscreen platform and cached byte code."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    own = {"VAULTDESK_HOME": str(home), "PYTHONPYCACHEPREFIX": str(home / "bytecode")}
    return {"QT_QPA_PLATFORM": "offscreen", **inherited, **own}
