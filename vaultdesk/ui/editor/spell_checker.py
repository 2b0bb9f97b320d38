"""Spell checker: dictionaries of this computer through Enchant, verdicts and suggestions from a worker thread, the
user's own and ignored words."""

import asyncio
import ctypes
import ctypes.util
import logging
import sys
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice
from typing import Protocol, TypeVar

import shiboken6
from PySide6.QtCore import QLocale, QObject, Signal

from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.ui.translation import translator


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
        found: set[str] = set()

        def describe(language: bytes, _provider: bytes, _about: bytes, _file: bytes, _passed: int) -> None:
            found.add(language.decode("utf-8", "replace"))

        self._library.enchant_broker_list_dicts(self._broker, _Describe(describe), None)
        return tuple(sorted(found))

    def knows(self, word: str, language: str) -> bool:
        """Return whether *word* is correct; True if there is no dictionary or it fails."""
        dictionary, encoded = self._dictionary(language), word.encode("utf-8", "replace")
        # Above 0: unknown word; below 0: the dictionary failed.
        return not dictionary or self._library.enchant_dict_check(dictionary, encoded, len(encoded)) <= 0

    def suggestions(self, word: str, language: str, limit: int) -> list[str]:
        dictionary, encoded = self._dictionary(language), word.encode("utf-8", "replace")
        if not dictionary:
            return []
        count = ctypes.c_size_t(0)
        words = self._library.enchant_dict_suggest(dictionary, encoded, len(encoded), ctypes.byref(count))
        if not words:
            return []
        try:
            found = [words[number] for number in range(min(limit, count.value))]
        finally:
            self._library.enchant_dict_free_string_list(dictionary, words)
        return [suggestion.decode("utf-8", "replace") for suggestion in found if suggestion]

    def _dictionary(self, language: str) -> int | None:
        dictionary = self._dictionaries.get(language)
        if dictionary is None:
            dictionary = self._library.enchant_broker_request_dict(self._broker, language.encode("utf-8", "replace"))
            if dictionary is None:
                log.info("There is no dictionary for %s", language)
            else:
                self._dictionaries[language] = dictionary
        return dictionary


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
    return [code.replace("-", "_") for code in text.replace(",", " ").replace(";", " ").split()]


def choose_dictionaries(
    requested: Sequence[str], available: Sequence[str], system_language: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the dictionaries to use from *available*, and those of *requested* that are missing.

    If none is *requested*, the system language *system_language* is used, else English.
    """
    if not requested:
        first = next(
            filter(None, (_best_dictionary(language, available) for language in (system_language, ENGLISH))), ""
        )
        return ((first,) if first else ()), ()
    pairs = [(language, _best_dictionary(language, available)) for language in requested]
    return tuple(dict.fromkeys(best for _, best in pairs if best)), tuple(
        language for language, best in pairs if not best
    )


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
    return frozenset(_script_of_language(language) for language in languages)


def script_of_word(word: str) -> str:
    """Return the script of the first letter of *word*."""
    return _script_of_letter(word[0])


def _best_dictionary(requested: str, available: Sequence[str]) -> str:
    """Return the dictionary for *requested*: an exact match, else one of the same language."""
    by_lower_name = {dictionary.lower(): dictionary for dictionary in available}
    exact = by_lower_name.get(requested.lower())
    if exact:
        return exact
    language = requested.lower().partition("_")[0]
    same_language = [dictionary for key, dictionary in by_lower_name.items() if key.partition("_")[0] == language]
    likely = (language, f"{language}_{language}", ENGLISH.lower())
    return next(
        (dictionary for dictionary in same_language if dictionary.lower() in likely), next(iter(same_language), "")
    )


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


_tr = translator("SpellChecker")

MAX_OWN_WORDS = 20_000
"""Maximum number of words stored; the oldest are removed first."""

_NAME = "words"


class OwnWords:
    """The user's own words, read once. `load`, `add` and `remove` block on the disk."""

    def __init__(self, store: JsonStore) -> None:
        self._store = store
        self._words: dict[str, None] = {}
        """In the order they were added."""

    def load(self) -> None:
        stored = self._store.get(_NAME)
        if isinstance(stored, list):
            self._words = dict.fromkeys(word for word in stored if isinstance(word, str))

    def __contains__(self, word: str) -> bool:
        """Return whether *word* is correct: as added, capitalized at the start of a sentence, or with 's."""
        return self.kept(word) is not None

    def kept(self, word: str) -> str | None:
        """Return the added word that makes *word* correct."""
        if not self._words:
            return None
        bare = word.removesuffix("'s")
        matches = (candidate for candidate in (word, bare, word.lower(), bare.lower()) if candidate in self._words)
        return next(matches, None)

    def add(self, word: str) -> None:
        self._words = dict.fromkeys([*self._words, word][-MAX_OWN_WORDS:])
        self._store.put(_NAME, list(self._words))

    def remove(self, word: str) -> None:
        self._words = {own_word: None for own_word in self._words if own_word != word}
        self._store.put(_NAME, list(self._words))


MAX_IGNORED_WORDS = 500
"""Maximum number of words stored for one note; the oldest are removed first."""


class IgnoredWords:
    """Words ignored in single notes, read once. `load`, `add` and `moved` block on the disk."""

    def __init__(self, store: JsonStore) -> None:
        self._store = store

    def load(self) -> None:
        self._store.load()

    def of(self, path: str) -> frozenset[str]:
        """Return the words ignored in the note at *path*."""
        return frozenset(self._words_of(path))

    def add(self, path: str, word: str) -> None:
        """Ignore *word* in the note at *path*."""
        others = [ignored for ignored in self._words_of(path) if ignored != word]
        self._store.put(path, list([*others, word][-MAX_IGNORED_WORDS:]))

    def moved(self, old: str, new: str) -> None:
        """Replace the note path *old* by *new*."""
        words = self._words_of(old)
        if words:
            self._store.put(new, list(words))
            self._store.put(old, None)

    def _words_of(self, path: str) -> list[str]:
        stored = self._store.get(path)
        return [word for word in stored if isinstance(word, str)] if isinstance(stored, list) else []


# The speller is used on one thread only, as its handle requires; results are cached, so that the GUI thread queries no
# word twice. `verdict` never blocks.

T = TypeVar("T")

MAX_CACHED_VERDICTS = 40_000
"""Maximum number of results cached for each language."""

WORDS_PER_BATCH = 200
"""Words checked in one batch, a few milliseconds: the longest wait of a request for suggestions."""

MIN_SIMILARITY = 0.75
"""Minimum similarity of a suggestion from another language, from 0 to 1."""


class SpellChecker(QObject):
    """Inactive until `load_dictionaries` is called. Coroutines need a running event loop."""

    changed = Signal()
    """Verdicts may have changed: languages, own words or ignored words."""

    def __init__(self, find_speller: Callable[[], Speller | None] = system_speller, system_language: str = "") -> None:
        """*find_speller* runs on the speller's thread; *system_language* replaces that of the system if not empty."""
        super().__init__()
        self._find_speller = find_speller
        self._system_language = system_language or QLocale.system().name()
        self._speller: Speller | None = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="spelling")
        self._results: dict[str, dict[str, bool]] = {}
        self._verdicts: dict[str, bool] = {}
        """Combined verdicts from all results and own words, cached because they are queried on each key press."""
        self._scripts: frozenset[str] = frozenset()
        self._languages_setting: list[str] = []
        self.own_words: OwnWords | None = None
        self.dictionaries_loaded = False
        """Whether the available languages are known."""
        self.has_speller = False
        """Whether there is a speller, possibly without dictionaries."""
        self.found: tuple[str, ...] = ()
        """Languages with a dictionary."""
        self.languages: tuple[str, ...] = ()
        """Languages in use."""
        self.missing: tuple[str, ...] = ()
        """Chosen languages without a dictionary."""

    async def load_dictionaries(self, *, again: bool = False) -> None:
        """Find the available languages: once, unless *again*, as a dictionary may have been installed."""
        if self.dictionaries_loaded and not again:
            return
        before, was_loaded = self.found, self.dictionaries_loaded
        self._speller, self.found = await self._run(_load_speller, self._speller, self._find_speller)
        self.has_speller = self._speller is not None
        self.dictionaries_loaded = True
        if not was_loaded or before != self.found:
            self._use()

    def choose(self, languages: str) -> None:
        """Use those of *languages*, a comma-separated list of codes, that are available."""
        if language_codes(languages) != self._languages_setting:
            self._languages_setting = language_codes(languages)
            self._use()

    async def set_own_words(self, words: OwnWords) -> None:
        """Read the user's own words, and store added ones there."""
        await self._run(words.load)
        self.own_words = words
        self._clear_verdicts()

    def verdict(self, word: str) -> bool | None:
        """Return whether *word* is correct in any language in use; None if not checked yet."""
        result = self._verdicts.get(word)
        if result is None:
            result = self._verdict(word)
            if result is not None:
                self._verdicts[word] = result
        return result

    def _verdict(self, word: str) -> bool | None:
        if script_of_word(word) not in self._scripts:
            return True  # No dictionary uses this script.
        is_complete = True
        for language in self.languages:
            result = self._results[language].get(word)
            if result:
                return True
            is_complete = is_complete and result is not None
        if self.own_words is not None and word in self.own_words:
            return True
        return False if is_complete else None

    async def ask(self, words: Iterable[str]) -> None:
        """Check *words* that have no verdict."""
        requested = list(words)
        for language in self.languages:
            results = self._results[language]
            # Words known in one language are not checked in the next.
            unchecked = [word for word in requested if word not in results and self.verdict(word) is None]
            for start in range(0, len(unchecked), WORDS_PER_BATCH):
                batch = unchecked[start : start + WORDS_PER_BATCH]
                _add_to_cache(results, await self._run(_check_words, self._speller, batch, language))
                if len(self._verdicts) > MAX_CACHED_VERDICTS:
                    self._verdicts.clear()

    async def suggestions(self, word: str, limit: int = 6) -> list[str]:
        """Return suggestions for *word*, most likely first."""
        return merged_suggestions(
            word, await self._run(_suggestions, self._speller, word, self.languages, limit), limit
        )

    async def add(self, word: str) -> None:
        """Add *word* to the user's own words."""
        if self.own_words is not None:
            await self._run(self.own_words.add, word)
            self._clear_verdicts()

    async def remove(self, word: str) -> None:
        """Remove what makes *word* correct from the user's own words."""
        own_word = self.own_words.kept(word) if self.own_words is not None else None
        if self.own_words is not None and own_word is not None:
            await self._run(self.own_words.remove, own_word)
            self._clear_verdicts()

    def _use(self) -> None:
        self.languages, self.missing = choose_dictionaries(self._languages_setting, self.found, self._system_language)
        self._scripts = scripts_of(self.languages)
        for language in self.languages:
            self._results.setdefault(language, {})
        self._clear_verdicts()

    def _clear_verdicts(self) -> None:
        self._verdicts.clear()
        self.changed.emit()

    async def _run(self, function: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, function, *arguments)


# These run in the speller's thread. They get the speller and not the `SpellChecker`: a QObject whose last reference is
# dropped in another thread is destroyed there.


def _load_speller(
    speller: Speller | None, find_speller: Callable[[], Speller | None]
) -> tuple[Speller | None, tuple[str, ...]]:
    """Return *speller*, or the one that is found if it is None, with its languages."""
    speller = speller or find_speller()
    return speller, speller.languages() if speller is not None else ()


def _check_words(speller: Speller | None, words: Sequence[str], language: str) -> dict[str, bool]:
    # With a full stop as well: some dictionaries list abbreviations with it.
    return {
        word: speller is None or speller.knows(word, language) or speller.knows(f"{word}.", language) for word in words
    }


def _suggestions(speller: Speller | None, word: str, languages: Sequence[str], limit: int) -> list[list[str]]:
    return [speller.suggestions(word, language, limit) for language in languages] if speller is not None else []


def merged_suggestions(word: str, lists: Sequence[Sequence[str]], limit: int) -> list[str]:
    """Return the suggestions of several languages as one list.

    The language with the suggestion closest to *word* is probably the one in use: others only add close suggestions.
    """
    best, *others = sorted(
        lists, key=lambda words: -max((_similarity(word, suggestion) for suggestion in words[:2]), default=0.0)
    ) or [()]
    close = [
        suggestion
        for words in others
        for suggestion in words
        if suggestion not in best and _similarity(word, suggestion) >= MIN_SIMILARITY
    ]
    close = list(dict.fromkeys(close))[: limit // 3]
    return [*best[: limit - len(close)], *close]


def _similarity(word: str, other: str) -> float:
    return SequenceMatcher(None, word.lower(), other.lower()).ratio()


def _add_to_cache(results: dict[str, bool], new: dict[str, bool]) -> None:
    """Add *new* to the cache; the oldest entries are removed above the limit."""
    results.update(new)
    for word in list(islice(results, max(0, len(results) - MAX_CACHED_VERDICTS))):
        del results[word]


_shared_instance: list[SpellChecker] = []
"""The application's instance, created on first use."""


def shared_spell_checker() -> SpellChecker:
    """Return the instance shared by all windows."""
    if not _shared_instance or not shiboken6.isValid(_shared_instance[0]):
        _shared_instance[:] = [SpellChecker()]
    return _shared_instance[0]


def no_spelling_reason(spelling: SpellChecker, platform: str = sys.platform) -> str:
    """Return why spelling cannot be checked; empty if it can or if that is unknown yet."""
    if not spelling.dictionaries_loaded or spelling.languages:
        return ""
    if spelling.found:
        return _tr("No dictionary is installed for these languages. Installed: {languages}.").format(
            languages=language_list(spelling.found)
        )
    if spelling.has_speller:
        return _tr("A spell checker is installed, but no dictionary. Install one, such as the package hunspell-en-us.")
    if platform in ("darwin", "win32"):
        return _tr("No spell checker was found: VaultDesk cannot use that of macOS or Windows.")
    return _tr(
        "No spell checker was found. Install the package libenchant-2-2 and a dictionary, such "
        "as hunspell-en-us, then reopen Settings."
    )


def dictionary_summary(spelling: SpellChecker) -> str:
    """Return which languages are used and available, or why there are none."""
    if not spelling.dictionaries_loaded:
        return ""
    if not spelling.languages:
        return no_spelling_reason(spelling)
    used = _tr("In use: {languages}.").format(languages=language_list(spelling.languages))
    missing = spelling.missing
    lines = [_tr("No dictionary is installed for {languages}.").format(languages=", ".join(missing))] if missing else []
    others = [language for language in spelling.found if language not in spelling.languages]
    if others:
        lines.append(_tr("Also installed: {languages}.").format(languages=language_list(others)))
    return "\n".join([used, *lines])


def language_list(languages: tuple[str, ...] | list[str]) -> str:
    """Return *languages* with their names."""
    return ", ".join(language_name(language) for language in languages)
