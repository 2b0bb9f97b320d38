"""Quotes: the sentences of notes that answer a question best, with links to them."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.core.values import replace
from vaultdesk.index.search.passage_search import bm25_idf
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
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter

_NOT_IN_A_LINK = re.compile(r"[\[\]|#^]")
_NOT_IN_AN_ANCHOR = re.compile(r"[\[\]|#^]|%%")


class Quote(Struct, frozen=True):
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


class QuoteSource(Struct, frozen=True):
    """Text of a note from which sentences are quoted: a passage, or the whole note."""

    path: str
    text: str
    headings: tuple[str, ...] = ()
    """The headings above the text, the outermost first."""
    properties: Mapping[str, JsonValue] = field(default_factory=dict)

    @classmethod
    def of_note(cls, path: str, text: str) -> "QuoteSource":
        """Return the whole note at *path*."""
        return cls(path, text, properties=read_frontmatter(text).properties)


# The question

WORD_FORM, SAME_BEGINNING = 0.8, 0.4
"""Weight of another form of a word, and of a word with the same beginning only (`decide`, `decision`)."""

MIN_BEGINNING = 4
"""Minimum number of common letters for `SAME_BEGINNING`; they must be at least half of the longer word."""

MISSPELLED, MIN_MISSPELLED = 0.7, 4
"""Weight of a word that differs by a typing error from one that no note has, and its minimum number of letters."""


class QuestionWord(Struct, frozen=True):
    """One word of a question with its weight."""

    text: str
    """Normalized for comparison."""
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


class WeighedQuestion(Struct, frozen=True):
    """A question prepared for comparison with sentences."""

    text: str
    words: tuple[QuestionWord, ...]
    is_weighed: bool
    """Whether the words have weights from the index; otherwise they are computed from the sentences."""

    @property
    def asks_number(self) -> bool:
        """Whether the answer is a number."""
        # Here and below: its patterns take long to compile, and a window that opens asks no question yet.
        from vaultdesk.providers.offline.question_patterns import NUMBER_QUESTION

        return NUMBER_QUESTION.search(flatten_text(self.text)) is not None

    @property
    def unit(self) -> re.Pattern[str] | None:
        """The units of the requested number; None if any number may be the answer."""
        from vaultdesk.providers.offline.question_patterns import UNITS

        normalized = flatten_text(self.text)
        return (
            next((units for pattern, units in UNITS if pattern.search(normalized)), None) if self.asks_number else None
        )

    @property
    def asks_time(self) -> bool:
        """Whether the answer is a date or a time."""
        from vaultdesk.providers.offline.question_patterns import DATE_QUESTION

        return DATE_QUESTION.search(flatten_text(self.text)) is not None


_CLITICS = re.compile(r"['’]s\b|\b(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’](?=\w)", re.IGNORECASE)
"""English possessives and French elisions."""


def significant_terms(question: str) -> tuple[QuestionTerm, ...]:
    """Return the significant terms of *question*: words, and pairs of characters of scripts without blanks."""
    ignored = stop_words(question)
    terms = [
        term
        for term in terms_of_question(_CLITICS.sub(" ", question))
        # Words are counted separately: a phrase would count them twice. Single letters are endings and articles.
        if not term.is_substring and len(term.words) == 1 and (len(term.words[0]) > 1 or term.words[0].isdigit())
    ]
    words = [term for term in terms if term.words[0] not in ignored]
    pairs = [term for run in cjk_runs(question) for term in terms_of_question(run) if term.is_substring]
    return tuple({(term.words, term.is_substring): term for term in (*words, *pairs)}.values())


def weighed_question(question: str, indexed: Sequence[IndexedTerm] | None = None, notes: int = 0) -> WeighedQuestion:
    """Return *question* with the forms and rarity of its words from the index: *indexed*, of *notes* notes."""
    from vaultdesk.providers.offline.question_patterns import NUMBER_QUESTION

    if indexed is None:
        indexed = [IndexedTerm(term, {}, 0) for term in significant_terms(question)]
    match = NUMBER_QUESTION.search(flatten_text(question))
    measures = frozenset(split_words(match[0])) if match else frozenset[str]()
    words = tuple(
        QuestionWord(
            entry.term.words[0],
            {**entry.forms, entry.term.words[0]: 1.0},
            entry.term.weight * (bm25_idf(entry.notes, notes) if notes else 1.0),
            entry.term.is_substring,
            is_unknown=notes > 0 and not entry.notes and not entry.term.is_substring,
            is_measure=entry.term.words[0] in measures,
        )
        for entry in indexed
    )
    return WeighedQuestion(question, words, is_weighed=notes > 0)


class _WordMatches:
    """Matches of words of texts with those of a question; each pair of words is compared once."""

    def __init__(self, question: WeighedQuestion) -> None:
        self._words = question.words
        self._scores: dict[str, list[tuple[int, float]]] = {}

    def of(self, text: str) -> list[float]:
        """Return how well each word of the question is matched in *text*, 0 to 1."""
        values = [0.0] * len(self._words)
        flat = flatten_text(text)
        for index, word in enumerate(self._words):
            if word.is_substring and word.text in flat:
                values[index] = 1.0
        for text_word in dict.fromkeys(split_words(flat)):
            for index, score in self._of_word(text_word):
                values[index] = max(values[index], score)
        return values

    def _of_word(self, word: str) -> list[tuple[int, float]]:
        scores = self._scores.get(word)
        if scores is None:
            all_scores = [
                (index, _match(question_word, word))
                for index, question_word in enumerate(self._words)
                if not question_word.is_substring
            ]
            scores = self._scores[word] = [(index, score) for index, score in all_scores if score]
        return scores


def _match(question_word: QuestionWord, word: str) -> float:
    if word in question_word.forms:
        return max(question_word.forms[word], WORD_FORM)
    if are_forms(question_word.text, word):
        return WORD_FORM
    common_length = next(
        (index for index, (first, second) in enumerate(zip(question_word.text, word, strict=False)) if first != second),
        min(len(question_word.text), len(word)),
    )
    if (
        common_length >= MIN_BEGINNING
        and 2 * common_length >= max(len(question_word.text), len(word))
        and not word[0].isdigit()
    ):
        return SAME_BEGINNING
    return MISSPELLED if question_word.is_unknown and _is_misspelling(question_word.text, word) else 0.0


def _is_misspelling(question_word: str, word: str) -> bool:
    """Return whether *question_word* differs from *word* by one inserted, missing, wrong or transposed letter.

    In words of at least twice `MIN_MISSPELLED` letters it may be two.
    """
    if len(question_word) < MIN_MISSPELLED or question_word[0] != word[0] or any(map(str.isdigit, question_word)):
        return False
    max_distance = 2 if len(question_word) >= 2 * MIN_MISSPELLED else 1
    if abs(len(question_word) - len(word)) > max_distance:
        return False
    from rapidfuzz.distance import OSA  # a native library, which few questions need

    return OSA.distance(question_word, word, score_cutoff=max_distance) <= max_distance


# Comparison of sentences

CONTEXT_WEIGHT = 0.55
"""Weight of a word in the names, headings and callouts around a sentence, relative to one in the sentence."""

CALLOUT = 2.0
"""Weight of a word in the title of a callout relative to another heading: `Decision` describes its text."""

SHARE_EXPONENT = 1.3
"""Exponent of the share of the question in a sentence: several words together are stronger evidence than the sum."""

RANK_BONUS, RANK_HALVING = 0.2, 3.0
"""Bonus for the sentences of the first source of the search, and the rank at which it is halved."""

DETAIL_BONUS = 0.3
"""Bonus of a sentence with a number or a date if one is asked for."""

QUESTION_SHARE, SHORT_SHARE, TASK_SHARE, UNNAMED_SHARE = 0.4, 0.85, 0.85, 0.4
"""Factors for a sentence that is itself a question, is short, is a task, or is a property that is not asked for."""

MIN_REPEATED = 3
"""Number of blanks in a question from which a sentence that contains all of it only repeats it."""

NAME_BONUS = 0.6
"""Bonus of sentences of a note whose name consists of the same words as the question."""

NEW_WORDS_WEIGHT = 0.5
"""Weight of the share of the question's words that no earlier quote contains."""

SIMILARITY_WEIGHT = 2.0
"""Weight of the semantic similarity relative to the share of words."""

MAX_COMPARED = 40
"""Maximum number of sentences compared semantically: about 7 ms each. With 60 the answers are the same."""

MIN_COMPARED_PER_SOURCE = 3
"""Number of sentences of each of the best sources that are compared semantically whatever their words."""

MAX_QUOTES = 3
"""Maximum number of quotes in an answer: in none of 98 answers only the fourth or a later one was right."""

MAX_QUOTES_PER_NOTE = 2

MIN_QUOTE_SHARE = 0.6
"""Minimum score of the other quotes as a share of the first."""


class Candidate(Struct, frozen=True):
    """A sentence that may be quoted."""

    path: str
    sentence: NoteSentence
    rank: int
    """Rank of its source in the search; 0 is the best."""
    word_share: float
    """Share of the question's weight in the sentence itself."""
    context_share: float
    """Further share in the names and headings around it."""
    word_score: float
    """Score by words and rank."""
    other_evidence: float = 0.0
    """Further evidence: the name of its note is asked for, or it has the requested unit."""
    shares: tuple[float, ...] = ()
    """Share of the question that each of its words contributes."""
    kind_factor: float = 1.0
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
        return self.word_score + SIMILARITY_WEIGHT * math.sqrt(self.kind_factor) * self.nearness

    @property
    def quote(self) -> Quote:
        return Quote(self.path, self.sentence.heading, self.sentence.text)


class _MatchedSentence(NamedTuple):
    """A sentence with the match of each word of the question, 0 to 1, in it and around it."""

    path: str
    rank: int
    sentence: NoteSentence
    inside: list[float]
    around: list[float]


def quote_candidates(sources: Sequence[QuoteSource], question: WeighedQuestion) -> list[Candidate]:
    """Return the sentences of *sources* with scores by words and rank, the best first."""
    from vaultdesk.providers.offline.question_patterns import NUMERAL, TIME_WORD

    matches = _WordMatches(question)
    sentences = [
        _MatchedSentence(
            source.path, rank, sentence, matches.of(sentence.text), _context_matches(matches, source, sentence)
        )
        for rank, source in enumerate(sources)
        for sentence in _sentences(source)
    ]
    weights = _weights(question, [sentence.inside for sentence in sentences])
    total = sum(weights) or 1.0
    weights = [weight / total for weight in weights]
    asks_number, asks_time, unit = question.asks_number, question.asks_time, question.unit
    numbers = frozenset(re.findall(r"\d+", question.text))
    name_scores = {source.path: _name_score(source, weights, matches) for source in sources}
    candidates: dict[tuple[str, str], Candidate] = {}
    question_words = " ".join(split_words(flatten_text(question.text)))
    for path, rank, sentence, inside, around in sentences:
        normalized = flatten_text(sentence.text)
        has_detail = (
            unit.search(normalized) is not None
            if unit is not None
            else (asks_number and _has_new_detail(NUMERAL, normalized, numbers))
            or (asks_time and _has_new_detail(TIME_WORD, normalized, numbers))
        )
        if question_words.count(" ") >= MIN_REPEATED and question_words in " ".join(split_words(normalized)):
            continue  # It repeats the question.
        if has_detail:
            inside = [1.0 if word.is_measure else inner for word, inner in zip(question.words, inside, strict=True)]
        shares = tuple(weight * value for weight, value in zip(weights, inside, strict=True))
        word_share = sum(shares)
        context_share = sum(
            weight * max(0.0, outside - inner) for weight, inner, outside in zip(weights, inside, around, strict=True)
        )
        weighted_share = word_share + CONTEXT_WEIGHT * context_share + (DETAIL_BONUS if has_detail else 0.0)
        factor = _kind_factor(sentence, normalized, matches, asks_time=asks_time)
        word_score = (
            (factor * weighted_share) ** SHARE_EXPONENT
            + NAME_BONUS * name_scores[path]
            + RANK_BONUS * RANK_HALVING / (RANK_HALVING + rank)
        )
        other_evidence = SIGN_EVIDENCE * max(name_scores[path], float(unit is not None and has_detail))
        candidate = Candidate(
            path, sentence, rank, word_share, context_share, word_score, other_evidence, shares, factor
        )
        candidates.setdefault((path, normalized), candidate)
    return sorted(candidates.values(), key=lambda candidate: -candidate.word_score)


def _kind_factor(sentence: NoteSentence, normalized: str, matches: _WordMatches, *, asks_time: bool) -> float:
    """Return the factor for the score of *sentence* by its kind; *normalized* is its text for comparison."""
    if normalized.rstrip("\"'”’»)*").endswith(("?", "？")):
        return QUESTION_SHARE
    if sentence.is_property:
        is_requested = any(matches.of(normalized.partition(":")[0])) and (asks_time or not _DATE.search(normalized))
        return 1.0 if is_requested else UNNAMED_SHARE
    if sentence.is_task:
        return TASK_SHARE
    return SHORT_SHARE if len(normalized) < 25 and normalized.isascii() else 1.0


def _sentences(source: QuoteSource) -> Iterator[NoteSentence]:
    for name, value in source.properties.items():
        if name.casefold() not in _NAMING_PROPERTIES and (text := _value_text(value)):
            yield property_sentence(name, text)
    yield from note_sentences(source.text, source.headings)


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


def _name_score(source: QuoteSource, weights: Sequence[float], matches: _WordMatches) -> float:
    """Return how well the name of a note, or an alias, matches the question, 0 to 1."""
    names = [source.path.rpartition("/")[2].removesuffix(".md")]
    for name, value in source.properties.items():
        if name.casefold() in _OTHER_NAMES:
            names += [_value_text(item) for item in (value if isinstance(value, list) else [value])]
    best = 0.0
    for name in names:
        ignored = stop_words(name)
        words = [
            word for word in dict.fromkeys(split_words(flatten_text(name))) if word not in ignored and len(word) > 1
        ]
        question_share = sum(weight * value for weight, value in zip(weights, matches.of(name), strict=True))
        name_share = sum(max(matches.of(word), default=0.0) for word in words) / len(words) if words else 0.0
        best = max(best, question_share * name_share)
    return best


_OTHER_NAMES = frozenset(("alias", "aliases", "title"))


def _context_matches(matches: _WordMatches, source: QuoteSource, sentence: NoteSentence) -> list[float]:
    """Return how well each word of the question is matched around *sentence*; a callout's title has more weight."""
    around = matches.of(_context_text(source, sentence))
    if not sentence.callout:
        return around
    return [
        max(match, CALLOUT * callout_match)
        for match, callout_match in zip(around, matches.of(sentence.callout), strict=True)
    ]


def _context_text(source: QuoteSource, sentence: NoteSentence) -> str:
    names = [source.path.removesuffix(".md"), sentence.heading, sentence.above, sentence.callout]
    names += [_value_text(value) for name, value in source.properties.items() if name.casefold() in _NAMING_PROPERTIES]
    return "\n".join(names)


def _weights(question: WeighedQuestion, matches: Sequence[Sequence[float]]) -> list[float]:
    """Return the weight of each word of *question*: by its rarity in the index, else among the sentences."""
    weights = []
    for index, word in enumerate(question.words):
        if question.is_weighed and not word.is_substring:
            weights.append(word.weight)
            continue
        sentence_count = sum(values[index] > 0 for values in matches)
        weights.append(word.weight * (1 + math.log((1 + len(matches)) / (1 + sentence_count))))
    return weights


def _has_new_detail(pattern: re.Pattern[str], text: str, known: frozenset[str]) -> bool:
    return any(match[0] not in known for match in re.finditer(r"\d+", text)) or (
        (match := pattern.search(text)) is not None and not match[0].isdigit()
    )


def compared_by_meaning(candidates: Sequence[Candidate]) -> list[int]:
    """Return the indexes of *candidates* to compare semantically: the best, and some of each source."""
    chosen = list(range(min(MAX_COMPARED // 2, len(candidates))))
    count_by_rank: dict[int, int] = {}
    for index in chosen:
        count_by_rank[candidates[index].rank] = count_by_rank.get(candidates[index].rank, 0) + 1
    for index in range(len(chosen), len(candidates)):
        rank = candidates[index].rank
        if len(chosen) < MAX_COMPARED and count_by_rank.get(rank, 0) < MIN_COMPARED_PER_SOURCE:
            count_by_rank[rank] = count_by_rank.get(rank, 0) + 1
            chosen.append(index)
    return chosen


def with_nearness(candidates: Sequence[Candidate], nearness: Mapping[int, float]) -> list[Candidate]:
    """Return *candidates* with the *nearness* of those that were compared, the best first."""
    rescored = [replace(candidate, nearness=nearness.get(index, 0.0)) for index, candidate in enumerate(candidates)]
    return sorted(rescored, key=lambda candidate: -candidate.score)


# Selection of quotes

SIMILARITY_EVIDENCE, SIGN_EVIDENCE = 1.6, 0.25
"""Weights of semantic similarity and of `Candidate.other_evidence` in the evidence of an answer."""

CERTAIN, POSSIBLE, POSSIBLE_BY_WORDS = 0.8, 0.35, 0.6
"""Minimum evidence of an answer, and of one that may be wrong: with and without semantic similarity. On the half
`choose` of tests/benchmarks/answers 6 % of the questions with an answer and 37 % of those without one have less than
`POSSIBLE`.
"""

MAX_UNCERTAIN = 2
"""Maximum number of quotes in an answer that may be wrong."""

MIN_CLOSE, MAX_CLOSEST = 0.2, 2
"""Minimum evidence of the closest sentences, shown if none answers a question, and their maximum number."""


def best_quotes(candidates: Sequence[Candidate], max_quotes: int = MAX_QUOTES) -> tuple[Quote, ...]:
    """Return the quotes of an answer: the best of *candidates*, without those far below the first.

    After the first, sentences with words of the question that earlier quotes lack get a higher score.
    """
    chosen: list[Candidate] = []
    remaining = list(candidates[:MAX_COMPARED])
    while remaining and len(chosen) < max_quotes:
        best_shares = [max(shares) for shares in zip(*(candidate.shares for candidate in chosen), strict=True)]

        def gain(candidate: Candidate, best_shares: Sequence[float] = best_shares) -> float:
            pairs = zip(candidate.shares, best_shares, strict=False)
            return candidate.score + NEW_WORDS_WEIGHT * sum(max(0.0, share - best) for share, best in pairs)

        best = max(remaining, key=gain)
        if chosen and gain(best) < MIN_QUOTE_SHARE * chosen[0].score:
            break
        remaining.remove(best)
        if sum(candidate.path == best.path for candidate in chosen) < MAX_QUOTES_PER_NOTE:
            chosen.append(best)
    return tuple(candidate.quote for candidate in chosen)


def answers_question(candidates: Sequence[Candidate]) -> bool:
    """Return whether the best of *candidates* cover enough of the question to be an answer, certain or not."""
    is_compared = any(candidate.nearness for candidate in candidates)
    return _best_evidence(candidates) >= (POSSIBLE if is_compared else POSSIBLE_BY_WORDS)


def is_certain(candidates: Sequence[Candidate]) -> bool:
    """Return whether the best of *candidates* cover so much of the question that they are very likely an answer."""
    return _best_evidence(candidates) >= CERTAIN


def closest_quotes(candidates: Sequence[Candidate]) -> tuple[Quote, ...]:
    """Return the closest of *candidates* if none answers the question; none if none is close."""
    return best_quotes(candidates, MAX_CLOSEST) if _best_evidence(candidates) >= MIN_CLOSE else ()


def _best_evidence(candidates: Sequence[Candidate]) -> float:
    return max(map(evidence, candidates[:MAX_QUOTES]), default=0.0)


def evidence(candidate: Candidate) -> float:
    """Return how much of the question the sentence covers, by words and by meaning."""
    return (
        candidate.word_share
        + CONTEXT_WEIGHT * candidate.context_share
        + candidate.other_evidence
        + SIMILARITY_EVIDENCE * candidate.nearness
    )


def rank_notes(searches: Mapping[str, Sequence[Mapping[str, object]]], limit: int) -> tuple[str, ...]:
    """Return the paths of the notes best supported by *searches* (hits by word), at most *limit*, the best first.

    A note with more of the words ranks above one with many hits of one word; its name counts as much as a word.
    """
    scores: dict[str, float] = {}
    for word, hits in searches.items():
        rarity = 1.0 / len(hits) if hits else 0.0
        for hit in hits:
            path, matches = hit.get("path"), hit.get("matches")
            if isinstance(path, str):
                frequency = math.log2(1 + matches) / 10 if isinstance(matches, int) and matches > 0 else 0.0
                name_bonus = 1.0 if word.lower() in path.rsplit("/", 1)[-1].lower() else 0.0
                scores[path] = scores.get(path, 0.0) + 1.0 + rarity + min(frequency, 0.9) + name_bonus
    return tuple(sorted(scores, key=lambda path: (-scores[path], path))[:limit])
