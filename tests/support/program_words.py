"""Program words: whether a text belongs to the program or contains user data, determined from the translations."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

from tests.support.packaging_scripts import packaging_script

TRANSLATIONS = Path(__file__).parents[2] / "resources" / "translations"

_PLACEHOLDER = re.compile(r"\{[^}]*\}|%n|%L?\d")

_NUMBER = r"[\d\s.,:%/×+−-]*"
"""Placeholder values that contain no user data."""


def is_programs_own(text: str, language: str) -> bool:
    """Return whether *text* is a text of the program in *language* with only numbers in its placeholders."""
    normalized = _plain(text)
    fixed_texts, pattern = _known(language)
    return normalized in fixed_texts or pattern.fullmatch(normalized) is not None


@lru_cache
def _known(language: str) -> tuple[frozenset[str], re.Pattern[str]]:
    fixed_texts, templates = set(), set()
    for text in _texts(language):
        normalized = _plain(text)
        (templates if _PLACEHOLDER.search(normalized) else fixed_texts).add(normalized)
    patterns = [
        _NUMBER.join(re.escape(part) for part in _PLACEHOLDER.split(text)) for text in templates if _has_words(text)
    ]
    return frozenset(fixed_texts), re.compile("|".join(patterns) or r"(?!)")


def _texts(language: str) -> Iterator[str]:
    """Yield every text of the program in *language*; the source texts for English."""
    file = TRANSLATIONS / f"vaultdesk_{'de' if language == 'en' else language}.ts"
    for message in ElementTree.parse(file).iter("message"):  # a file of this project
        if language == "en":
            yield message.findtext("source") or ""
        translation = message.find("translation")
        if translation is not None and language != "en":
            yield from [translation.text or "", *(form.text or "" for form in translation.iter("numerusform"))]
    if language == "en":
        yield from packaging_script("translations").phrase_texts()


def _has_words(text: str) -> bool:
    return any(character.isalpha() for character in _PLACEHOLDER.sub("", text))


def _plain(text: str) -> str:
    """Return *text* on one line, without access key markers."""
    return " ".join(re.sub(r"&(.)", r"\1", text).split())
