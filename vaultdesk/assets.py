"""Assets: files that ship with the program, in a checkout and in a frozen app. Read only; nothing of the user's."""

import sys
from pathlib import Path


def resources() -> Path:
    """Return the folder `resources`, beside the package or inside the frozen app."""
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        return Path(frozen) / "resources"
    return Path(__file__).resolve().parent.parent / "resources"


def asset(*parts: str) -> Path:
    """Return the path of a shipped file or folder: `asset("icons", "lock.svg")`."""
    return resources().joinpath(*parts)


def read_asset(*parts: str) -> str:
    """Return the text of a shipped file. A missing one is a fault of the package, so it raises FileNotFoundError."""
    return asset(*parts).read_text(encoding="utf-8")
