"""Scans Markdown in one pass, in time linear in its length, for headings, links, tags, block ids and comments."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.link_syntax import (
    Link,
    parse_definition,
    parse_destination,
    parse_markdown_link,
    parse_wikilink,
    wikilink_bounds,
)

INLINE_TAG_NAMES = (
    "abbr|a|big|br|button|b|center|cite|code|del|dfn|em|font|ins|i|kbd|mark|q|samp|small|span|strike|strong|sub|sup|s|"
    "u|var|wbr"
)
"""What Markdown writers use within their lines. Whatever may hold or load something stays as it is written."""

INLINE_TAG = re.compile(
    rf"<(?P<end>/?)(?P<name>{INLINE_TAG_NAMES})(?P<rest>[ \t][^<>\n\x00-\x08]{{0,500}})?/?>", re.IGNORECASE
)
"""One such tag. Its end is looked for in one line and not far: a lone `<` costs little.

Control characters stand in none: with them words are marked that were found (index/search/snippet.py), and those are
shown. """

MEDIA_TAG = re.compile(r"<(?P<end>/?)(?P<name>img|iframe)(?P<rest>[ \t][^<>\n\x00-\x08]{0,1000})?/?>", re.IGNORECASE)
"""A tag that shows something from elsewhere in its place."""

_VALUE = re.compile(r"[ \t\"'](src|alt|title)=(?:\"([^\"]*)\"|'([^']*)'|([^ \t\"'/]+))", re.IGNORECASE)


def tag_attributes(rest: str) -> dict[str, str]:
    """Return what the *rest* of a tag says of what it shows, each name once."""
    found: dict[str, str] = {}
    for name, *values in _VALUE.findall(rest):
        found.setdefault(name.lower(), "".join(values).strip())
    return found


_AFTER_BLANK = re.compile(r"\n[ \t]*+\n(?: {4}| {0,3}\t)")
_INDENTED = re.compile(r" {4}| {0,3}\t")
_LIST_OR_FOOTNOTE = re.compile(r" {0,3}(?:(?:[-*+]|[0-9]{1,9}[.)])(?: {1,4}(?![ \t])|[ \t])|\[\^)")


class LineCounter:
    """Counts lines for places that mostly rise, each stretch once."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text = text
        self._position = 0
        self._line = first_line

    def line_at(self, position: int) -> int:
        """Return the line that *position* is on."""
        if position >= self._position:
            self._line += self._text.count("\n", self._position, position)
        else:
            self._line -= self._text.count("\n", position, self._position)
        self._position = position
        return self._line


def without_indented_code(text: str) -> str:
    """Return *text* of the same length with blanks in place of code that is code by its indent.

    That is: four columns in, after a blank line, and no part of a list or footnote.
    """
    # Most notes have neither of the two, which is seen at memory speed; the pattern looks at every line.
    if ("\n    " not in text and "\t" not in text) or not _AFTER_BLANK.search(text):
        return text
    lines = text.split("\n")
    blank_before, in_list, in_code = True, False, False
    inner = 0
    """The column from which lines belong to the list's last item, blank lines before them or not."""
    for number, line in enumerate(lines):
        if not line or line.isspace():
            blank_before = True
            continue
        if not _INDENTED.match(line):
            begins = _LIST_OR_FOOTNOTE.match(line)
            if begins is not None:
                inner = begins.end()
            belongs = not blank_before or len(line) - len(line.lstrip(" ")) >= inner
            in_list = begins is not None or (in_list and belongs)
            in_code = False
        elif in_code or (blank_before and not in_list):
            in_code = True
            lines[number] = " " * len(line)
        blank_before = False
    return "\n".join(lines)


# Each is looked up by itself, at memory speed: a pattern that tries all of them at every character takes five times as
# long on prose.

SYNTAX_MARKERS = ("\\", "`", "[", "]", "#", "$", "<", "^", "%%", "://")
"""Whatever can mean something, besides the lines below."""

LINE_MARKER = re.compile(r"\n(?: {0,3}(?:=++|-++)(?=[ \t]*+(?:\n|\Z))|[ \t>]*+(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]++)?~~~)")
# The line under a heading, and a fence of tildes.

SCAN_WINDOW = 65_536
"""Characters whose signs are looked up together: nearly every note is one window, and a hostile one costs no memory."""


class MarkerPositions:
    """The signs of one text. Ask for rising windows only."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = LINE_MARKER.finditer(text)
        self._line = next(self._lines, None)
        # One letter is looked for ten times as fast as two.
        self._signs = [sign for sign in SYNTAX_MARKERS if len(sign) == 1 or sign[-1] in text]

    def between(self, lower: int, upper: int) -> list[int]:
        """Return where signs begin from *lower* on and before *upper*, in their order."""
        find = self._text.find
        positions: list[int] = []
        for sign in self._signs:
            limit = upper + len(sign) - 1
            position = find(sign, lower, limit)
            while position >= 0:
                positions.append(position)
                position = find(sign, position + 1, limit)
        while self._line is not None and self._line.start() < upper:
            if self._line.start() >= lower:
                positions.append(self._line.start())
            self._line = next(self._lines, None)
        positions.sort()
        return positions


# Searching anew at each mark would cost the square of the length on hostile text; what was found, or is known to be
# missing, is kept until the scan has passed it. Ask for rising places only.

_TICKS = re.compile(r"`+")
_BLOCK_END = re.compile(r"\n(?=[ \t>]*+(?:\n|[-*+][ \t]|[0-9]{1,9}[.)][ \t]|#{1,6}[ \t]|`{3}|~{3}|\||\Z))")
_FENCE_HEAD = re.compile(r"[ \t>]*+(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]++)?")
_FENCE_LINE = re.compile(r"\n[ \t>]*+(`{3,}|~{3,})(?=[ \t]*+(?:\n|\Z))")
_OUT_OF_QUOTE = re.compile(r"\n(?![ \t]*+>)")

FENCE_PREFIX = 200
"""Characters of quote marks, list mark and indent a fence may have before it on its line."""


class Lookahead:
    """What lies ahead in *text*."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line_end = -1
        self._block_end = -1
        self._ticks: dict[int, list[int]] | None = None
        """Runs of backticks in the present block: places by length; None until one is asked for."""
        self._missing: dict[str, int] = {}
        """Closing marks that are known not to come any more, and up to where."""

    def line_end(self, position: int) -> int:
        """Return the next line end."""
        if position > self._line_end:
            found = self._text.find("\n", position)
            self._line_end = found if found >= 0 else len(self._text)
        return self._line_end

    def closing(self, mark: str, position: int, limit: int) -> int:
        """Return where *mark* comes next before *limit*; -1 where it does not."""
        if position < self._missing.get(mark, -1):
            return -1
        found = self._text.find(mark, position, limit)
        if found < 0:
            self._missing[mark] = limit
        return found

    def enters_block(self, position: int) -> bool:
        """Whether *position* is in a new block of text: neither code nor a link reaches from one into the next."""
        if position < self._block_end:
            return False
        found = _BLOCK_END.search(self._text, position)
        self._block_end = found.start() if found else len(self._text)
        self._ticks = None
        return True

    def code_end(self, position: int, length: int) -> int:
        """Return where the code ends that a run of *length* backticks opens at *position*; 0 where none closes it.

        `enters_block` must have been asked for *position*.
        """
        if self._ticks is None:
            self._ticks = {}
            for run in _TICKS.finditer(self._text, position, self._block_end):
                self._ticks.setdefault(run.end() - run.start(), []).append(run.start())
        runs = self._ticks.get(length, ())
        following = bisect_right(runs, position)
        return runs[following] + length if following < len(runs) else 0

    def is_fence(self, position: int, after: int) -> bool:
        """Whether the three or more backticks from *position* to *after* open fenced code."""
        line = self._text.rfind("\n", max(0, position - FENCE_PREFIX), position)
        head = _FENCE_HEAD.match(self._text, line + 1) if line >= 0 else None
        if head is None or head.end() != position:
            return False
        return self._text.find("`", after, self.line_end(after)) < 0

    def fence_end(self, position: int, mark: str, length: int) -> int:
        """Return where the code fenced at *position* ends: at its closing line, its quote's end, or the text's."""
        limit = len(self._text)
        line = self._text.rfind("\n", 0, position) + 1
        if ">" in self._text[line:position]:
            outside = _OUT_OF_QUOTE.search(self._text, position)
            limit = outside.start() if outside else limit
        for closing in _FENCE_LINE.finditer(self._text, position, limit):
            if closing[1][0] == mark and len(closing[1]) >= length:
                return closing.end()
        return limit


# The places of all signs that can mean something are looked up first, at memory speed; small anchored patterns take it
# from there. No pattern can look at a stretch of text more than a few times, so hostile text costs no more than honest
# text (vaultdesk/vault/README.md, "Patterns over note text").

_BLOCK_ID = re.compile(r"\^[A-Za-z0-9\-]+(?=[ \t]*+(?:\n|\Z))")

_SIMPLE_BRACKETS = re.compile(r"\[([^\[\]\\`<$%#:\n]*+)\](?:\(([^\s()\\<]++)\))?")
# Brackets with nothing inside that means something by itself, and a plain destination: nearly all of them.

_HEADING_MARKS = re.compile(r"(#{1,6}+)(?!#)(?:[ \t]++|(?=\n|\Z))")
TAG_CHARACTER = r"(?:[^\s#\u2000-\u206f\u2e00-\u2e7f'!\"$%&()*+,.:;<=>?@^`{|}~\[\]\\]|\u200d)"
"""What a tag is made of (vaultdesk/vault/README.md, "Tags"): combining marks and pictures, too."""

_TAG = re.compile(rf"#({TAG_CHARACTER}+)")


def tag_at(text: str, position: int, end: int) -> str:
    """Return the name of the tag whose `#` is at *position*, up to *end*; empty where there is none.

    What stands before it is not looked at.
    """
    found = _TAG.match(text, position, end)
    return _tag_name(found) if found is not None else ""


def _tag_name(found: re.Match[str]) -> str:
    name = found[1].rstrip("/")
    return "" if name.isdigit() else name


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


class BlockId(NamedTuple):
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
    blocks: tuple[BlockId, ...]
    tag_starts: tuple[int, ...] = ()
    """Where the `#` of each of them stands in the text."""


def scan(text: str, start: int = 0) -> Scan:
    """Return what the Markdown in *text* says from *start* on; offsets and lines count from the beginning of *text*."""
    return _Scanner(text, start).run()


_DEFINITION_LEAD = re.compile(r"(?:[ \t>]*+(?:[-*+][ \t]++|[0-9]{1,9}[.)][ \t]++)?)")
"""What may stand on the line before a link definition."""

MAX_LABEL = 999
"""Characters of the label of a link definition, as in CommonMark."""


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
        self._blocks: list[BlockId] = []
        self._opened: list[int] = []
        """Places of `[` that wait for their `]`, in the present block of text."""
        self._ahead = Lookahead(self._text)
        self._escaped = -1
        """The place that the last backslash took the meaning from."""
        self._defined = 0
        """Where the last link definition ended."""
        self._underlined = 0
        """Where the last line ended that could underline a heading: no paragraph reaches over it."""

    def run(self) -> Scan:
        """Scan to the end."""
        text, takers, signs = self._text, self.takers, MarkerPositions(self._text)
        lower = after = 0
        while lower < len(text):
            upper = lower + SCAN_WINDOW
            for position in signs.between(lower, upper):
                if position >= after:
                    after = takers[text[position]](self, position, position + 1)
            lower = max(upper, after)
        return Scan(
            tuple(self._headings), tuple(self._links), tuple(self._tags), tuple(self._blocks), tuple(self._tag_starts)
        )

    # Each taker gets where its sign stands and the place behind it, and returns where to go on.

    def _escape(self, position: int, end: int) -> int:
        self._escaped = end
        return end if self._text[end : end + 1] == "\n" else end + 1

    def _code(self, position: int, end: int) -> int:
        text = self._text
        if text[end : end + 1] != "`":
            # Nearly all code is this: one backtick, and the next one on the line is alone too.
            close = text.find("`", end, self._ahead.line_end(end))
            if close > 0 and text[close + 1 : close + 2] != "`":
                return close + 1
        run = _TICKS.match(text, position)
        after = run.end() if run else end
        if after - position >= 3 and self._ahead.is_fence(position, after):
            return self._ahead.fence_end(position, "`", after - position)
        self._enter_block(position)
        return self._ahead.code_end(position, after - position) or after

    def _open(self, position: int, end: int) -> int:
        if self._text[end : end + 1] == "[":
            after = self._wikilink(position)
            if after:
                return after
        else:
            simple = _SIMPLE_BRACKETS.match(self._text, position)
            if simple is not None:
                shown, written = simple.groups()
                if written is None:
                    return self._link_to(position, simple.end() - 1)
                return self._take_link(position, shown, written, simple.end())
        self._enter_block(position)
        self._opened.append(position)
        return end

    def _wikilink(self, position: int) -> int:
        """Take the wikilink whose `[[` stands at *position*; return where it ends, 0 where it is none."""
        text = self._text
        close = self._ahead.closing("]]", position + 2, self._ahead.line_end(position))
        if close < 0:
            return 0
        begin, close = wikilink_bounds(text, position, close)
        inner = text[begin:close]
        embed = text[begin - 3] == "!" and self._escaped != begin - 3
        start = begin - 2 - embed + self._offset
        link = parse_wikilink(inner, embed=embed, start=start, end=close + 2 + self._offset)
        if link is not None:
            self._links.append(link)
        return close + 2

    def _close(self, position: int, end: int) -> int:
        self._enter_block(position)
        if not self._opened:
            return end
        return self._link_to(self._opened.pop(), position)

    def _link_to(self, opened: int, position: int) -> int:
        """Take the link whose text stands between the brackets at *opened* and *position*, if it is one."""
        end = position + 1
        sign = self._text[end : end + 1]
        if sign == ":":
            return self._definition(opened, position)
        found = parse_destination(self._text, end) if sign == "(" else None
        if found is None:
            return end
        return self._take_link(opened, self._text[opened + 1 : position], *found)

    def _definition(self, opened: int, position: int) -> int:
        """Take the link definition `[label]: file` whose label stands between the brackets, if it is one.

        The definition is the link: what refers to it has no address of its own. Addresses of the web are taken as such.
        """
        text, end = self._text, position + 1
        label = text[opened + 1 : position]
        line = text.rfind("\n", max(0, opened - FENCE_PREFIX), opened) + 1
        if not label.strip() or label.startswith("^") or len(label) > MAX_LABEL or not line:
            return end
        begins = _DEFINITION_LEAD.fullmatch(text, line, opened) is not None and self._begins_block(line)
        found = parse_definition(text, end) if begins else None
        link = found and parse_markdown_link(found[0], label, embed=False, start=opened + self._offset, end=0)
        if not found or not link or link.external:
            return end
        self._links.append(link._replace(end=found[1] + self._offset))
        self._defined = found[1]
        return found[1]

    def _begins_block(self, line: int) -> bool:
        """Whether the line at *line* continues no paragraph: a definition is none within one."""
        before = self._text.rfind("\n", 0, line - 1) + 1
        return line - 1 in (0, self._defined) or _NO_PARAGRAPH.match(self._text, before, line - 1) is not None

    def _take_link(self, opened: int, shown: str, written: str, end: int) -> int:
        embed = self._text[opened - 1] == "!" and self._escaped != opened - 1
        start = opened - embed + self._offset
        link = parse_markdown_link(written, shown, embed=embed, start=start, end=end + self._offset)
        if link is not None:
            self._links.append(link)
        return end

    def _hash(self, position: int, end: int) -> int:
        text = self._text
        before = text[position - 1]
        if before in "\n ":
            line = text.rfind("\n", max(0, position - 4), position)
            if line >= 0 and (line == position - 1 or not text[line + 1 : position].strip(" ")):
                marks = _HEADING_MARKS.match(text, position)
                if marks is not None:
                    after = marks.end()
                    self._heading(marks.end(1) - position, text[after : self._ahead.line_end(after)], line + 1)
                    return after
        elif not before.isspace():
            return end
        tag = _TAG.match(text, position)
        if tag is None:
            return end
        name = _tag_name(tag)
        if name:
            self._tags.append(name)
            self._tag_starts.append(position + self._offset)
        return tag.end()

    def _heading(self, level: int, written: str, position: int) -> None:
        written = written.strip()
        if written.endswith("#"):
            bare = written.rstrip("#")
            if bare[-1:] in ("", " ", "\t"):
                written = bare.rstrip()
        self._headings.append(Heading(level, written, self._lines.line_at(position), position + self._offset))

    def _math(self, position: int, end: int) -> int:
        text = self._text
        if text.startswith("$$", position):
            close = self._ahead.closing("$$", position + 2, len(text))
            return close + 2 if close >= 0 else position + 2
        close = text.find("$", end, self._ahead.line_end(position))
        if close < 0 or text[end].isspace() or text[close - 1] in " \t\\" or text[close + 1 : close + 2].isdigit():
            return end
        return close + 1

    def _angle(self, position: int, end: int) -> int:
        text = self._text
        if text.startswith("!--", end):
            close = self._ahead.closing("-->", position + 4, len(text))
            if close >= 0:
                return close + 3
            return len(text) if text[position - 1] == "\n" else position + 4
        if not text[end : end + 1].isalpha() and not text.startswith(("/", "!"), end):
            return end
        address = _AUTOLINK.match(text, position)
        if address is not None:
            self._address(address[1], address.start(1))
            return address.end()
        if text[position - 1] == "\n" and _RAW_HTML.match(text, position):
            close_tag = _RAW_HTML_END.search(text, position)
            return close_tag.end() if close_tag else len(text)
        line = text.rfind("\n", max(0, position - 4), position)
        if line >= 0 and not text[line + 1 : position].strip(" ") and _HTML_BLOCK.match(text, position):
            # Markdown inside HTML means nothing (vaultdesk/vault/README.md, "Markdown the parser leaves alone"); a
            # blank line ends it.
            blank = _BLANK_LINE.search(text, position)
            return blank.start() if blank else len(text)
        tag = _HTML_TAG.match(text, position)
        return tag.end() if tag else end

    def _comment(self, position: int, end: int) -> int:
        end = position + 2
        close = self._ahead.closing("%%", end, len(self._text))
        if close >= 0:
            return close + 2
        # One that stands on its own line and never ends hides the rest, as in Obsidian; "100%% sure" hides nothing.
        return len(self._text) if self._text[position - 1] == "\n" else end

    def _url(self, position: int, end: int) -> int:
        found = _URL.match(self._text, position)
        if found is None:
            return end
        for scheme in ("https", "http", "ftp"):
            begin = position - len(scheme)
            if self._text[max(begin, 0) : position].lower() == scheme and not self._text[begin - 1].isalnum():
                address = self._text[begin : found.end()].rstrip(".,;:!?*_~'")
                if address.endswith(")") and address.count("(") < address.count(")"):
                    address = address[:-1]
                self._address(address, begin)
                return begin + len(address)
        return found.end()

    def _address(self, address: str, begin: int) -> None:
        begin += self._offset
        self._links.append(Link("url", address, external=True, start=begin, end=begin + len(address)))

    def _block(self, position: int, end: int) -> int:
        found = _BLOCK_ID.match(self._text, position)
        if found is None:
            return end
        if self._text[position - 1].isspace():
            self._blocks.append(BlockId(found[0][1:], self._lines.line_at(position), position + self._offset))
        return found.end()

    def _line_mark(self, position: int, end: int) -> int:
        """Take what only means something at a line's start: a fence of tildes, or the line under a heading."""
        text = self._text
        found = LINE_MARKER.match(text, position)
        assert found is not None
        end = found.end()
        if text[end - 1] == "~":
            length = 3
            while text[end - 3 + length : end - 2 + length] == "~":
                length += 1
            return self._ahead.fence_end(end - 3, "~", length)
        start, floor, self._underlined = position, self._underlined, self._ahead.line_end(end)
        while start > floor:
            line = text.rfind("\n", 0, start) + 1
            if _NO_PARAGRAPH.match(text, line, start):
                if _IN_CONTAINER.match(text, line, start):
                    return end
                break
            start = line - 1
        written = " ".join(text[start + 1 : position].split())
        if written:
            self._heading(1 if text[end - 1] == "=" else 2, written, start + 1)
        return end

    def _enter_block(self, position: int) -> None:
        """Forget what was open where *position* is in a new block of text."""
        if self._ahead.enters_block(position):
            self._opened.clear()


_Scanner.takers = {
    "\\": _Scanner._escape, "`": _Scanner._code, "[": _Scanner._open, "]": _Scanner._close, "#": _Scanner._hash,
    "$": _Scanner._math, "<": _Scanner._angle, "%": _Scanner._comment, ":": _Scanner._url, "^": _Scanner._block,
    "\n": _Scanner._line_mark,
}  # fmt: skip


# Where two readings of a note differ over what is a comment, as with a `%%` inside an address, both are taken: what one
# reader hides may be private, and a reading that is off by one mark would show what the person hid.

COMMENT_PLACEHOLDER = "%% kept back %%"
"""What stands in place of a comment. A comment itself: taken out again, it stays what it is."""

_SIGN = "%%"


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment with its marks; `start` and `end` count in the note's whole text."""

    start: int
    end: int


def comments_in(text: str, body_start: int | None = None) -> tuple[Comment, ...]:
    """Return the comments of the note *text* in their order, not overlapping: none in properties, none in code.

    *body_start* is where the text after the properties begins, where it is known. One that stands at a line's start
    and never ends reaches to the end of the text, as in Obsidian.
    """
    if _SIGN not in text:
        return ()
    start = read_frontmatter(text).body_start if body_start is None else body_start
    found = [*_CommentScanner(text, start).comments(), *_PlainScanner(text, start).comments()]
    return tuple(_joined(sorted(found, key=lambda comment: comment.start)))


def without_comments(text: str) -> str:
    """Return the note *text* with a mark in place of each comment, on as many lines as before."""
    return replace_comments(text, comments_in(text))


def replace_comments(text: str, comments: Sequence[Comment]) -> str:
    """Return *text* with a mark in place of each of *comments*, on as many lines as before."""
    pieces, position = list[str](), 0
    for comment in comments:
        inner = text[comment.start : comment.end]
        # Lines keep their numbers: sources and headings are told by them.
        mark = COMMENT_PLACEHOLDER + "\n" * inner.count("\n") if inner.strip("%").strip() else inner
        pieces += [text[position : comment.start], mark]
        position = comment.end
    return "".join([*pieces, text[position:]])


class _CommentScanner(_Scanner):
    """The house's own reading of Markdown, which also tells where the comments were."""

    takers = _Scanner.takers | {"%": lambda scanner, position, end: scanner._comment(position, end)}

    def __init__(self, text: str, start: int) -> None:
        super().__init__(text, start)
        self._comments: list[Comment] = []

    def comments(self) -> list[Comment]:
        self.run()
        return self._comments

    def _comment(self, position: int, end: int) -> int:
        after = super()._comment(position, end)
        if after > position + len(_SIGN):
            self._comments.append(Comment(position + self._offset, after + self._offset))
        return after


def _passed(scanner: _Scanner, position: int, end: int) -> int:
    """Take no notice of the sign at *position*."""
    return end


class _PlainScanner(_CommentScanner):
    """A reading that knows code and comments only: no link, address, formula or HTML hides a mark from it."""

    takers = _CommentScanner.takers | dict.fromkeys("[]$<:", _passed)


def _joined(comments: Sequence[Comment]) -> list[Comment]:
    joined: list[Comment] = []
    for comment in comments:
        if joined and comment.start < joined[-1].end:
            joined[-1] = Comment(joined[-1].start, max(joined[-1].end, comment.end))
        else:
            joined.append(comment)
    return joined
