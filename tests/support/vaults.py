"""Vaults: small folders of notes for tests, and the command line run on them in this process."""

from collections.abc import Mapping
from pathlib import Path

HEATING: Mapping[str, str] = {
    "Boiler.md": "---\ntags: [heating]\n---\n# Boiler\n\nWe decided on the Nordwind heat pump. See [[Budget]].\n",
    "Budget.md": "# Budget\n\nThe heat pump costs 18,400 euros.\n",
    "Garden/Apples.md": "# Apples\n\nPrune the Boskoop in February.\n",
}
"""Three notes about a house."""


def write_vault(folder: Path, notes: Mapping[str, str | bytes] = HEATING) -> Path:
    """Write *notes* (path to text or bytes) into *folder* and return it."""
    for path, text in notes.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder
