"""Line spans: which stretches of a line of Markdown are what, for colours alone. Knows no Qt; resolves no link.

A line is read with what was open before it (a block of code, a comment), so that no line needs another one. Every
pattern is bounded: hostile text costs no more than honest text.
"""

import re
from dataclasses import dataclass
from urllib.parse import unquote

from vaultdesk.ui.editor.emphasis_spans import emphasis
from vaultdesk.ui.editor.span import Span

LONGEST_READ = 2_000
"""Characters of one line that are looked at."""

PLAIN, HEAD, COMMENT, MATH = 0, 1, 2, 3
FENCE = 16
"""What is open at the end of a line. A fence is `FENCE`, bit 0 for tildes, and its length from bit 5 on."""

_FENCE = re.compile(r"[ \t>]{0,60}(?:[-*+][ \t]{1,8}|\d{1,9}[.)][ \t]{1,8})?(`{3,60}|~{3,60})([^`]*)$")
_FENCE_END = re.compile(r"[ \t>]{0,60}(`{3,}|~{3,})[ \t]*$")
_SPECIAL = re.compile(r"[\\`\[\]*_~=#$%^<:|]")
_HEADING = re.compile(r"(#{1,6})[ \t]+")
_QUOTE = re.compile(r"[ \t]{0,60}(?:>[ \t]?){1,60}")
_CALLOUT = re.compile(r"\[![\w-]{1,40}\][+-]?")
_ITEM = re.compile(r"[ \t]{0,200}(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(\[.\](?=[ \t]|$))?|$)")
_RULE = re.compile(r"[ \t]{0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_KEY = re.compile(r"[^\s:#\-][^:]{0,100}:(?=\s|$)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,30}:|//")
_ATOMS = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<code>(?P<ticks>`{1,20})(?!`).{1,600}?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<comment>%%.{0,600}?%%|<!--.{0,600}?-->)"
    r"|(?P<open>%%.*$)"
    r"|(?P<wikilink>!?\[\[(?P<inner>[^\[\]]{1,400})\]\])"
    r"|(?P<footnote>\[\^[^\]\s]{1,60}\]:?|\^\[[^\]]{1,300}\])"
    r"|(?P<link>(?P<lead>!?\[)(?P<words>[^\[\]]{0,300})\]\((?P<where>[^()]{0,600})\))"
    r"|(?P<math>\$\$[^$]{1,600}\$\$|\$(?![\s$])[^$]{0,600}?(?<!\s)\$(?!\d))"
    r"|(?P<url><?https?://[^\s<>\"'`|\\^{}\[\]]{1,600}>?)"
    r"|(?P<tag>(?<!\S)#[\w/\-\u2600-\U0001faff]*[^\W\d][\w/\-\u2600-\U0001faff]*)"
    r"|(?P<block>(?:(?<=\s)|^)\^[A-Za-z0-9\-]{1,80}[ \t]*$)"
)


@dataclass(frozen=True, slots=True)
class LineSpans:
    """What a line says, and what is open at its end."""

    spans: tuple[Span, ...]
    state: int


def line_spans(text: str, state: int, *, first: bool = False) -> LineSpans:
    """Return what the line *text* says after *state*; *first* tells that properties may begin here."""
    line = text[:LONGEST_READ]
    if state == HEAD or (first and line.rstrip() == "---"):
        return _head(line, first=first)
    if state >= FENCE:
        found = _FENCE_END.match(line)
        ends = found is not None and (found[1][0] == "~") == bool(state & 1) and len(found[1]) >= state >> 5
        return LineSpans((Span(0, len(line), "fence" if ends else "codeblock"),), PLAIN if ends else state)
    if state in (COMMENT, MATH):
        return _inside(line, state)
    fence = _FENCE.match(line) if "```" in line or "~~~" in line else None
    if fence is not None:
        marks = fence[1]
        opened = FENCE | (marks[0] == "~") | len(marks) << 5
        language = Span(fence.start(2), len(line), "language")
        return LineSpans((Span(fence.start(1), fence.start(2), "fence"), language), opened)
    if line.strip() == "$$":
        return LineSpans((Span(0, len(line), "math"),), MATH)
    return _paragraph(line)


def _head(line: str, *, first: bool) -> LineSpans:
    bare = line.rstrip()
    if bare == "---":
        return LineSpans((Span(0, len(line), "mark"),), HEAD if first else PLAIN)
    key = _KEY.match(line)
    spans = (Span(0, key.end(), "key"), Span(key.end(), len(line), "value")) if key else (Span(0, len(line), "value"),)
    return LineSpans(spans, HEAD)


def _inside(line: str, state: int) -> LineSpans:
    """A line of a comment or of formulas that were opened before."""
    sign, kind = ("%%", "comment") if state == COMMENT else ("$$", "math")
    end = line.find(sign)
    if end < 0:
        return LineSpans((Span(0, len(line), kind),), state)
    rest = _paragraph(line[end + 2 :])
    moved = tuple(span.moved(end + 2) for span in rest.spans)
    return LineSpans((Span(0, end + 2, kind), *moved), rest.state)


def _paragraph(line: str) -> LineSpans:
    """A line outside of blocks: its beginning, then what stands in it."""
    spans: list[Span] = []
    start = 0
    if found := _QUOTE.match(line):
        spans.append(Span(0, found.end(), "mark"))
        start = found.end()
        if callout := _CALLOUT.match(line, start):
            spans.append(Span(start, len(line), "callout"))
            start = callout.end()
        elif start < len(line):
            spans.append(Span(start, len(line), "quote"))
    if _RULE.match(line, start):
        return LineSpans((*spans, Span(start, len(line), "mark")), PLAIN)
    if found := _HEADING.match(line, start):
        spans += (Span(start, len(line), f"h{len(found[1])}"), Span(start, found.end(), "mark"))
        start = found.end()
    elif found := _ITEM.match(line, start):
        spans.append(Span(start, found.end(), "item"))
        if found[1] and found[1][1] in "xX":
            spans.append(Span(found.end() + 1, len(line), "done"))
        start = found.end()
    elif "|" in line and "-" in line and _TABLE_RULE.match(line, start):
        return LineSpans((*spans, Span(start, len(line), "mark")), PLAIN)
    if not _SPECIAL.search(line, start):
        return LineSpans(tuple(spans), PLAIN)
    return _inline(line, start, spans)


def _inline(line: str, start: int, spans: list[Span]) -> LineSpans:
    """What stands in a line: links, code and the like first; what is left may be bold or struck out."""
    state, masked = PLAIN, list(line)
    for found in _ATOMS.finditer(line, start):
        kind = str(found.lastgroup)
        # The last group that took part may be one inside another.
        kind = {"ticks": "code", "inner": "wikilink", "lead": "link", "words": "link", "where": "link"}.get(kind, kind)
        begin, end = found.span()
        if kind == "open":
            state = COMMENT
            spans.append(Span(begin, end, "comment"))
        else:
            spans += _atom(kind, found)
        keep = found.span("words") if kind == "link" else (end, end)
        masked[begin : keep[0]] = "\0" * (keep[0] - begin)
        masked[keep[1] : end] = "\0" * (end - keep[1])
    rest = "".join(masked)
    spans += emphasis(rest, start)
    if "|" in rest and rest.lstrip("> \t").startswith("|"):
        spans += (Span(place, place + 1, "mark") for place, sign in enumerate(rest) if sign == "|")
    return LineSpans(tuple(spans), state)


def _atom(kind: str, found: re.Match[str]) -> tuple[Span, ...]:
    begin, end = found.span()
    if kind == "escape":
        return (Span(begin, begin + 1, "mark"),)
    if kind == "code":
        ticks = len(found["ticks"])
        return (
            Span(begin, begin + ticks, "codemark"),
            Span(begin + ticks, end - ticks, "code"),
            Span(end - ticks, end, "codemark"),
        )
    if kind == "wikilink":
        inner, place = found["inner"], found.start("inner")
        written, bar, _ = inner.replace("\\|", " |").partition("|")
        target = written.partition("#")[0].strip()
        spans = [Span(begin, place, "mark"), Span(place, end - 2, "link", target), Span(end - 2, end, "mark")]
        if bar:
            spans.append(Span(place, place + len(written) + 1, "mark"))
        return tuple(spans)
    if kind == "link":
        words, where = found.span("words"), found["where"].strip().strip("<>")
        outside = bool(_SCHEME.match(where))
        target = "" if outside else unquote(where.partition("#")[0].partition(' "')[0]).strip()
        return (Span(begin, words[0], "mark"), Span(*words, "link", target), Span(words[1], end, "address", target))
    return (Span(begin, end, kind),)


def open_after(text: str, state: int, *, first: bool = False) -> int:
    """Return what is open after the line *text*: what `line_spans` says, and nothing else of it."""
    if state == PLAIN and not first and not any(sign in text for sign in ("```", "~~~", "%%", "$$")):
        return PLAIN
    if state >= FENCE and "```" not in text and "~~~" not in text:
        return state
    return line_spans(text, state, first=first).state
