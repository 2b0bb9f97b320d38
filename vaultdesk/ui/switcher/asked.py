"""Asked: what a text in the switcher means: a name, a heading of a note, a tag. Looks nothing up."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeVar

from vaultdesk.index.search.name_search import NameSpans, find_name_spans, find_scattered, find_word_spans
from vaultdesk.index.text_folding import fold_to_base

T = TypeVar("T")

LONGEST = 200
"""Characters that count: no name is longer."""

ENDINGS = (".md",)
"""What a new note's name need not be told."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed."""

    kind: Literal["names", "headings", "tags"]
    words: str
    note: str = ""
    """Whose headings are meant; empty for the note that is open."""


def asked(typed: str) -> Asked:
    """Return what *typed* means: `#tag`, `@heading`, `note@heading`, `note#heading` as in a link, or a name."""
    text = " ".join(typed[:LONGEST].split())
    if text.startswith("#"):
        return Asked("tags", text[1:].strip())
    note, sign, words = text.partition("#")
    if sign:  # No name has one. In a link each sign leads one heading deeper; the last one is what is looked for.
        return Asked("headings", words.rpartition("#")[2].strip(), note.strip())
    note, sign, words = text.partition("@")
    return Asked("headings", words.strip(), note.strip()) if sign else Asked("names", text)


def name_of_new(typed: str) -> str:
    """Return the name a new note would have; empty where *typed* is none."""
    name = " ".join(typed[:LONGEST].split()).strip("/ ")
    for ending in ENDINGS:
        name = name[: -len(ending)].rstrip() if name.lower().endswith(ending) else name
    return "" if asked(name).kind == "tags" else name


def fitting(words: str, named: Iterable[tuple[str, T]], limit: int, *, apart: bool = True) -> list[tuple[T, NameSpans]]:
    """Return those of *named* (a name and what it belongs to) that have *words*, the best first, with marks.

    Names that begin so come before those that have a word that does, those that hold it, and, with *apart*, those in
    which the letters stand scattered, which takes ten times as long.
    """
    wanted = fold_to_base(words)
    if not wanted:
        return [(one, ()) for _, (_, one) in zip(range(limit), named, strict=False)]
    parts = tuple(wanted.split())
    ranked: list[tuple[int, int, int, T, str]] = []
    for place, (name, one) in enumerate(named):
        rank = _rank(fold_to_base(name), wanted, parts, apart=apart)
        if rank >= 0:
            ranked.append((rank, len(name), place, one, name))
    ranked.sort(key=lambda found: found[:3])
    return [(one, _marks(name, wanted, parts)) for _, _, _, one, name in ranked[:limit]]


def _rank(key: str, wanted: str, parts: tuple[str, ...], *, apart: bool) -> int:
    place = key.find(wanted)
    if place == 0:
        return 0
    if place > 0:
        return 1 if not key[place - 1].isalnum() else 2
    if len(parts) > 1 and all(part in key for part in parts):
        return 3
    return 4 if apart and len(wanted) > 1 and find_scattered(key, wanted.replace(" ", "")) else -1


def _marks(name: str, wanted: str, parts: tuple[str, ...]) -> NameSpans:
    return (
        find_name_spans(name, wanted) or find_word_spans(name, parts) or find_scattered(name, wanted.replace(" ", ""))
    )
