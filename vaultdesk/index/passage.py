"""Passage: a short piece of a note on one line, Markdown's signs taken off, with marks where words were found.

Inside this module a mark is a pair of control characters in the text, so that it moves along when signs are removed.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vaultdesk.index import marked_link
from vaultdesk.index.kept_text import CLOSE, OPEN
from vaultdesk.index.word_marks import Place
from vaultdesk.vault.markdown.markdown_scanner import INLINE_TAG

BEFORE, AFTER = 60, 180
"""Characters shown before the first word that was found, and from it on: two lines in a list of results."""

MOST_MARKS = 12
"""Places marked in one passage."""

_SIGN = re.compile(f"([{OPEN}{CLOSE}])")
_INK = re.compile(r"\S")


def _tag(found: re.Match[str]) -> str:
    return " " if found["name"].lower() == "br" else ""


def _embed(found: re.Match[str]) -> str:
    return f" {marked_link.shown('', found[1])} "


def _link(found: re.Match[str]) -> str:
    return marked_link.shown(found["words"], (found["address"] or "").removesuffix("\\"))


def _begun(found: re.Match[str]) -> str:
    return str(found[1])


_INLINE_LINK = re.compile(rf"!?\[(?P<words>[^\[\]]*)\]\((?P<address>{marked_link.ADDRESS})(?:\s\"[^\"]*\")?(?:\)|\Z)")

_SIGNS: tuple[tuple[tuple[str, ...], re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (("<!--",), re.compile(r"<!--(?:[^-]|-(?!->))*(?:-->|\Z)"), " "),  # a comment, which no reading view shows
    (("<",), INLINE_TAG, _tag),  # <kbd>, </span>
    (("![[",), re.compile(r"!\[\[([^\[\]|]*)\]\]"), _embed),  # an embedded picture or note
    (("[[",), re.compile(r"!?\[\[[^\[\]\x02\x03]*\Z"), ""),  # a link that the piece's end cut
    (("[[",), re.compile(r"!?\[\[(?:(?P<address>[^\[\]|]*)\|)?(?P<words>[^\[\]|]*)\]\]"), _link),  # [[note|shown]]
    (("](",), _INLINE_LINK, _link),  # [shown](address), which the piece's end may have cut
    (("](",), _INLINE_LINK, _link),  # around a picture
    (
        ("",),
        re.compile(
            r"(?m)^(\x02?)[ \t]*(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]|\[![\w-]{1,40}\][+-]?[ \t]*)?|>$)"
        ),
        _begun,
    ),  # heading, quote, item, task, callout
    (("--",), re.compile(r"(?m)^[ \t|:-]+$"), ""),  # a table's rule, a line across
    (("|",), re.compile(r"[ \t]*\|[ \t]*"), " "),  # a table's bars
    (("**", "__", "==", "~~", "%%", "`"), re.compile(r"\*\*|__|==|~~|%%|`+"), ""),
)
"""What each sign has in it, one of these, so that most are not looked for; how it is found; and what is left of it."""


@dataclass(frozen=True)
class Passage:
    """Text of one line and where in it the found words stand."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


def passage(marked: str, *, cut_before: bool = False, cut_after: bool = False) -> Passage:
    """Make a passage of a piece of Markdown that holds `OPEN` and `CLOSE`."""
    text = marked
    for parts, sign, instead in _SIGNS:
        for part in parts:
            if part in text:
                text = sign.sub(instead, text)
                break
    text = " ".join(text.split())
    return _unmarked(("… " if cut_before else "") + text + (" …" if cut_after else ""))


def heading_shown(written: str) -> str:
    """Return a heading, *written* without its first signs, as it is read: a number at its beginning belongs to it."""
    return passage(f"# {written}").text


def beginning(body: str) -> Passage:
    """The note's first words, for one that was found by its name alone."""
    return passage(body[: BEFORE + AFTER], cut_after=len(body) > BEFORE + AFTER)


def best(places: Sequence[Place], sections: Sequence[int]) -> int:
    """Return with which of *places* (in order) the piece to show begins.

    That is where most different words stand together within one section; the first such piece, or a fuller one.
    *sections* tells for each place in which section it stands.
    """
    count = len(places)
    if count == 1:
        return 0
    ends = [place.end for place in places]
    terms = [place.term for place in places]
    words = len(set(terms))
    chosen = different = many = 0
    least = 1
    for first, place in enumerate(places):
        reach = place.start + AFTER
        if least > 1 and (first + least > count or ends[first + least - 1] > reach):
            continue  # Most pieces have too few places to be better than the best one so far.
        last = bisect_right(ends, reach, first + 1) if first + 1 < count else count
        if sections[last - 1] != sections[first]:
            last = bisect_right(sections, sections[first], first, last)
        found = (len(set(terms[first:last])), min(last - first, MOST_MARKS))
        if found > (different, many):
            chosen, (different, many) = first, found
            if found == (words, MOST_MARKS):
                break
            least = 1 + (different if different < words else many)
    return chosen


def around(text: str, places: Sequence[Place], start: int = 0) -> Passage:
    """Return the piece of *text* at the first of *places* (in order), all in it marked; nothing before *start*."""
    first = places[0].start
    opening = max(start, first - BEFORE)
    if opening > start:  # Begin at a word.
        blank = text.find(" ", opening, first)
        opening = blank + 1 if blank >= 0 else opening
    # One sign is looked for sooner than four, from the front sooner than from behind, and most texts have none.
    comment = text.rfind("<!--", start, opening) if text.find("<", start, opening) >= 0 else -1
    if comment >= 0 and text.find("-->", comment, opening) < 0:
        opening = comment  # Not in the middle of one: its rest could not be told from words.
    before = ""
    if "[" in text[max(start, opening - marked_link.LONGEST) : opening]:
        before, opening = marked_link.opened(text, start, opening)
    end = min(len(text), max(first + AFTER, min(places[0].end, first + 2 * AFTER)))
    if end < len(text):  # And end at one.
        last = max((one.end for one in places if one.end <= end), default=end)
        blank = text.rfind(" ", max(last, end - BEFORE // 2), end)
        end = blank if blank > 0 else end
    pieces, place = [before], opening
    for one in places[:MOST_MARKS]:
        if place <= one.start and one.start < end:
            closing = min(one.end, end)
            pieces += [text[place : one.start], OPEN, text[one.start : closing], CLOSE]
            place = closing
    pieces.append(text[place:end])
    return passage("".join(pieces), cut_before=opening > start, cut_after=_INK.search(text, end) is not None)


def _unmarked(text: str) -> Passage:
    """Take the control characters out and keep where they stood."""
    marks: list[tuple[int, int]] = []
    plain: list[str] = []
    length, opened = 0, -1
    for piece in _SIGN.split(text):
        if piece == OPEN:
            opened = length if opened < 0 else opened
        elif piece == CLOSE:
            if 0 <= opened < length:
                marks.append((opened, length))
            opened = -1
        else:
            plain.append(piece)
            length += len(piece)
    return Passage("".join(plain), tuple(marks))
