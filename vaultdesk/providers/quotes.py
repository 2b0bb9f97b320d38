"""Quotes: the sentences that fit a question best, and the links to where they stand. Asks nobody."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vaultdesk.providers.sentences import Sentence, plain, sentences
from vaultdesk.providers.telling_words import stem

MOST_QUOTES = 5
"""Sentences in an answer: what fits on a screen and is read."""

MOST_OF_ONE_NOTE = 2
"""Sentences of one note, so that the others have their say."""

_NOT_IN_A_LINK = re.compile(r"[\[\]|#^]")
_NOT_IN_AN_ANCHOR = re.compile(r"[\[\]|#^]|%%")


@dataclass(frozen=True, slots=True)
class Quote:
    """One sentence and where it stands."""

    path: str
    heading: str
    text: str

    @property
    def link(self) -> str:
        """The wikilink to the passage; the bare path where Obsidian could not link it."""
        target = self.path.removesuffix(".md")
        if _NOT_IN_A_LINK.search(target):
            return plain(self.path)
        name = target.rsplit("/", 1)[-1]
        if not self.heading or _NOT_IN_AN_ANCHOR.search(self.heading):
            return f"[[{target}|{name}]]"
        heading = plain(self.heading)
        # Under a title that repeats the note's name the name says it all.
        label = name if heading.lower() == name.lower() else f"{name} › {heading}"
        return f"[[{target}#{self.heading}|{label}]]"


def best_quotes(notes: Mapping[str, str], words: Sequence[str]) -> tuple[Quote, ...]:
    """Return the sentences of *notes* (text by path, the best note first) that tell most about *words*."""
    found = [(path, sentence) for path, text in notes.items() for sentence in sentences(text)]
    weights = _weights([sentence.text.lower() for _, sentence in found], words)
    rank = {path: place for place, path in enumerate(notes)}
    scored = [
        (_score(sentence, path, weights), -rank[path], -place, path, sentence)
        for place, (path, sentence) in enumerate(found)
    ]
    quotes: list[Quote] = []
    for score, _, _, path, sentence in sorted(scored, key=lambda entry: entry[:3], reverse=True):
        if score <= 0 or len(quotes) == MOST_QUOTES:
            break
        told = any(quote.text.lower() == sentence.text.lower() for quote in quotes)
        if not told and sum(quote.path == path for quote in quotes) < MOST_OF_ONE_NOTE:
            quotes.append(Quote(path, sentence.heading, sentence.text))
    return tuple(quotes)


def rank_notes(searches: Mapping[str, Sequence[Mapping[str, object]]], most: int) -> tuple[str, ...]:
    """Return the paths that *searches* (hits by word) speak for, at most *most*, the best first.

    A note that holds more of the words beats one that holds one word often; its name counts as much as a word.
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
    return tuple(sorted(scores, key=lambda path: (-scores[path], path))[:most])


def _weights(texts: Sequence[str], words: Sequence[str]) -> dict[str, float]:
    """Return how much each word tells: a rare one more than one in every sentence, earlier ones a little more."""
    weights = {}
    for place, word in enumerate(words):
        holding = sum(_fits(word, text) > 0 for text in texts)
        weights[word] = (1 + math.log((1 + len(texts)) / (1 + holding))) * (1 - 0.05 * place)
    return weights


def _fits(word: str, text: str) -> float:
    """Return how well *word* is in *text* (lower case): itself, its stem, or only its beginning (decide, decision)."""
    if word.lower() in text:
        return 1.0
    form = stem(word)
    if form in text:
        return 0.9
    beginning = form[: max(4, math.ceil(len(form) * 0.6))]
    return 0.6 if len(form) > 4 and re.search(rf"\b{re.escape(beginning)}", text) else 0.0


def _score(sentence: Sentence, path: str, weights: Mapping[str, float]) -> float:
    text, above = sentence.text.lower(), f"{path} {sentence.heading} {sentence.callout}".lower()
    inside = sum(weight * _fits(word, text) for word, weight in weights.items())
    around = sum(weight * _fits(word, above) for word, weight in weights.items())
    # A heading makes its sentences likelier, but a title line that repeats the words tells nothing new.
    worth = inside + 0.4 * around
    if text.rstrip("\"'”’»)*").endswith("?"):
        return worth * 0.2  # a question in a note answers none
    length = len(text)
    return worth * (0.5 if length < 25 else 0.8 if length > 240 else 1.0)
