"""Strict parser and writer of `vaultdesk://` links, which may come from any web page.

Any page of the web can open one, so a link is taken to come from a stranger. It names no folder of this computer, only
a vault the program knows already; a path in it stays inside that vault; it can put words on the screen and never send
or keep them. What is not understood to the last sign is refused as a whole.

    vaultdesk://open?vault=VAULT[&file=PATH][&heading=HEADING]
    vaultdesk://search?query=WORDS[&vault=VAULT]
    vaultdesk://new?[vault=VAULT][&file=PATH][&content=TEXT]
    vaultdesk://ask?question=WORDS[&vault=VAULT]
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from vaultdesk.core.errors import UsageError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.launch_request import APP_LINK_SCHEME, is_app_link
from vaultdesk.core.platform.paths import vault_id

MAX_LINK_LENGTH = 10_000
"""Characters: what a running program is handed over holds that many, each escaped (single_instance.py)."""

MAX_VAULT_NAME_LENGTH = 200
"""Characters of a vault's name; the names of folders are shorter on every system."""

MAX_PATH_LENGTH = 1_000
"""Characters of a note's path, and of a heading."""

MAX_QUERY_LENGTH = 1_000
"""Characters of a search; one types far fewer."""

MAX_QUESTION_LENGTH = 4_000
"""Characters of a question: a page or two, which a person can read before it is sent."""

_LINK = re.compile(r"vaultdesk://([^/?#]*)/?(?:\?([^#]*))?")
_ESCAPES = re.compile(r"%(?![0-9A-Fa-f]{2})")
_DRIVE = re.compile(r"[A-Za-z]:")
_VISIBLE_JOINERS = "\u200c\u200d"
"""Join and part letters in honest Persian and Hindi, and pictures with one another."""
_INVISIBLE_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


@dataclass(frozen=True, slots=True)
class OpenLink:
    """A vault is to be shown, or a note in it."""

    vault: str
    file: str = ""
    """By its path in the vault, or its name; empty shows the vault."""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class SearchLink:
    """Words are to be looked for."""

    query: str
    vault: str = ""


@dataclass(frozen=True, slots=True)
class DraftLink:
    """A note is proposed: shown first, and kept only by a click."""

    vault: str = ""
    file: str = ""
    content: str = ""


@dataclass(frozen=True, slots=True)
class AskLink:
    """A question is to stand in the box; sending it is the person's."""

    question: str
    vault: str = ""


DeepLink = OpenLink | SearchLink | DraftLink | AskLink

_FIELDS: Mapping[str, Mapping[str, int]] = {
    "open": {"vault": MAX_VAULT_NAME_LENGTH, "file": MAX_PATH_LENGTH, "heading": MAX_PATH_LENGTH},
    "search": {"vault": MAX_VAULT_NAME_LENGTH, "query": MAX_QUERY_LENGTH},
    "new": {"vault": MAX_VAULT_NAME_LENGTH, "file": MAX_PATH_LENGTH, "content": MAX_LINK_LENGTH},
    "ask": {"vault": MAX_VAULT_NAME_LENGTH, "question": MAX_QUESTION_LENGTH},
}
"""What each action may say, and how many characters of it."""

_MULTI_LINE_FIELDS = ("content", "question")
"""What may have several lines."""


def read_link(text: str) -> DeepLink:
    """Return what the link *text* asks for. Raises `UsageError` where it is not understood to the last sign."""
    if len(text) > MAX_LINK_LENGTH:
        raise _link_error(f"it is longer than {MAX_LINK_LENGTH} characters")
    link = _LINK.fullmatch(APP_LINK_SCHEME + text[len(APP_LINK_SCHEME) :]) if is_app_link(text) else None
    if link is None:
        raise _link_error("it is not written as vaultdesk://ACTION?NAME=VALUE")
    action = link[1].lower()
    if action not in _FIELDS:
        raise UsageError(
            Phrase("This link asks for something VaultDesk does not know"),
            hint=Phrase("Links can say open, search, new and ask. A newer version may know more."),
        )
    values = _values(link[2] or "", _FIELDS[action])
    match action:
        case "open":
            if not values.get("vault"):
                raise _link_error("it names no vault")
            if values.get("heading") and not values.get("file"):
                raise _link_error("it names a heading of no note")
            return OpenLink(values["vault"], _path(values), values.get("heading", ""))
        case "search":
            return SearchLink(_required(values, "query"), values.get("vault", ""))
        case "new":
            return DraftLink(values.get("vault", ""), _path(values), values.get("content", ""))
        case _:
            return AskLink(_collapse_blanks(_required(values, "question")), values.get("vault", ""))


def note_link(root: Path, file: str, vaults: Iterable[Path]) -> str:
    """Return the link to a note; the vault is named by its id where another of *vaults* has its name."""
    name = root.name
    own_id = vault_id(root)
    if not name or any(_is_same_name(vault.name, name) and vault_id(vault) != own_id for vault in vaults):
        name = own_id
    return f"vaultdesk://open?vault={quote(name, safe='')}&file={quote(file, safe='')}"


def linked_vault(name: str, vaults: Iterable[Path]) -> Path:
    """Return the one of the vaults *vaults* that a link means by *name*: its name or its id. Looks at the disk.

    Raises `UsageError` where there is none, or more than one.
    """
    folders = list(vaults)
    matches = [root for root in folders if _is_same_name(root.name, name)] or [
        root for root in folders if vault_id(root) == name.lower()
    ]
    if not matches:
        raise UsageError(
            Phrase("This link means a vault that VaultDesk does not know"),
            hint=Phrase("Open the vault once, then the link works."),
        )
    if len(matches) > 1:
        raise UsageError(
            Phrase("This link means one of several vaults of the same name"),
            hint=Phrase("Copy the link to the note again: it then says which one."),
        )
    return matches[0]


def _values(query: str, fields: Mapping[str, int]) -> dict[str, str]:
    values: dict[str, str] = {}
    for pair in query.split("&") if query else []:
        name, equals, value = pair.partition("=")
        if name not in fields or not equals:
            raise _link_error("it says more than is understood")
        if name in values:
            raise _link_error(f"it says {name} twice")
        values[name] = _decoded(name, value)
        if len(values[name]) > fields[name]:
            raise _link_error(f"its {name} is longer than {fields[name]} characters")
    return values


def _decoded(name: str, value: str) -> str:
    # As browsers write the parts of an address, and Obsidian reads them: a plus is a plus.
    if _ESCAPES.search(value):
        raise _link_error(f"its {name} is not encoded as it should be")
    try:
        text = unquote(value, encoding="utf-8", errors="strict").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise _link_error(f"its {name} is not encoded as it should be") from None
    allowed = "\n\t" if name in _MULTI_LINE_FIELDS else ""
    # What cannot be seen cannot be agreed to: a question could say more to a model than to a reader.
    if any(unicodedata.category(c) in _INVISIBLE_CATEGORIES and c not in _VISIBLE_JOINERS + allowed for c in text):
        raise _link_error(f"its {name} has characters that cannot be seen")
    return text


def _path(values: Mapping[str, str]) -> str:
    path = values.get("file", "")
    if not path:
        return ""
    parts = path.split("/")
    if "\\" in path or _DRIVE.match(path) or path.startswith("~"):
        raise _link_error("its file is no path inside a vault")
    # A name that begins with a dot is hidden, or climbs.
    if any(not part.strip(" .") or part.lstrip(" ").startswith(".") for part in parts):
        raise _link_error("its file is no path inside a vault")
    return path


def _required(values: Mapping[str, str], name: str) -> str:
    if not values.get(name, "").strip():
        raise _link_error(f"it says no {name}")
    return values[name].strip()


def _collapse_blanks(text: str) -> str:
    """Return *text* without the room in it that could push the rest out of sight."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(" ".join(line.split()) for line in text.split("\n")))


def _is_same_name(name: str, other: str) -> bool:
    return unicodedata.normalize("NFC", name) == unicodedata.normalize("NFC", other)


def _link_error(why: str) -> UsageError:
    return UsageError(Phrase("This link cannot be used"), hint=Phrase("Nothing was done: {0}.", why))
