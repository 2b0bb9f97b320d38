"""What a start of the program asks for, from the command line, a link or the system."""

from pathlib import Path
from typing import NamedTuple

APP_LINK_SCHEME = "vaultdesk:"
"""What a link of ours begins with."""


class LaunchRequest(NamedTuple):
    """What a start of the window is for; a plain one goes on where the last one left off."""

    folder: Path | None = None
    """The vault to open, or a note whose vault is opened."""
    question: str | None = None
    """Quick ask is shown with it, also where it is empty."""
    link: str = ""
    """A link (deep_link.py), not read yet."""
    hidden: bool = False
    """Without a window: in the tray, or minimised where there is none."""


PLAIN_LAUNCH = LaunchRequest()


def is_app_link(text: str) -> bool:
    """Tell whether *text* wants to be a link of ours, whatever it says."""
    return text[: len(APP_LINK_SCHEME)].lower() == APP_LINK_SCHEME
