"""LinkSyntax: what one written link says - target, place in it, shown text. Finds none; see markdown.py."""

import re
from typing import Literal, NamedTuple
from urllib.parse import unquote

LinkKind = Literal["wikilink", "markdown", "url"]
"""How it is written: `[[x]]`, `[text](x)`, or a bare or angled address."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,30}:|//")
_DESTINATION = re.compile(
    r"\([ \t]*"
    r"(?:<(?P<angled>[^<>\n]*+)>|(?P<bare>(?:[^\s()\\<]|\\.|\((?:[^\s()\\]|\\.)*+\))(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+))"
    r"(?:[ \t]+(?:\"[^\"\n]*+\"|'[^'\n]*+'|\([^()\n]*+\)))?"
    r"[ \t]*\)"
)
# Possessive throughout: no character is looked at twice by one attempt (THREATS 0.10).
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


class Link(NamedTuple):
    """One link as written in a note."""

    kind: LinkKind
    target: str
    """The path or name up to the first `#`, decoded; empty for a place in the same note. An address for the web."""
    subpath: str = ""
    """From the first `#`, without it: `Heading`, `H1#H2` or `^block`."""
    display: str = ""
    """The text shown instead, as written; empty where none is given."""
    embed: bool = False
    """True for `![[x]]` and `![text](x)`."""
    external: bool = False
    """True where it leads out of the vault."""
    start: int = 0
    """Where it begins in the note's text; 0 for one in a property."""
    end: int = 0
    in_properties: bool = False

    @property
    def heading(self) -> str:
        """The heading it names, the deepest one; empty for a block or the whole note."""
        return "" if self.subpath.startswith("^") else self.subpath.rpartition("#")[2].strip()

    @property
    def block(self) -> str:
        """The block id it names."""
        last = self.subpath.rpartition("#")[2]
        return last[1:] if last.startswith("^") else ""


def wikilink(inner: str, *, embed: bool, start: int, end: int, in_properties: bool = False) -> Link | None:
    """Return the link between `[[` and `]]`; None where it names nothing."""
    # In a table the bar is written \| or it would end the cell.
    if "\\" in inner:
        inner = inner.replace("\\|", "|")
    written, _, display = inner.partition("|")
    target, _, subpath = written.partition("#")
    target, subpath = target.strip(), subpath.strip()
    if not target and not subpath:
        return None
    return Link("wikilink", target, subpath, display.strip(), embed, False, start, end, in_properties)


def destination(text: str, place: int) -> tuple[str, int] | None:
    """Return what stands in the `(...)` at *place*, and where it ends; None where that is no destination."""
    found = _DESTINATION.match(text, place)
    if found is None:
        return None
    written = found["angled"] if found["angled"] is not None else found["bare"]
    return _ESCAPED.sub(r"\1", written) if "\\" in written else written, found.end()


def markdown_link(written: str, display: str, *, embed: bool, start: int, end: int) -> Link | None:
    """Return the link `[display](written)`; None where it names nothing."""
    if not written:
        return None
    if _SCHEME.match(written):
        return Link("markdown", written, "", display, embed, True, start, end)
    target, _, subpath = written.partition("#")
    # The # is looked for before decoding: %23 is a # in a name.
    if "%" in written:
        target, subpath = unquote(target), unquote(subpath)
    target, subpath = target.strip(), subpath.strip()
    if not target and not subpath:
        return None
    return Link("markdown", target, subpath, display, embed, False, start, end)
