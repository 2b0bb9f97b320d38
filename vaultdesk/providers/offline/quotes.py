"""Sentences of notes, and the ones that match a question best with links to them."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import re2

from vaultdesk.providers.offline.keywords import stem

MAX_NOTE_TEXT = 400_000
"""Characters of a note that are taken apart; the tools cut earlier, this only bounds the time."""

MAX_SENTENCE = 320
"""Characters of a sentence that are quoted; a longer one is cut at a word."""

_FENCE = re2.compile(r"^\s{0,3}(`{3,}|~{3,})")
_HEADING = re2.compile(r"^\s{0,3}#{1,6}\s")
_CALLOUT = re2.compile(r"^\s*(?:>\s?)+\[![\w-]+\][+-]?(.*)$")
_ITEM = re2.compile(r"^\s*(?:>\s?)*(?:[-*+]|\d{1,4}[.)])\s+")
_MARKS = re2.compile(r"^\s*(?:>\s?)*(?:(?:[-*+]|\d{1,4}[.)])\s+)?(?:\[.\]\s+)?")
_PROPERTY = re2.compile(r"^([^\s#:-][^:\n]{0,100}):(?:\s+(.*)|\s*)$")
_RULE = re2.compile(r"^[\s|:\-=*_+]*$")
_CUT_MARK = re2.compile(r" … \[cut: [\d,.]+ more characters\]$")
_END = re2.compile(r"[.!?…][\"'”’»)\]]*\s+|[。！？]")
_NO_END = re2.compile(
    r"(?:^|[\s(])(?:z\.\s?B|d\.\s?h|u\.\s?a|e\.\s?g|i\.\s?e|etc|ca|vgl|bzw|usw|Nr|no|No|vs|Dr|Prof|Mr|Mrs|Ms|St|Abb|Fig"
    r"|p|S|[A-Z]|\d{1,3})\.$"
)
_LONGEST_SHORT_FORM = 12
"""Characters before a full stop that tell whether it ends a sentence: over the longest of `_NO_END`."""

_INNER_TEXT = r"(\S|\S[^\n]{0,300}?\S)"
_MARKUP = tuple(
    (re2.compile(pattern), replacement)
    for pattern, replacement in (
        (r"<!--.*?-->|%%.*?%%", " "),
        (r"!\[\[[^\]\n]*\]\]|!\[[^\]\n]*\]\([^)\n]*\)", ""),
        (r"\[\[[^\]|\n]*\|([^\]\n]*)\]\]", r"\1"),
        (r"\[\[([^\]\n]*)\]\]", r"\1"),
        (r"\[([^\]\n]*)\]\([^)\n]*\)", r"\1"),
        (r"</?[a-zA-Z][^<>\n]*>", ""),
        (rf"\*\*{_INNER_TEXT}\*\*", r"\1"),
        (rf"__{_INNER_TEXT}__", r"\1"),
        (rf"~~{_INNER_TEXT}~~", r"\1"),
        (rf"=={_INNER_TEXT}==", r"\1"),
        (r"`([^`\n]+)`", r"\1"),
        (r"(^|[^\w*])\*([^\s*]|[^\s*][^*\n]*?[^\s*])\*", r"\1\2"),
        (r"(?:^|\s)\^[\w-]+\s*$", ""),
    )
)
"""What is taken off a line, in this order. RE2, as all that meets note text: linear in time
(vaultdesk/vault/README.md, "Patterns over note text")."""


@dataclass(frozen=True, slots=True)
class NoteSentence:
    """One sentence, list item or table row."""

    text: str
    heading: str
    """The nearest heading above it, as written; empty above the first."""
    callout: str = ""
    """The title of the callout it stands in."""


@dataclass(frozen=True, slots=True)
class PropertySentence:
    """A property of a note and its value, as it is quoted."""

    name: str
    sentence: NoteSentence


def note_sentences(text: str) -> Iterator[NoteSentence]:
    """Go through a note's sentences. Properties, code and pure markup are passed over."""
    heading, callout, paragraph = "", "", list[str]()
    for line in [*_lines(_CUT_MARK.sub("", text[:MAX_NOTE_TEXT])), ""]:
        found, titled = _HEADING.match(line), _CALLOUT.match(line)
        own = found or titled or "|" in line or _ITEM.match(line)
        if (own or not line.strip()) and paragraph:
            yield from _paragraph_sentences(" ".join(paragraph), heading, callout)
            paragraph = []
        if titled:
            callout = plain_markdown(titled.group(1))
        elif not line.lstrip().startswith(">"):
            callout = ""
        if found:
            heading = line.strip().lstrip("#").rstrip("#").strip()
        elif titled:
            continue
        elif line.lstrip(" >").startswith("|"):
            yield from _table_row_sentence(line, heading)
        elif line.strip() and not _RULE.match(line):
            # Text under an item belongs to it until a blank line or the next item.
            paragraph.append(_MARKS.sub("", line, 1).strip())


def property_sentences(text: str) -> Iterator[PropertySentence]:
    """Go through the properties at the top of a note that have a value; what is nested is read as a list."""
    lines = text[:MAX_NOTE_TEXT].removeprefix("\ufeff").splitlines()
    name, values = "", list[str]()
    for line in lines[1 : _properties_end(lines) - 1]:
        found = _PROPERTY.match(line)
        if found:
            yield from _property_sentence(name, values)
            name, values = found.group(1).strip("\"' "), [(found.group(2) or "").strip("[] ")]
        else:
            values.append(line.strip().removeprefix("- "))
    yield from _property_sentence(name, values)


def _property_sentence(name: str, values: Sequence[str]) -> Iterator[PropertySentence]:
    value = ", ".join(value.strip("\"' ") for value in values if any(map(str.isalnum, value)))
    if name and value:
        yield PropertySentence(name, NoteSentence(_shortened(f"{name}: {plain_markdown(value)}"), ""))


def plain_markdown(text: str) -> str:
    """Return one line of Markdown as it reads."""
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    return " ".join(text.split())


def _lines(text: str) -> Iterator[str]:
    """Go through the lines that are read: not the properties at the top, not code, not comments of several lines."""
    lines = text.removeprefix("\ufeff").splitlines()
    start = _properties_end(lines) or (1 if lines and lines[0].rstrip() == "---" else 0)
    fence = ""
    for line in lines[start:]:
        mark = _FENCE.match(line)
        if fence:
            if mark and mark.group(1).startswith(fence) and line.strip() == mark.group(1):
                fence = ""
        elif mark:
            fence = mark.group(1)
        else:
            yield line


def _properties_end(lines: Sequence[str]) -> int:
    """Return the number of lines the properties at the top take; 0 where there are none."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    return next((nth + 1 for nth, line in enumerate(lines) if nth and line.rstrip() in ("---", "...")), 0)


def _table_row_sentence(line: str, heading: str) -> Iterator[NoteSentence]:
    if _RULE.match(line):
        return
    cells = [
        plain_markdown(cell.replace("\0", "|")) for cell in line.replace("\\|", "\0").strip(" >").strip("|").split("|")
    ]
    text = " · ".join(cell for cell in cells if cell)
    if text:
        yield NoteSentence(_shortened(text), heading)


def _paragraph_sentences(paragraph: str, heading: str, callout: str) -> Iterator[NoteSentence]:
    text, begun = plain_markdown(paragraph), 0
    ends = [match.end() for match in _END.finditer(text)]
    for end in [*ends, len(text)]:
        before = text[max(begun, end - _LONGEST_SHORT_FORM) : end].rstrip()
        if end - begun < MAX_SENTENCE and end < len(text) and _NO_END.search(before):
            continue
        piece, begun = text[begun:end].strip(), end
        if any(character.isalnum() for character in piece):
            yield NoteSentence(_shortened(piece), heading, callout)


def _shortened(text: str) -> str:
    if len(text) <= MAX_SENTENCE:
        return text
    kept = text[:MAX_SENTENCE]
    return f"{kept.rsplit(' ', 1)[0] if ' ' in kept[MAX_SENTENCE // 2 :] else kept} …"


MAX_QUOTES = 5
"""Sentences in an answer: what fits on a screen and is read."""

MAX_QUOTES_PER_NOTE = 2
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
            return plain_markdown(self.path)
        name = target.rsplit("/", 1)[-1]
        if not self.heading or _NOT_IN_AN_ANCHOR.search(self.heading):
            return f"[[{target}|{name}]]"
        heading = plain_markdown(self.heading)
        # Under a title that repeats the note's name the name says it all.
        label = name if heading.lower() == name.lower() else f"{name} › {heading}"
        return f"[[{target}#{self.heading}|{label}]]"


def best_quotes(notes: Mapping[str, str], words: Sequence[str]) -> tuple[Quote, ...]:
    """Return the sentences of *notes* (text by path, the best note first) that tell most about *words*."""
    found = [(path, sentence) for path, text in notes.items() for sentence in note_sentences(text)]
    weights = _weights([sentence.text.lower() for _, sentence in found], words)
    rank = {path: index for index, path in enumerate(notes)}
    properties = [
        (path, one.sentence)
        for path, text in notes.items()
        for one in property_sentences(text)
        if any(_match_quality(word, one.name.lower()) for word in words)
    ]
    scored = [
        (_score(sentence, path, weights), -rank[path], -index, path, sentence)
        for index, (path, sentence) in enumerate(found)
    ]
    scored += [(_worth(sentence, path, weights), -rank[path], 0, path, sentence) for path, sentence in properties]
    quotes: list[Quote] = []
    for score, _, _, path, sentence in sorted(scored, key=lambda entry: entry[:3], reverse=True):
        if score <= 0 or len(quotes) == MAX_QUOTES:
            break
        duplicate = any(quote.text.lower() == sentence.text.lower() for quote in quotes)
        if not duplicate and sum(quote.path == path for quote in quotes) < MAX_QUOTES_PER_NOTE:
            quotes.append(Quote(path, sentence.heading, sentence.text))
    return tuple(quotes)


def rank_notes(searches: Mapping[str, Sequence[Mapping[str, object]]], limit: int) -> tuple[str, ...]:
    """Return the paths that *searches* (hits by word) speak for, at most *limit*, the best first.

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
    return tuple(sorted(scores, key=lambda path: (-scores[path], path))[:limit])


def _weights(texts: Sequence[str], words: Sequence[str]) -> dict[str, float]:
    """Return how much each word tells: a rare one more than one in every sentence, earlier ones a little more."""
    weights = {}
    for index, word in enumerate(words):
        holding = sum(_match_quality(word, text) > 0 for text in texts)
        weights[word] = (1 + math.log((1 + len(texts)) / (1 + holding))) * (1 - 0.05 * index)
    return weights


def _match_quality(word: str, text: str) -> float:
    """Return how well *word* is in *text* (lower case): itself, its stem, or only its beginning (decide, decision)."""
    if word.lower() in text:
        return 1.0
    form = stem(word)
    if form in text:
        return 0.9
    beginning = form[: max(4, math.ceil(len(form) * 0.6))]
    return 0.6 if len(form) > 4 and re.search(rf"\b{re.escape(beginning)}", text) else 0.0


def _worth(sentence: NoteSentence, path: str, weights: Mapping[str, float]) -> float:
    """Return how much of the question is in the sentence and in the headings above it."""
    text, above = sentence.text.lower(), f"{path} {sentence.heading} {sentence.callout}".lower()
    inside = sum(weight * _match_quality(word, text) for word, weight in weights.items())
    around = sum(weight * _match_quality(word, above) for word, weight in weights.items())
    # A heading makes its sentences likelier, but a title line that only repeats the words adds nothing. Where it has
    # several asked words, all of them, it asks the question that its sentences answer.
    is_answered = len(weights) > 1 and all(_match_quality(word, above) for word in weights)
    return inside + (1.0 if is_answered else 0.4) * around


def _score(sentence: NoteSentence, path: str, weights: Mapping[str, float]) -> float:
    worth, text = _worth(sentence, path, weights), sentence.text.lower()
    if text.rstrip("\"'”’»)*").endswith("?"):
        return worth * 0.2  # a question in a note answers none
    length = len(text)
    return worth * (0.5 if length < 25 else 0.8 if length > 240 else 1.0)
