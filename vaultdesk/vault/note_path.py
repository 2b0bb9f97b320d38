"""Validated path of a visible file in the vault, relative to its root.

The lexical part of the path checks (vaultdesk/vault/README.md, "Paths"): there is no `NotePath` for paths that leave
the vault, name a device of another system or reach a hidden folder. Links and special files are checked on the disk
(folder.py).
"""

import logging
import os
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from vaultdesk.core.errors import NoteNotWritten, OutsideVault
from vaultdesk.core.phrases import NO_PHRASE, Phrase

log = logging.getLogger(__name__)

NOTE_SUFFIX = ".md"
"""Suffix of notes; compared case-insensitively."""

CANVAS_SUFFIX = ".canvas"
"""Suffix of Obsidian's canvases: their links are repaired, they are never created."""

INDEXED_SUFFIXES = (NOTE_SUFFIX, CANVAS_SUFFIX, ".base")
"""Suffixes of files whose text is searched; compared case-insensitively."""

MAX_NAME_BYTES = 255
"""Maximum number of bytes of a name: the limit of ext4, APFS, NTFS (in other units) and every common sync tool."""

MAX_PATH_CHARACTERS = 4096
"""Maximum number of characters of a path: PATH_MAX of Linux. Longer ones are an attack or a mistake."""

_PLAIN_START = r"[A-Za-z0-9_(+\u00c0-\u00ff\u0100-\u02af\u0370-\u052f\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
_PLAIN_CHARACTER = (
    r"[A-Za-z0-9_()+ .,'&!@=\-\u00c0-\u00ff\u0100-\u02af\u0370-\u052f\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
)
_PLAIN = re.compile(rf"(?:{_PLAIN_START}{_PLAIN_CHARACTER}*+(?:/(?!\Z)|\Z))+")
# Nearly every real path consists of characters that need no further check; this saves the slow path for 15,000 of them.
# Each set occurs once in it: compiling one takes milliseconds at every start.

_SHORT_NAME = re.compile(r"(?=[^.]{1,8}(?:\.|\Z))[^. ]{1,6}~[0-9]{1,6}(?:\.[^.]{0,3})?", re.IGNORECASE)
_HIDDEN_SHORT_NAME = re.compile(r"(?:git|obsidi|trash|gi[0-9a-f]{4})~[0-9].*", re.IGNORECASE)
_DOTTED_NOTE = re.compile(r"\.\.[^. \u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff][^:]*\.md", re.IGNORECASE)
# "..x.md" and "..%2fx.md" are valid names that do not leave the folder; "..namedfork" is special on macOS.

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://|file:", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:" if os.name == "nt" else r"[A-Za-z]:(?:/|\Z)")
# Only on Windows is "S: Someday" on another drive; elsewhere it is a folder.

_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])", re.IGNORECASE)
_BREAKS_LINKS = re.compile(r"[#|^:]|%%|\[\[|\]\]")
_WINDOWS_ONLY = re.compile(r'[<>"?*]')

_JOINERS = "\u200c\u200d"
"""Zero-width characters that real names need: in Persian words and joined emoji. Every other invisible character is
refused.
"""


@dataclass(frozen=True, order=True, slots=True)
class NotePath:
    """A path from the vault's root with `/`, spelled as on disk; an instance cannot lead outside.

    It need not exist, and it may name any visible file, not only a note. Links are checked on the disk.
    """

    text: str

    def __post_init__(self) -> None:
        if reason := path_refusal(self.text):
            raise OutsideVault(
                Phrase("“{0}” is not a path in this vault: {1}.", printable(self.text), reason),
                hint=Phrase("Name a note by its path from the vault's root."),
                path=self.text,
            )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return *text* as a path. Raises `OutsideVault` if it could lead anywhere else."""
        return cls(text)

    @property
    def parts(self) -> tuple[str, ...]:
        """The names from the root, the file's last."""
        return tuple(self.text.split("/"))

    @property
    def file_name(self) -> str:
        """The last name, with its suffix."""
        return self.text.rpartition("/")[2]

    @property
    def name(self) -> str:
        """The last name without its suffix, as in a wikilink."""
        stem, dot, _ = self.file_name.rpartition(".")
        return stem if dot else self.file_name

    @property
    def suffix(self) -> str:
        """The suffix with its dot, in lower case; empty if there is none."""
        _, dot, ending = self.file_name.rpartition(".")
        return f".{ending.lower()}" if dot else ""

    @property
    def is_note(self) -> bool:
        """Whether this names a Markdown note."""
        text = self.text
        return text[-3:].lower() == NOTE_SUFFIX and text[-4:-3] not in ("", "/")

    @property
    def is_indexed(self) -> bool:
        """Whether its text is searched: a note, a canvas or a base."""
        return self.is_note or self.suffix in INDEXED_SUFFIXES[1:]

    @property
    def parent_text(self) -> str:
        """The folder's path; empty for the root."""
        return self.text.rpartition("/")[0]

    @property
    def key(self) -> str:
        """Equal for all spellings that some system treats as this file: composed, casefolded."""
        return same_name_key(self.text)

    def is_inside(self, folder: str) -> bool:
        """Whether this is in *folder* or below it, by whole names; everything is in the root, `""`.

        Spellings must match exactly, because a scope grants access. Use `VaultFiles.find` for the disk's spelling
        first.
        """
        folder_parts = tuple(part for part in unicodedata.normalize("NFC", folder).split("/") if part)
        own_parts = tuple(unicodedata.normalize("NFC", part) for part in self.parts[:-1])
        return own_parts[: len(folder_parts)] == folder_parts

    def for_writing(self, known_depth: int = 0) -> Self:
        """Return the path of a new note. Raises `NoteNotWritten` for a name that some system does not allow.

        The first *known_depth* names are existing folders, which may have any name.
        """
        known, new = self.parts[:known_depth], unicodedata.normalize("NFC", "/".join(self.parts[known_depth:]))
        composed = type(self)("/".join((*known, new)))
        if not composed.is_note:
            raise NoteNotWritten(
                Phrase("“{0}” is not a note's name.", printable(self.text)),
                hint=Phrase("End the name in .md."),
                path=self.text,
            )
        for part in composed.parts[known_depth:]:
            reason = unportable_reason(part)
            if reason:
                raise NoteNotWritten(
                    Phrase("“{0}” cannot be a note's name: {1}.", printable(part), reason),
                    hint=Phrase("Choose another name."),
                    path=self.text,
                )
        return composed


def valid_paths_in(folder: str, names: Sequence[str]) -> list[NotePath]:
    """Return the paths of these *names* in *folder*; names that are not valid are left out.

    *folder* is empty for the root, otherwise it ends in `/`. Checking many names together takes half the time.
    """
    texts = [folder + name for name in names]
    longest = max(map(len, texts), default=0)
    if longest > MAX_PATH_CHARACTERS or _PLAIN.fullmatch(folder + "/".join(names)) is None:
        return [path for text in texts if (path := path_or_none(text)) is not None]
    found: list[NotePath] = []
    for text in texts:
        path = object.__new__(NotePath)
        _set_text(path, text)  # All were validated together above.
        found.append(path)
    return found


_set_text = NotePath.__dict__["text"].__set__


def path_or_none(text: str) -> NotePath | None:
    """Return *text* as a path; None for an invalid name, such as one with control characters."""
    try:
        return NotePath(text)
    except OutsideVault:
        log.debug("left out a name: %s", printable(text))
        return None


def same_name_key(name: str) -> str:
    """Return *name* in the form in which the most lenient file system compares it: composed, casefolded."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def printable(text: str) -> str:
    """Return *text* shortened and on one line, with each invisible character as `U+XXXX`, for a sentence."""
    shown = "".join(f"<U+{ord(c):04X}>" if _is_invisible(c) or c in _JOINERS else c for c in text[:120])
    return shown + ("…" if len(text) > 120 else "")


def _is_invisible(character: str) -> bool:
    """Whether *character* is invisible, changes the writing direction, or is a surrogate."""
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and character not in _JOINERS


def path_refusal(text: str) -> Phrase:
    """Return the reason why *text* is not a path of a visible file in the vault; empty if it is one."""
    if not text:
        return Phrase("it is empty")
    if len(text) <= MAX_PATH_CHARACTERS and _PLAIN.fullmatch(text):
        return NO_PHRASE
    if len(text) > MAX_PATH_CHARACTERS:
        return Phrase("it is too long")
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in text):
        return Phrase("it has control characters")
    if "\\" in text:
        return Phrase("it has a backslash")
    if text.startswith("/") or _DRIVE.match(text) or _SCHEME.match(text):
        return Phrase("it does not start at the vault's root")
    parts = text.split("/")
    if _DOTTED_NOTE.fullmatch(parts[-1]):
        parts.pop()
    if parts and parts[0] == "~":
        return Phrase("it starts at a home folder")
    return next((reason for reason in map(_part_refusal, parts) if reason), NO_PHRASE)


def _part_refusal(part: str) -> Phrase:
    if not part.strip(" ."):
        if part.strip() == ".":
            return Phrase("it has an empty name")
        return Phrase("it goes up to a parent folder, or has an empty name")
    # HFS+ skips format characters when it compares names: "\u200c.git" opened ".git" (CVE-2014-9390).
    if "".join(c for c in part if unicodedata.category(c) != "Cf").lstrip(" ").startswith("."):
        return Phrase("hidden files and folders are not notes")
    if _HIDDEN_SHORT_NAME.fullmatch(part) and not part.lower().endswith(NOTE_SUFFIX):
        # On a Windows file system GIT~1 is .git, OBSIDI~1 is .obsidian.
        return Phrase("it is a Windows short name that may refer to a hidden folder")
    if "::$" in part:
        return Phrase("it names a data stream, not a file")
    return NO_PHRASE


def may_be_short_name(part: str) -> bool:
    """Whether a Windows file system may have another file under the short name *part*: only a listing can tell."""
    return "~" in part and _SHORT_NAME.fullmatch(part) is not None


def unportable_reason(part: str) -> Phrase:
    """Return the reason why some system does not allow the name *part*; empty if all do."""
    if part.endswith((" ", ".")) or part.startswith((" ", ".")):
        return Phrase("it starts or ends with a space or a dot")
    if _RESERVED.fullmatch(part.split(".", 1)[0].rstrip(" ")):
        return Phrase("Windows reserves this name for a device")
    if _BREAKS_LINKS.search(part):
        return Phrase("# | ^ : %% [[ and ]] break links to it")
    if _WINDOWS_ONLY.search(part):
        return Phrase('Windows does not allow < > " ? and * in a name')
    if any(_is_invisible(c) or unicodedata.category(c) == "Cn" for c in part):
        return Phrase("it has invisible characters")
    if len(part.encode("utf-8", "surrogatepass")) > MAX_NAME_BYTES:
        return Phrase("it is longer than {0} bytes", MAX_NAME_BYTES)
    return NO_PHRASE
