"""Pictures: how a chat note names the pictures of a conversation. Reads and writes no file.

A picture is a file beside the chat, named after its bytes, or a file of the vault that is only linked.
"""

import base64
import binascii
import hashlib
from collections.abc import Callable
from typing import Final, get_args

from vaultdesk.chat.messages import ImagePart, ImageType

PictureLink = Callable[[ImagePart], str]
"""Return what an embed of the picture names."""

PictureBytes = Callable[[str], bytes | None]
"""Return the bytes of the file an embed names; None where there is none."""

IMAGE_TYPES: Final[frozenset[str]] = frozenset(get_args(ImageType))

_ENDINGS: Final = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif"}
_BREAKS_LINKS = frozenset("#|^[]\\\n")


def file_name(part: ImagePart) -> str:
    """Return the name of the file that holds the bytes of *part*."""
    digest = hashlib.sha256(part.data.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{digest[:24]}.{_ENDINGS[part.media_type]}"


def bytes_of(part: ImagePart) -> bytes | None:
    """Return the bytes of *part*; None where its text is not plain base64, and so no file could hold it."""
    try:
        data = base64.b64decode(part.data, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode("ascii") == part.data else None


def unusual_bytes(part: ImagePart) -> str:
    """Return the text of *part* where a file could not give it back, else nothing."""
    return "" if bytes_of(part) is not None else part.data


def linkable(path: str) -> bool:
    """Whether an embed can name *path*."""
    return bool(path) and not _BREAKS_LINKS.intersection(path)


def no_pictures(_name: str) -> bytes | None:
    """Find no picture: for reading where none is wanted."""
    return None
