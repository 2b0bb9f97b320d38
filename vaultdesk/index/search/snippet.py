"""Snippets: short excerpts of a note without Markdown syntax, with the matched words marked."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cache, cached_property, lru_cache, partial
from itertools import islice, pairwise
from typing import NamedTuple

from msgspec import Struct

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

MAX_WORD_SPANS = 100
"""Maximum number of positions of one word found in a note."""

MAX_RESPELLED_WORDS = 10_000
"""Maximum number of words of a text compared by their spelling keys."""

LONG_WORD_LENGTH = 5
"""Minimum length of a word that rarely occurs inside others: finding it and checking its boundaries takes a third of
the time.
"""

MOSTLY_ASCII_RATIO, MAX_REPLACED_LETTERS = 8, 8
"""A text is mostly ASCII if at most one byte in so many is not, with at most so many different changed letters."""

_ASCII = bytes(range(128))
_LETTER = r"[^\W_]"
_WORD = re.compile(f"{_LETTER}+")
_ACCENT = "\u0300"
_ACCENTS = range(0x300, 0x370)


class WordSpan(NamedTuple):
    """Position of a searched word. A tuple, since thousands are created for an answer."""

    start: int
    end: int
    term: int
    """Index of the search term."""


class _TermKey(NamedTuple):
    """Spelling key of one search term, or of two adjacent ones."""

    key: str
    term: int
    """Index of the first of the terms."""
    is_prefix: bool = False
    """Whether longer words match, because the term is being typed."""


class WordMatcher:
    """Finds the search terms in any number of texts."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self._terms = terms
        self._word_finders = [_make_finder(term) for term in terms]

    @classmethod
    def of(cls, plain_query: PlainQuery) -> "WordMatcher":
        """Return the matcher of a query's required words."""
        return cls(plain_query.words)

    @property
    def finders(self) -> tuple[Callable[[str], list[WordSpan]], ...]:
        """Functions that find them in a text, the most exact first: each is used if those before it find nothing."""
        return (self.words, self.spellings, self.substrings)

    def words(self, text: str) -> list[WordSpan]:
        """Return the positions of the terms as whole words of *text*, in order, without overlaps."""
        plain, origin = _without_accents(text)
        found: list[WordSpan] = []
        for number, find in enumerate(self._word_finders):
            if find is not None:
                found += find(plain, number)
        found = _original_spans(found, origin, text)
        for number, term in enumerate(self._terms):
            if self._word_finders[number] is None:
                found += [WordSpan(*span, number) for span in find_spans(text, term.text.casefold(), MAX_WORD_SPANS)]
        return found if len(self._terms) == 1 else _without_overlaps(found)

    def spellings(self, text: str) -> list[WordSpan]:
        """Return the positions of words of *text* with the spelling key of a term or of two adjacent ones, in order."""
        plain, origin = _without_accents(text)
        letters = letters_and_digits(plain)
        candidates = [term_key for term_key in self._keys if term_key.key in letters]
        found = [
            span
            for key, term, is_prefix in candidates
            for span in _pattern_spans(_separated_pattern(key, is_prefix=is_prefix), plain, term)
        ]
        found = _original_spans(found, origin, text)
        # A word in plain letters contains the letters of its key.
        if not found and (candidates or not text.isascii()):
            found = self._spans_of_keys(text)
        return found if len(self._terms) == 1 else _without_overlaps(found)

    @cached_property
    def _keys(self) -> list[_TermKey]:
        """The spelling keys of the terms and of two adjacent ones."""
        keys = [
            spelling_key(term.text) if find is not None else ""
            for term, find in zip(self._terms, self._word_finders, strict=True)
        ]
        single = [
            _TermKey(key, nth, term.prefix) for nth, (key, term) in enumerate(zip(keys, self._terms, strict=True))
        ]
        joined = [_TermKey(first + second, nth) for nth, (first, second) in enumerate(pairwise(keys)) if second]
        return [term_key for term_key in (*single, *joined) if term_key.key]

    def _spans_of_keys(self, text: str) -> list[WordSpan]:
        """Return the words of *text* that differ from a term and share its spelling key."""
        return [
            WordSpan(start, end, term)
            for word, start, end in islice(respelled_words(text), MAX_RESPELLED_WORDS)
            for key, term, is_prefix in self._keys
            if word == key or (is_prefix and word.startswith(key))
        ][:MAX_WORD_SPANS]

    def substrings(self, text: str) -> list[WordSpan]:
        """Return the positions of the terms in *text* as substrings, also inside words."""
        found = find_all_spans(text, [term.text.casefold() for term in self._terms], MAX_WORD_SPANS)
        return _without_overlaps([WordSpan(*span, number) for number, spans in enumerate(found) for span in spans])


def _original_spans(found: list[WordSpan], origin: list[int] | None, text: str) -> list[WordSpan]:
    """Convert positions in a text without accents to positions in *text*; *origin* is the source offset of each
    letter.
    """
    if origin is None:
        return found
    origin.append(len(text))  # Includes the accents that follow its last letter.
    return [WordSpan(origin[span.start], origin[span.end], span.term) for span in found]


def _make_finder(term: Term) -> Callable[[str, int], list[WordSpan]] | None:
    """Return the finder of the term in plain text; None for a term searched as a substring."""
    if UNSPACED.search(term.text):
        return None
    variants = (_WORD.findall(_without_accents(text)[0]) for text in dict.fromkeys((term.text, term.text.casefold())))
    spellings = [words for words in variants if words]
    if not spellings:
        return None
    first = spellings[0]
    if all(words == first for words in spellings) and not term.prefix and len(first) == 1 and _is_distinctive(first[0]):
        return partial(_whole_word_spans, first[0])
    # Each ss may be written ß.
    patterns = (r"[\W_]+".join(re.escape(word).replace("ss", "(?:ss|ß)") for word in words) for words in spellings)
    ending = f"{_LETTER}*" if term.prefix else f"(?!{_LETTER})"
    return partial(_pattern_spans, re.compile(f"(?:{'|'.join(dict.fromkeys(patterns))}){ending}"))


@lru_cache(maxsize=256)
def _separated_pattern(key: str, *, is_prefix: bool) -> re.Pattern[str]:
    """Return a pattern for *key* with an optional joiner or blank between any two letters."""
    letters = r"[\W_]?".join(map(re.escape, key[:MAX_KEY_LENGTH]))
    return re.compile(letters + (f"{_LETTER}*" if is_prefix else f"(?!{_LETTER})"))


def _is_distinctive(word: str) -> bool:
    return len(word) >= LONG_WORD_LENGTH and "ss" not in word


def _whole_word_spans(word: str, plain: str, term: int) -> list[WordSpan]:
    """Return the positions of *word* in *plain* without an adjacent letter."""
    found: list[WordSpan] = []
    find, size = plain.find, len(word)
    start = find(word)
    while start >= 0:
        end = start + size
        if not (plain[end : end + 1].isalnum() or (start and plain[start - 1].isalnum())):
            found.append(WordSpan(start, end, term))
            if len(found) == MAX_WORD_SPANS:
                break
        start = find(word, end)
    return found


def _pattern_spans(pattern: re.Pattern[str], plain: str, term: int) -> list[WordSpan]:
    """Return the matches of *pattern* in *plain* without a letter before them."""
    found: list[WordSpan] = []
    for match in pattern.finditer(plain):
        start, end = match.span()
        # The preceding character is checked here: a pattern that begins with letters is searched for much faster.
        if not (start and plain[start - 1].isalnum()):
            found.append(WordSpan(start, end, term))
            if len(found) == MAX_WORD_SPANS:
                break
    return found


def _without_accents(text: str) -> tuple[str, list[int] | None]:
    """Return *text* in lower case without accents, and the source offset of each letter if they differ."""
    if text.isascii():
        return text.lower(), None
    converted = _mostly_ascii(text)
    if converted is not None:
        return converted, None
    pattern, replacements = _replacements()
    # The only letter whose lower case has two characters.
    lowered = text.replace("\u0130", "I").lower()
    plain = pattern.sub(lambda found: replacements[found[0]], lowered)
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
    non_ascii = data.translate(None, _ASCII)
    if len(non_ascii) * MOSTLY_ASCII_RATIO > len(data):
        return None
    base_letters = {letter: _base_letter(letter) for letter in set(non_ascii.decode("utf-8", "surrogatepass"))}
    changes = [letter for letter, base in base_letters.items() if base != letter]
    if len(changes) > MAX_REPLACED_LETTERS or _ACCENT in base_letters.values():
        return None
    plain = data.lower().decode("utf-8", "surrogatepass")
    for letter in changes:
        plain = plain.replace(letter, base_letters[letter])
    return plain


@lru_cache(maxsize=4_096)
def _base_letter(letter: str) -> str:
    """Return one letter in lower case without accents; a separate accent as `_ACCENT`."""
    lowered = "i" if letter == "\u0130" else letter.lower()
    return _replacements()[1].get(lowered, lowered)


@cache
def _replacements() -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern of the lower-case letters that are replaced for comparison, and their replacements; a separate
    accent is `_ACCENT`.

    One pattern for all of them: `str.translate` looks up every letter, which takes four times as long.
    """
    replacements = {chr(code): _ACCENT for code in _ACCENTS} | {"ς": "σ"}
    for letter in (chr(code) for span in ACCENTED_RANGES for code in range(*span)):
        decomposed = unicodedata.normalize("NFD", letter)
        # Only accents are removed: other marks, such as Japanese voicing marks, make another letter.
        if letter.islower() and len(decomposed) > 1 and all(ord(mark) in _ACCENTS for mark in decomposed[1:]):
            replacements[letter] = decomposed[0]
    return re.compile(f"[{''.join(replacements)}]"), replacements


def _without_overlaps(spans: list[WordSpan]) -> list[WordSpan]:
    """Return the positions in order; of overlapping ones the first and longest."""
    spans.sort()
    result: list[WordSpan] = []
    start = end = 0
    for span in spans:
        if span.start >= end:
            result.append(span)
        elif span.start == start and span.end > end:
            result[-1] = span
        else:
            continue
        start, end = span.start, span.end
    return result


# Links in excerpts.

MAX_LINK_LOOKBACK = 300
"""Maximum number of characters searched backwards for the start of a link around the beginning of an excerpt."""

ADDRESS_BEFORE, ADDRESS_AFTER = 24, 30
"""Characters of an address shown before and after a match in it, so that its position is visible."""

WORDS_BEFORE = 40
"""Maximum number of characters of a link's text before its address, so that the match stays within two lines."""

ADDRESS = r"(?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)"
"""A Markdown link destination: in angle brackets, or without blanks and with balanced brackets."""

_ADDRESS_START = re.compile(r"!?\[(?:\[[^\[\]\n]*|[^\[\]\n]*\]\([^()\s]*)\Z")
_LABEL_START = re.compile(r"\[[^\[\]\n]*\Z")
_LABEL_END = re.compile(r"[^\[\]\n]*\]\(")
_MARKED = re.compile(f"{MARK_OPEN}([^{MARK_CLOSE}]*){MARK_CLOSE}")


def display_link(words: str, address: str) -> str:
    """Return the displayed form of a link with these *words* to *address*.

    The address is left out, as in a reading view, unless it contains a match and the words do not.
    """
    words = _balance_marks(words)
    if MARK_OPEN not in address and MARK_CLOSE not in address:
        return words
    address = _balance_marks(address)
    if _marked_words(address) <= _marked_words(words):
        return words
    if MARK_OPEN not in words and len(words) > WORDS_BEFORE:
        words = f"… {words[-WORDS_BEFORE:].partition(' ')[2] or words[-WORDS_BEFORE:]}"
    excerpt = _address_excerpt(address.strip("<>"))
    return f"{words} ({excerpt})" if words.strip() else excerpt


def link_safe_start(text: str, start: int, opening: int) -> tuple[str, int]:
    """Return a prefix for an excerpt of *text*, and its start, so that it breaks no link.

    The excerpt would begin at *opening*; it must not begin before *start*.
    """
    earliest = max(start, opening - MAX_LINK_LOOKBACK)
    if inside := _ADDRESS_START.search(text, earliest, opening):
        return "", inside.start()  # In the address: without the link's words it would look like text.
    if _LABEL_START.search(text, earliest, opening) and _LABEL_END.match(text, opening, opening + MAX_LINK_LOOKBACK):
        return "[", opening  # In the words: their rest suffices.
    return "", opening


def _marked_words(text: str) -> set[str]:
    return {word.casefold() for word in _MARKED.findall(text)}


def _address_excerpt(address: str) -> str:
    """Return the part of an address around its first match."""
    first = address.index(MARK_OPEN)
    end = address.index(MARK_CLOSE, first) + 1
    before, after = address[:first], address[end:].replace(MARK_OPEN, "").replace(MARK_CLOSE, "")
    if len(before) > ADDRESS_BEFORE:
        before = f"…{before[-ADDRESS_BEFORE:]}"
    if len(after) > ADDRESS_AFTER:
        after = f"{after[:ADDRESS_AFTER]}…"
    return f"{before}{address[first:end]}{after}"


def _balance_marks(text: str) -> str:
    """Return *text* with all marks balanced: one may begin or end outside."""
    if MARK_OPEN not in text and MARK_CLOSE not in text:
        return text
    first = text.find(MARK_CLOSE)
    if first >= 0 and not 0 <= text.find(MARK_OPEN) < first:
        text = MARK_OPEN + text
    return text + MARK_CLOSE if text.rfind(MARK_OPEN) > text.rfind(MARK_CLOSE) else text


# Inside this module a mark is a pair of control characters in the text, so that it moves along when Markdown is
# removed.

SNIPPET_BEFORE, SNIPPET_AFTER = 60, 180
"""Characters shown before and after the first match: two lines in a list of results."""

MAX_SNIPPET_MARKS = 12
"""Maximum number of marks in one passage."""

_MARK = re.compile(f"([{MARK_OPEN}{MARK_CLOSE}])")
_NON_BLANK = re.compile(r"\S")


def _replace_tag(match: re.Match[str]) -> str:
    return " " if match["name"].lower() == "br" else ""


def _replace_embed(match: re.Match[str]) -> str:
    return f" {display_link('', match[1])} "


def _replace_link(match: re.Match[str]) -> str:
    return display_link(match["words"], (match["address"] or "").removesuffix("\\"))


def _line_start(match: re.Match[str]) -> str:
    return str(match[1])


_INLINE_LINK = re.compile(rf"!?\[(?P<words>[^\[\]]*)\]\((?P<address>{ADDRESS})(?:\s\"[^\"]*\")?(?:\)|\Z)")

_MARKDOWN_SYNTAX: tuple[tuple[tuple[str, ...], re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (("<!--",), re.compile(r"<!--(?:[^-]|-(?!->))*(?:-->|\Z)"), " "),  # a comment, which is not displayed
    (("<",), INLINE_TAG, _replace_tag),  # <kbd>, </span>
    (("![[",), re.compile(r"!\[\[([^\[\]|]*)\]\]"), _replace_embed),  # an embedded image or note
    (("[[",), re.compile(r"!?\[\[[^\[\]\x02\x03]*\Z"), ""),  # a link cut by the end of the text
    (
        ("[[",),
        re.compile(r"!?\[\[(?:(?P<address>[^\[\]|]*)\|)?(?P<words>[^\[\]|]*)\]\]"),
        _replace_link,
    ),  # [[note|shown]]
    (("](",), _INLINE_LINK, _replace_link),  # [shown](address), which may be cut by the end
    (("](",), _INLINE_LINK, _replace_link),  # around an image
    (
        ("",),
        re.compile(
            r"(?m)^(\x02?)[ \t]*(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]|\[![\w-]{1,40}\][+-]?[ \t]*)?|>$)"
        ),
        _line_start,
    ),  # heading, quote, item, task, callout
    (("--",), re.compile(r"(?m)^[ \t|:-]+$"), ""),  # a table's rule, a horizontal rule
    (("|",), re.compile(r"[ \t]*\|[ \t]*"), " "),  # a table's bars
    (("**", "__", "==", "~~", "%%", "`"), re.compile(r"\*\*|__|==|~~|%%|`+"), ""),
)
"""Markdown syntax: required substrings, one of which must occur, so that most are skipped; the pattern; its
replacement.
"""


class Snippet(Struct, frozen=True):
    """One line of text with the positions of its matches."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


def make_snippet(marked: str, *, cut_before: bool = False, cut_after: bool = False) -> Snippet:
    """Return the snippet of the Markdown text *marked*, in which `MARK_OPEN` and `MARK_CLOSE` enclose matches."""
    text = marked
    for markers, pattern, replacement in _MARKDOWN_SYNTAX:
        for marker in markers:
            if marker in text:
                text = pattern.sub(replacement, text)
                break
    text = " ".join(text.split())
    return _extract_marks(("… " if cut_before else "") + text + (" …" if cut_after else ""))


def displayed_heading(heading: str) -> str:
    """Return the displayed form of a heading *heading* without its `#`: a number at its beginning is part of it."""
    return make_snippet(f"# {heading}").text


def opening_snippet(body: str) -> Snippet:
    """Return the beginning of a note, for one that was found by its name only."""
    return make_snippet(body[: SNIPPET_BEFORE + SNIPPET_AFTER], cut_after=len(body) > SNIPPET_BEFORE + SNIPPET_AFTER)


def best_start(spans: Sequence[WordSpan], sections: Sequence[int]) -> int:
    """Return the index in *spans* (in order) at which the excerpt begins.

    The excerpt has the most different words within one section; the first such one, or one with more matches.
    *sections* gives the section of each place.
    """
    count = len(spans)
    if count == 1:
        return 0
    ends = [span.end for span in spans]
    terms = [span.term for span in spans]
    words = len(set(terms))
    best = best_words = best_count = 0
    min_matches = 1
    for first, span in enumerate(spans):
        reach = span.start + SNIPPET_AFTER
        if min_matches > 1 and (first + min_matches > count or ends[first + min_matches - 1] > reach):
            continue  # Most excerpts have too few matches to be better than the best so far.
        last = bisect_right(ends, reach, first + 1) if first + 1 < count else count
        if sections[last - 1] != sections[first]:
            last = bisect_right(sections, sections[first], first, last)
        score = (len(set(terms[first:last])), min(last - first, MAX_SNIPPET_MARKS))
        if score > (best_words, best_count):
            best, (best_words, best_count) = first, score
            if score == (words, MAX_SNIPPET_MARKS):
                break
            min_matches = 1 + (best_words if best_words < words else best_count)
    return best


def snippet_around(text: str, spans: Sequence[WordSpan], start: int = 0) -> Snippet:
    """Return the excerpt of *text* at the first of *spans* (in order), with all of them marked; not before *start*."""
    first = spans[0].start
    opening = max(start, first - SNIPPET_BEFORE)
    if opening > start:  # Begin at a word.
        blank = text.find(" ", opening, first)
        opening = blank + 1 if blank >= 0 else opening
    # One character is searched faster than four, forwards faster than backwards, and most texts have none.
    comment = text.rfind("<!--", start, opening) if text.find("<", start, opening) >= 0 else -1
    if comment >= 0 and text.find("-->", comment, opening) < 0:
        opening = comment  # Not within a comment, whose rest would look like text.
    prefix = ""
    if "[" in text[max(start, opening - MAX_LINK_LOOKBACK) : opening]:
        prefix, opening = link_safe_start(text, start, opening)
    end = min(len(text), max(first + SNIPPET_AFTER, min(spans[0].end, first + 2 * SNIPPET_AFTER)))
    if end < len(text):  # And end at a word.
        last = max((span.end for span in spans if span.end <= end), default=end)
        blank = text.rfind(" ", max(last, end - SNIPPET_BEFORE // 2), end)
        end = blank if blank > 0 else end
    parts, position = [prefix], opening
    for span in spans[:MAX_SNIPPET_MARKS]:
        if position <= span.start and span.start < end:
            closing = min(span.end, end)
            parts += [text[position : span.start], MARK_OPEN, text[span.start : closing], MARK_CLOSE]
            position = closing
    parts.append(text[position:end])
    return make_snippet("".join(parts), cut_before=opening > start, cut_after=_NON_BLANK.search(text, end) is not None)


def _extract_marks(text: str) -> Snippet:
    """Remove the control characters and return their positions."""
    marks: list[tuple[int, int]] = []
    plain: list[str] = []
    length, opened = 0, -1
    for part in _MARK.split(text):
        if part == MARK_OPEN:
            opened = length if opened < 0 else opened
        elif part == MARK_CLOSE:
            if 0 <= opened < length:
                marks.append((opened, length))
            opened = -1
        else:
            plain.append(part)
            length += len(part)
    return Snippet("".join(plain), tuple(marks))
