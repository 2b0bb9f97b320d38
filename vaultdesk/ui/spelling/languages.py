"""Languages: which dictionaries are used of those that are there, what they are called, and what they can judge."""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from PySide6.QtCore import QLocale

ENGLISH = "en_US"
"""What is tried where nothing was chosen and the computer's own language has no dictionary."""


def named(text: str) -> list[str]:
    """Return the languages that *text* names, with commas or spaces between, as `en_GB`."""
    return [one.replace("-", "_") for one in text.replace(",", " ").replace(";", " ").split()]


def chosen(wanted: Sequence[str], found: Sequence[str], own: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the dictionaries to use of those *found*, and those of *wanted* that are not there.

    Where none is *wanted*, it is that of *own*, this computer's language, else English.
    """
    if not wanted:
        first = next(filter(None, (_best(one, found) for one in (own, ENGLISH))), "")
        return ((first,) if first else ()), ()
    pairs = [(one, _best(one, found)) for one in wanted]
    return tuple(dict.fromkeys(best for _, best in pairs if best)), tuple(one for one, best in pairs if not best)


def called(language: str) -> str:
    """Return what *language* is called, in itself where it has a country, and the letters that name it."""
    locale = QLocale(language)
    if locale.language() == QLocale.Language.C:
        return language
    # Qt takes the likeliest country where none is named: en would be called American.
    name = locale.nativeLanguageName() if "_" in language else QLocale.languageToString(locale.language())
    return f"{name[:1].upper()}{name[1:]} ({language})"


def scripts(languages: Iterable[str]) -> frozenset[str]:
    """Return the scripts that *languages* are written in, as Unicode begins the names of their letters."""
    return frozenset(_script_of_language(one) for one in languages)


def script(word: str) -> str:
    """Return the script that *word* begins in."""
    return _script_of_letter(word[0])


def _best(wanted: str, found: Sequence[str]) -> str:
    """Return the dictionary for *wanted*: that one itself, else one of the same language."""
    lower = {one.lower(): one for one in found}
    exact = lower.get(wanted.lower())
    if exact:
        return exact
    language = wanted.lower().partition("_")[0]
    same = [one for key, one in lower.items() if key.partition("_")[0] == language]
    likely = (language, f"{language}_{language}", ENGLISH.lower())
    return next((one for one in same if one.lower() in likely), next(iter(same), ""))


@lru_cache
def _script_of_language(language: str) -> str:
    locale = QLocale(language)
    if locale.language() == QLocale.Language.C:
        return "LATIN"
    name = QLocale.scriptToString(locale.script()).upper()
    return {"KOREAN": "HANGUL"}.get(name, name)


@lru_cache(maxsize=4_000)
def _script_of_letter(letter: str) -> str:
    return "LATIN" if letter.isascii() else unicodedata.name(letter, "").partition(" ")[0]
