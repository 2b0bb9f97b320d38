"""Syntax of wikilinks and Markdown links: parses one link and writes it with another target."""

import re
from collections.abc import Iterator
from operator import attrgetter
from typing import Literal, NamedTuple
from urllib.parse import quote, unquote

from msgspec import Struct

LinkKind = Literal["wikilink", "markdown", "url"]
"""Its syntax: `[[x]]`, `[text](x)`, or a bare or angle-bracketed address."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,30}:|[A-Za-z]:[\\/]|//")
# A scheme, a drive of Windows, or a host.

MAX_NESTED_PARENTHESES = 4
"""Maximum depth of parentheses in a destination without angle brackets. A pattern cannot express any depth."""


def _balanced(depth: int) -> str:
    """Return a pattern for text in balanced parentheses, nested up to *depth*."""
    nested = f"|{_balanced(depth - 1)}" if depth > 1 else ""
    return rf"\((?:[^\s()\\]|\\.{nested})*+\)"


_PARENTHESES = _balanced(MAX_NESTED_PARENTHESES)
_BARE = rf"(?P<bare>(?:[^\s()\\<]|\\.|{_PARENTHESES})(?:[^\s()\\]|\\.|{_PARENTHESES})*+)"
_DESTINATION = re.compile(
    rf"\([ \t]*(?:<(?P<angled>[^<>\n]*+)>|{_BARE})"
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
    """Yield the wikilinks and Markdown links in the value of a property; positions are offsets in *value*."""
    position = value.find("[")
    while position >= 0:
        link = _link_at(value, position)
        if link is not None:
            yield link._replace(in_properties=True)
        position = value.find("[", link.end if link is not None else position + 1)


def may_link(text: str, body_start: int) -> bool:
    """Whether the properties of *text* may contain a link: a bracket may also be written as an escape."""
    return any(text.find(marker, 0, body_start) >= 0 for marker in ("[[", "](", "\\"))


def _link_at(value: str, position: int) -> Link | None:
    line_end = value.find("\n", position) if "\n" in value else -1
    limit = len(value) if line_end < 0 else line_end
    if value.startswith("[[", position):
        close = value.find("]]", position + 2, min(limit, position + MAX_VALUE_LINK))
        begin, end = wikilink_bounds(value, position, close) if close >= 0 else (0, 0)
        embed = value[begin - 3 : begin - 2] == "!"
        inner = value[begin:end]
        return parse_wikilink(inner, embed=embed, start=begin - 2 - embed, end=end + 2) if inner else None
    close = value.find("](", position, min(limit, position + MAX_VALUE_LINK))
    display = value[position + 1 : close]
    destination = parse_destination(value, close + 1) if close >= 0 and "[" not in display else None
    if destination is None:
        return None
    embed = value[position - 1 : position] == "!"
    link = parse_markdown_link(destination[0], display, embed=embed, start=position - embed, end=destination[1])
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

_DESTINATION_START = re.compile(rf"\([ \t]*+(?:<(?P<angled>[^<>\n]*+)>|{_BARE})")
_DEFINITION_START = re.compile(r":[ \t]*+\n?[ \t]*+(?:<(?P<angled>[^<>\n]*+)>|(?P<bare>[^\s<][^\s]*+))")
_ENCODED_LETTER = re.compile(r"%[89A-Fa-f][0-9A-Fa-f]")
_UNSAFE = re.compile(r"[\s\x00-\x1f\\<>%#?\"()|:]")
# Characters that end or change a bare destination here or in other parsers; a bar would end a table cell.
_UNSAFE_ANGLED = re.compile(r"[\n<>\\#|]")


class Splice(Struct, frozen=True):
    """A replacement of a range of a text."""

    start: int
    end: int
    text: str


def apply_splices(text: str, splices: list[Splice]) -> str:
    """Return *text* with all *splices* applied; they do not overlap."""
    parts: list[str] = []
    position = 0
    for splice in sorted(splices, key=attrgetter("start")):
        parts += (text[position : splice.start], splice.text)
        position = splice.end
    return "".join((*parts, text[position:]))


def retarget_link(text: str, link: Link, target: str) -> Splice | None:
    """Return the change that gives the *link* of *text* the target *target*; None if its syntax cannot express it."""
    if link.kind == "wikilink":
        return _retarget_wikilink(text, link, target)
    return _retarget_markdown(text, link, target)


def retarget_wikilink(inner: str, target: str) -> str | None:
    """Return the content of a wikilink with another *target*; None if a wikilink cannot express it."""
    bar, position = inner.find("|"), inner.find("#")
    if bar > 0 and inner[bar - 1] == "\\":
        bar -= 1
    end = min((index for index in (bar, position) if index >= 0), default=len(inner))
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


def _retarget_wikilink(text: str, link: Link, target: str) -> Splice | None:
    start, end = link.start + 2 + link.embed, link.end - 2
    inner = retarget_wikilink(text[start:end], target)
    return None if inner is None else Splice(start, end, inner)


def _retarget_markdown(text: str, link: Link, target: str) -> Splice | None:
    opening = link.start + link.embed + 1 + len(link.display) + 1
    is_definition = text.startswith(":", opening)
    found = (_DEFINITION_START if is_definition else _DESTINATION_START).match(text, opening)
    parse = parse_definition if is_definition else parse_destination
    if found is None:
        return None
    group = "bare" if found["bare"] is not None else "angled"
    written, start = found[group], found.start(group)
    old = written.partition("#")[0].removesuffix("\\") if "#" in written else written
    for encoded in _encodings(target, old, angled=group == "angled"):
        changed = text[opening:start] + encoded + text[start + len(old) : link.end]
        reparsed = parse(changed, 0)
        new_link = (
            parse_markdown_link(reparsed[0], link.display, embed=link.embed, start=0, end=0) if reparsed else None
        )
        if reparsed is None or new_link is None or reparsed[1] != len(changed) or new_link.external:
            continue
        if (new_link.target, new_link.subpath) == (target, link.subpath):
            return Splice(start, start + len(old), encoded)
    return None


def _encodings(target: str, old: str, *, angled: bool) -> list[str]:
    """Return *target* encoded as in *old*, then with more and more characters encoded."""
    encoded = unquote(old) != old
    if angled and not encoded:
        # If anything is encoded, everything is decoded, including a percent sign.
        plain = _UNSAFE_ANGLED.sub(_percent, target.replace("%", "%25"))
        candidates = [target if plain == target.replace("%", "%25") and unquote(target) == target else plain]
    else:
        candidates = [_UNSAFE.sub(_percent, target)]
        if "(" in old:
            candidates.insert(0, candidates[0].replace("%28", "(").replace("%29", ")"))
    if _ENCODED_LETTER.search(old) and old.isascii():
        # The original link has every non-ASCII letter encoded.
        candidates = [quote(text, safe="/%!$&'*+,;=@~()") for text in candidates]
    return [*candidates, quote(target, safe="/")]


def _percent(found: re.Match[str]) -> str:
    return quote(found[0], safe="")
