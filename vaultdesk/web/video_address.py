"""Video address: which video of YouTube a text means, in every shape its addresses have. Fetches nothing."""

import re
from urllib.parse import parse_qs, urlsplit

from vaultdesk.core.errors import AddressBarred

_ID = re.compile(r"[A-Za-z0-9_-]{11}")
_HOSTS = re.compile(r"(?:(?:www|m|music)\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com")
_IN_PATH = frozenset({"shorts", "live", "embed", "v", "e"})


def video_id(text: str) -> str:
    """Return the id of the video *text* names: an address, or the id itself. Raises `AddressBarred`."""
    written = text.strip()
    if _ID.fullmatch(written):
        return written
    found = _named(written if "://" in written else f"https://{written}")
    if not _ID.fullmatch(found):
        raise AddressBarred(
            "This is no address of a video on YouTube", hint="Give it like https://www.youtube.com/watch?v=…"
        )
    return found


def _named(address: str) -> str:
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        return ""
    steps = [step for step in parts.path.split("/") if step]
    if parts.scheme not in ("http", "https"):
        return ""
    if host in ("youtu.be", "www.youtu.be"):
        return steps[0] if steps else ""
    if not _HOSTS.fullmatch(host):
        return ""
    if steps[:1] == ["watch"] or not steps:
        given = parse_qs(parts.query).get("v", [""])[0]
        return given or (steps[1] if len(steps) > 1 else "")
    return steps[1] if len(steps) > 1 and steps[0] in _IN_PATH else ""
