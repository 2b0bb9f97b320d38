"""Names of a vault's tags, properties and folders, found in the words of a question."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from vaultdesk.index.search.question_terms import are_forms, flatten_text, split_words
from vaultdesk.providers.offline.question_patterns import AND, CJK, FILLER, OR
from vaultdesk.vault.markdown.markdown_scanner import tag_at


class NameMatch(NamedTuple):
    """Names in a text, and the rest of the text."""

    names: tuple[str, ...]
    is_any: bool
    rest: str


def plain_words(text: str) -> str:
    """Return the words of *text* as they are compared: in lower case, without accents and punctuation."""
    return " ".join(split_words(flatten_text(text)))


class HashTag(NamedTuple):
    """A tag in a question that is written with `#`."""

    name: str
    """Without `#`; spelled as in the vault if the vault has it."""
    is_known: bool
    start: int
    """Position of the `#`."""
    end: int


_LINK_OR_HASH = re.compile(r"\[\[[^\]\n]*|#")
"""In a link, `#` precedes a heading."""


def hash_tags(text: str, known: Collection[str]) -> list[HashTag]:
    """Return the tags in *text* that are written with `#`; *known* are the tags of the vault.

    As in a note, a `#` within a word and a number after it are not a tag: `C#`, `#42`. Chinese words may follow a tag
    without a blank.
    """
    spelled = {name.casefold(): name for name in known}
    found: list[HashTag] = []
    for match in _LINK_OR_HASH.finditer(text):
        start, before = match.start(), text[max(0, match.start() - 1) : match.start()]
        if match[0] != "#" or before in ("#", "/", "_", "&") or (before.isalnum() and not CJK.match(before)):
            continue
        written = "".join(takewhile(_is_in_tag, tag_at(text, start, len(text)))).rstrip("/")
        if not written or written.isdigit():
            continue
        ends = (end for end in range(len(written), 0, -1) if end == len(written) or CJK.match(written[end]))
        known_end = next((end for end in ends if written[:end].casefold() in spelled), None)
        name = written[: known_end or _unknown_end(written)]
        is_known = known_end is not None
        found.append(HashTag(spelled[name.casefold()] if is_known else name, is_known, start, start + 1 + len(name)))
    return found


def unknown_hash_tags(text: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the names of the tags written with `#` in *text* that are not in *known*, the tags of the vault."""
    return tuple(dict.fromkeys(tag.name for tag in hash_tags(text, known) if not tag.is_known))


def _is_in_tag(character: str) -> bool:
    return character in "_-/" or not unicodedata.category(character).startswith("P")


def _unknown_end(written: str) -> int:
    """Return where an unknown tag at the beginning of *written* ends: before Chinese words that follow other letters,
    or before `的`.
    """
    for end in range(1, len(written)):
        before = written[end - 1]
        if CJK.match(written[end]) and (written[end] == "的" or (before.isalnum() and not CJK.match(before))):
            return end
    return len(written)


def names_at_start(text: str, names: Collection[str]) -> NameMatch:
    """Return the *names* at the beginning of *text*, joined by `and` or `or`, and the text after them."""
    ordered = sorted(((plain_words(name), name) for name in names), key=lambda pair: -len(pair[0]))
    names_found: list[str] = []
    is_any = False
    rest = text.strip()
    rest = rest[_filler_end(rest) :]
    while True:
        name = next(((key, name) for key, name in ordered if key and begins_with(rest, key)), None)
        if name is None:
            break
        names_found.append(name[1])
        rest = rest[len(name[0]) :]
        conjunction = AND.match(rest) or OR.match(rest)
        if conjunction is None:
            break
        following = rest[conjunction.end() :]
        if not any(key and begins_with(following, key) for key, _ in ordered):
            break
        is_any = is_any or AND.match(rest) is None
        rest = following
    return NameMatch(tuple(names_found), is_any, rest.strip() if names_found else text)


def _filler_end(text: str) -> int:
    match = FILLER.match(text)
    return match.end() if match else 0


def begins_with(text: str, name: str) -> bool:
    """Return whether *text* begins with the words of *name*. Both are plain words."""
    if not text.startswith(name):
        return False
    return (
        len(text) == len(name)
        or not text[len(name)].isalnum()
        or bool(CJK.match(name[-1]) or CJK.match(text[len(name)]))
    )


def name_at_end(text: str, names: Collection[str]) -> tuple[str, str] | None:
    """Return the name at the end of *text*, and the text before it."""
    stripped = text.strip()
    for name in sorted(names, key=len, reverse=True):
        key = plain_words(name)
        if key and stripped.endswith(key):
            before = stripped[: len(stripped) - len(key)]
            if not before or not before[-1].isalnum() or CJK.match(key[0]):
                return name, before
    return None


def find_form(text: str, name: str) -> tuple[int, int] | None:
    """Return the place of *name*, or of other forms of its words, in the normalized *text*: `category`, with a property
    `categories`.
    """
    forms = split_words(flatten_text(name))
    plain = " ".join(forms)
    # A vault has many names and a question contains few: this check excludes most of them at little cost.
    if not plain or plain[:MIN_SHARED_FORM] not in text:
        return None
    if (exact := find_words(text, plain)) is not None:
        return exact
    words = list(re.finditer(r"\S+", text))
    for start in range(len(words) - len(forms) + 1):
        found = words[start : start + len(forms)]
        if all(are_forms(form, word[0]) for form, word in zip(forms, found, strict=True)):
            return found[0].start(), found[-1].end()
    return None


MIN_SHARED_FORM = 3
"""Number of letters that all forms of a word share at least at the beginning."""


def find_form_with_number(text: str, name: str) -> tuple[int, int] | None:
    """Return the place of another form of *name* before a number: `rated 5`, with a property `rating`."""
    normalized = plain_words(name)
    for match in re.finditer(r"[^\W\d_]{4,}(?= \d)", text):
        common_length = sum(
            takewhile(bool, (first == second for first, second in zip(normalized, match[0], strict=False)))
        )
        if common_length >= MIN_SHARED_BEFORE_NUMBER and 2 * common_length >= max(len(normalized), len(match[0])):
            return match.span()
    return None


MIN_SHARED_BEFORE_NUMBER = 3
"""Minimum number of letters that a word before a number shares with the name of a property; they must be at least half
of the longer one.
"""


def find_words(text: str, words: str) -> tuple[int, int] | None:
    """Return the place of *words* as whole words in *text*. Both are plain words."""
    if not words:
        return None
    if CJK.search(words):
        position = text.find(words)
        return (position, position + len(words)) if position >= 0 else None
    match = re.search(rf"(?<![^\W_]){re.escape(words)}(?![^\W_])", text) or (
        re.search(rf"{re.escape(words)}(?![a-z0-9])", text) if CJK.search(text) else None
    )
    return match.span() if match else None


def is_name_at(words: Sequence[str], index: int, name: Sequence[str]) -> bool:
    """Return whether the words of *name*, or forms of them, are in *words* from *index* on."""
    return len(words) >= index + len(name) and all(
        word == name_word or are_forms(name_word, word) or _is_same_in_two_languages(word, name_word)
        for word, name_word in zip(words[index:], name, strict=False)
    )


def _is_same_in_two_languages(word: str, name: str) -> bool:
    """Return whether two words differ by one letter, as many do between languages: `autor`, `author`."""
    if min(len(word), len(name)) < MIN_SHARED_NOUN or word[0] != name[0]:
        return False
    from rapidfuzz.distance import OSA  # a native library, which few questions need

    return OSA.distance(word, name, score_cutoff=1) <= 1


def is_named(words: Sequence[str], names: Iterable[str]) -> bool:
    """Return whether each of *words* is a word in *names*, the path, the title or the aliases of a note."""
    known = {word for name in names for word in split_words(flatten_text(name.removesuffix(".md")))}
    return all(word in known or any(are_forms(word, other) for other in known) for word in words)


def is_noun(word: str, name: str) -> bool:
    """Return whether both are forms of one noun, in one language or in two: `projects`, `Projekte`."""
    if word == name or (len(word) > 3 and are_forms(word, name)):
        return True
    common_length = next(
        (index for index, (first, second) in enumerate(zip(word, name, strict=False)) if first != second), 0
    )
    return common_length >= MIN_SHARED_NOUN and 5 * common_length >= 3 * max(len(word), len(name))


MIN_SHARED_NOUN = 5
"""Minimum number of letters that a noun shares with the name of a folder or tag if they are not forms of one word."""
