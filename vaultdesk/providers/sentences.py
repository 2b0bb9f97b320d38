"""Sentences: a note's text taken apart into sentences under their headings, without its markup. Judges none of them."""

from collections.abc import Iterator
from dataclasses import dataclass

import re2

MOST_CHARACTERS = 400_000
"""Characters of a note that are taken apart; the tools cut earlier, this only bounds the time."""

LONGEST = 320
"""Characters of a sentence that are quoted; a longer one is cut at a word."""

_FENCE = re2.compile(r"^\s{0,3}(`{3,}|~{3,})")
_HEADING = re2.compile(r"^\s{0,3}#{1,6}\s")
_CALLOUT = re2.compile(r"^\s*(?:>\s?)+\[![\w-]+\][+-]?(.*)$")
_ITEM = re2.compile(r"^\s*(?:>\s?)*(?:[-*+]|\d{1,4}[.)])\s+")
_MARKS = re2.compile(r"^\s*(?:>\s?)*(?:(?:[-*+]|\d{1,4}[.)])\s+)?(?:\[.\]\s+)?")
_RULE = re2.compile(r"^[\s|:\-=*_+]*$")
_CUT_MARK = re2.compile(r" … \[cut: [\d,.]+ more characters\]$")
_END = re2.compile(r"[.!?…][\"'”’»)\]]*\s+|[。！？]")
_NO_END = re2.compile(
    r"(?:^|[\s(])(?:z\.\s?B|d\.\s?h|u\.\s?a|e\.\s?g|i\.\s?e|etc|ca|vgl|bzw|usw|Nr|no|No|vs|Dr|Prof|Mr|Mrs|Ms|St|Abb|Fig"
    r"|p|S|[A-Z]|\d{1,3})\.$"
)
_LONGEST_SHORT_FORM = 12
"""Characters before a full stop that tell whether it ends a sentence: over the longest of `_NO_END`."""

_INNER = r"(\S|\S[^\n]{0,300}?\S)"
_MARKUP = tuple(
    (re2.compile(pattern), replacement)
    for pattern, replacement in (
        (r"<!--.*?-->|%%.*?%%", " "),
        (r"!\[\[[^\]\n]*\]\]|!\[[^\]\n]*\]\([^)\n]*\)", ""),
        (r"\[\[[^\]|\n]*\|([^\]\n]*)\]\]", r"\1"),
        (r"\[\[([^\]\n]*)\]\]", r"\1"),
        (r"\[([^\]\n]*)\]\([^)\n]*\)", r"\1"),
        (r"</?[a-zA-Z][^<>\n]*>", ""),
        (rf"\*\*{_INNER}\*\*", r"\1"),
        (rf"__{_INNER}__", r"\1"),
        (rf"~~{_INNER}~~", r"\1"),
        (rf"=={_INNER}==", r"\1"),
        (r"`([^`\n]+)`", r"\1"),
        (r"(^|[^\w*])\*([^\s*]|[^\s*][^*\n]*?[^\s*])\*", r"\1\2"),
        (r"(?:^|\s)\^[\w-]+\s*$", ""),
    )
)
"""What is taken off a line, in this order. RE2, as all that meets note text: linear in time (THREATS 0.10)."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, list item or table row."""

    text: str
    heading: str
    """The nearest heading above it, as written; empty above the first."""
    callout: str = ""
    """The title of the callout it stands in."""


def sentences(text: str) -> Iterator[Sentence]:
    """Go through a note's sentences. Properties, code and pure markup are passed over."""
    heading, callout, paragraph = "", "", list[str]()
    for line in [*_lines(_CUT_MARK.sub("", text[:MOST_CHARACTERS])), ""]:
        found, titled = _HEADING.match(line), _CALLOUT.match(line)
        own = found or titled or "|" in line or _ITEM.match(line)
        if (own or not line.strip()) and paragraph:
            yield from _split(" ".join(paragraph), heading, callout)
            paragraph = []
        if titled:
            callout = plain(titled.group(1))
        elif not line.lstrip().startswith(">"):
            callout = ""
        if found:
            heading = line.strip().lstrip("#").rstrip("#").strip()
        elif titled:
            continue
        elif line.lstrip(" >").startswith("|"):
            yield from _row(line, heading)
        elif line.strip() and not _RULE.match(line):
            # Text under an item belongs to it until a blank line or the next item.
            paragraph.append(_MARKS.sub("", line, 1).strip())


def plain(text: str) -> str:
    """Return one line of Markdown as it reads."""
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    return " ".join(text.split())


def _lines(text: str) -> Iterator[str]:
    """Go through the lines that are read: not the properties at the top, not code, not comments of several lines."""
    lines = text.removeprefix("\ufeff").splitlines()
    if lines and lines[0].rstrip() == "---":
        ends = [place for place, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")]
        lines = lines[ends[0] + 1 :] if ends else lines[1:]
    fence = ""
    for line in lines:
        mark = _FENCE.match(line)
        if fence:
            if mark and mark.group(1).startswith(fence) and line.strip() == mark.group(1):
                fence = ""
        elif mark:
            fence = mark.group(1)
        else:
            yield line


def _row(line: str, heading: str) -> Iterator[Sentence]:
    if _RULE.match(line):
        return
    cells = [plain(cell.replace("\0", "|")) for cell in line.replace("\\|", "\0").strip(" >").strip("|").split("|")]
    text = " · ".join(cell for cell in cells if cell)
    if text:
        yield Sentence(_short(text), heading)


def _split(paragraph: str, heading: str, callout: str) -> Iterator[Sentence]:
    text, begun = plain(paragraph), 0
    ends = [match.end() for match in _END.finditer(text)]
    for end in [*ends, len(text)]:
        before = text[max(begun, end - _LONGEST_SHORT_FORM) : end].rstrip()
        if end - begun < LONGEST and end < len(text) and _NO_END.search(before):
            continue
        piece, begun = text[begun:end].strip(), end
        if any(character.isalnum() for character in piece):
            yield Sentence(_short(piece), heading, callout)


def _short(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    kept = text[:LONGEST]
    return f"{kept.rsplit(' ', 1)[0] if ' ' in kept[LONGEST // 2 :] else kept} …"
