"""Files and images of an export, from a zip archive, a folder or a single file, read within limits."""

import base64
import errno
import lzma
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from vaultdesk.chat.importers.imported_chat import clean_text
from vaultdesk.chat.messages import ImagePart, ImageType
from vaultdesk.core.errors import ImportFailed
from vaultdesk.core.phrases import Number, Phrase

MAX_FILES = 200_000
"""Maximum number of files of one export or folder; a tenth of that is very large."""

_CHATS = re.compile(r"conversations(?:[-_](\d{1,6}))?\.json", re.IGNORECASE)
_ZIP_ERRORS = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError, struct.error,
    NotImplementedError, RuntimeError, EOFError, ValueError, OverflowError,
)  # fmt: skip
"""Exceptions from reading a damaged, encrypted or unsupported archive."""


@dataclass(frozen=True, slots=True)
class ArchiveFile:
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
    """`with Archive(path) as archive`: a zip, a folder, or a single file. Raises `ImportFailed`."""

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
                found = self._path.stat()
                self.files = (ArchiveFile(self._path.name, found.st_size, found.st_mtime, self._path),)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._zip is not None:
            self._zip.close()

    @property
    def is_zip(self) -> bool:
        return self._zip is not None

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
    found: dict[str, ArchiveFile] = {}
    for file in files:
        named = pattern.match(file.base)
        if named:
            found.setdefault(named[0], file)
    return found


@contextmanager
def _translated_errors(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ImportFailed(
            Phrase("{0} cannot be read: {1}.", name, error.strerror or "the disk failed"),
            hint=Phrase("Check that it is there."),
        ) from error
    except _ZIP_ERRORS as error:
        locked = "encrypted" in str(error) or "password" in str(error)
        raise ImportFailed(
            Phrase("{0} is locked with a password.", name) if locked else Phrase("{0} is a damaged archive.", name),
            hint=Phrase("Unpack it yourself and choose the folder.")
            if locked
            else Phrase("Download the export again."),
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


def _zip_files(packed: zipfile.ZipFile) -> Iterator[ArchiveFile]:
    for info in packed.infolist():
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
            found = file.stat()
            yield ArchiveFile(file.relative_to(folder).as_posix(), found.st_size, found.st_mtime, file)


MAX_PICTURE = 1_000_000
"""Maximum size in bytes of one imported image, such as a screenshot; base64 makes it a third longer."""
MAX_PICTURES = 4_000_000
"""Maximum size in bytes of all images of one conversation; a note may have ten million."""

_FILE_ID = re.compile(r"file[-_][A-Za-z0-9]{6,80}")
_SIGNS: Final[tuple[tuple[bytes, int, ImageType], ...]] = (
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"),
    (b"\xff\xd8\xff", 0, "image/jpeg"),
    (b"GIF8", 0, "image/gif"),
    (b"WEBP", 8, "image/webp"),
)


class ChatPictures:
    """Finds images by their ids in an export. One for each conversation, because it limits their total size."""

    def __init__(self, library: "PictureLibrary") -> None:
        self._library = library
        self._left = MAX_PICTURES

    def find(self, pointer: str, name: str = "") -> ImagePart | None:
        """Return the image of *pointer*; None if it is missing, too large or not an image."""
        found = self._library.read(pointer, min(MAX_PICTURE, self._left))
        if found is None:
            return None
        self._left -= len(found)
        kind = media_type(found)
        if kind is None:
            return None
        return ImagePart(media_type=kind, data=base64.b64encode(found).decode("ascii"), name=clean_text(name)[:200])


class PictureLibrary:
    """All images of an export."""

    def __init__(self, archive: ExportArchive | None = None) -> None:
        """Without an *archive* there are none."""
        self._archive = archive
        self._files = files_by_prefix(archive.files, _FILE_ID) if archive is not None else {}

    def read(self, pointer: str, limit: int) -> bytes | None:
        """Return the bytes of the file of *pointer*; None if there is none or it is too large."""
        named = _FILE_ID.search(pointer[:500].rpartition("://")[2])
        file = self._files.get(named[0]) if named else None
        if file is None or self._archive is None:
            return None
        try:
            return self._archive.read(file, limit)
        except ImportFailed:
            return None


def media_type(data: bytes) -> ImageType | None:
    """Return the image type of *data* by its first bytes; None if it is not one that every vendor accepts."""
    return next((kind for sign, index, kind in _SIGNS if data.startswith(sign, index)), None)
