"""The request of a program start, from the command line, a link or the system."""

from pathlib import Path
from typing import NamedTuple

APP_LINK_SCHEME = "vaultdesk:"
"""Prefix of links of this program."""


class LaunchRequest(NamedTuple):
    """The request of a window start; an empty one restores the last session."""

    folder: Path | None = None
    """The vault to open, or a note whose vault is opened."""
    question: str | None = None
    """Opens quick ask with this text, even if it is empty."""
    link: str = ""
    """A link (deep_link.py), not parsed yet."""
    hidden: bool = False
    """Without a window: in the tray, or minimized if there is none."""


PLAIN_LAUNCH = LaunchRequest()

NOTE_SUFFIXES = (".md", ".canvas", ".base")
"""Suffixes of files that are opened in the vault that contains them."""


def is_note_file(path: Path) -> bool:
    """Return whether *path* is a file that is opened in the vault that contains it."""
    return path.suffix.lower() in NOTE_SUFFIXES and path.is_file()


def is_app_link(text: str) -> bool:
    """Return whether *text* has the scheme of this program's links."""
    return text[: len(APP_LINK_SCHEME)].lower() == APP_LINK_SCHEME
