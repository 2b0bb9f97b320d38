"""MadeVault: vaults with the shape of real ones, the same for the same seed. Measures nothing.

What is copied from real vaults: note lengths by a log-normal law (many short ones, few very long), words by Zipf's law
with a head of stop words, most links to few notes, daily notes beside topics, properties in about two thirds, tags
nested, five languages, one note in sixty a canvas or base.
"""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

MEAN_WORDS = 520
"""Words of a note on average: some 3.7 kB, as in the measured vaults."""

LONGEST_WORDS = 12_000

_ENGLISH = "the of and to in a is that for it as was with be by on not he his but at are this have from"
_GERMAN = "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an"
_FRENCH = "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se où été"
_COMPOUND = "Wärme Pumpen Heizungs Keller Boden Fenster Wasser Strom Garten Dach Holz Arbeits Zeit Haus"
_HIRAGANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん"
_STATUS = ("draft", "done", "open", "waiting", "in progress")


@dataclass(frozen=True)
class _Language:
    """How its words are made and put together."""

    name: str
    share: float
    common: Sequence[str]
    rare: Sequence[str]
    weights: Sequence[float]
    between: str = " "
    stop: str = ". "

    def text(self, chance: random.Random, words: int) -> str:
        """So many words as sentences."""
        head = len(self.common)
        made = chance.choices(self.rare, cum_weights=self.weights, k=words)
        # Four words of ten are of the hundred that say nothing.
        for nth in range(words):
            if chance.random() < 0.4:
                made[nth] = self.common[min(int(chance.expovariate(5 / head)), head - 1)]
        parts: list[str] = []
        place = 0
        while place < words:
            length = chance.randint(5, 22)
            sentence = self.between.join(made[place : place + length])
            parts.append(sentence[:1].upper() + sentence[1:])
            place += length
        return self.stop.join(parts) + self.stop.strip()


def _languages(chance: random.Random, vocabulary: int) -> list[_Language]:
    weights = list(accumulate(1 / (rank + 8) for rank in range(vocabulary)))

    def words(syllables: Sequence[str], longest: int = 4) -> list[str]:
        made = {"".join(chance.choices(syllables, k=chance.randint(1, longest))) for _ in range(vocabulary * 2)}
        listed = sorted(made)
        chance.shuffle(listed)
        return (listed * (1 + vocabulary // len(listed)))[:vocabulary]

    plain = [a + b for a in "bcdfghlmnprstvw" for b in ("a", "e", "i", "o", "u", "an", "er", "in", "ol", "es")]
    german = [*plain, "schü", "äu", "ße", "ung", "heit"]
    french = [*plain, "é", "ère", "çon", "eau", "oeu", "ï"]
    compounds = [
        "".join(chance.choices(_COMPOUND.split(), k=2)) + chance.choice(german) for _ in range(vocabulary // 6)
    ]
    characters = [chr(code) for code in range(0x4E00, 0x5600)]
    chance.shuffle(characters)
    han = [*("".join(chance.choices(characters, k=chance.choice((1, 2, 2, 2, 3)))) for _ in range(vocabulary))]
    kana = ["".join(chance.choices(_HIRAGANA, k=chance.randint(1, 4))) for _ in range(vocabulary)]
    mixed = [chance.choice((han, kana))[nth] for nth in range(vocabulary)]
    german_words = words(german)
    german_words[3::6] = compounds[: len(german_words[3::6])]
    return [
        _Language("en", 0.6, tuple(_ENGLISH.split()), words(plain), weights),
        _Language("de", 0.18, tuple(_GERMAN.split()), german_words, weights),
        _Language("fr", 0.1, tuple(_FRENCH.split()), words(french), weights),
        _Language("ja", 0.07, tuple("のはをにがでとも"), mixed, weights, "", "。"),
        _Language("zh", 0.05, tuple("的一是不了在人有"), han, weights, "", "。"),
    ]


class MadeVault:
    """A vault of so many notes; `lay` writes it."""

    def __init__(self, notes: int, seed: int = 7, mean_words: int = MEAN_WORDS) -> None:
        self._chance = random.Random(seed)
        self._mean_words = mean_words
        self.languages = _languages(self._chance, max(2_000, min(30_000, notes * 3)))
        self._shares = [one.share for one in self.languages]
        self.names = [self._name(number) for number in range(notes)]
        self.folders = self._folders(max(3, min(900, round(notes**0.5))))
        # A few notes get most links: the newer a name is in the list, the less it is known.
        self._fame = list(accumulate(1 / (rank + 3) for rank in range(notes)))
        self._tags = [chance_word(self._chance, self.languages[0]) for _ in range(60)]

    def lay(self, root: Path) -> Path:
        """Write the notes below *root*."""
        root.mkdir(parents=True, exist_ok=True)
        for number, name in enumerate(self.names):
            folder = root / self.folders[int(len(self.folders) * self._chance.random() ** 1.6)]
            folder.mkdir(parents=True, exist_ok=True)
            kind: Callable[[int], str] = self.note
            suffix = ".md"
            if number % 60 == 59:
                kind, suffix = ((self.canvas, ".canvas"), (self.base, ".base"))[number // 60 % 2]
            (folder / f"{name}{suffix}").write_text(kind(number), encoding="utf-8")
        return root

    def note(self, number: int) -> str:
        """The text of one note."""
        chance = self._chance
        language = chance.choices(self.languages, weights=self._shares)[0]
        total = min(LONGEST_WORDS, max(4, round(chance.lognormvariate(0, 1.15) * self._mean_words / 1.94)))
        parts = [self._properties(number, language)] if chance.random() < 0.66 else []
        while total > 0:
            words = min(total, chance.randint(20, 160))
            total -= words
            if chance.random() < 0.5:
                heading = language.text(chance, chance.randint(2, 5)).rstrip(".。")
                parts.append(f"{'#' * chance.choice((1, 2, 2, 2, 3))} {heading}\n\n")
            parts.append(self._paragraph(language, words))
        return "".join(parts)

    def canvas(self, number: int) -> str:
        """A canvas of a few cards."""
        language = self.languages[number % len(self.languages)]
        cards = [
            {"id": f"c{nth}", "type": "text", "text": self._paragraph(language, 25), "x": nth * 300, "y": 0,
             "width": 250, "height": 120}
            for nth in range(self._chance.randint(1, 6))
        ]  # fmt: skip
        return json.dumps({"nodes": cards, "edges": []}, ensure_ascii=False, indent="\t")

    def base(self, number: int) -> str:
        """A base of one table."""
        tag = self._tags[number % len(self._tags)]
        return f'filters:\n  and:\n    - file.hasTag("{tag}")\nviews:\n  - type: table\n    name: {tag} {number}\n'

    def _properties(self, number: int, language: _Language) -> str:
        chance = self._chance
        lines = [f"created: 20{chance.randint(18, 26)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"]
        if chance.random() < 0.7:
            lines.append(f"tags: [{', '.join(chance.choices(self._tags, k=chance.randint(1, 4)))}]")
        if chance.random() < 0.3:
            lines.append(f"aliases:\n  - {language.text(chance, 2).rstrip('.。')}")
        if chance.random() < 0.4:
            lines.append(f"status: {chance.choice(_STATUS)}")
        if chance.random() < 0.2:
            lines.append(f"rating: {chance.randint(1, 10)}\nrelated: '[[{self._linked()}]]'")
        return "---\n" + "\n".join(lines) + "\n---\n"

    def _paragraph(self, language: _Language, words: int) -> str:
        chance = self._chance
        text = language.text(chance, words)
        kind = chance.random()
        if kind < 0.12:
            text = "\n".join(f"- [{chance.choice(' x')}] {item}" for item in text.split(language.stop))
        elif kind < 0.3:
            text = "\n".join(f"- {item}" for item in text.split(language.stop))
        elif kind < 0.34:
            text = f"```python\n{text}\n```"
        elif kind < 0.38:
            text = "> [!note]\n> " + text
        if chance.random() < 0.6:
            shown = f"|{chance_word(chance, language)}" if chance.random() < 0.3 else ""
            text += f" [[{self._linked()}{shown}]]"
        if chance.random() < 0.15:
            text += f" #{chance.choice(self._tags)}/{chance.choice(self._tags)}"
        return text + "\n\n"

    def _linked(self) -> str:
        return self._chance.choices(self.names, cum_weights=self._fame)[0]

    def _name(self, number: int) -> str:
        chance = self._chance
        if number % 8 == 0:
            day = number // 8
            return f"{2000 + day // 336:04}-{day // 28 % 12 + 1:02}-{day % 28 + 1:02}"
        language = chance.choices(self.languages, weights=self._shares)[0]
        return f"{language.text(chance, chance.randint(1, 3)).rstrip('.。')} {number}"

    def _folders(self, count: int) -> list[str]:
        made = ["Daily", "Projects", "Archive"]
        while len(made) < count:
            above = self._chance.choice(made) if self._chance.random() < 0.7 else ""
            if above.count("/") < 4:
                name = chance_word(self._chance, self.languages[len(made) % 3]).title()
                made.append(f"{above}/{name}" if above else name)
        return list(dict.fromkeys(made))


def chance_word(chance: random.Random, language: _Language) -> str:
    """One of the language's words, common ones more often."""
    return chance.choices(language.rare, cum_weights=language.weights)[0]
