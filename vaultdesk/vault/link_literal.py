"""LinkLiteral: one written link with another target, all else about it kept: text shown, place, size, title, style.

Decides nothing; see renaming.py. Every new literal is read again before it is believed.
"""

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

from vaultdesk.vault.link_syntax import Link, destination, markdown_link, wikilink

_DESTINATION = re.compile(
    r"\([ \t]*+(?:<(?P<angled>[^<>\n]*+)>"
    r"|(?P<bare>(?:[^\s()\\<]|\\.|\((?:[^\s()\\]|\\.)*+\))(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+))"
)
# What link_syntax.py reads, with the places of its parts.
_ENCODED_LETTER = re.compile(r"%[89A-Fa-f][0-9A-Fa-f]")
_UNSAFE = re.compile(r"[\s\x00-\x1f\\<>%#?\"()|:]")
# What ends or changes a bare destination here or in other readers; a bar would end a table's cell.
_UNSAFE_ANGLED = re.compile(r"[\n<>\\#|]")


@dataclass(frozen=True, slots=True)
class Splice:
    """Other words for a stretch of a text."""

    start: int
    end: int
    words: str


def spliced(text: str, splices: list[Splice]) -> str:
    """Return *text* with all *splices* made; they do not overlap."""
    pieces: list[str] = []
    place = 0
    for splice in sorted(splices, key=lambda one: one.start):
        pieces += (text[place : splice.start], splice.words)
        place = splice.end
    return "".join((*pieces, text[place:]))


def retargeted(text: str, link: Link, target: str) -> Splice | None:
    """Return what makes the *link* of *text* say *target*; None where its syntax cannot."""
    if link.kind == "wikilink":
        return _in_wikilink(text, link, target)
    return _in_markdown(text, link, target)


def inner_retargeted(inner: str, target: str) -> str | None:
    """Return what stands between `[[` and `]]` with another *target*; None where a wikilink cannot say it."""
    bar, place = inner.find("|"), inner.find("#")
    if bar > 0 and inner[bar - 1] == "\\":
        bar -= 1
    end = min((cut for cut in (bar, place) if cut >= 0), default=len(inner))
    written = inner[:end]
    begin = len(written) - len(written.lstrip())
    changed = inner[:begin] + target + inner[begin + len(written.strip()) :]
    if "[[" in changed or "]]" in changed or "\n" in changed or changed.endswith("]"):
        return None
    old = wikilink(inner, embed=False, start=0, end=0)
    new = wikilink(changed, embed=False, start=0, end=0)
    if old is None or new is None or new.target != target:
        return None
    return changed if (old.subpath, old.display) == (new.subpath, new.display) else None


def _in_wikilink(text: str, link: Link, target: str) -> Splice | None:
    start, end = link.start + 2 + link.embed, link.end - 2
    inner = inner_retargeted(text[start:end], target)
    return None if inner is None else Splice(start, end, inner)


def _in_markdown(text: str, link: Link, target: str) -> Splice | None:
    opening = link.start + link.embed + 1 + len(link.display) + 1
    found = _DESTINATION.match(text, opening)
    if found is None:
        return None
    part = "bare" if found["bare"] is not None else "angled"
    written, start = found[part], found.start(part)
    old = written.partition("#")[0].removesuffix("\\") if "#" in written else written
    for words in _encodings(target, old, angled=part == "angled"):
        changed = text[opening:start] + words + text[start + len(old) : link.end]
        again = destination(changed, 0)
        read = markdown_link(again[0], link.display, embed=link.embed, start=0, end=0) if again else None
        if again is None or read is None or again[1] != len(changed) or read.external:
            continue
        if (read.target, read.subpath) == (target, link.subpath):
            return Splice(start, start + len(old), words)
    return None


def _encodings(target: str, old: str, *, angled: bool) -> list[str]:
    """Return *target* as the writer of *old* would put it, then more and more encoded."""
    encoded = unquote(old) != old
    if angled and not encoded:
        # Once anything is encoded, everything is decoded: then a per cent sign is too.
        plain = _UNSAFE_ANGLED.sub(_percent, target.replace("%", "%25"))
        tries = [target if plain == target.replace("%", "%25") and unquote(target) == target else plain]
    else:
        tries = [_UNSAFE.sub(_percent, target)]
        if "(" in old:
            tries.insert(0, tries[0].replace("%28", "(").replace("%29", ")"))
    if _ENCODED_LETTER.search(old) and old.isascii():
        # Whoever wrote it encodes every letter that is not ASCII.
        tries = [quote(words, safe="/%!$&'*+,;=@~()") for words in tries]
    return [*tries, quote(target, safe="/")]


def _percent(found: re.Match[str]) -> str:
    return quote(found[0], safe="")
