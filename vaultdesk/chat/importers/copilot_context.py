"""Copilot's context line: what lay beside a question, as it stands at a message's end."""

import re
from collections.abc import Iterator

from vaultdesk.chat.importers.imported import writable
from vaultdesk.chat.importers.stretches import stretches
from vaultdesk.chat.messages import ContextItem, ContextKind

KINDS: dict[str, ContextKind] = {
    "notes": "note",
    "urls": "web",
    "web tabs": "web",
    "webtabs": "web",
    "tags": "tag",
    "folders": "folder",
}
"""What each label of the line holds."""

MAX_LINE = 20_000
"""Characters of such a line; two hundred notes fit."""

_LABEL = re.compile(r"(?:^| \| )(Notes|URLs|Web ?Tabs|Tags|Folders): ", re.IGNORECASE)
_FILE = re.compile(r"\.[A-Za-z0-9]{1,6}$")


def context_of(words: str) -> tuple[str, tuple[ContextItem, ...]]:
    """Return *words* without the context line at their end, and what the line names."""
    above, _, line = words.rpartition("\n")
    if len(line) > MAX_LINE or not line.startswith("[Context: ") or not line.endswith("]"):
        return words, ()
    inside = line[len("[Context: ") : -1]
    items = [
        ContextItem(kind=KINDS[label[1].lower()], target=target)
        for label, listed in stretches(_LABEL, inside)
        for target in _targets(label[1].lower(), listed)
    ]
    return (above.rstrip(), tuple(items)) if items else (words, ())


def _targets(label: str, listed: str) -> Iterator[str]:
    pieces = [writable(piece) for piece in listed.split(", ")]
    if label == "notes":
        pieces = list(_whole_names(pieces))
    for piece in pieces:
        target = piece.strip().removeprefix("#") if label == "tags" else piece.strip()
        target = target[:-3] if label == "notes" and target.lower().endswith(".md") else target
        if label == "folders":
            target = target.strip("/")
        if target:
            yield target


def _whole_names(pieces: list[str]) -> Iterator[str]:
    """Yield names; where the last one has an ending all have one, and a comma inside one is not between two."""
    if not _FILE.search(pieces[-1]):
        yield from pieces
        return
    name = ""
    for piece in pieces:
        name = f"{name}, {piece}" if name else piece
        if _FILE.search(piece):
            yield name
            name = ""
