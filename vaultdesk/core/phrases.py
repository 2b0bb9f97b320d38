"""Phrases for the user: an English template with values, translated only where they are shown.

A phrase is identified by its English template, as in gettext: `Phrase("There is no note “{0}”.", name)`. Gaps are
numbered; `{1:lower}` puts the first letter of a value in lower case, for a sentence that follows "and". A value that is
itself a `Phrase` is translated along with it, and a `Number` is written as in that language; every other value is data,
such as a note's name, and is never translated. The test of translations finds templates as literals in calls of
`Phrase` and `counted`.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Self

_GAP = re.compile(r"\{(\d+)(:lower)?\}")

Translate = Callable[[str], str]
"""Returns a template in another language, with the same gaps; the template itself where it has no translation."""


class Number(str):
    """A number in a phrase. As a `str` it is the English form: `12,345`, or `76.9` with one decimal."""

    __slots__ = ("decimals", "value")

    value: float
    decimals: int

    def __new__(cls, value: float, decimals: int = 0) -> Self:
        """*value* is rounded to *decimals*."""
        number = super().__new__(cls, f"{value:,.{decimals}f}")
        number.value, number.decimals = value, decimals
        return number

    def __reduce__(self) -> tuple[type["Number"], tuple[float, int]]:
        return type(self), (self.value, self.decimals)


FormatNumber = Callable[[Number], str]
"""Formats a number with the separators of a language."""

TakesSingular = Callable[[float], bool]
"""Whether a language uses the singular with a number: all do with 1, French also with 0."""


def _is_one(number: float) -> bool:
    return number == 1


class Phrase(str):
    """English text for the user that keeps its template and the values in its gaps. Immutable.

    As a `str` it is the English text, which logs, models and the terminal use unchanged; the window shows what
    `rendered` returns. Equality and hash are those of the English text.
    """

    __slots__ = ("template", "values")

    template: str
    """The English text with gaps such as `{0}`: the key of its translations."""
    values: tuple[str, ...]
    """The values of the gaps: phrases, and texts that are not translated."""

    def __new__(cls, template: str, *values: object) -> Self:
        """An exception with a `message` counts as that phrase; any other value as its text."""
        texts = tuple(_phrase_or_text(value) for value in values)
        phrase = super().__new__(cls, cls._filled(template, [str(text) for text in texts]))
        object.__setattr__(phrase, "template", template)
        object.__setattr__(phrase, "values", texts)
        return phrase

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __reduce__(self) -> tuple[type["Phrase"], tuple[str, ...]]:
        return type(self), (self.template, *self.values)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.__reduce__()[1]))})"

    @classmethod
    def _filled(cls, template: str, texts: list[str]) -> str:
        # Not `str.format`: a template may contain braces, as in an example of JSON.
        def filled(gap: re.Match[str]) -> str:
            number = int(gap[1])
            if number >= len(texts):
                return gap[0]  # Braces of the text itself.
            return lower_first(texts[number]) if gap[2] else texts[number]

        return _GAP.sub(filled, template)

    def rendered(
        self, translate: Translate, format_number: FormatNumber = str, takes_singular: TakesSingular = _is_one
    ) -> str:
        """Return the text in the language of *translate*, which receives each template.

        *format_number* and *takes_singular* are the rules of the same language for numbers and for the singular.
        """
        values = [
            value.rendered(translate, format_number, takes_singular)
            if isinstance(value, Phrase)
            else format_number(value)
            if isinstance(value, Number)
            else value
            for value in self.values
        ]
        template = self._template_for(takes_singular)
        return self._filled(translate(template) if template else "", values)

    def with_changed_texts(self, change: Callable[[str], str]) -> "Phrase":
        """Return this phrase with *change* applied to the texts among its values, and in those that are phrases."""
        values = [
            value.with_changed_texts(change)
            if isinstance(value, Phrase)
            else value
            if isinstance(value, Number)
            else change(value)
            for value in self.values
        ]
        kind, arguments = self.__reduce__()
        templates = arguments[: len(arguments) - len(values)]
        return kind(*templates, *values)

    def _template_for(self, _takes_singular: TakesSingular) -> str:
        return self.template


NO_PHRASE = Phrase("")
"""The empty phrase."""


class Sentences(Phrase):
    """Whole sentences in sequence. The first may be a title without a full stop: it gets the one of its language."""

    __slots__ = ()

    def __new__(cls, *parts: str) -> Self:
        """Empty *parts* are left out."""
        return super().__new__(cls, "", *(part for part in parts if part))

    def __reduce__(self) -> tuple[type[Phrase], tuple[str, ...]]:
        return type(self), self.values

    @classmethod
    def _filled(cls, template: str, texts: list[str]) -> str:
        if not texts:
            return ""
        text = with_full_stop(texts[0])
        for part in texts[1:]:
            text += part if _is_cjk(text) else f" {part}"
        return text


class WithoutStop(Phrase):
    """A sentence without its full stop, for a text that continues after it."""

    __slots__ = ()

    def __new__(cls, sentence: str) -> Self:
        return super().__new__(cls, "{0}", sentence)

    def __reduce__(self) -> tuple[type[Phrase], tuple[str, ...]]:
        return type(self), self.values

    @classmethod
    def _filled(cls, template: str, texts: list[str]) -> str:
        return texts[0].rstrip(".。")


def verbatim(text: str) -> Phrase:
    """Return *text*, which is data or comes from another program, as a phrase without a translation."""
    return text if isinstance(text, Phrase) else Phrase("{0}", text)


class _Counted(Phrase):
    """A phrase with a number in gap 0 and two templates. `template` is the one used in English; `rendered` chooses by
    the rule of its language.
    """

    __slots__ = ("singular",)

    singular: str

    def __new__(cls, singular: str, plural: str, *values: object) -> Self:
        number = values[0]
        assert isinstance(number, Number), "the number is the first value"
        phrase = super().__new__(cls, singular if _is_one(number.value) else plural, *values)
        object.__setattr__(phrase, "singular", singular)
        return phrase

    def __reduce__(self) -> tuple[type[Phrase], tuple[str, ...]]:
        return type(self), (self.singular, self.template, *self.values)

    def _template_for(self, takes_singular: TakesSingular) -> str:
        number = self.values[0]
        assert isinstance(number, Number), "the number is the first value"
        return self.singular if takes_singular(number.value) else self.template


def counted(number: int, singular: str, plural: str, *values: object) -> Phrase:
    """Return the template *singular* or *plural*, by *number*, which fills gap 0; *values* fill those after it."""
    return _Counted(singular, plural, Number(number), *values)


def recognize_phrase(text: str, phrases: Sequence[Phrase]) -> Phrase:
    """Return *text*, which was stored as the English text of one of *phrases*, as that phrase; as data otherwise.

    The phrases in *phrases* have no values: their gaps match any value.
    """
    for phrase in phrases:
        literals = _GAP.split(phrase.template)[::3]
        match = re.fullmatch("(.+)".join(map(re.escape, literals)), text, re.DOTALL)
        if match:
            return Phrase(phrase.template, *match.groups())
    return verbatim(text)


class PhraseCodes:
    """Codes under which phrases are stored in a database, so that a record is shown in the current language.

    The stored text is a JSON array of the code and the values, such as `["word-added", "serendipity"]`.
    """

    def __init__(self, phrases: Mapping[str, Phrase]) -> None:
        """*phrases* maps each code to a phrase without values. A code keeps its meaning; its template may change."""
        self.phrases = phrases
        self._codes = {phrase.template: code for code, phrase in phrases.items()}

    def phrase(self, code: str, *values: object) -> Phrase:
        """Return the phrase of *code* with *values*."""
        return Phrase(self.phrases[code].template, *values)

    def encode(self, text: str) -> str:
        """Return *text* for storage: code and values if it is a phrase with a code, the text itself otherwise."""
        code = self._codes.get(text.template) if isinstance(text, Phrase) else None
        if code is None:
            # A text that looks like an encoded phrase is stored under the empty code.
            return str(text) if self._decode_array(text) is None else json.dumps(["", text], ensure_ascii=False)
        return json.dumps(self._array(text), ensure_ascii=False)

    def decode(self, text: str) -> Phrase:
        """Return the phrase of a stored text; a text without a code is data."""
        phrase = self._decode_array(text)
        return verbatim(text) if phrase is None else phrase

    def _array(self, text: str) -> object:
        code = self._codes.get(text.template) if isinstance(text, Phrase) else None
        if code is None or not isinstance(text, Phrase):
            return str(text)
        return [code, *map(self._array, text.values)]

    def _decode_array(self, text: str) -> Phrase | None:
        if not text.startswith('["'):
            return None
        try:
            return self._phrase_of(json.loads(text))
        except (ValueError, RecursionError):  # a text of the user that begins like an array
            return None

    def _phrase_of(self, array: object) -> Phrase | None:
        if not isinstance(array, list) or not array:
            return None
        code, *stored_values = array
        values = [value if isinstance(value, str) else self._phrase_of(value) for value in stored_values]
        if not all(isinstance(value, str) for value in values):
            return None
        if code == "" and len(values) == 1:
            return verbatim(str(values[0]))
        template = self.phrases[code].template if isinstance(code, str) and code in self.phrases else None
        if template is None or len(values) != len({gap[1] for gap in _GAP.finditer(template)}):
            return None
        return Phrase(template, *values)


def clauses(parts: Sequence[Phrase]) -> Phrase:
    """Return *parts*, each of which could begin a sentence, as one: `Create 1 note and delete 1 note`."""
    if not parts:
        return NO_PHRASE
    text = parts[0]
    for part in parts[1:-1]:
        text = Phrase("{0}, {1:lower}", text, part)
    return Phrase("{0} and {1:lower}", text, parts[-1]) if len(parts) > 1 else text


MAX_AVAILABLE_NAMES = 20
"""Maximum number of names in a hint."""


def available_names(name: str, names: Sequence[str]) -> Phrase:
    """Return the hint for an unknown *name*: the most similar one of *names*, and the first of them."""
    import difflib  # Only an error needs it.

    available = ", ".join(names[:MAX_AVAILABLE_NAMES])
    if similar := difflib.get_close_matches(name, names, n=1):
        return Phrase("Did you mean {0}? Available: {1}.", similar[0], available)
    return Phrase("Available: {0}.", available)


def and_list(names: Sequence[str]) -> Phrase:
    """Return *names* as a list in a sentence: `a.md, b.md and c.md`."""
    return comma_list(names) if len(names) < 2 else Phrase("{0} and {1}", comma_list(names[:-1]), names[-1])


def comma_list(parts: Sequence[str]) -> Phrase:
    """Return *parts* with commas between them: `a.md, b.md, c.md`."""
    if not parts:
        return NO_PHRASE
    text = verbatim(parts[0])
    for part in parts[1:]:
        text = Phrase("{0}, {1}", text, part)
    return text


def lower_first(text: str) -> str:
    """Return *text* with its first letter in lower case."""
    return text[:1].lower() + text[1:]


def joined_words(*parts: str) -> str:
    """Return the *parts* of a sentence with a space between them, except between two in Chinese."""
    text = ""
    for part in filter(None, parts):
        text += part if not text or (_is_cjk(text) and _is_cjk(part[:1])) else f" {part}"
    return text


def with_full_stop(text: str) -> str:
    """Return *text* with a full stop of its script at the end, if it has none."""
    if text.endswith((".", "!", "?", "…", "。", "！", "？")):
        return text
    return f"{text}{'。' if _is_cjk(text) else '.'}"


def _is_cjk(text: str) -> bool:
    """Whether *text* ends in Chinese characters, after which a full stop is wide and no space follows."""
    return "\u3000" <= text[-1:] <= "\u9fff" or text[-1:] in ("！", "？")


def _phrase_or_text(value: object) -> str:
    if isinstance(value, Phrase | Number):
        return value
    # An error carries its own message; errors.py imports this module.
    message = getattr(value, "message", None) if isinstance(value, Exception) else None
    return message if isinstance(message, Phrase) else str(value)
