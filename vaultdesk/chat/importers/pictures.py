"""Pictures: the images of an export that are small enough to live in a chat note."""

import base64
import re
from typing import Final

from vaultdesk.chat.importers.archive import Archive, by_first_part
from vaultdesk.chat.importers.imported import writable
from vaultdesk.chat.messages import ImagePart, ImageType
from vaultdesk.core.errors import ImportFailed

MAX_PICTURE = 1_000_000
"""Bytes of one picture that is brought along: a screenshot; a note holds it as text, a third longer."""
MAX_PICTURES = 4_000_000
"""Bytes of all pictures of one conversation; a note may have ten million."""

_FILE_ID = re.compile(r"file[-_][A-Za-z0-9]{6,80}")
_SIGNS: Final[tuple[tuple[bytes, int, ImageType], ...]] = (
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"),
    (b"\xff\xd8\xff", 0, "image/jpeg"),
    (b"GIF8", 0, "image/gif"),
    (b"WEBP", 8, "image/webp"),
)


class Pictures:
    """Finds pictures by the ids an export gives them. One for each conversation: it counts what they come to."""

    def __init__(self, library: "PictureLibrary") -> None:
        self._library = library
        self._left = MAX_PICTURES

    def find(self, pointer: str, name: str = "") -> ImagePart | None:
        """Return the picture *pointer* names; None where it is not there, too large or no picture."""
        found = self._library.read(pointer, min(MAX_PICTURE, self._left))
        if found is None:
            return None
        self._left -= len(found)
        kind = media_type(found)
        if kind is None:
            return None
        return ImagePart(media_type=kind, data=base64.b64encode(found).decode("ascii"), name=writable(name)[:200])


class PictureLibrary:
    """All pictures of an export."""

    def __init__(self, archive: Archive | None = None) -> None:
        """Without an *archive* there are none."""
        self._archive = archive
        self._files = by_first_part(archive.files, _FILE_ID) if archive is not None else {}

    def read(self, pointer: str, limit: int) -> bytes | None:
        """Return the bytes of what *pointer* names; None where there is no such file or it is too large."""
        named = _FILE_ID.search(pointer[:500].rpartition("://")[2])
        file = self._files.get(named[0]) if named else None
        if file is None or self._archive is None:
            return None
        try:
            return self._archive.read(file, limit)
        except ImportFailed:
            return None


def media_type(data: bytes) -> ImageType | None:
    """Return the kind of picture *data* is, by its first bytes; None where it is none that every vendor takes."""
    return next((kind for sign, place, kind in _SIGNS if data.startswith(sign, place)), None)
