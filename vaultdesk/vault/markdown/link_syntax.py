"""Syntax of wikilinks and Markdown links: parses one link and writes it with another target."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple
from urllib.parse import quote, unquote

LinkKind = Literal["wikilink", "markdown", "url"]
"""Its syntax: `[[x]]`, `[text](x)`, or a bare or angle-bracketed address."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,30}:|//")
_DESTINATION = re.compile(
    r"\([ \t]*"
    r"(?:<(?P<angled>[^<>\n]*+)>|(?P<bare>(?:[^\s()\\<]|\\.|\((?:[^\s()\\]|\\.)*+\))(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+))"
    r"(?:[ \t]+(?:\"[^\"\n]*+\"|'[^'\n]*+'|\([^()\n]*+\)))?"
    r"[ \t]*\)"
)
# Possessive throughout: no attempt reads a character twice (vaultdesk/vault/README.md, "Patterns over note text").
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


class Link(NamedTuple):
    """One link as written in a note."""

    kind: LinkKind
    target: str
    """The path or name up to the first `#`, decoded; empty for a link within the same note; an address for the web."""
    subpath: str = ""
    """From the first `#`, exclusive: `Heading`, `H1#H2` or `^block`."""
    display: str = ""
    """The display text, as written; empty if there is none."""
    embed: bool = False
    """True for `![[x]]` and `![text](x)`."""
    external: bool = False
    """True if it leads out of the vault."""
    start: int = 0
    """Its start in the note's text; 0 for one in a property."""
    end: int = 0
    in_properties: bool = False

    @property
    def heading(self) -> str:
        """The deepest heading it names; empty for a block or the whole note."""
        return "" if self.subpath.startswith("^") else self.subpath.rpartition("#")[2].strip()

    @property
    def block(self) -> str:
        """The block id it names."""
        last = self.subpath.rpartition("#")[2]
        return last[1:] if last.startswith("^") else ""


def wikilink_bounds(text: str, position: int, close: int) -> tuple[int, int]:
    """Return the start and end of the content of a wikilink with `[[` at *position* and the next `]]` at *close*.

    The last `[[` before *close* counts, and brackets that are part of a name are included: `[[Note [draft]]]`.
    """
    begin = max(text.rfind("[[", position, close), position) + 2
    surplus = text.count("[", begin, close) - text.count("]", begin, close)
    if surplus > 0 and text.startswith("]", close + 2):
        return begin, close + 1
    if surplus < 0 and begin > position + 2 and text[begin - 1] == "[":
        return begin - 1, close
    return begin, close


def links_in_value(value: str) -> Iterator[Link]:
    """Yield the wikilinks and Markdown links in the value of a property; positions count in *value*."""
    place = value.find("[")
    while place >= 0:
        link = _link_at(value, place)
        if link is not None:
            yield link._replace(in_properties=True)
        place = value.find("[", link.end if link is not None else place + 1)


def may_link(text: str, body_start: int) -> bool:
    """Whether the properties of *text* may contain a link: a bracket may also be written as an escape."""
    return any(text.find(sign, 0, body_start) >= 0 for sign in ("[[", "](", "\\"))


def _link_at(value: str, place: int) -> Link | None:
    line_end = value.find("\n", place) if "\n" in value else -1
    limit = len(value) if line_end < 0 else line_end
    if value.startswith("[[", place):
        close = value.find("]]", place + 2, min(limit, place + MAX_VALUE_LINK))
        begin, end = wikilink_bounds(value, place, close) if close >= 0 else (0, 0)
        embed = value[begin - 3 : begin - 2] == "!"
        inner = value[begin:end]
        return parse_wikilink(inner, embed=embed, start=begin - 2 - embed, end=end + 2) if inner else None
    close = value.find("](", place, min(limit, place + MAX_VALUE_LINK))
    shown = value[place + 1 : close]
    found = parse_destination(value, close + 1) if close >= 0 and "[" not in shown else None
    if found is None:
        return None
    embed = value[place - 1 : place] == "!"
    link = parse_markdown_link(found[0], shown, embed=embed, start=place - embed, end=found[1])
    return link if link is not None and not link.external else None


MAX_VALUE_LINK = 2_000
"""Maximum number of characters of a link in a property up to its closing brackets."""


def parse_wikilink(inner: str, *, embed: bool, start: int, end: int, in_properties: bool = False) -> Link | None:
    """Return the link between `[[` and `]]`; None if it names nothing."""
    # In a table the bar is written \|, because it would end the cell.
    if "\\" in inner:
        inner = inner.replace("\\|", "|")
    written, _, display = inner.partition("|")
    target, _, subpath = written.partition("#")
    target, subpath = target.strip(), subpath.strip()
    if not target and not subpath:
        return None
    return Link("wikilink", target, subpath, display.strip(), embed, False, start, end, in_properties)


def parse_destination(text: str, position: int) -> tuple[str, int] | None:
    """Return the content of the `(...)` at *position* and its end; None if it is not a destination."""
    found = _DESTINATION.match(text, position)
    if found is None:
        return None
    written = found["angled"] if found["angled"] is not None else found["bare"]
    return _ESCAPED.sub(r"\1", written) if "\\" in written else written, found.end()


_DEFINITION = re.compile(
    r":[ \t]*+\n?[ \t]*+(?:<(?P<angled>[^<>\n]*+)>|(?P<bare>[^\s<][^\s]*+))"
    r"(?:[ \t]*+\n?[ \t]*+(?:\"[^\"\n]*+\"|'[^'\n]*+'|\([^()\n]*+\)))?+[ \t]*+(?=\n|\Z)"
)


def parse_definition(text: str, position: int) -> tuple[str, int] | None:
    """Return the destination of the link definition `[label]: destination "title"` whose `:` is at *position*, and its
    end; None if there is none.
    """
    found = _DEFINITION.match(text, position) or _UNTITLED.match(text, position)
    if found is None:
        return None
    written = found["angled"] if found["angled"] is not None else found["bare"]
    return _ESCAPED.sub(r"\1", written) if "\\" in written else written, found.end()


_UNTITLED = re.compile(r":[ \t]*+\n?[ \t]*+(?:<(?P<angled>[^<>\n]*+)>|(?P<bare>[^\s<][^\s]*+))[ \t]*+(?=\n|\Z)")
# If the next line is not a title, the definition ends before it.


def parse_markdown_link(written: str, display: str, *, embed: bool, start: int, end: int) -> Link | None:
    """Return the link `[display](written)`; None if it names nothing."""
    if not written:
        return None
    if _SCHEME.match(written):
        return Link("markdown", written, "", display, embed, True, start, end)
    target, _, subpath = written.partition("#")
    # The # is searched before decoding: %23 is a # in a name.
    if "%" in written:
        target, subpath = unquote(target), unquote(subpath)
    target, subpath = target.strip(), subpath.strip()
    if not target and not subpath:
        return None
    return Link("markdown", target, subpath, display, embed, False, start, end)


# Every new link is parsed again before it is used; link_repair.py decides which links change.

_DESTINATION_START = re.compile(
    r"\([ \t]*+(?:<(?P<angled>[^<>\n]*+)>"
    r"|(?P<bare>(?:[^\s()\\<]|\\.|\((?:[^\s()\\]|\\.)*+\))(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+))"
)
_DEFINITION_START = re.compile(r":[ \t]*+\n?[ \t]*+(?:<(?P<angled>[^<>\n]*+)>|(?P<bare>[^\s<][^\s]*+))")
_ENCODED_LETTER = re.compile(r"%[89A-Fa-f][0-9A-Fa-f]")
_UNSAFE = re.compile(r"[\s\x00-\x1f\\<>%#?\"()|:]")
# Characters that end or change a bare destination here or in other parsers; a bar would end a table cell.
_UNSAFE_ANGLED = re.compile(r"[\n<>\\#|]")


@dataclass(frozen=True, slots=True)
class Splice:
    """A replacement of a range of a text."""

    start: int
    end: int
    text: str


def apply_splices(text: str, splices: list[Splice]) -> str:
    """Return *text* with all *splices* applied; they do not overlap."""
    pieces: list[str] = []
    position = 0
    for splice in sorted(splices, key=lambda one: one.start):
        pieces += (text[position : splice.start], splice.text)
        position = splice.end
    return "".join((*pieces, text[position:]))


def retarget_link(text: str, link: Link, target: str) -> Splice | None:
    """Return the change that gives the *link* of *text* the target *target*; None if its syntax cannot express it."""
    if link.kind == "wikilink":
        return _in_wikilink(text, link, target)
    return _in_markdown(text, link, target)


def retarget_wikilink(inner: str, target: str) -> str | None:
    """Return the content of a wikilink with another *target*; None if a wikilink cannot express it."""
    bar, position = inner.find("|"), inner.find("#")
    if bar > 0 and inner[bar - 1] == "\\":
        bar -= 1
    end = min((cut for cut in (bar, position) if cut >= 0), default=len(inner))
    written = inner[:end]
    begin = len(written) - len(written.lstrip())
    changed = inner[:begin] + target + inner[begin + len(written.strip()) :]
    if "[[" in changed or "]]" in changed or "\n" in changed:
        return None
    written = f"[[{changed}]]"
    if wikilink_bounds(written, 0, written.find("]]")) != (2, len(changed) + 2):
        return None
    old = parse_wikilink(inner, embed=False, start=0, end=0)
    new = parse_wikilink(changed, embed=False, start=0, end=0)
    if old is None or new is None or new.target != target:
        return None
    return changed if (old.subpath, old.display) == (new.subpath, new.display) else None


def _in_wikilink(text: str, link: Link, target: str) -> Splice | None:
    start, end = link.start + 2 + link.embed, link.end - 2
    inner = retarget_wikilink(text[start:end], target)
    return None if inner is None else Splice(start, end, inner)


def _in_markdown(text: str, link: Link, target: str) -> Splice | None:
    opening = link.start + link.embed + 1 + len(link.display) + 1
    defines = text.startswith(":", opening)
    found = (_DEFINITION_START if defines else _DESTINATION_START).match(text, opening)
    parse = parse_definition if defines else parse_destination
    if found is None:
        return None
    part = "bare" if found["bare"] is not None else "angled"
    written, start = found[part], found.start(part)
    old = written.partition("#")[0].removesuffix("\\") if "#" in written else written
    for encoded in _encodings(target, old, angled=part == "angled"):
        changed = text[opening:start] + encoded + text[start + len(old) : link.end]
        again = parse(changed, 0)
        read = parse_markdown_link(again[0], link.display, embed=link.embed, start=0, end=0) if again else None
        if again is None or read is None or again[1] != len(changed) or read.external:
            continue
        if (read.target, read.subpath) == (target, link.subpath):
            return Splice(start, start + len(old), encoded)
    return None


def _encodings(target: str, old: str, *, angled: bool) -> list[str]:
    """Return *target* encoded as in *old*, then with more and more characters encoded."""
    encoded = unquote(old) != old
    if angled and not encoded:
        # If anything is encoded, everything is decoded, including a percent sign.
        plain = _UNSAFE_ANGLED.sub(_percent, target.replace("%", "%25"))
        tries = [target if plain == target.replace("%", "%25") and unquote(target) == target else plain]
    else:
        tries = [_UNSAFE.sub(_percent, target)]
        if "(" in old:
            tries.insert(0, tries[0].replace("%28", "(").replace("%29", ")"))
    if _ENCODED_LETTER.search(old) and old.isascii():
        # The original link has every non-ASCII letter encoded.
        tries = [quote(text, safe="/%!$&'*+,;=@~()") for text in tries]
    return [*tries, quote(target, safe="/")]


def _percent(found: re.Match[str]) -> str:
    return quote(found[0], safe="")
