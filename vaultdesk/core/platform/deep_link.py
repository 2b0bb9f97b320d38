"""Strict parser and writer of `vaultdesk://` links, which may come from any web page.

Any web page can open one, so a link is untrusted. It names no folder of this computer, only a vault the program already
knows; a path in it stays inside that vault; it can show text on the screen and never send or store it. A link that is
not understood completely is refused.

    vaultdesk://open?vault=VAULT[&file=PATH][&heading=HEADING]
    vaultdesk://search?query=WORDS[&vault=VAULT]
    vaultdesk://new?[vault=VAULT][&file=PATH][&content=TEXT]
    vaultdesk://ask?question=WORDS[&vault=VAULT]
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import quote, unquote

from msgspec import Struct

from vaultdesk.core.errors import UsageError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.launch_request import APP_LINK_SCHEME, is_app_link
from vaultdesk.core.platform.paths import vault_id

MAX_LINK_LENGTH = 10_000
"""Maximum number of characters, which all fit escaped into a message to a running program (single_instance.py)."""

MAX_VAULT_NAME_LENGTH = 200
"""Maximum number of characters of a vault's name; names of folders are shorter on every system."""

MAX_PATH_LENGTH = 1_000
"""Maximum number of characters of a note's path, and of a heading."""

MAX_QUERY_LENGTH = 1_000
"""Maximum number of characters of a search."""

MAX_QUESTION_LENGTH = 4_000
"""Maximum number of characters of a question: a page or two, which the user can read before it is sent."""

_LINK = re.compile(r"vaultdesk://([^/?#]*)/?(?:\?([^#]*))?")
_ESCAPES = re.compile(r"%(?![0-9A-Fa-f]{2})")
_DRIVE = re.compile(r"[A-Za-z]:")
_VISIBLE_JOINERS = "\u200c\u200d"
"""Join or separate letters in Persian and Hindi, and join emoji."""
_INVISIBLE_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


class OpenLink(Struct, frozen=True):
    """Shows a vault, or a note in it."""

    vault: str
    file: str = ""
    """The note's path in the vault, or its name; empty shows the vault."""
    heading: str = ""


class SearchLink(Struct, frozen=True):
    """Searches for words."""

    query: str
    vault: str = ""


class DraftLink(Struct, frozen=True):
    """Proposes a note: it is shown first, and saved only after a click."""

    vault: str = ""
    file: str = ""
    content: str = ""


class AskLink(Struct, frozen=True):
    """Fills a question into the input field; the user sends it."""

    question: str
    vault: str = ""


DeepLink = OpenLink | SearchLink | DraftLink | AskLink

_FIELDS: Mapping[str, Mapping[str, int]] = {
    "open": {"vault": MAX_VAULT_NAME_LENGTH, "file": MAX_PATH_LENGTH, "heading": MAX_PATH_LENGTH},
    "search": {"vault": MAX_VAULT_NAME_LENGTH, "query": MAX_QUERY_LENGTH},
    "new": {"vault": MAX_VAULT_NAME_LENGTH, "file": MAX_PATH_LENGTH, "content": MAX_LINK_LENGTH},
    "ask": {"vault": MAX_VAULT_NAME_LENGTH, "question": MAX_QUESTION_LENGTH},
}
"""The fields of each action, and their maximum number of characters."""

_MULTI_LINE_FIELDS = ("content", "question")
"""Fields that may have several lines."""


def read_link(text: str) -> DeepLink:
    """Parse the link *text*. Raises `UsageError` if any part of it is not understood."""
    if len(text) > MAX_LINK_LENGTH:
        raise _link_error(f"it is longer than {MAX_LINK_LENGTH} characters")
    link = _LINK.fullmatch(APP_LINK_SCHEME + text[len(APP_LINK_SCHEME) :]) if is_app_link(text) else None
    if link is None:
        raise _link_error("it does not have the form vaultdesk://ACTION?NAME=VALUE")
    action = link[1].lower()
    if action not in _FIELDS:
        raise UsageError(
            Phrase("This link has an action that VaultDesk does not know"),
            hint=Phrase("Known actions are open, search, new and ask. A newer version of VaultDesk may know more."),
        )
    values = _values(link[2] or "", _FIELDS[action])
    match action:
        case "open":
            if not values.get("vault"):
                raise _link_error("it names no vault")
            if values.get("heading") and not values.get("file"):
                raise _link_error("it has a heading but no note")
            return OpenLink(values["vault"], _path(values), values.get("heading", ""))
        case "search":
            return SearchLink(_required(values, "query"), values.get("vault", ""))
        case "new":
            return DraftLink(values.get("vault", ""), _path(values), values.get("content", ""))
        case _:
            return AskLink(_collapse_blanks(_required(values, "question")), values.get("vault", ""))


def note_link(root: Path, file: str, vaults: Iterable[Path]) -> str:
    """Return the link to a note; the vault is named by its id if another of *vaults* has its name."""
    name = root.name
    own_id = vault_id(root)
    if not name or any(_is_same_name(vault.name, name) and vault_id(vault) != own_id for vault in vaults):
        name = own_id
    return f"vaultdesk://open?vault={quote(name, safe='')}&file={quote(file, safe='')}"


def linked_vault(name: str, vaults: Iterable[Path]) -> Path:
    """Return the one of *vaults* that a link means by *name*: its name or its id. Accesses the disk.

    Raises `UsageError` if there is none, or more than one.
    """
    folders = list(vaults)
    matches = [root for root in folders if _is_same_name(root.name, name)] or [
        root for root in folders if vault_id(root) == name.lower()
    ]
    if not matches:
        raise UsageError(
            Phrase("This link refers to a vault that VaultDesk does not know"),
            hint=Phrase("Open the vault once; then the link works."),
        )
    if len(matches) > 1:
        raise UsageError(
            Phrase("This link matches several vaults of the same name"),
            hint=Phrase("Copy the link to the note again; the new link identifies the vault."),
        )
    return matches[0]


def _values(query: str, fields: Mapping[str, int]) -> dict[str, str]:
    values: dict[str, str] = {}
    for pair in query.split("&") if query else []:
        name, equals, value = pair.partition("=")
        if name not in fields or not equals:
            raise _link_error("it has an unknown parameter")
        if name in values:
            raise _link_error(f"it has {name} twice")
        values[name] = _decoded(name, value)
        if len(values[name]) > fields[name]:
            raise _link_error(f"its {name} is longer than {fields[name]} characters")
    return values


def _decoded(name: str, value: str) -> str:
    # As browsers encode and Obsidian decodes components of an address: a plus sign is a plus sign.
    if _ESCAPES.search(value):
        raise _link_error(f"its {name} is not encoded correctly")
    try:
        text = unquote(value, encoding="utf-8", errors="strict").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise _link_error(f"its {name} is not encoded correctly") from None
    allowed = "\n\t" if name in _MULTI_LINE_FIELDS else ""
    # The user cannot agree to invisible text: a question could say more to a model than to a reader.
    if any(unicodedata.category(c) in _INVISIBLE_CATEGORIES and c not in _VISIBLE_JOINERS + allowed for c in text):
        raise _link_error(f"its {name} contains invisible characters")
    return text


def _path(values: Mapping[str, str]) -> str:
    path = values.get("file", "")
    if not path:
        return ""
    parts = path.split("/")
    if "\\" in path or _DRIVE.match(path) or path.startswith("~"):
        raise _link_error("its file is not a path in a vault")
    # A name that begins with a dot is hidden, or leads to a parent folder.
    if any(not part.strip(" .") or part.lstrip(" ").startswith(".") for part in parts):
        raise _link_error("its file is not a path in a vault")
    return path


def _required(values: Mapping[str, str], name: str) -> str:
    if not values.get(name, "").strip():
        raise _link_error(f"it has no {name}")
    return values[name].strip()


def _collapse_blanks(text: str) -> str:
    """Return *text* without runs of blanks that could move the rest out of view."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(" ".join(line.split()) for line in text.split("\n")))


def _is_same_name(name: str, other: str) -> bool:
    return unicodedata.normalize("NFC", name) == unicodedata.normalize("NFC", other)


def _link_error(reason: str) -> UsageError:
    return UsageError(Phrase("This link cannot be used"), hint=Phrase("Nothing was done: {0}.", reason))
