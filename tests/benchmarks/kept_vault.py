"""KeptVault: a made vault of so many notes, laid once and kept in the system's temporary folder. Measures nothing.

To lay a hundred thousand notes takes minutes, to index them more: benchmarks of a window begin with what is kept. Only
vaults made here are kept, and nobody writes into them.
"""

import os
import shutil
import tempfile
from pathlib import Path

from tests.benchmarks.made_vault import MadeVault


def kept_folder(notes: int) -> Path:
    """Return the folder in which all of one size is kept."""
    return Path(tempfile.gettempdir(), "vaultdesk-benchmarks", str(notes))


def kept_vault(notes: int) -> Path:
    """Return the vault of *notes* notes; it is laid where there is none yet."""
    place = kept_folder(notes) / "vault"
    if not place.exists():
        unfinished = place.with_name("unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        MadeVault(notes).lay(unfinished)
        unfinished.rename(place)
    return place


def kept_home(notes: int) -> Path:
    """Return the home in which the program keeps the index of that vault; it may not be there yet."""
    return kept_folder(notes) / "home"


def copy_of_home(notes: int, place: Path) -> Path:
    """Copy the home to *place*, whose settings and states may then become others."""
    shutil.copytree(kept_home(notes), place, symlinks=True)
    return place


def environment(home: Path) -> dict[str, str]:
    """Return what a process needs that uses *home*, shows its window to nobody, and finds its byte code from before."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    own = {"VAULTDESK_HOME": str(home), "PYTHONPYCACHEPREFIX": str(home / "bytecode")}
    return {"QT_QPA_PLATFORM": "offscreen", **kept, **own}
