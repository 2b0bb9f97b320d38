"""Quotes: the sentences of notes that answer a question best, with links to them."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import JsonValue
from rapidfuzz.distance import OSA

from vaultdesk.index.search.passage_search import bm25_rarity
from vaultdesk.index.search.question_terms import (
    IndexedTerm,
    QuestionTerm,
    are_forms,
    flatten_text,
    split_words,
    terms_of_question,
)
from vaultdesk.providers.offline.keywords import cjk_runs, stop_words
from vaultdesk.providers.offline.note_sentences import (
    NoteSentence,
    note_sentences,
    plain_markdown,
    property_sentence,
)
from vaultdesk.providers.offline.question_patterns import DATE_QUESTION, NUMBER_QUESTION, NUMERAL, TIME_WORD, UNITS
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter

_NOT_IN_A_LINK = re.compile(r"[\[\]|#^]")
_NOT_IN_AN_ANCHOR = re.compile(r"[\[\]|#^]|%%")


@dataclass(frozen=True, slots=True)
class Quote:
    """One sentence and its location."""

    path: str
    heading: str
    text: str

    @property
    def link(self) -> str:
        """The wikilink to the passage; the bare path if Obsidian could not link it."""
        target = self.path.removesuffix(".md")
        if _NOT_IN_A_LINK.search(target):
            return plain_markdown(self.path)
        name = target.rsplit("/", 1)[-1]
        if not self.heading or _NOT_IN_AN_ANCHOR.search(self.heading):
            return f"[[{target}|{name}]]"
        heading = plain_markdown(self.heading)
        # A heading that repeats the note's name is left out.
        label = name if heading.lower() == name.lower() else f"{name} › {heading}"
        return f"[[{target}#{self.heading}|{label}]]"


@dataclass(frozen=True, slots=True)
class NotePiece:
    """Text of a note from which sentences are quoted: a passage, or the whole note."""

    path: str
    text: str
    headings: tuple[str, ...] = ()
    """The headings above the text, the outermost first."""
    properties: Mapping[str, JsonValue] = field(default_factory=dict)

    @classmethod
    def of_note(cls, path: str, text: str) -> "NotePiece":
        """Return the whole note at *path*."""
        return cls(path, text, properties=read_frontmatter(text).properties)


# The question

WORD_FORM, SAME_BEGINNING = 0.8, 0.4
"""Weight of another form of a word, and of a word with the same beginning only (`decide`, `decision`)."""

MIN_BEGINNING = 4
"""Minimum number of common letters for `SAME_BEGINNING`; they must be at least half of the longer word."""

MISSPELLED, MIN_MISSPELLED = 0.7, 4
"""Weight of a word that differs by a typing error from one that no note has, and its minimum number of letters."""


@dataclass(frozen=True, slots=True)
class AskedWord:
    """One word of a question with its weight."""

    text: str
    """Normalised for comparison."""
    forms: Mapping[str, float]
    """Words of the index that match it, with the weight of each."""
    weight: float
    """Its rarity."""
    is_substring: bool = False
    """Whether it is part of a text in a script without blanks."""
    is_unknown: bool = False
    """Whether no note contains it: it may be misspelled."""
    is_measure: bool = False
    """Whether it is the adjective of a question for a number (`how loud`), which the answer replaces by the number."""


@dataclass(frozen=True, slots=True)
class WeighedQuestion:
    """A question prepared for comparison with sentences."""

    text: str
    words: tuple[AskedWord, ...]
    is_weighed: bool
    """Whether the words have weights from the index; otherwise they are computed from the sentences."""

    @property
    def asks_number(self) -> bool:
        """Whether the answer is a number."""
        return NUMBER_QUESTION.search(flatten_text(self.text)) is not None

    @property
    def unit(self) -> re.Pattern[str] | None:
        """The units of the requested number; None if any number may be the answer."""
        plain = flatten_text(self.text)
        return next((units for asked, units in UNITS if asked.search(plain)), None) if self.asks_number else None

    @property
    def asks_time(self) -> bool:
        """Whether the answer is a date or a time."""
        return DATE_QUESTION.search(flatten_text(self.text)) is not None

    @property
    def all_weights(self) -> float:
        """The sum of the weights."""
        return sum(word.weight for word in self.words)


_BESIDE_WORDS = re.compile(r"['’]s\b|\b(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’](?=\w)", re.IGNORECASE)
"""English possessives and French elisions."""


def asked_terms(question: str) -> tuple[QuestionTerm, ...]:
    """Return the significant terms of *question*: words, and pairs of characters of scripts without blanks."""
    unwanted = stop_words(question)
    found = [
        term
        for term in terms_of_question(_BESIDE_WORDS.sub(" ", question))
        # Words are counted separately: a phrase would count them twice. Single letters are endings and articles.
        if not term.is_substring and len(term.words) == 1 and (len(term.words[0]) > 1 or term.words[0].isdigit())
    ]
    words = [term for term in found if term.words[0] not in unwanted]
    pairs = [term for run in cjk_runs(question) for term in terms_of_question(run) if term.is_substring]
    return tuple({(term.words, term.is_substring): term for term in (*words, *pairs)}.values())


def asked_question(question: str, indexed: Sequence[IndexedTerm] | None = None, notes: int = 0) -> WeighedQuestion:
    """Return *question* with the forms and rarity of its words from the index: *indexed*, of *notes* notes."""
    if indexed is None:
        indexed = [IndexedTerm(term, {}, 0) for term in asked_terms(question)]
    found = NUMBER_QUESTION.search(flatten_text(question))
    measures = frozenset(split_words(found[0])) if found else frozenset[str]()
    words = tuple(
        AskedWord(
            one.term.words[0],
            {**one.forms, one.term.words[0]: 1.0},
            one.term.weight * (bm25_rarity(one.notes, notes) if notes else 1.0),
            one.term.is_substring,
            is_unknown=notes > 0 and not one.notes and not one.term.is_substring,
            is_measure=one.term.words[0] in measures,
        )
        for one in indexed
    )
    return WeighedQuestion(question, words, is_weighed=notes > 0)


class _Matches:
    """Matches of words of texts with those of a question; each pair of words is compared once."""

    def __init__(self, question: WeighedQuestion) -> None:
        self._words = question.words
        self._known: dict[str, list[tuple[int, float]]] = {}

    def of(self, text: str) -> list[float]:
        """Return how well each word of the question is matched in *text*, 0 to 1."""
        found = [0.0] * len(self._words)
        flat = flatten_text(text)
        for nth, word in enumerate(self._words):
            if word.is_substring and word.text in flat:
                found[nth] = 1.0
        for written in dict.fromkeys(split_words(flat)):
            for nth, value in self._of_word(written):
                found[nth] = max(found[nth], value)
        return found

    def _of_word(self, word: str) -> list[tuple[int, float]]:
        known = self._known.get(word)
        if known is None:
            values = [(nth, _match(asked, word)) for nth, asked in enumerate(self._words) if not asked.is_substring]
            known = self._known[word] = [(nth, value) for nth, value in values if value]
        return known


def _match(asked: AskedWord, word: str) -> float:
    if word in asked.forms:
        return max(asked.forms[word], WORD_FORM)
    if are_forms(asked.text, word):
        return WORD_FORM
    shared = next(
        (nth for nth, (one, two) in enumerate(zip(asked.text, word, strict=False)) if one != two),
        min(len(asked.text), len(word)),
    )
    if shared >= MIN_BEGINNING and 2 * shared >= max(len(asked.text), len(word)) and not word[0].isdigit():
        return SAME_BEGINNING
    return MISSPELLED if asked.is_unknown and _is_slip(asked.text, word) else 0.0


def _is_slip(asked: str, word: str) -> bool:
    """Return whether *asked* differs from *word* by one inserted, missing, wrong or moved letter; two in long words."""
    if len(asked) < MIN_MISSPELLED or asked[0] != word[0] or any(map(str.isdigit, asked)):
        return False
    most = 2 if len(asked) >= 2 * MIN_MISSPELLED else 1
    return abs(len(asked) - len(word)) <= most and OSA.distance(asked, word, score_cutoff=most) <= most


# Comparison of sentences

AROUND = 0.55
"""Weight of a word in the names, headings and callouts around a sentence, relative to one in the sentence."""

CALLOUT = 2.0
"""Weight of a word in the title of a callout relative to another heading: `Decision` describes its text."""

SHARE_EXPONENT = 1.3
"""Exponent of the share of the question in a sentence: several words together are stronger evidence than the sum."""

FIRST_NOTE, RANK_FADING = 0.2, 3.0
"""Bonus for the sentences of the first piece of the search, and the rank at which half of it is left."""

DETAIL_BONUS = 0.3
"""Bonus of a sentence with a number or a date if one is asked for."""

QUESTION_SHARE, SHORT_SHARE, TASK_SHARE, UNNAMED_SHARE = 0.4, 0.85, 0.85, 0.4
"""Factors for a sentence that is itself a question, is short, is a task, or is a property that is not asked for."""

MIN_REPEATED = 3
"""Number of blanks in a question from which a sentence that contains all of it only repeats it."""

NAMED = 0.6
"""Bonus of sentences of a note whose name consists of the same words as the question."""

UNMET = 0.5
"""Weight of the share of the question's words that no earlier quote contains."""

BY_MEANING = 2.0
"""Weight of the semantic similarity relative to the share of words."""

MAX_COMPARED = 40
"""Maximum number of sentences compared semantically: about 7 ms each. With 60 the answers are the same."""

MIN_COMPARED_PER_PIECE = 3
"""Number of sentences of each of the best pieces that are compared semantically whatever their words."""

MAX_QUOTES = 3
"""Maximum number of quotes in an answer: in none of 98 answers only the fourth or a later one was right."""

MAX_QUOTES_PER_NOTE = 2

KEPT_SHARE = 0.6
"""Minimum score of the other quotes as a share of the first."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may be quoted."""

    path: str
    sentence: NoteSentence
    rank: int
    """Rank of its piece in the search; 0 is the best."""
    covered: float
    """Share of the question's weight in the sentence itself."""
    around: float
    """Further share in the names and headings around it."""
    value: float
    """Score by words and rank."""
    sign: float = 0.0
    """Further evidence: the name of its note is asked for, or it has the requested unit."""
    met: tuple[float, ...] = ()
    """Share of the question that each of its words contributes."""
    share: float = 1.0
    """Factor for its score and similarity by the kind of sentence."""
    nearness: float = 0.0
    """Semantic similarity to the question: 0 for none, 1 for a clear answer."""

    @property
    def in_context(self) -> str:
        """The sentence after the names above it, as compared by an embedding model."""
        name = self.path.rsplit("/", 1)[-1].removesuffix(".md")
        titles = (name, plain_markdown(self.sentence.heading), plain_markdown(self.sentence.callout))
        return f"{', '.join({title.lower(): title for title in titles if title}.values())}: {self.sentence.text}"

    @property
    def score(self) -> float:
        """Score including the semantic similarity."""
        return self.value + BY_MEANING * math.sqrt(self.share) * self.nearness

    @property
    def quote(self) -> Quote:
        return Quote(self.path, self.sentence.heading, self.sentence.text)


def quote_candidates(pieces: Sequence[NotePiece], question: WeighedQuestion) -> list[Candidate]:
    """Return the sentences of *pieces*, in the order of pieces, with scores by words and rank."""
    matches = _Matches(question)
    found = [
        (rank, piece.path, sentence, matches.of(sentence.text), _around_matches(matches, piece, sentence))
        for rank, piece in enumerate(pieces)
        for sentence in _sentences(piece)
    ]
    weights = _weights(question, [inside for _, _, _, inside, _ in found])
    whole = sum(weights) or 1.0
    weights = [weight / whole for weight in weights]
    asks_number, asks_time, unit = question.asks_number, question.asks_time, question.unit
    numbers = frozenset(re.findall(r"\d+", question.text))
    named = {piece.path: _named(piece, weights, matches) for piece in pieces}
    candidates: dict[tuple[str, str], Candidate] = {}
    asked = " ".join(split_words(flatten_text(question.text)))
    for rank, path, sentence, inside, around in found:
        plain = flatten_text(sentence.text)
        tells = (
            unit.search(plain) is not None
            if unit is not None
            else (asks_number and _has_new_detail(NUMERAL, plain, numbers))
            or (asks_time and _has_new_detail(TIME_WORD, plain, numbers))
        )
        if asked.count(" ") >= MIN_REPEATED and asked in " ".join(split_words(plain)):
            continue  # It repeats the question.
        if tells:
            inside = [1.0 if word.is_measure else own for word, own in zip(question.words, inside, strict=True)]
        met = tuple(weight * value for weight, value in zip(weights, inside, strict=True))
        covered = sum(met)
        beside = sum(weight * max(0.0, out - own) for weight, own, out in zip(weights, inside, around, strict=True))
        value = covered + AROUND * beside
        if tells:
            value += DETAIL_BONUS
        share = 1.0
        if plain.rstrip("\"'”’»)*").endswith(("?", "？")):
            share = QUESTION_SHARE
        elif sentence.is_property:
            is_asked = any(matches.of(plain.partition(":")[0])) and (asks_time or not _DATE.search(plain))
            share = 1.0 if is_asked else UNNAMED_SHARE
        elif sentence.is_task:
            share = TASK_SHARE
        elif len(plain) < 25 and plain.isascii():
            share = SHORT_SHARE
        value = (
            (share * value) ** SHARE_EXPONENT + NAMED * named[path] + FIRST_NOTE * RANK_FADING / (RANK_FADING + rank)
        )
        sign = SIGN_EVIDENCE * max(named[path], float(unit is not None and tells))
        one = Candidate(path, sentence, rank, covered, beside, value, sign, met, share)
        candidates.setdefault((path, plain), one)
    return sorted(candidates.values(), key=lambda one: -one.value)


def _sentences(piece: NotePiece) -> Iterator[NoteSentence]:
    for name, value in piece.properties.items():
        if name.casefold() not in _NAMING_PROPERTIES and (text := _value_text(value)):
            yield property_sentence(name, text)
    yield from note_sentences(piece.text, piece.headings)


_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_NAMING_PROPERTIES = frozenset(("tags", "tag", "alias", "aliases", "cssclass", "cssclasses", "title"))
"""Properties that name or classify a note and are not quoted."""


def _value_text(value: JsonValue) -> str:
    match value:
        case None | "":
            return ""
        case bool():
            return str(value).lower()
        case list():
            return ", ".join(filter(None, map(_value_text, value)))
        case dict():
            return ", ".join(f"{name}: {_value_text(inner)}" for name, inner in value.items())
        case _:
            return str(value)


def _named(piece: NotePiece, weights: Sequence[float], matches: _Matches) -> float:
    """Return how well the name of a note, or an alias, matches the question, 0 to 1."""
    names = [piece.path.rpartition("/")[2].removesuffix(".md")]
    for name, value in piece.properties.items():
        if name.casefold() in _OTHER_NAMES:
            names += [_value_text(item) for item in (value if isinstance(value, list) else [value])]
    best = 0.0
    for name in names:
        unwanted = stop_words(name)
        words = [
            word for word in dict.fromkeys(split_words(flatten_text(name))) if word not in unwanted and len(word) > 1
        ]
        asked = sum(weight * value for weight, value in zip(weights, matches.of(name), strict=True))
        held = sum(max(matches.of(word), default=0.0) for word in words) / len(words) if words else 0.0
        best = max(best, asked * held)
    return best


_OTHER_NAMES = frozenset(("alias", "aliases", "title"))


def _around_matches(matches: _Matches, piece: NotePiece, sentence: NoteSentence) -> list[float]:
    """Return how well each word of the question is matched around *sentence*; a callout's title has more weight."""
    around = matches.of(_around(piece, sentence))
    if not sentence.callout:
        return around
    return [max(one, CALLOUT * titled) for one, titled in zip(around, matches.of(sentence.callout), strict=True)]


def _around(piece: NotePiece, sentence: NoteSentence) -> str:
    names = [piece.path.removesuffix(".md"), sentence.heading, sentence.above, sentence.callout]
    names += [_value_text(value) for name, value in piece.properties.items() if name.casefold() in _NAMING_PROPERTIES]
    return "\n".join(names)


def _weights(question: WeighedQuestion, matches: Sequence[Sequence[float]]) -> list[float]:
    """Return the weight of each word of *question*: by its rarity in the index, else among the sentences."""
    weights = []
    for nth, word in enumerate(question.words):
        if question.is_weighed and not word.is_substring:
            weights.append(word.weight)
            continue
        holding = sum(values[nth] > 0 for values in matches)
        weights.append(word.weight * (1 + math.log((1 + len(matches)) / (1 + holding))))
    return weights


def _has_new_detail(wanted: re.Pattern[str], text: str, known: frozenset[str]) -> bool:
    return any(found[0] not in known for found in re.finditer(r"\d+", text)) or (
        (found := wanted.search(text)) is not None and not found[0].isdigit()
    )


def compared_by_meaning(candidates: Sequence[Candidate]) -> list[int]:
    """Return the indexes of *candidates* to compare semantically: the best, and some of each piece."""
    taken = list(range(min(MAX_COMPARED // 2, len(candidates))))
    of_piece: dict[int, int] = {}
    for nth in taken:
        of_piece[candidates[nth].rank] = of_piece.get(candidates[nth].rank, 0) + 1
    for nth in range(len(taken), len(candidates)):
        rank = candidates[nth].rank
        if len(taken) < MAX_COMPARED and of_piece.get(rank, 0) < MIN_COMPARED_PER_PIECE:
            of_piece[rank] = of_piece.get(rank, 0) + 1
            taken.append(nth)
    return taken


def with_nearness(candidates: Sequence[Candidate], nearness: Mapping[int, float]) -> list[Candidate]:
    """Return *candidates* with the *nearness* of those that were compared, the best first."""
    compared = [replace(one, nearness=nearness.get(nth, 0.0)) for nth, one in enumerate(candidates)]
    return sorted(compared, key=lambda one: -one.score)


# Selection of quotes

SIMILARITY_EVIDENCE, SIGN_EVIDENCE = 1.6, 0.25
"""Weights of semantic similarity and other signs in the evidence of an answer."""

CERTAIN, POSSIBLE, POSSIBLE_BY_WORDS = 0.8, 0.35, 0.6
"""Minimum evidence of an answer, and of one that may be wrong: with and without semantic similarity. On the half
`choose` of tests/benchmarks/answers 6 % of the questions with an answer and 37 % of those without one have less than
`POSSIBLE`.
"""

MAX_UNCERTAIN = 2
"""Maximum number of quotes in an answer that may be wrong."""

CLOSE, MAX_CLOSEST = 0.2, 2
"""Minimum evidence of the closest sentences, shown if none answers a question, and their maximum number."""


def best_quotes(candidates: Sequence[Candidate], most: int = MAX_QUOTES) -> tuple[Quote, ...]:
    """Return the quotes of an answer: the best of *candidates*, without those far below the first.

    After the first, sentences with words of the question that earlier quotes lack get a higher score.
    """
    chosen: list[Candidate] = []
    rest = list(candidates[:MAX_COMPARED])
    while rest and len(chosen) < most:
        met = [max((one.met[nth] for one in chosen), default=0.0) for nth in range(len(rest[0].met))] if chosen else []

        def gain(one: Candidate, met: Sequence[float] = met) -> float:
            unmet = sum(max(0.0, own - known) for own, known in zip(one.met, met, strict=False))
            return one.score + UNMET * unmet

        best = max(rest, key=gain)
        if chosen and gain(best) < KEPT_SHARE * chosen[0].score:
            break
        rest.remove(best)
        if sum(one.path == best.path for one in chosen) < MAX_QUOTES_PER_NOTE:
            chosen.append(best)
    return tuple(one.quote for one in chosen)


def answers_question(candidates: Sequence[Candidate]) -> bool:
    """Return whether the best of *candidates* cover enough of the question to be an answer, certain or not."""
    is_compared = any(one.nearness for one in candidates)
    return _best_evidence(candidates) >= (POSSIBLE if is_compared else POSSIBLE_BY_WORDS)


def is_certain(candidates: Sequence[Candidate]) -> bool:
    """Return whether the best of *candidates* cover so much of the question that they are very likely an answer."""
    return _best_evidence(candidates) >= CERTAIN


def closest_quotes(candidates: Sequence[Candidate]) -> tuple[Quote, ...]:
    """Return the closest of *candidates* if none answers the question; none if none is close."""
    return best_quotes(candidates, MAX_CLOSEST) if _best_evidence(candidates) >= CLOSE else ()


def _best_evidence(candidates: Sequence[Candidate]) -> float:
    return max(map(evidence, candidates[:MAX_QUOTES]), default=0.0)


def evidence(one: Candidate) -> float:
    """Return how much of the question the sentence covers, by words and by meaning."""
    return one.covered + AROUND * one.around + one.sign + SIMILARITY_EVIDENCE * one.nearness


def rank_notes(searches: Mapping[str, Sequence[Mapping[str, object]]], limit: int) -> tuple[str, ...]:
    """Return the paths of the notes best supported by *searches* (hits by word), at most *limit*, the best first.

    A note with more of the words ranks above one with many hits of one word; its name counts as much as a word.
    """
    scores: dict[str, float] = {}
    for word, hits in searches.items():
        rare = 1.0 / len(hits) if hits else 0.0
        for hit in hits:
            path, matches = hit.get("path"), hit.get("matches")
            if isinstance(path, str):
                often = math.log2(1 + matches) / 10 if isinstance(matches, int) and matches > 0 else 0.0
                named = 1.0 if word.lower() in path.rsplit("/", 1)[-1].lower() else 0.0
                scores[path] = scores.get(path, 0.0) + 1.0 + rare + min(often, 0.9) + named
    return tuple(sorted(scores, key=lambda path: (-scores[path], path))[:limit])
