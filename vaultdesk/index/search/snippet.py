"""Snippets: short pieces of a note without Markdown syntax, with the matched words marked."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from itertools import islice, pairwise
from typing import NamedTuple

from vaultdesk.index.search_query import PlainQuery, Term
from vaultdesk.index.store.index_entry import MARK_CLOSE, MARK_OPEN
from vaultdesk.index.text_cache.text_cache import find_all_spans, find_spans
from vaultdesk.index.text_folding import (
    ACCENTED_RANGES,
    MAX_KEY_LENGTH,
    UNSPACED,
    letters_and_digits,
    respelled_words,
    spelling_key,
)
from vaultdesk.vault.markdown.markdown_scanner import INLINE_TAG

# Positions are offsets of the original text: `résumé` is marked as a whole for `resume`.

MAX_WORD_PLACES = 100
"""Maximum number of positions of one word found in a note."""

MAX_RESPELLED_WORDS = 10_000
"""Maximum number of words of a text compared by their spelling keys."""

LONG_WORD_LENGTH = 5
"""Minimum length of a word that rarely occurs inside others: finding it and checking its boundaries takes a third of
the time.
"""

MOSTLY_ASCII_RATIO, MOST_CHANGES = 8, 8
"""A text is mostly ASCII if at most one byte in so many is not, with at most so many different changed letters."""

_ASCII = bytes(range(128))
_LETTER = r"[^\W_]"
_WORD = re.compile(f"{_LETTER}+")
_ACCENT = "\u0300"
_ACCENTS = range(0x300, 0x370)


class WordPlace(NamedTuple):
    """Position of a searched word. A tuple, since thousands are created for an answer."""

    start: int
    end: int
    term: int
    """Index of the search term."""


class WordMatcher:
    """Finds the search terms in any number of texts."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self._terms = terms
        self._finds = [_find(term) for term in terms]

    @classmethod
    def of(cls, plain_query: PlainQuery) -> "WordMatcher":
        """Return the matcher of a query's wanted words."""
        return cls(plain_query.words)

    @property
    def finders(self) -> tuple[Callable[[str], list[WordPlace]], ...]:
        """The ways to find them in a text, the most exact first: later ones are used if earlier ones find nothing."""
        return (self.places, self.spellings, self.substrings)

    def places(self, text: str) -> list[WordPlace]:
        """Return where they are whole words of *text*, in order, without overlaps."""
        plain, origin = _without_accents(text)
        found: list[WordPlace] = []
        for number, find in enumerate(self._finds):
            if find is not None:
                found += find(plain, number)
        found = _original_places(found, origin, text)
        for number, term in enumerate(self._terms):
            if self._finds[number] is None:
                found += [
                    WordPlace(*place, number) for place in find_spans(text, term.text.casefold(), MAX_WORD_PLACES)
                ]
        return found if len(self._terms) == 1 else _without_overlaps(found)

    def spellings(self, text: str) -> list[WordPlace]:
        """Return where words of *text* have the spelling key of a term or of two adjacent terms, in order."""
        plain, origin = _without_accents(text)
        letters = letters_and_digits(plain)
        held = [one for one in self._keys if one[0] in letters]
        found = [
            place
            for key, term, goes_on in held
            for place in _matches(_separated_pattern(key, is_prefix=goes_on), plain, term)
        ]
        found = _original_places(found, origin, text)
        # A word in plain letters contains the letters of its key.
        if not found and (held or not text.isascii()):
            found = self._places_of_keys(text)
        return found if len(self._terms) == 1 else _without_overlaps(found)

    @cached_property
    def _keys(self) -> list[tuple[str, int, bool]]:
        """Return the spelling keys of the terms and of two adjacent ones: key, term, whether it is a prefix."""
        keys = [
            spelling_key(term.text) if find is not None else ""
            for term, find in zip(self._terms, self._finds, strict=True)
        ]
        alone = [(key, nth, term.prefix) for nth, (key, term) in enumerate(zip(keys, self._terms, strict=True))]
        joined = [(one + two, nth, False) for nth, (one, two) in enumerate(pairwise(keys)) if two]
        return [key for key in (*alone, *joined) if key[0]]

    def _places_of_keys(self, text: str) -> list[WordPlace]:
        """Return the words of *text* that differ from a term and share its spelling key."""
        return [
            WordPlace(start, end, term)
            for word, start, end in islice(respelled_words(text), MAX_RESPELLED_WORDS)
            for key, term, goes_on in self._keys
            if word == key or (goes_on and word.startswith(key))
        ][:MAX_WORD_PLACES]

    def substrings(self, text: str) -> list[WordPlace]:
        """Return where they occur in *text* as substrings, also inside words."""
        found = find_all_spans(text, [term.text.casefold() for term in self._terms], MAX_WORD_PLACES)
        return _without_overlaps([WordPlace(*place, number) for number, some in enumerate(found) for place in some])


def _original_places(found: list[WordPlace], origin: list[int] | None, text: str) -> list[WordPlace]:
    """Convert positions in a text without accents to positions in *text*; *origin* is the source offset of each
    letter.
    """
    if origin is None:
        return found
    origin.append(len(text))  # Includes the accents that follow its last letter.
    return [WordPlace(origin[one.start], origin[one.end], one.term) for one in found]


def _find(term: Term) -> Callable[[str, int], list[WordPlace]] | None:
    """Return the finder of the term in plain text; None for a term searched as a substring."""
    if UNSPACED.search(term.text):
        return None
    variants = (_WORD.findall(_without_accents(text)[0]) for text in dict.fromkeys((term.text, term.text.casefold())))
    spellings = [words for words in variants if words]
    if not spellings:
        return None
    first = spellings[0]
    if all(words == first for words in spellings) and not term.prefix and len(first) == 1 and _is_distinctive(first[0]):
        return partial(_substring_places, first[0])
    # Each ss may be written ß.
    patterns = (r"[\W_]+".join(re.escape(word).replace("ss", "(?:ss|ß)") for word in words) for words in spellings)
    ending = f"{_LETTER}*" if term.prefix else f"(?!{_LETTER})"
    return partial(_matches, re.compile(f"(?:{'|'.join(dict.fromkeys(patterns))}){ending}"))


@lru_cache(maxsize=256)
def _separated_pattern(key: str, *, is_prefix: bool) -> re.Pattern[str]:
    """Return a pattern for *key* with an optional joiner or blank between any two letters."""
    letters = r"[\W_]?".join(map(re.escape, key[:MAX_KEY_LENGTH]))
    return re.compile(letters + (f"{_LETTER}*" if is_prefix else f"(?!{_LETTER})"))


def _is_distinctive(word: str) -> bool:
    return len(word) >= LONG_WORD_LENGTH and "ss" not in word


def _substring_places(word: str, plain: str, term: int) -> list[WordPlace]:
    """Return the positions of *word* in *plain* without an adjacent letter."""
    found: list[WordPlace] = []
    find, size = plain.find, len(word)
    start = find(word)
    while start >= 0:
        end = start + size
        if not (plain[end : end + 1].isalnum() or (start and plain[start - 1].isalnum())):
            found.append(WordPlace(start, end, term))
            if len(found) == MAX_WORD_PLACES:
                break
        start = find(word, end)
    return found


def _matches(pattern: re.Pattern[str], plain: str, term: int) -> list[WordPlace]:
    """Return the matches of *pattern* in *plain* without a letter before them."""
    found: list[WordPlace] = []
    for match in pattern.finditer(plain):
        start, end = match.span()
        # The preceding character is checked here: a pattern that begins with letters is searched for much faster.
        if not (start and plain[start - 1].isalnum()):
            found.append(WordPlace(start, end, term))
            if len(found) == MAX_WORD_PLACES:
                break
    return found


def _without_accents(text: str) -> tuple[str, list[int] | None]:
    """Return *text* in lower case without accents, and the source offset of each letter if they differ."""
    if text.isascii():
        return text.lower(), None
    quickly = _mostly_ascii(text)
    if quickly is not None:
        return quickly, None
    changing, plain_of = _changing()
    # The only letter whose lower case has two characters.
    small = text.replace("\u0130", "I").lower()
    plain = changing.sub(lambda found: plain_of[found[0]], small)
    if _ACCENT not in plain:
        return plain, None
    # Accents without a composed letter are separate characters.
    origin = [offset for offset, letter in enumerate(plain) if letter != _ACCENT]
    return plain.replace(_ACCENT, ""), origin


def _mostly_ascii(text: str) -> str | None:
    """Return *text* in lower case without accents, of the same length; None if much of it is beyond ASCII, or changes
    its length.

    Takes a third of the time of a scan by letter: bytes are lowered together, and then few letters replaced.
    """
    data = text.encode("utf-8", "surrogatepass")
    beyond = data.translate(None, _ASCII)
    if len(beyond) * MOSTLY_ASCII_RATIO > len(data):
        return None
    plainly = {letter: _base_letter(letter) for letter in set(beyond.decode("utf-8", "surrogatepass"))}
    changes = [letter for letter, small in plainly.items() if small != letter]
    if len(changes) > MOST_CHANGES or _ACCENT in plainly.values():
        return None
    plain = data.lower().decode("utf-8", "surrogatepass")
    for letter in changes:
        plain = plain.replace(letter, plainly[letter])
    return plain


@lru_cache(maxsize=4_096)
def _base_letter(letter: str) -> str:
    """Return one letter in lower case without accents; a separate accent as `_ACCENT`."""
    small = "i" if letter == "\u0130" else letter.lower()
    return _changing()[1].get(small, small)


@cache
def _changing() -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern of the lower-case letters that are replaced for comparison, and their replacements; a separate
    accent is `_ACCENT`.

    One pattern for all of them: `str.translate` looks up every letter, which takes four times as long.
    """
    plain_of = {chr(code): _ACCENT for code in _ACCENTS} | {"ς": "σ"}
    for letter in (chr(code) for span in ACCENTED_RANGES for code in range(*span)):
        apart = unicodedata.normalize("NFD", letter)
        # Only accents are removed: other marks, such as Japanese voicing marks, make another letter.
        if letter.islower() and len(apart) > 1 and all(ord(mark) in _ACCENTS for mark in apart[1:]):
            plain_of[letter] = apart[0]
    return re.compile(f"[{''.join(plain_of)}]"), plain_of


def _without_overlaps(places: list[WordPlace]) -> list[WordPlace]:
    """Return the positions in order; of overlapping ones the first and longest."""
    places.sort()
    kept: list[WordPlace] = []
    start = end = 0
    for place in places:
        if place.start >= end:
            kept.append(place)
        elif place.start == start and place.end > end:
            kept[-1] = place
        else:
            continue
        start, end = place.start, place.end
    return kept


# Links in excerpts.

MAX_LINK_LOOKBACK = 300
"""Maximum number of characters searched backwards for the start of a link around the beginning of an excerpt."""

ADDRESS_BEFORE, ADDRESS_AFTER = 24, 30
"""Characters of an address shown before and after a match in it, so that its position is visible."""

WORDS_BEFORE = 40
"""Maximum number of characters of a link's text before its address, so that the match stays within two lines."""

ADDRESS = r"(?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)"
"""A Markdown link destination: in angle brackets, or without blanks and with balanced brackets."""

_INSIDE = re.compile(r"!?\[(?:\[[^\[\]\n]*|[^\[\]\n]*\]\([^()\s]*)\Z")
_WORDS = re.compile(r"\[[^\[\]\n]*\Z")
_REST = re.compile(r"[^\[\]\n]*\]\(")
_MARKED = re.compile(f"{MARK_OPEN}([^{MARK_CLOSE}]*){MARK_CLOSE}")


def display_link(words: str, address: str) -> str:
    """Return the displayed form of a link with these *words* to *address*.

    The address is left out, as in a reading view, unless it contains a match and the words do not.
    """
    words = _whole(words)
    if MARK_OPEN not in address and MARK_CLOSE not in address:
        return words
    address = _whole(address)
    if _found(address) <= _found(words):
        return words
    if MARK_OPEN not in words and len(words) > WORDS_BEFORE:
        words = f"… {words[-WORDS_BEFORE:].partition(' ')[2] or words[-WORDS_BEFORE:]}"
    piece = _around(address.strip("<>"))
    return f"{words} ({piece})" if words.strip() else piece


def link_safe_start(text: str, start: int, opening: int) -> tuple[str, int]:
    """Return a prefix for an excerpt of *text*, and its start, so that it breaks no link.

    The excerpt would begin at *opening*; it must not begin before *start*.
    """
    least = max(start, opening - MAX_LINK_LOOKBACK)
    if inside := _INSIDE.search(text, least, opening):
        return "", inside.start()  # In the address: without the link's words it would look like text.
    if _WORDS.search(text, least, opening) and _REST.match(text, opening, opening + MAX_LINK_LOOKBACK):
        return "[", opening  # In the words: their rest suffices.
    return "", opening


def _found(piece: str) -> set[str]:
    return {word.casefold() for word in _MARKED.findall(piece)}


def _around(address: str) -> str:
    """Return the part of an address around its first match."""
    first = address.index(MARK_OPEN)
    end = address.index(MARK_CLOSE, first) + 1
    before, after = address[:first], address[end:].replace(MARK_OPEN, "").replace(MARK_CLOSE, "")
    if len(before) > ADDRESS_BEFORE:
        before = f"…{before[-ADDRESS_BEFORE:]}"
    if len(after) > ADDRESS_AFTER:
        after = f"{after[:ADDRESS_AFTER]}…"
    return f"{before}{address[first:end]}{after}"


def _whole(piece: str) -> str:
    """Return *piece* with all marks balanced: one may begin or end outside."""
    if MARK_OPEN not in piece and MARK_CLOSE not in piece:
        return piece
    first = piece.find(MARK_CLOSE)
    if first >= 0 and not 0 <= piece.find(MARK_OPEN) < first:
        piece = MARK_OPEN + piece
    return piece + MARK_CLOSE if piece.rfind(MARK_OPEN) > piece.rfind(MARK_CLOSE) else piece


# Inside this module a mark is a pair of control characters in the text, so that it moves along when Markdown is
# removed.

SNIPPET_BEFORE, SNIPPET_AFTER = 60, 180
"""Characters shown before and after the first match: two lines in a list of results."""

MAX_SNIPPET_MARKS = 12
"""Maximum number of marks in one passage."""

_SIGN = re.compile(f"([{MARK_OPEN}{MARK_CLOSE}])")
_INK = re.compile(r"\S")


def _tag(found: re.Match[str]) -> str:
    return " " if found["name"].lower() == "br" else ""


def _embed(found: re.Match[str]) -> str:
    return f" {display_link('', found[1])} "


def _link(found: re.Match[str]) -> str:
    return display_link(found["words"], (found["address"] or "").removesuffix("\\"))


def _begun(found: re.Match[str]) -> str:
    return str(found[1])


_INLINE_LINK = re.compile(rf"!?\[(?P<words>[^\[\]]*)\]\((?P<address>{ADDRESS})(?:\s\"[^\"]*\")?(?:\)|\Z)")

_SIGNS: tuple[tuple[tuple[str, ...], re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (("<!--",), re.compile(r"<!--(?:[^-]|-(?!->))*(?:-->|\Z)"), " "),  # a comment, which is not displayed
    (("<",), INLINE_TAG, _tag),  # <kbd>, </span>
    (("![[",), re.compile(r"!\[\[([^\[\]|]*)\]\]"), _embed),  # an embedded image or note
    (("[[",), re.compile(r"!?\[\[[^\[\]\x02\x03]*\Z"), ""),  # a link cut by the end of the piece
    (("[[",), re.compile(r"!?\[\[(?:(?P<address>[^\[\]|]*)\|)?(?P<words>[^\[\]|]*)\]\]"), _link),  # [[note|shown]]
    (("](",), _INLINE_LINK, _link),  # [shown](address), which may be cut by the end
    (("](",), _INLINE_LINK, _link),  # around an image
    (
        ("",),
        re.compile(
            r"(?m)^(\x02?)[ \t]*(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]|\[![\w-]{1,40}\][+-]?[ \t]*)?|>$)"
        ),
        _begun,
    ),  # heading, quote, item, task, callout
    (("--",), re.compile(r"(?m)^[ \t|:-]+$"), ""),  # a table's rule, a horizontal rule
    (("|",), re.compile(r"[ \t]*\|[ \t]*"), " "),  # a table's bars
    (("**", "__", "==", "~~", "%%", "`"), re.compile(r"\*\*|__|==|~~|%%|`+"), ""),
)
"""Markdown syntax: required substrings, one of which must occur, so that most are skipped; the pattern; its
replacement.
"""


@dataclass(frozen=True)
class Snippet:
    """One line of text with the positions of its matches."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


def make_snippet(marked: str, *, cut_before: bool = False, cut_after: bool = False) -> Snippet:
    """Return a passage made from a piece of Markdown that contains `MARK_OPEN` and `MARK_CLOSE`."""
    text = marked
    for parts, sign, instead in _SIGNS:
        for part in parts:
            if part in text:
                text = sign.sub(instead, text)
                break
    text = " ".join(text.split())
    return _unmarked(("… " if cut_before else "") + text + (" …" if cut_after else ""))


def displayed_heading(written: str) -> str:
    """Return the displayed form of a heading *written* without its `#`: a number at its beginning is part of it."""
    return make_snippet(f"# {written}").text


def opening_snippet(body: str) -> Snippet:
    """Return the beginning of a note, for one that was found by its name only."""
    return make_snippet(body[: SNIPPET_BEFORE + SNIPPET_AFTER], cut_after=len(body) > SNIPPET_BEFORE + SNIPPET_AFTER)


def best_start(places: Sequence[WordPlace], sections: Sequence[int]) -> int:
    """Return the index in *places* (in order) at which the excerpt begins.

    The excerpt has the most different words within one section; the first such one, or one with more matches.
    *sections* gives the section of each place.
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
        reach = place.start + SNIPPET_AFTER
        if least > 1 and (first + least > count or ends[first + least - 1] > reach):
            continue  # Most pieces have too few matches to be better than the best so far.
        last = bisect_right(ends, reach, first + 1) if first + 1 < count else count
        if sections[last - 1] != sections[first]:
            last = bisect_right(sections, sections[first], first, last)
        found = (len(set(terms[first:last])), min(last - first, MAX_SNIPPET_MARKS))
        if found > (different, many):
            chosen, (different, many) = first, found
            if found == (words, MAX_SNIPPET_MARKS):
                break
            least = 1 + (different if different < words else many)
    return chosen


def snippet_around(text: str, places: Sequence[WordPlace], start: int = 0) -> Snippet:
    """Return the excerpt of *text* at the first of *places* (in order), with all of them marked; not before *start*."""
    first = places[0].start
    opening = max(start, first - SNIPPET_BEFORE)
    if opening > start:  # Begin at a word.
        blank = text.find(" ", opening, first)
        opening = blank + 1 if blank >= 0 else opening
    # One character is searched faster than four, forwards faster than backwards, and most texts have none.
    comment = text.rfind("<!--", start, opening) if text.find("<", start, opening) >= 0 else -1
    if comment >= 0 and text.find("-->", comment, opening) < 0:
        opening = comment  # Not within a comment, whose rest would look like text.
    before = ""
    if "[" in text[max(start, opening - MAX_LINK_LOOKBACK) : opening]:
        before, opening = link_safe_start(text, start, opening)
    end = min(len(text), max(first + SNIPPET_AFTER, min(places[0].end, first + 2 * SNIPPET_AFTER)))
    if end < len(text):  # And end at a word.
        last = max((one.end for one in places if one.end <= end), default=end)
        blank = text.rfind(" ", max(last, end - SNIPPET_BEFORE // 2), end)
        end = blank if blank > 0 else end
    pieces, place = [before], opening
    for one in places[:MAX_SNIPPET_MARKS]:
        if place <= one.start and one.start < end:
            closing = min(one.end, end)
            pieces += [text[place : one.start], MARK_OPEN, text[one.start : closing], MARK_CLOSE]
            place = closing
    pieces.append(text[place:end])
    return make_snippet("".join(pieces), cut_before=opening > start, cut_after=_INK.search(text, end) is not None)


def _unmarked(text: str) -> Snippet:
    """Remove the control characters and return their positions."""
    marks: list[tuple[int, int]] = []
    plain: list[str] = []
    length, opened = 0, -1
    for piece in _SIGN.split(text):
        if piece == MARK_OPEN:
            opened = length if opened < 0 else opened
        elif piece == MARK_CLOSE:
            if 0 <= opened < length:
                marks.append((opened, length))
            opened = -1
        else:
            plain.append(piece)
            length += len(piece)
    return Snippet("".join(plain), tuple(marks))
