"""Program words: whether a text is the program's own or holds what belongs to a person. Read from the translations."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

from tests.support.packaging_scripts import packaging_script

TRANSLATIONS = Path(__file__).parents[2] / "resources" / "translations"

_GAP = re.compile(r"\{[^}]*\}|%n|%L?\d")

_NUMBER = r"[\d\s.,:%/×+−-]*"
"""What may stand in a gap of a text that is the program's own all the same."""


def is_programs_own(text: str, language: str) -> bool:
    """Return whether *text* is a text of the program in *language*, with nothing but numbers put into it."""
    said = _plain(text)
    whole, pattern = _known(language)
    return said in whole or pattern.fullmatch(said) is not None


@lru_cache
def _known(language: str) -> tuple[frozenset[str], re.Pattern[str]]:
    whole, gapped = set(), set()
    for text in _texts(language):
        said = _plain(text)
        (gapped if _GAP.search(said) else whole).add(said)
    patterns = [_NUMBER.join(re.escape(part) for part in _GAP.split(text)) for text in gapped if _has_words(text)]
    return frozenset(whole), re.compile("|".join(patterns) or r"(?!)")


def _texts(language: str) -> Iterator[str]:
    """Return every text of the program as it is said in *language*; in English where that is how it is written."""
    file = TRANSLATIONS / f"vaultdesk_{'de' if language == 'en' else language}.ts"
    for message in ElementTree.parse(file).iter("message"):  # our own file
        if language == "en":
            yield message.findtext("source") or ""
        said = message.find("translation")
        if said is not None and language != "en":
            yield from [said.text or "", *(form.text or "" for form in said.iter("numerusform"))]
    if language == "en":
        yield from packaging_script("translations").phrase_texts()


def _has_words(text: str) -> bool:
    return any(sign.isalpha() for sign in _GAP.sub("", text))


def _plain(text: str) -> str:
    """Return *text* without marks of access keys, on one line."""
    return " ".join(re.sub(r"&(.)", r"\1", text).split())
