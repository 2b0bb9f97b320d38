"""Terms of a question: words, phrases and substrings with their weights, and inflected forms from the index."""

import re
import sqlite3
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from string import ascii_lowercase

from msgspec import Struct

from vaultdesk.core.values import replace
from vaultdesk.index.search_query import storable_text
from vaultdesk.index.text_folding import UNSPACED, respelled, spelling_key

# The vault's own counts also identify common words, but not in a small vault, and "how" is rare in notes that state
# facts. Left out are words that mean something in another of these languages: "die" and "war" in English, "son" and
# "pour".

_WORD_LISTS = (
    # English
    "a about after all also am an and any are as at be been before but by can could did do does every for from "
    "get had has have having how i if in into is it its just me more most my not of on one or our out over please "
    "should so some than that the their them then there these they this those to under up us use was way we were "
    "what when where which who whom whose why will with would you your "
    # German, in normalized form: without accents
    "aber alle als am auf aus bei beim bin bis bitte da damit das dass dem den denn der des dich dies diese "
    "diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er es etwas fur gibt habe "
    "haben ich ihr im ist ja kann kannst kein keine konnen konnte man mein meine meinem meinen meiner mich mir "
    "mit nach nicht noch nur ob oder ohne sich sie sind soll sollte um und uns unser unsere unter vom von vor "
    "wann warum was welche welchem welchen welcher welches wem wen wenn wer werden weshalb wie wieso wieviel wir "
    "wird wo woher wohin wurde zu zum zur "
    # French
    "au aux avec ce cela ces cet cette chez comment dans de des du elle est et etait il ils je la le les leur lui "
    "ma mais mes moi mon ne nos notre nous on ou par pas peut peux pourquoi qu quand que quel quelle quelles "
    "quels quels qui quoi sa se ses sont sous suis sur ta te tes toi ton un une vos votre vous "
    # Spanish
    "al como con cual cuales cuando de del desde donde el ella ellos en es esa ese eso esta estan estas este esto "
    "estos fue ha hay la las lo los mi mis muy nada ni no nos o para pero por porque puedo que quien se si sin "
    "sobre soy su sus te tiene tu un una unas uno unos y ya yo "
)

FUNCTION_WORDS = frozenset(_WORD_LISTS.split())
"""In the form in which the index compares words: lower case, Latin letters without accents."""


MAX_QUESTION_CHARACTERS = 2_000
"""Maximum number of characters used of a question: a pasted page is not one."""

MAX_QUESTION_TERMS = 40
"""Maximum number of words, phrases and character pairs."""

KEY_TERM_WEIGHT = 2.0
"""Weight of a key term: as much as two words of the question."""

PHRASE_WEIGHT = 1.5
"""Weight of a phrase, which is more significant than each of its words."""

SHORT_WORD_WEIGHTS = {1: 0.25, 2: 0.5}
"""Weight by length of words with so few letters, except key terms: a question is rarely about them in any language."""

FUNCTION_WORD_WEIGHT = 0.1
"""Weight of a function word, except in key terms."""

CHARACTERS_PER_SUBSTRING = 2
"""Characters per substring in scripts without spaces: most Chinese and Japanese words have two."""

_QUOTED = re.compile(r'"([^"\n]{2,200})"|“([^”\n]{2,200})”|„([^“”\n]{2,200})[“”]|«([^»\n]{2,200})»')
_WORD = re.compile(r"[^\W_]+")
_ACCENT = re.compile("[\u0300-\u036f]")
_ACCENTED = re.compile("([a-z])[\u0300-\u036f]+")
_UNSPACED_RUN = re.compile(f"{UNSPACED.pattern}+")


class QuestionTerm(Struct, frozen=True):
    """One search term of a question."""

    text: str
    """As written in the question."""
    words: tuple[str, ...]
    """In the form in which words are compared; several make a phrase."""
    weight: float
    is_key_term: bool
    is_substring: bool = False
    """Whether it is searched as a substring, because its script has no spaces between words."""

    @property
    def is_function(self) -> bool:
        """Whether it is a single function word."""
        return not self.is_phrase and self.words[0] in FUNCTION_WORDS

    @property
    def is_phrase(self) -> bool:
        """Whether it consists of several words."""
        return len(self.words) > 1

    @property
    def is_word(self) -> bool:
        """Whether it is a single word, searched as a whole."""
        return not (self.is_phrase or self.is_substring)


def terms_of_question(question: str, key_terms: Iterable[str] = ()) -> tuple[QuestionTerm, ...]:
    """Return the terms of *question*, key terms first; each once, with its highest weight."""
    found: dict[tuple[tuple[str, ...], bool], QuestionTerm] = {}
    key_texts = list(key_terms)[:MAX_QUESTION_TERMS]
    question = storable_text(question)[:MAX_QUESTION_CHARACTERS]
    phrases = [next(filter(None, quoted.groups())) for quoted in _QUOTED.finditer(question)]
    sources = [(storable_text(term)[:MAX_QUESTION_CHARACTERS], KEY_TERM_WEIGHT, True) for term in key_texts]
    sources += [(phrase, PHRASE_WEIGHT, False) for phrase in phrases]
    sources += [(word, 1.0, False) for word in _QUOTED.sub(" ", question).split()]
    for text, weight, is_key_term in sources:
        for term in _split_terms(text, weight, is_key_term):
            known = found.get((term.words, term.is_substring))
            if known is None or known.weight < term.weight:
                found[term.words, term.is_substring] = term
    return tuple(found.values())[:MAX_QUESTION_TERMS]


def flatten_text(text: str) -> str:
    """Return *text* in the form of the index's words: lower case, Latin letters without accents."""
    low = text.lower()
    if low.isascii():
        return low
    low = low.replace("ς", "σ")
    decomposed = unicodedata.normalize("NFD", low)
    if _ACCENT.search(decomposed) is None:  # Most texts: the only non-ASCII characters are dashes and quotation marks.
        return low
    return unicodedata.normalize("NFC", _ACCENTED.sub(r"\1", decomposed))


def split_words(text: str) -> list[str]:
    """Return the words of a text normalized by `flatten_text`, in their order."""
    return _WORD.findall(text)


def word_spans(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each word of *text* in its normalized form, with its start and end."""
    return ((flatten_text(found[0]), found.start(), found.end()) for found in _WORD.finditer(text))


def _split_terms(text: str, weight: float, is_key_term: bool) -> Iterator[QuestionTerm]:
    for run in _UNSPACED_RUN.findall(text):
        pairs = [
            run[start : start + CHARACTERS_PER_SUBSTRING]
            for start in range(max(1, len(run) - CHARACTERS_PER_SUBSTRING + 1))
        ]
        yield from (QuestionTerm(pair, (flatten_text(pair),), weight, is_key_term, is_substring=True) for pair in pairs)
    spaced = _UNSPACED_RUN.sub(" ", text)
    words = list(word_spans(spaced))
    if len(words) > 1:
        yield QuestionTerm(" ".join(spaced.split()), tuple(word for word, _, _ in words), weight, is_key_term)
        if (key := respelled(text)) != text and len(joined := split_words(flatten_text(key))) == 1:
            yield QuestionTerm(text, (joined[0],), weight, is_key_term)
    for word, start, end in words:
        # A phrase's own words also count as plain words.
        own_weight = weight if len(words) == 1 else 1.0
        yield QuestionTerm(
            spaced[start:end], (word,), own_weight if is_key_term else own_weight * _word_weight(word), is_key_term
        )


def _word_weight(word: str) -> float:
    return FUNCTION_WORD_WEIGHT if word in FUNCTION_WORDS else SHORT_WORD_WEIGHTS.get(len(word), 1.0)


# Language-independent: two words are forms of one if they share their beginning and differ in a short ending only.

MAX_ENDING_LENGTH = 3
"""Maximum number of letters in which two forms of a word may differ at the end: `publish`, `publishing`."""

MIN_STEM_LENGTH = 4
"""Minimum number of shared letters; a shorter word is searched as it is, and with one more letter."""

OTHER_FORM_WEIGHT = 0.7
"""Weight of another form relative to the word itself, since some are other words. 0.5 to 0.9 find as much."""

MAX_JOINED_TERMS = 5
"""Maximum number of adjacent digit groups that may be one word, as in an ISBN; other words are joined in pairs."""

MIN_HALF_LENGTH, MAX_SPLIT_LENGTH = 2, 32
"""Minimum length of each part of a split word, and maximum length of the word."""

MAX_WORD_FORMS = 24
"""Maximum number of forms of one word, the most common first."""


class IndexedTerm(Struct, frozen=True):
    """A search term with its data from the index."""

    term: QuestionTerm
    forms: Mapping[str, float]
    """The indexed words it is found by, with their weights: for a phrase its words joined, for a substring none."""
    notes: int
    """Number of notes that contain it: an upper bound for a phrase or for several forms."""


def lookup_terms(connection: sqlite3.Connection, question_terms: Sequence[QuestionTerm]) -> list[IndexedTerm]:
    """Return the indexed data for each of *question_terms*."""
    words = [() if term.is_substring or term.is_phrase else term.words for term in question_terms]
    return [
        _with_joins(lookup_term(connection, term), joins)
        for term, joins in zip(question_terms, known_joins(connection, words), strict=True)
    ]


def _with_joins(indexed_term: IndexedTerm, joins: Mapping[str, int]) -> IndexedTerm:
    if not joins:
        return indexed_term
    return replace(
        indexed_term,
        forms={**indexed_term.forms, **dict.fromkeys(joins, 1.0)},
        notes=max(indexed_term.notes, *joins.values()),
    )


def known_joins(connection: sqlite3.Connection, terms: Sequence[Sequence[str]]) -> list[dict[str, int]]:
    """Return for each of *terms* the indexed words formed by joining it with its neighbors: `setup` for `set up`.

    Each has its number of notes. A term is given as its words: only single words are joined.
    """
    spans: dict[str, tuple[int, int]] = {}
    for first in range(len(terms)):
        for end in range(first + 2, min(len(terms), first + MAX_JOINED_TERMS) + 1):
            group = [word for term in terms[first:end] for word in term]
            if any(len(term) != 1 for term in terms[first:end]) or (
                len(group) > 2 and not all(map(str.isdigit, group))
            ):
                break
            if not all(word in FUNCTION_WORDS for word in group):
                spans["".join(group)] = (first, end)
    # Most joins are in no note, which one full-text query finds out in half of the time of the lookup.
    known = lookup_counts(connection, spans.keys()) if spans and is_any_indexed(connection, spans) else {}
    found: list[dict[str, int]] = [{} for _ in terms]
    for join, notes in known.items():
        for nth in range(*spans[join]):
            found[nth][join] = notes
    return found


def known_halves(
    connection: sqlite3.Connection, word: str, is_known: Callable[[str], bool] | None = None
) -> list[tuple[str, str]]:
    """Return the pairs of indexed words that *word* can be split into.

    *is_known* returns whether the second part is indexed if prefixes count; None for whole words.
    """
    split_points = range(MIN_HALF_LENGTH, min(len(word), MAX_SPLIT_LENGTH) - MIN_HALF_LENGTH + 1)
    halves = [(word[:split_point], word[split_point:]) for split_point in split_points]
    known = lookup_counts(connection, {half for pair in halves for half in pair}) if halves else {}
    return [
        (first, second)
        for first, second in halves
        if first in known and (second in known if is_known is None else is_known(second))
    ]


def lookup_term(connection: sqlite3.Connection, question_term: QuestionTerm) -> IndexedTerm:
    """Return the indexed data for *question_term*."""
    if question_term.is_substring:
        return IndexedTerm(question_term, {}, 0)
    if question_term.is_phrase:
        key = "".join(question_term.words)
        counts = lookup_counts(connection, (*question_term.words, key))
        forms = {key: 1.0} if key in counts else {}
        common = min(counts.get(word, 0) for word in question_term.words)
        return IndexedTerm(question_term, forms, max(common, counts.get(key, 0)))
    return _with_forms(connection, question_term)


def _with_forms(connection: sqlite3.Connection, question_term: QuestionTerm) -> IndexedTerm:
    word = question_term.words[0]
    spellings = {word, spelling_key(question_term.text)}
    found = dict(_other_forms(connection, word)) | lookup_counts(connection, spellings)
    if not found and (halves := known_halves(connection, word)):
        return lookup_term(connection, replace(question_term, words=halves[0]))
    forms = {term: 1.0 if term in spellings else OTHER_FORM_WEIGHT for term in found}
    # The most common form determines the rarity: most notes with one form have another one too.
    return IndexedTerm(question_term, forms, max(found.values(), default=0))


def _other_forms(connection: sqlite3.Connection, word: str) -> list[tuple[str, int]]:
    """Return the other forms of *word* and the number of notes with each."""
    if len(word) == MIN_STEM_LENGTH - 1:  # Too many words begin with so short a word.
        return list(lookup_counts(connection, [word + letter for letter in ascii_lowercase]).items())
    if len(word) < MIN_STEM_LENGTH:
        return []
    shorter = lookup_counts(connection, [word[:-1]]) if len(word) == MIN_STEM_LENGTH else {}
    stem = word[: max(MIN_STEM_LENGTH, len(word) - MAX_ENDING_LENGTH)]
    sql = "SELECT term, doc FROM temp.term WHERE term >= ? AND term < ?"
    found = [
        (term, notes)
        for term, notes in connection.execute(sql, (stem, f"{stem}\U0010ffff"))
        if term != word and are_forms(word, term)
    ]
    return nlargest(MAX_WORD_FORMS, [*shorter.items(), *found], key=lambda item: item[1])


def are_forms(word: str, other: str) -> bool:
    """Return whether two normalized words may be forms of one word."""
    if word == other:
        return True
    shared = 0
    for first, second in zip(word, other, strict=False):
        if first != second:
            break
        shared += 1
    short, long = sorted((len(word) - shared, len(other) - shared))
    if word[:1].isdigit():
        return False
    if shared < MIN_STEM_LENGTH:
        return (shared == MIN_STEM_LENGTH - 1 and not short and long == 1) or _drops_e(word, other)
    return short <= 1 and long <= MAX_ENDING_LENGTH


def _drops_e(word: str, other: str) -> bool:
    """Return whether one of the two is the other in -ing, without its last e: `rate`, `rating`."""
    short, long = sorted((word, other), key=len)
    return len(short) >= MIN_STEM_LENGTH and short[-1] == "e" and long == f"{short[:-1]}ing"


def lookup_counts(connection: sqlite3.Connection, words: Collection[str]) -> dict[str, int]:
    """Return the number of notes that contain each of *words*; words in no note are left out."""
    sql = f"SELECT term, doc FROM temp.term WHERE term IN ({','.join('?' * len(words))})"  # noqa: S608 - markers
    return dict(connection.execute(sql, tuple(words)))


def is_any_indexed(connection: sqlite3.Connection, words: Iterable[str]) -> bool:
    """Return whether a note contains one of *words*, which consist of letters and digits; accents are ignored."""
    match = " OR ".join([f'"{word}"' for word in words])
    return connection.execute("SELECT 1 FROM fts WHERE fts MATCH ? LIMIT 1", (match,)).fetchone() is not None
