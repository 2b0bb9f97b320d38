"""Context words: how something laid beside a question is called, in chips and lists. Only words and icon names.

Names and texts are a note's or a page's: what comes out of here is for plain-text labels only.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication

from vaultdesk.agent.token_usage import IMAGE_TOKENS
from vaultdesk.chat.messages import ContextItem, ImagePart
from vaultdesk.ui.chat.tool_words import counted

Beside = ContextItem | ImagePart
"""What can lie beside a question."""

ICONS = {
    "note": "file",
    "folder": "folder",
    "tag": "tag",
    "active": "book",
    "selection": "cursor",
    "file": "download",
    "web": "globe",
}

LONGEST_SELECTION = 40
"""Characters of a selection that name it."""

LONGEST_TELLING = 600
"""Characters of it that its tooltip shows."""


@dataclass(frozen=True, slots=True)
class BesideWords:
    """What a chip says."""

    icon: str
    name: str
    detail: str = ""
    """What is said beside the name; empty where the name is enough."""
    whole: str = ""
    """All of it, for whoever points at it."""


def words_for(thing: Beside) -> BesideWords:
    """Return what is said of *thing*."""
    if isinstance(thing, ImagePart):
        return BesideWords("image", thing.name or _tr("Picture"), whole=thing.name)
    icon = ICONS[thing.kind]
    match thing.kind:
        case "folder":
            name = thing.target.rstrip("/").rpartition("/")[2] or _tr("Whole vault")
            return BesideWords(icon, name, "", thing.target)
        case "tag":
            return BesideWords(icon, f"#{thing.target}", "", f"#{thing.target}")
        case "selection":
            words = " ".join(thing.text.split())
            cut = words if len(words) <= LONGEST_SELECTION else words[: LONGEST_SELECTION - 1].rstrip() + "…"
            where = " › ".join(part for part in note_called(thing.target) if part)
            return BesideWords(icon, f"“{cut}”", where, thing.text[:LONGEST_TELLING])
        case "file":
            return BesideWords(icon, thing.target.rpartition("/")[2], "", thing.target)
        case "web":
            return BesideWords(icon, urlsplit(thing.target).hostname or thing.target, "", thing.target)
        case "note" | "active":
            name, place = note_called(thing.target)
            remark = _tr("open note") if thing.kind == "active" else f"› {place}" if place else ""
            return BesideWords(icon, name, remark, thing.target)


def note_called(target: str) -> tuple[str, str]:
    """Return the name of the note that *target* leads to, and the heading or block in it."""
    path, _, place = target.partition("#")
    name = path.rpartition("/")[2].removesuffix(".md")
    return name, place.replace("#", " › ").removeprefix("^")


def size_words(tokens: int, notes: int) -> str:
    """Return `412 tokens`, or `12 notes · 5.4k` for more than one note."""
    if notes > 1:
        return f"{counted(notes, _tr('{n} note'), _tr('{n} notes'))} · {short_count(tokens)}"
    return _tr("{0} tokens").format(short_count(tokens)) if tokens != 1 else _tr("1 token")


def picture_size() -> str:
    """Return how much one picture comes to, as the vendors count."""
    return size_words(IMAGE_TOKENS, 0)


def short_count(count: int) -> str:
    """Return `940`, `1.2k`, `48k`, `1.1M`."""
    if count < 1_000:
        return str(count)
    if count < 999_500:
        thousands = count / 1_000
        return f"{thousands:.1f}k" if thousands < 9.95 else f"{thousands:.0f}k"
    return f"{count / 1_000_000:.1f}M"


def _tr(text: str) -> str:
    return QCoreApplication.translate("ContextWords", text)
