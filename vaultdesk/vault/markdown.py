"""Markdown: one pass over a note for its headings, links, tags and block ids (OBSIDIAN E.1, E.2). Renders nothing.

The places of all signs that can mean something are looked up first, at memory speed; small anchored patterns take it
from there. No pattern can look at a stretch of text more than a few times, so hostile text costs no more than honest
text (THREATS 0.10).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from vaultdesk.vault.link_syntax import Link, destination, markdown_link, wikilink
from vaultdesk.vault.lookahead import Lookahead
from vaultdesk.vault.signs import LINE_MARK, WINDOW, Signs
from vaultdesk.vault.text_lines import LineCounter, without_indented_code

_BLOCK_ID = re.compile(r"\^[A-Za-z0-9\-]+(?=[ \t]*+(?:\n|\Z))")

_SIMPLE_BRACKETS = re.compile(r"\[([^\[\]\\`<$%#:\n]*+)\](?:\(([^\s()\\<]++)\))?")
# Brackets with nothing inside that means something by itself, and a plain destination: nearly all of them.

_TICKS = re.compile(r"`+")
_HEADING_MARKS = re.compile(r"(#{1,6}+)(?!#)(?:[ \t]++|(?=\n|\Z))")
_TAG = re.compile(r"#((?:[^\s#\u2000-\u206f\u2e00-\u2e7f'!\"$%&()*+,.:;<=>?@^`{|}~\[\]\\]|\u200d)+)")
_URL = re.compile(r"://[^\s<>\[\]\"`|]+")
_HTML_TAG = re.compile(
    r"</?[A-Za-z][A-Za-z0-9\-]*+"
    r"(?:\s++[A-Za-z_:@][\w.:\-]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++))?)*+\s*+/?>"
)
_AUTOLINK = re.compile(r"<((?:https?|ftp|mailto|obsidian):[^\s<>]*+)>", re.IGNORECASE)
_RAW_HTML = re.compile(r"<(script|style|pre|textarea)[\s>]", re.IGNORECASE)
_HTML_BLOCK = re.compile(
    r"</?(?:address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|"
    r"figcaption|figure|footer|form|frame|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol|optgroup|"
    r"option|p|param|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s/>])",
    re.IGNORECASE,
)
_BLANK_LINE = re.compile(r"\n[ \t]*+(?=\n|\Z)")
_RAW_HTML_END = re.compile(r"</(?:script|style|pre|textarea)>", re.IGNORECASE)
_NO_PARAGRAPH = re.compile(r"[ \t]*+(?:\Z|[-*+>|<]|#{1,6}(?:[ \t]|\Z)|[0-9]{1,9}[.)][ \t]|`{3}|~{3}|\$\$|%%)")
_IN_CONTAINER = re.compile(r"[ \t]*+(?:[-*+][ \t]|[0-9]{1,9}[.)][ \t]|[>|<])")


class Heading(NamedTuple):
    """A heading, as written but without its marks."""

    level: int
    text: str
    line: int
    """The line it stands on; the note's first line is 1."""
    start: int
    """Where its line begins in the note's text."""


class Block(NamedTuple):
    """A place that carries an id."""

    id: str
    line: int
    start: int
    """Where the `^` stands."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What one pass found, in the order of the text."""

    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    tags: tuple[str, ...]
    """Every tag without `#`, as often as it stands there."""
    blocks: tuple[Block, ...]
    tag_starts: tuple[int, ...] = ()
    """Where the `#` of each of them stands in the text."""


def scan(text: str, start: int = 0) -> Scan:
    """Return what the Markdown in *text* says from *start* on; offsets and lines count from the beginning of *text*."""
    return _Scanner(text, start).run()


class _Scanner:
    """One pass. `_text` is the body with one line end before it, so that each line has one; places count in it."""

    takers: ClassVar["dict[str, Callable[[_Scanner, int, int], int]]"]
    """What takes each sign. Of the class: a table of its own would make each scanner, and its text, hold itself."""

    def __init__(self, text: str, start: int) -> None:
        body = "\n" + text[start:]
        if "\r" in body:
            body = body.replace("\r\n", " \n")
        self._text = without_indented_code(body)
        self._offset = start - 1
        self._lines = LineCounter(self._text, text.count("\n", 0, start))
        self._headings: list[Heading] = []
        self._links: list[Link] = []
        self._tags: list[str] = []
        self._tag_starts: list[int] = []
        self._blocks: list[Block] = []
        self._opened: list[int] = []
        """Places of `[` that wait for their `]`, in the present block of text."""
        self._ahead = Lookahead(self._text)
        self._escaped = -1
        """The place that the last backslash took the meaning from."""
        self._underlined = 0
        """Where the last line ended that could underline a heading: no paragraph reaches over it."""

    def run(self) -> Scan:
        """Scan to the end."""
        text, takers, signs = self._text, self.takers, Signs(self._text)
        lower = after = 0
        while lower < len(text):
            upper = lower + WINDOW
            for place in signs.between(lower, upper):
                if place >= after:
                    after = takers[text[place]](self, place, place + 1)
            lower = max(upper, after)
        return Scan(
            tuple(self._headings), tuple(self._links), tuple(self._tags), tuple(self._blocks), tuple(self._tag_starts)
        )

    # Each taker gets where its sign stands and the place behind it, and returns where to go on.

    def _escape(self, place: int, end: int) -> int:
        self._escaped = end
        return end if self._text[end : end + 1] == "\n" else end + 1

    def _code(self, place: int, end: int) -> int:
        text = self._text
        if text[end : end + 1] != "`":
            # Nearly all code is this: one backtick, and the next one on the line is alone too.
            close = text.find("`", end, self._ahead.line_end(end))
            if close > 0 and text[close + 1 : close + 2] != "`":
                return close + 1
        run = _TICKS.match(text, place)
        after = run.end() if run else end
        if after - place >= 3 and self._ahead.is_fence(place, after):
            return self._ahead.fence_end(place, "`", after - place)
        self._enter_block(place)
        return self._ahead.code_end(place, after - place) or after

    def _open(self, place: int, end: int) -> int:
        if self._text[end : end + 1] == "[":
            after = self._wikilink(place)
            if after:
                return after
        else:
            simple = _SIMPLE_BRACKETS.match(self._text, place)
            if simple is not None:
                shown, written = simple.groups()
                if written is None:
                    return self._link_to(place, simple.end() - 1)
                return self._take_link(place, shown, written, simple.end())
        self._enter_block(place)
        self._opened.append(place)
        return end

    def _wikilink(self, place: int) -> int:
        """Take the wikilink whose `[[` stands at *place*; return where it ends, 0 where it is none."""
        text = self._text
        close = self._ahead.closing("]]", place + 2, self._ahead.line_end(place))
        if close < 0:
            return 0
        begin = max(text.rfind("[[", place, close), place) + 2
        while text[begin : begin + 1] == "[":
            begin += 1
        inner = text[begin:close]
        if text.startswith("]", close + 2) and inner.count("[") > inner.count("]"):
            inner, close = inner + "]", close + 1
        embed = text[begin - 3] == "!" and self._escaped != begin - 3
        start = begin - 2 - embed + self._offset
        link = wikilink(inner, embed=embed, start=start, end=close + 2 + self._offset)
        if link is not None:
            self._links.append(link)
        return close + 2

    def _close(self, place: int, end: int) -> int:
        self._enter_block(place)
        if not self._opened:
            return end
        return self._link_to(self._opened.pop(), place)

    def _link_to(self, opened: int, place: int) -> int:
        """Take the link whose text stands between the brackets at *opened* and *place*, if it is one."""
        end = place + 1
        found = destination(self._text, end) if self._text[end : end + 1] == "(" else None
        if found is None:
            return end
        return self._take_link(opened, self._text[opened + 1 : place], *found)

    def _take_link(self, opened: int, shown: str, written: str, end: int) -> int:
        embed = self._text[opened - 1] == "!" and self._escaped != opened - 1
        start = opened - embed + self._offset
        link = markdown_link(written, shown, embed=embed, start=start, end=end + self._offset)
        if link is not None:
            self._links.append(link)
        return end

    def _hash(self, place: int, end: int) -> int:
        text = self._text
        before = text[place - 1]
        if before in "\n ":
            line = text.rfind("\n", max(0, place - 4), place)
            if line >= 0 and (line == place - 1 or not text[line + 1 : place].strip(" ")):
                marks = _HEADING_MARKS.match(text, place)
                if marks is not None:
                    after = marks.end()
                    self._heading(marks.end(1) - place, text[after : self._ahead.line_end(after)], line + 1)
                    return after
        elif not before.isspace():
            return end
        tag = _TAG.match(text, place)
        if tag is None:
            return end
        name = tag[1].rstrip("/")
        if name and not name.isdigit():
            self._tags.append(name)
            self._tag_starts.append(place + self._offset)
        return tag.end()

    def _heading(self, level: int, written: str, place: int) -> None:
        written = written.strip()
        if written.endswith("#"):
            bare = written.rstrip("#")
            if bare[-1:] in ("", " ", "\t"):
                written = bare.rstrip()
        self._headings.append(Heading(level, written, self._lines.line_at(place), place + self._offset))

    def _math(self, place: int, end: int) -> int:
        text = self._text
        if text.startswith("$$", place):
            close = self._ahead.closing("$$", place + 2, len(text))
            return close + 2 if close >= 0 else place + 2
        close = text.find("$", end, self._ahead.line_end(place))
        if close < 0 or text[end].isspace() or text[close - 1] in " \t\\" or text[close + 1 : close + 2].isdigit():
            return end
        return close + 1

    def _angle(self, place: int, end: int) -> int:
        text = self._text
        if text.startswith("!--", end):
            close = self._ahead.closing("-->", place + 4, len(text))
            if close >= 0:
                return close + 3
            return len(text) if text[place - 1] == "\n" else place + 4
        if not text[end : end + 1].isalpha() and not text.startswith(("/", "!"), end):
            return end
        address = _AUTOLINK.match(text, place)
        if address is not None:
            self._address(address[1], address.start(1))
            return address.end()
        if text[place - 1] == "\n" and _RAW_HTML.match(text, place):
            close_tag = _RAW_HTML_END.search(text, place)
            return close_tag.end() if close_tag else len(text)
        line = text.rfind("\n", max(0, place - 4), place)
        if line >= 0 and not text[line + 1 : place].strip(" ") and _HTML_BLOCK.match(text, place):
            # Markdown inside HTML means nothing (OBSIDIAN E.4); a blank line ends it.
            blank = _BLANK_LINE.search(text, place)
            return blank.start() if blank else len(text)
        tag = _HTML_TAG.match(text, place)
        return tag.end() if tag else end

    def _comment(self, place: int, end: int) -> int:
        end = place + 2
        close = self._ahead.closing("%%", end, len(self._text))
        if close >= 0:
            return close + 2
        # One that stands on its own line and never ends hides the rest, as in Obsidian; "100%% sure" hides nothing.
        return len(self._text) if self._text[place - 1] == "\n" else end

    def _url(self, place: int, end: int) -> int:
        found = _URL.match(self._text, place)
        if found is None:
            return end
        for scheme in ("https", "http", "ftp"):
            begin = place - len(scheme)
            if self._text[max(begin, 0) : place].lower() == scheme and not self._text[begin - 1].isalnum():
                address = self._text[begin : found.end()].rstrip(".,;:!?*_~'")
                if address.endswith(")") and address.count("(") < address.count(")"):
                    address = address[:-1]
                self._address(address, begin)
                return begin + len(address)
        return found.end()

    def _address(self, address: str, begin: int) -> None:
        begin += self._offset
        self._links.append(Link("url", address, external=True, start=begin, end=begin + len(address)))

    def _block(self, place: int, end: int) -> int:
        found = _BLOCK_ID.match(self._text, place)
        if found is None:
            return end
        if self._text[place - 1].isspace():
            self._blocks.append(Block(found[0][1:], self._lines.line_at(place), place + self._offset))
        return found.end()

    def _line_mark(self, place: int, end: int) -> int:
        """Take what only means something at a line's start: a fence of tildes, or the line under a heading."""
        text = self._text
        found = LINE_MARK.match(text, place)
        assert found is not None
        end = found.end()
        if text[end - 1] == "~":
            length = 3
            while text[end - 3 + length : end - 2 + length] == "~":
                length += 1
            return self._ahead.fence_end(end - 3, "~", length)
        start, floor, self._underlined = place, self._underlined, self._ahead.line_end(end)
        while start > floor:
            line = text.rfind("\n", 0, start) + 1
            if _NO_PARAGRAPH.match(text, line, start):
                if _IN_CONTAINER.match(text, line, start):
                    return end
                break
            start = line - 1
        written = " ".join(text[start + 1 : place].split())
        if written:
            self._heading(1 if text[end - 1] == "=" else 2, written, start + 1)
        return end

    def _enter_block(self, place: int) -> None:
        """Forget what was open where *place* is in a new block of text."""
        if self._ahead.enters_block(place):
            self._opened.clear()


_Scanner.takers = {
    "\\": _Scanner._escape, "`": _Scanner._code, "[": _Scanner._open, "]": _Scanner._close, "#": _Scanner._hash,
    "$": _Scanner._math, "<": _Scanner._angle, "%": _Scanner._comment, ":": _Scanner._url, "^": _Scanner._block,
    "\n": _Scanner._line_mark,
}  # fmt: skip
