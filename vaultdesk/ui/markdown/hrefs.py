"""Hrefs: how a link to a note is written as an address, and read back. Resolves nothing."""

from urllib.parse import quote, unquote

NOTE_SCHEME = "note:"
"""Our own scheme; what stands behind it never reaches the system's opener."""


def note_href(target: str) -> str:
    """Write *target* (`Folder/Name#Heading`) as an address that survives Qt's URL class unchanged."""
    return NOTE_SCHEME + quote(target, safe="")


def note_target(href: str) -> str:
    """Read the target back out of *href*; empty where it is no note link."""
    return unquote(href.removeprefix(NOTE_SCHEME)) if href.startswith(NOTE_SCHEME) else ""
