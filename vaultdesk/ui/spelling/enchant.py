"""Enchant: the speller of most Linux desktops, libenchant-2, by ctypes. It finds the dictionaries itself.

The library is the system's own: there is nothing to ship, and where it is absent there is no speller.
"""

import ctypes
import ctypes.util
import logging

log = logging.getLogger(__name__)

_Describe = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p)
"""Called with a language, the dictionary's provider, that one's description and file, and what was passed on."""

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
"""What each function returns and takes, as enchant.h says."""


class Enchant:
    """A `Speller`. Dictionaries are read when they are first asked, which takes a while for some."""

    def __init__(self, library: ctypes.CDLL) -> None:
        """Raises AttributeError where *library* is not enchant 2."""
        for name, (result, arguments) in _CALLS.items():
            call = getattr(library, name)
            call.restype, call.argtypes = result, arguments
        self._library = library
        self._broker = library.enchant_broker_init()
        self._dictionaries: dict[str, int] = {}
        """Handles by language. They and the broker live as long as the program."""

    def languages(self) -> tuple[str, ...]:
        """Return the languages there are dictionaries for."""
        found: set[str] = set()

        def describe(language: bytes, _provider: bytes, _about: bytes, _file: bytes, _passed: int) -> None:
            found.add(language.decode("utf-8", "replace"))

        self._library.enchant_broker_list_dicts(self._broker, _Describe(describe), None)
        return tuple(sorted(found))

    def knows(self, word: str, language: str) -> bool:
        """Tell whether *word* is right; true where there is no such dictionary, or it fails."""
        dictionary, written = self._dictionary(language), word.encode("utf-8", "replace")
        # Above 0 is unknown, below it the dictionary failed.
        return not dictionary or self._library.enchant_dict_check(dictionary, written, len(written)) <= 0

    def suggestions(self, word: str, language: str, limit: int) -> list[str]:
        """Return what may have been meant."""
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
    """Return the speller of this system, or None where none is known. Looks for a library, which takes a while."""
    name = ctypes.util.find_library("enchant-2")
    if name is None:
        return None
    try:
        return Enchant(ctypes.CDLL(name))
    except (OSError, AttributeError) as problem:
        log.info("%s cannot be used: %s", name, problem)
        return None
