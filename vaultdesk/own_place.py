"""Own place: where the program keeps what it has, who said so, and whether anything can be written there."""

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from vaultdesk.paths import HOME_VARIABLE, Places, own_home


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """What a person may want to know of it."""

    kind: Literal["system", "variable", "portable"]
    """The system's own folders; one folder that `VAULTDESK_HOME` names; the one beside a portable copy."""
    folder: Path
    """That folder; of the system's own ones the one of the data, or the one that cannot be written."""
    problem: str = ""
    """What the system says where it cannot be written."""


def own_place(where: Places, environment: Mapping[str, str] = os.environ) -> OwnPlace:
    """Return where *where* lies, after trying to write there. Blocks for as long as a small file takes."""
    home = own_home(environment)
    kind: Literal["system", "variable", "portable"] = "system"
    if home is not None:
        kind = "variable" if environment.get(HOME_VARIABLE) else "portable"
    for folder in (where.settings, where.data):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(b"x")
        except OSError as failed:
            return OwnPlace(kind, home or folder, failed.strerror or str(failed))
    return OwnPlace(kind, home or where.data)
