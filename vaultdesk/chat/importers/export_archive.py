"""Files, images and JSON of an export, from a zip archive, a folder or a single file, read within limits."""

import base64
import codecs
import errno
import json
import lzma
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Protocol, Self, cast

from msgspec import Struct

from vaultdesk.chat.importers.imported_chat import clean_text
from vaultdesk.chat.messages import ImagePart, ImageType
from vaultdesk.core.errors import ImportFailed
from vaultdesk.core.phrases import Number, Phrase


def as_object(value: object) -> Mapping[str, object]:
    """Return *value* if it is an object, else an empty one."""
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}


def as_objects(value: object) -> list[Mapping[str, object]]:
    """Return the objects in *value* if it is a list, else none."""
    return [as_object(item) for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def as_text(value: object) -> str:
    """Return *value* if it is text, else an empty text."""
    return value if isinstance(value, str) else ""


MAX_ITEM = 64_000_000
"""Maximum number of characters of one entry; the longest real conversations have about five million."""
MAX_BYTES = 4_000_000_000
"""Maximum size of the list in bytes; exports of years of daily use have less than a tenth."""
CHUNK = 1 << 20
"""Number of bytes read at a time."""

_SPACE = re.compile(r"[ \t\n\r\ufeff]*")
_OPENING = re.compile(r'\[|\{\s*"(?:conversations|chats)"\s*:\s*\[')
_UNFINISHED = 64
"""Number of final characters in which an error means that more must be read: the longest JSON literal or number."""

_DECODER = json.JSONDecoder(strict=False, parse_constant=lambda _: None)


class ByteReader(Protocol):
    """A file that is open for reading bytes."""

    def read(self, size: int, /) -> bytes:
        """Return at most *size* bytes; empty at the end."""
        ...


class JsonItems:
    """Iterable over the entries of the list in *file*. Raises `ImportFailed` if it is truncated or not a list.

    The entries before the damage have been yielded by then.
    """

    def __init__(self, file: ByteReader, name: str) -> None:
        """*name* is the display name of the file."""
        self._file = file
        self._name = name
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._text = ""
        self._position = 0
        self._bytes = 0
        self._ended = False

    def __iter__(self) -> Iterator[object]:
        self._open_list()
        while not self._at_end():
            yield self._item()
            self._skip_space()
            if self._text[self._position : self._position + 1] == ",":
                self._position += 1

    def _open_list(self) -> None:
        self._read_more(CHUNK)
        self._skip_space()
        opening = _OPENING.match(self._text, self._position)
        if opening is None:
            raise ImportFailed(
                Phrase("{0} contains no list of conversations.", self._name),
                hint=Phrase("Choose the export as it was downloaded."),
            )
        self._position = opening.end()

    def _at_end(self) -> bool:
        self._skip_space()
        if self._position < len(self._text):
            return self._text[self._position] == "]"
        raise self._error("It is incomplete")

    def _item(self) -> object:
        size = CHUNK
        while True:
            try:
                value, self._position = _DECODER.raw_decode(self._text, self._position)
            except RecursionError as error:
                raise self._error("An entry is nested too deeply") from error
            except json.JSONDecodeError as error:
                near_end = error.pos >= len(self._text) - _UNFINISHED or error.msg.startswith("Unterminated string")
                if not near_end:
                    raise self._error("It is not JSON") from error
                if self._ended:
                    raise self._error("It is incomplete") from error
                if len(self._text) - self._position > MAX_ITEM:
                    raise self._error(f"One entry is larger than {MAX_ITEM // 1_000_000} MB") from error
                self._read_more(size)
                size *= 2  # Parsing restarts at the beginning of the entry; doubling keeps the time linear.
            except ValueError as error:
                raise self._error("It contains a number that is too large") from error
            else:
                return value

    def _skip_space(self) -> None:
        while True:
            match = _SPACE.match(self._text, self._position)
            assert match is not None
            self._position = match.end()
            if self._position < len(self._text) or self._ended:
                return
            self._read_more(CHUNK)

    def _read_more(self, size: int) -> None:
        """Read the next *size* bytes and drop the text already parsed."""
        blocks: list[bytes] = []
        while size > 0 and not self._ended:
            blocks.append(self._file.read(size))
            self._ended = not blocks[-1]
            size -= len(blocks[-1])
        data = b"".join(blocks)
        self._bytes += len(data)
        if self._bytes > MAX_BYTES:
            raise self._error(f"It is larger than {MAX_BYTES // 1_000_000_000} GB")
        self._text = self._text[self._position :] + self._decode(data, final=self._ended)
        self._position = 0

    def _error(self, reason: str) -> ImportFailed:
        return ImportFailed(
            Phrase("{0} cannot be read completely: {1}{2}.", self._name, reason[0].lower(), reason[1:]),
            hint=Phrase("Download the export again."),
            read=self._bytes,
        )


MAX_FILES = 200_000
"""Maximum number of files of one export or folder; a tenth of that is very large."""

_CHATS = re.compile(r"conversations(?:[-_](\d{1,6}))?\.json", re.IGNORECASE)
_ZIP_ERRORS = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError, struct.error,
    NotImplementedError, RuntimeError, EOFError, ValueError, OverflowError,
)  # fmt: skip
"""Exceptions from reading a damaged, encrypted or unsupported archive."""


class ArchiveFile(Struct, frozen=True):
    """One file of an archive."""

    name: str
    """Name in the archive, for display and detection."""
    size: int
    """Uncompressed size in bytes."""
    changed: float
    """Seconds since 1970; 0 if unknown."""
    location: Path | zipfile.ZipInfo
    """How it is opened."""

    @property
    def base(self) -> str:
        """The last part of its name."""
        return re.split(r"[/\\]", self.name)[-1]


class ArchiveFileReader:
    """An open file of an archive; decompression errors are translated."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        self._file = file
        self._name = name

    def read(self, size: int, /) -> bytes:
        """Return at most *size* bytes. Raises `ImportFailed`."""
        with _translated_errors(self._name):
            return self._file.read(size)


class ExportArchive:
    """An export opened with `with ExportArchive(path) as archive`: a zip file, a folder or a single file.

    Raises `ImportFailed`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._zip: zipfile.ZipFile | None = None
        self.files: tuple[ArchiveFile, ...] = ()

    def __enter__(self) -> Self:
        with _translated_errors(self._path.name):
            if self._path.is_dir():
                self.files = _limited(_folder_files(self._path), self._path.name)
            elif not self._path.is_file():
                # Reading a pipe or a device might never end.
                raise FileNotFoundError(errno.ENOENT, "there is no such file")
            elif zipfile.is_zipfile(self._path):
                self._zip = zipfile.ZipFile(self._path)
                self.files = _limited(_zip_files(self._zip), self._path.name)
            else:
                status = self._path.stat()
                self.files = (ArchiveFile(self._path.name, status.st_size, status.st_mtime, self._path),)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._zip is not None:
            self._zip.close()

    def chats(self) -> tuple[ArchiveFile, ...]:
        """Return the files that contain conversations as JSON, in order."""
        numbered = [
            (int(found[1] or 0), file.name, file) for file in self.files if (found := _CHATS.fullmatch(file.base))
        ]
        return tuple(file for _, _, file in sorted(numbered, key=lambda entry: entry[:2]))

    @contextmanager
    def open(self, file: ArchiveFile) -> Iterator[ArchiveFileReader]:
        """Open *file* for the duration of the block. Raises `ImportFailed`."""
        with _translated_errors(file.name):
            if isinstance(file.location, Path):
                stream: IO[bytes] = file.location.open("rb")
            else:
                assert self._zip is not None
                stream = self._zip.open(file.location)
        with stream:
            yield ArchiveFileReader(stream, file.base)

    def read(self, file: ArchiveFile, limit: int) -> bytes | None:
        """Return the contents of a small file; None if it has more than *limit* bytes. Raises `ImportFailed`."""
        if file.size > limit:
            return None
        with self.open(file) as reader:
            data = reader.read(limit + 1)
        return data if len(data) <= limit else None


def files_by_prefix(files: tuple[ArchiveFile, ...], pattern: re.Pattern[str]) -> Mapping[str, ArchiveFile]:
    """Return *files* by what *pattern* matches at the start of their names."""
    files_by_id: dict[str, ArchiveFile] = {}
    for file in files:
        match = pattern.match(file.base)
        if match:
            files_by_id.setdefault(match[0], file)
    return files_by_id


@contextmanager
def _translated_errors(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ImportFailed(
            Phrase("{0} cannot be read: {1}.", name, error.strerror or "a disk error"),
            hint=Phrase("Check that it is there."),
        ) from error
    except _ZIP_ERRORS as error:
        locked = "encrypted" in str(error) or "password" in str(error)
        raise ImportFailed(
            Phrase("{0} is protected with a password.", name) if locked else Phrase("{0} is a damaged archive.", name),
            hint=Phrase("Unpack it and choose the folder.") if locked else Phrase("Download the export again."),
            reason=str(error),
        ) from error


def _limited(files: Iterator[ArchiveFile], name: str) -> tuple[ArchiveFile, ...]:
    found: list[ArchiveFile] = []
    for file in files:
        found.append(file)
        if len(found) > MAX_FILES:
            raise ImportFailed(
                Phrase("{0} has more than {1} files.", name, Number(MAX_FILES)), hint=Phrase("Choose a part of it.")
            )
    return tuple(found)


def _zip_files(archive: zipfile.ZipFile) -> Iterator[ArchiveFile]:
    for info in archive.infolist():
        if not info.is_dir():
            yield ArchiveFile(info.filename, info.file_size, 0.0, info)


def _folder_files(folder: Path) -> Iterator[ArchiveFile]:
    """Yield the files below *folder*; links are not followed, hidden folders not entered."""
    for index, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            file = Path(index, name)
            if name.startswith(".") or file.is_symlink() or not file.is_file():
                continue
            status = file.stat()
            yield ArchiveFile(file.relative_to(folder).as_posix(), status.st_size, status.st_mtime, file)


MAX_PICTURE = 1_000_000
"""Maximum size in bytes of one imported image, such as a screenshot; base64 makes it a third longer."""
MAX_PICTURES = 4_000_000
"""Maximum size in bytes of all images of one conversation; a note may have ten million."""

_FILE_ID = re.compile(r"file[-_][A-Za-z0-9]{6,80}")
_SIGNATURES: Final[tuple[tuple[bytes, int, ImageType], ...]] = (
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"),
    (b"\xff\xd8\xff", 0, "image/jpeg"),
    (b"GIF8", 0, "image/gif"),
    (b"WEBP", 8, "image/webp"),
)


class ChatPictures:
    """Finds images by their ids in an export. One for each conversation, because it limits their total size."""

    def __init__(self, library: "PictureLibrary") -> None:
        self._library = library
        self._remaining_bytes = MAX_PICTURES

    def find(self, pointer: str, name: str = "") -> ImagePart | None:
        """Return the image of *pointer*; None if it is missing, too large or not an image."""
        data = self._library.read(pointer, min(MAX_PICTURE, self._remaining_bytes))
        if data is None:
            return None
        self._remaining_bytes -= len(data)
        kind = media_type(data)
        if kind is None:
            return None
        return ImagePart(media_type=kind, data=base64.b64encode(data).decode("ascii"), name=clean_text(name)[:200])


class PictureLibrary:
    """All images of an export."""

    def __init__(self, archive: ExportArchive | None = None) -> None:
        """Without an *archive* there are none."""
        self._archive = archive
        self._files = files_by_prefix(archive.files, _FILE_ID) if archive is not None else {}

    def read(self, pointer: str, limit: int) -> bytes | None:
        """Return the bytes of the file of *pointer*; None if there is none or it is too large."""
        match = _FILE_ID.search(pointer[:500].rpartition("://")[2])
        file = self._files.get(match[0]) if match else None
        if file is None or self._archive is None:
            return None
        try:
            return self._archive.read(file, limit)
        except ImportFailed:
            return None


def media_type(data: bytes) -> ImageType | None:
    """Return the image type of *data* by its first bytes; None if it is not one that every vendor accepts."""
    return next((kind for signature, index, kind in _SIGNATURES if data.startswith(signature, index)), None)
