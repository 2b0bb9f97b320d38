"""Sentences: a note's text taken apart into sentences under their headings, without its markup. Judges none of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

MOST_CHARACTERS = 400_000
"""Characters of a note that are taken apart; the tools cut earlier, this only bounds the time."""

LONGEST = 320
"""Characters of a sentence that are quoted; a longer one is cut at a word."""

_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.+?)\s*#*\s*$")
_CALLOUT = re.compile(r"^\s*(?:>\s?)+\[![\w-]+\][+-]?\s*(.*)$")
_MARKS = re.compile(r"^\s*(?:>\s?)*(?:(?:[-*+]|\d{1,4}[.)])\s+)?(?:\[.\]\s+)?")
_ITEM = re.compile(r"^\s*(?:>\s?)*(?:[-*+]|\d{1,4}[.)])\s+")
_RULE = re.compile(r"[\s|:\-=*_+]*")
_CUT_MARK = re.compile(r" … \[cut: [\d,.]+ more characters\]\Z")
_END = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？])")
_NO_END = re.compile(
    r"(?:\b(?:z\.\s?B|d\.\s?h|u\.\s?a|e\.\s?g|i\.\s?e|etc|ca|vgl|bzw|usw|Nr|no|No|vs|Dr|Prof|Mr|Mrs|Ms|St|Abb|Fig|p|S)"
    r"|(?:^|\s)(?:[A-Z]|\d{1,3}))\.\Z"
)
_MARKUP: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"<!--.{0,2000}?-->|%%.{0,2000}?%%"), " "),
    (re.compile(r"!\[\[[^\]\n]{0,300}\]\]"), ""),
    (re.compile(r"\[\[[^\]|\n]{0,300}\|([^\]\n]{0,300})\]\]"), r"\1"),
    (re.compile(r"\[\[([^\]\n]{0,300})\]\]"), r"\1"),
    (re.compile(r"!\[[^\]\n]{0,300}\]\([^)\n]{0,1000}\)"), ""),
    (re.compile(r"\[([^\]\n]{0,300})\]\([^)\n]{0,1000}\)"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>\n]{0,300}>"), ""),
    (re.compile(r"(\*\*|__|~~|==|`)(?=\S)(.{1,500}?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=\S)([^*\n]{1,500}?)(?<=\S)\*(?![\w*])"), r"\1"),
    (re.compile(r"(?:^|\s)\^[\w-]+\s*$"), ""),
)


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
            heading = found.group(2)
        elif titled:
            continue
        elif line.lstrip(" >").startswith("|"):
            yield from _row(line, heading)
        elif line.strip() and not _RULE.fullmatch(line):
            # Text under an item belongs to it until a blank line or the next item.
            paragraph.append(_MARKS.sub("", line, count=1).strip())


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
    if _RULE.fullmatch(line):
        return
    cells = [plain(cell.replace("\0", "|")) for cell in line.replace("\\|", "\0").strip(" >").strip("|").split("|")]
    text = " · ".join(cell for cell in cells if cell)
    if text:
        yield Sentence(_short(text), heading)


def _split(paragraph: str, heading: str, callout: str) -> Iterator[Sentence]:
    begun = ""
    for piece in _END.split(plain(paragraph)):
        begun = f"{begun} {piece}".strip()
        if not _NO_END.search(begun):
            if any(character.isalnum() for character in begun):
                yield Sentence(_short(begun), heading, callout)
            begun = ""
    if any(character.isalnum() for character in begun):
        yield Sentence(_short(begun), heading, callout)


def _short(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    kept = text[:LONGEST]
    return f"{kept.rsplit(' ', 1)[0] if ' ' in kept[LONGEST // 2 :] else kept} …"
