"""Spelling dictionaries of this computer through Enchant, and their languages."""

import ctypes
import ctypes.util
import logging
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from PySide6.QtCore import QLocale


class Speller(Protocol):
    """Dictionaries of one system. Any call may block on the disk."""

    def languages(self) -> tuple[str, ...]:
        """Return the languages with a dictionary, as `en_GB`, sorted."""

    def knows(self, word: str, language: str) -> bool:
        """Return whether *word* is correct in *language*; True if unknown."""

    def suggestions(self, word: str, language: str, limit: int) -> list[str]:
        """Return up to *limit* suggestions for *word* in *language*, most likely first."""


# The library is part of the system: nothing is shipped, and without it there is no speller.

log = logging.getLogger(__name__)

_Describe = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p)
"""Called with a language, the name, description and file of the dictionary's provider, and the user data."""

_Words = ctypes.POINTER(ctypes.c_char_p)

_CALLS = {
    "enchant_broker_init": (ctypes.c_void_p, ()),
    "enchant_broker_list_dicts": (None, (ctypes.c_void_p, _Describe, ctypes.c_void_p)),
    "enchant_broker_request_dict": (ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)),
    "enchant_dict_check": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_ssize_t)),
    "enchant_dict_suggest": (
        _Words,
        (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_ssize_t, ctypes.POINTER(ctypes.c_size_t)),
    ),
    "enchant_dict_free_string_list": (None, (ctypes.c_void_p, _Words)),
}
"""Return and parameter types of the functions in enchant.h."""


class Enchant:
    """`Speller` based on Enchant. Dictionaries are loaded on first use, which takes noticeable time for some."""

    def __init__(self, library: ctypes.CDLL) -> None:
        """Raise `AttributeError` if *library* is not Enchant 2."""
        for name, (result, arguments) in _CALLS.items():
            call = getattr(library, name)
            call.restype, call.argtypes = result, arguments
        self._library = library
        self._broker = library.enchant_broker_init()
        self._dictionaries: dict[str, int] = {}
        """Handles by language. They and the broker live as long as the program."""

    def languages(self) -> tuple[str, ...]:
        """Return the languages with a dictionary."""
        found: set[str] = set()

        def describe(language: bytes, _provider: bytes, _about: bytes, _file: bytes, _passed: int) -> None:
            found.add(language.decode("utf-8", "replace"))

        self._library.enchant_broker_list_dicts(self._broker, _Describe(describe), None)
        return tuple(sorted(found))

    def knows(self, word: str, language: str) -> bool:
        """Return whether *word* is correct; True if there is no dictionary or it fails."""
        dictionary, written = self._dictionary(language), word.encode("utf-8", "replace")
        # Above 0: unknown word; below 0: the dictionary failed.
        return not dictionary or self._library.enchant_dict_check(dictionary, written, len(written)) <= 0

    def suggestions(self, word: str, language: str, limit: int) -> list[str]:
        dictionary, written = self._dictionary(language), word.encode("utf-8", "replace")
        if not dictionary:
            return []
        count = ctypes.c_size_t(0)
        words = self._library.enchant_dict_suggest(dictionary, written, len(written), ctypes.byref(count))
        if not words:
            return []
        try:
            read = [words[number] for number in range(min(limit, count.value))]
        finally:
            self._library.enchant_dict_free_string_list(dictionary, words)
        return [one.decode("utf-8", "replace") for one in read if one]

    def _dictionary(self, language: str) -> int | None:
        kept = self._dictionaries.get(language)
        if kept is None:
            kept = self._library.enchant_broker_request_dict(self._broker, language.encode("utf-8", "replace"))
            if kept is None:
                log.info("There is no dictionary for %s", language)
            else:
                self._dictionaries[language] = kept
        return kept


def system_speller() -> Enchant | None:
    """Return the speller of this system, or None if there is none. Searches for a library, which is slow."""
    name = ctypes.util.find_library("enchant-2")
    if name is None:
        return None
    try:
        return Enchant(ctypes.CDLL(name))
    except (OSError, AttributeError) as problem:
        log.info("%s cannot be used: %s", name, problem)
        return None


ENGLISH = "en_US"
"""Used if no language was chosen and the system language has no dictionary."""


def language_codes(text: str) -> list[str]:
    """Return the languages in *text*, separated by commas or spaces, as `en_GB`."""
    return [one.replace("-", "_") for one in text.replace(",", " ").replace(";", " ").split()]


def choose_dictionaries(
    wanted: Sequence[str], found: Sequence[str], own: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the dictionaries to use from *found*, and those of *wanted* that are missing.

    If none is *wanted*, the system language *own* is used, else English.
    """
    if not wanted:
        first = next(filter(None, (_best(one, found) for one in (own, ENGLISH))), "")
        return ((first,) if first else ()), ()
    pairs = [(one, _best(one, found)) for one in wanted]
    return tuple(dict.fromkeys(best for _, best in pairs if best)), tuple(one for one, best in pairs if not best)


def language_name(language: str) -> str:
    """Return the native name of *language* if it has a country, with its code."""
    locale = QLocale(language)
    if locale.language() == QLocale.Language.C:
        return language
    # Without a country Qt assumes the most likely one: en would be named American English.
    name = locale.nativeLanguageName() if "_" in language else QLocale.languageToString(locale.language())
    return f"{name[:1].upper()}{name[1:]} ({language})"


def scripts_of(languages: Iterable[str]) -> frozenset[str]:
    """Return the scripts of *languages*, as the prefixes of Unicode character names."""
    return frozenset(_script_of_language(one) for one in languages)


def script_of_word(word: str) -> str:
    """Return the script of the first letter of *word*."""
    return _script_of_letter(word[0])


def _best(wanted: str, found: Sequence[str]) -> str:
    """Return the dictionary for *wanted*: an exact match, else one of the same language."""
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
