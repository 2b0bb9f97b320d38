"""Generated vaults with the statistics of real ones, identical for the same seed. Measures nothing.

Taken from real vaults: log-normal note lengths (many short ones, few very long), word frequencies by Zipf's law with
additional stop words, most links to few notes, daily notes beside topics, properties in about two thirds of the notes,
nested tags, five languages, one note in sixty a canvas or base.
"""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

MEAN_WORDS = 520
"""Mean number of words of a note: about 3.7 kB, as in the measured vaults."""

LONGEST_WORDS = 12_000

_ENGLISH = "the of and to in a is that for it as was with be by on not he his but at are this have from"
_GERMAN = "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an"
_FRENCH = "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se où été"
_COMPOUND = "Wärme Pumpen Heizungs Keller Boden Fenster Wasser Strom Garten Dach Holz Arbeits Zeit Haus"
_HIRAGANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん"
_STATUS = ("draft", "done", "open", "waiting", "in progress")


@dataclass(frozen=True)
class _Language:
    """The words of a language and how sentences are formed."""

    name: str
    share: float
    common: Sequence[str]
    rare: Sequence[str]
    weights: Sequence[float]
    between: str = " "
    stop: str = ". "

    def text(self, rng: random.Random, words: int) -> str:
        """Return sentences of *words* words in total."""
        head = len(self.common)
        drawn = rng.choices(self.rare, cum_weights=self.weights, k=words)
        # Four words of ten are stop words.
        for index in range(words):
            if rng.random() < 0.4:
                drawn[index] = self.common[min(int(rng.expovariate(5 / head)), head - 1)]
        parts: list[str] = []
        start = 0
        while start < words:
            length = rng.randint(5, 22)
            sentence = self.between.join(drawn[start : start + length])
            parts.append(sentence[:1].upper() + sentence[1:])
            start += length
        return self.stop.join(parts) + self.stop.strip()


def _languages(rng: random.Random, vocabulary: int) -> list[_Language]:
    weights = list(accumulate(1 / (rank + 8) for rank in range(vocabulary)))

    def words(syllables: Sequence[str], longest: int = 4) -> list[str]:
        unique = {"".join(rng.choices(syllables, k=rng.randint(1, longest))) for _ in range(vocabulary * 2)}
        ordered = sorted(unique)
        rng.shuffle(ordered)
        return (ordered * (1 + vocabulary // len(ordered)))[:vocabulary]

    plain = [a + b for a in "bcdfghlmnprstvw" for b in ("a", "e", "i", "o", "u", "an", "er", "in", "ol", "es")]
    german = [*plain, "schü", "äu", "ße", "ung", "heit"]
    french = [*plain, "é", "ère", "çon", "eau", "oeu", "ï"]
    compounds = ["".join(rng.choices(_COMPOUND.split(), k=2)) + rng.choice(german) for _ in range(vocabulary // 6)]
    characters = [chr(code) for code in range(0x4E00, 0x5600)]
    rng.shuffle(characters)
    han = [*("".join(rng.choices(characters, k=rng.choice((1, 2, 2, 2, 3)))) for _ in range(vocabulary))]
    kana = ["".join(rng.choices(_HIRAGANA, k=rng.randint(1, 4))) for _ in range(vocabulary)]
    mixed = [rng.choice((han, kana))[index] for index in range(vocabulary)]
    german_words = words(german)
    german_words[3::6] = compounds[: len(german_words[3::6])]
    return [
        _Language("en", 0.6, tuple(_ENGLISH.split()), words(plain), weights),
        _Language("de", 0.18, tuple(_GERMAN.split()), german_words, weights),
        _Language("fr", 0.1, tuple(_FRENCH.split()), words(french), weights),
        _Language("ja", 0.07, tuple("のはをにがでとも"), mixed, weights, "", "。"),
        _Language("zh", 0.05, tuple("的一是不了在人有"), han, weights, "", "。"),
    ]


class GeneratedVault:
    """A vault of *notes* notes; `write` creates its files."""

    def __init__(self, notes: int, seed: int = 7, mean_words: int = MEAN_WORDS) -> None:
        self._rng = random.Random(seed)
        self._mean_words = mean_words
        self.languages = _languages(self._rng, max(2_000, min(30_000, notes * 3)))
        self._shares = [language.share for language in self.languages]
        self.names = [self._name(number) for number in range(notes)]
        self.folders = self._folders(max(3, min(900, round(notes**0.5))))
        # Few notes receive most links: the later a name is in the list, the fewer links it has.
        self._popularity = list(accumulate(1 / (rank + 3) for rank in range(notes)))
        self._tags = [random_word(self._rng, self.languages[0]) for _ in range(60)]

    def write(self, root: Path) -> Path:
        """Write the notes below *root*."""
        root.mkdir(parents=True, exist_ok=True)
        for number, name in enumerate(self.names):
            folder = root / self.folders[int(len(self.folders) * self._rng.random() ** 1.6)]
            folder.mkdir(parents=True, exist_ok=True)
            kind: Callable[[int], str] = self.note
            suffix = ".md"
            if number % 60 == 59:
                kind, suffix = ((self.canvas, ".canvas"), (self.base, ".base"))[number // 60 % 2]
            (folder / f"{name}{suffix}").write_text(kind(number), encoding="utf-8")
        return root

    def note(self, number: int) -> str:
        """Return the text of one note."""
        rng = self._rng
        language = rng.choices(self.languages, weights=self._shares)[0]
        total = min(LONGEST_WORDS, max(4, round(rng.lognormvariate(0, 1.15) * self._mean_words / 1.94)))
        parts = [self._properties(number, language)] if rng.random() < 0.66 else []
        while total > 0:
            words = min(total, rng.randint(20, 160))
            total -= words
            if rng.random() < 0.5:
                heading = language.text(rng, rng.randint(2, 5)).rstrip(".。")
                parts.append(f"{'#' * rng.choice((1, 2, 2, 2, 3))} {heading}\n\n")
            parts.append(self._paragraph(language, words))
        return "".join(parts)

    def canvas(self, number: int) -> str:
        """Return a canvas with a few cards."""
        language = self.languages[number % len(self.languages)]
        cards = [
            {"id": f"c{index}", "type": "text", "text": self._paragraph(language, 25), "x": index * 300, "y": 0,
             "width": 250, "height": 120}
            for index in range(self._rng.randint(1, 6))
        ]  # fmt: skip
        return json.dumps({"nodes": cards, "edges": []}, ensure_ascii=False, indent="\t")

    def base(self, number: int) -> str:
        """Return a base with one table."""
        tag = self._tags[number % len(self._tags)]
        return f'filters:\n  and:\n    - file.hasTag("{tag}")\nviews:\n  - type: table\n    name: {tag} {number}\n'

    def _properties(self, number: int, language: _Language) -> str:
        rng = self._rng
        lines = [f"created: 20{rng.randint(18, 26)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"]
        if rng.random() < 0.7:
            lines.append(f"tags: [{', '.join(rng.choices(self._tags, k=rng.randint(1, 4)))}]")
        if rng.random() < 0.3:
            lines.append(f"aliases:\n  - {language.text(rng, 2).rstrip('.。')}")
        if rng.random() < 0.4:
            lines.append(f"status: {rng.choice(_STATUS)}")
        if rng.random() < 0.2:
            lines.append(f"rating: {rng.randint(1, 10)}\nrelated: '[[{self._linked()}]]'")
        return "---\n" + "\n".join(lines) + "\n---\n"

    def _paragraph(self, language: _Language, words: int) -> str:
        rng = self._rng
        text = language.text(rng, words)
        kind = rng.random()
        if kind < 0.12:
            text = "\n".join(f"- [{rng.choice(' x')}] {item}" for item in text.split(language.stop))
        elif kind < 0.3:
            text = "\n".join(f"- {item}" for item in text.split(language.stop))
        elif kind < 0.34:
            text = f"```python\n{text}\n```"
        elif kind < 0.38:
            text = "> [!note]\n> " + text
        if rng.random() < 0.6:
            shown = f"|{random_word(rng, language)}" if rng.random() < 0.3 else ""
            text += f" [[{self._linked()}{shown}]]"
        if rng.random() < 0.15:
            text += f" #{rng.choice(self._tags)}/{rng.choice(self._tags)}"
        return text + "\n\n"

    def _linked(self) -> str:
        return self._rng.choices(self.names, cum_weights=self._popularity)[0]

    def _name(self, number: int) -> str:
        rng = self._rng
        if number % 8 == 0:
            day = number // 8
            return f"{2000 + day // 336:04}-{day // 28 % 12 + 1:02}-{day % 28 + 1:02}"
        language = rng.choices(self.languages, weights=self._shares)[0]
        return f"{language.text(rng, rng.randint(1, 3)).rstrip('.。')} {number}"

    def _folders(self, count: int) -> list[str]:
        folders = ["Daily", "Projects", "Archive"]
        while len(folders) < count:
            parent = self._rng.choice(folders) if self._rng.random() < 0.7 else ""
            if parent.count("/") < 4:
                name = random_word(self._rng, self.languages[len(folders) % 3]).title()
                folders.append(f"{parent}/{name}" if parent else name)
        return list(dict.fromkeys(folders))


def random_word(rng: random.Random, language: _Language) -> str:
    """Return a word of the language, common ones more often."""
    return rng.choices(language.rare, cum_weights=language.weights)[0]
