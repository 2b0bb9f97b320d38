"""Tests of index/text_folding.py."""

import sys
import unicodedata

import pytest

from tests.index import engines
from vaultdesk.index.text_folding import (
    LONG_TEXT,
    accent_pattern,
    byte_pattern,
    fold,
    fold_bytes,
    fold_needle,
    fold_to_base,
    literal_pattern,
    strip_accents,
)

# Folding: the same for every letter with and without stringzilla, and accents left out where asked.


@pytest.mark.parametrize("engine", engines.ENGINES)
def test_every_letter_this_python_knows_is_folded_as_python_does(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines.use(engine, monkeypatch)
    known = [chr(n) for n in range(sys.maxunicode + 1) if unicodedata.category(chr(n)) not in ("Cn", "Cs")]
    # In one text, and letter by letter wherever it differs: folding knows no neighbours.
    whole = "\n".join(known)
    assert fold_bytes(whole.encode()) == whole.casefold().encode()


@pytest.mark.parametrize("engine", engines.ENGINES)
def test_half_a_character_stays_one_and_is_no_error(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines.use(engine, monkeypatch)
    assert fold_needle("A\ud800") == b"a\xed\xa0\x80"
    assert fold_needle("STRASSE") == fold_needle("Straße") == b"strasse"


@pytest.mark.parametrize("engine", engines.ENGINES)
@pytest.mark.parametrize("text", ["Plain", "Straße", "Straße ΣΊΣΥΦΟΣ ", "A\ud800 Ö ", "가 A "])
def test_short_and_long_texts_are_folded_alike(engine: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines.use(engine, monkeypatch)
    assert fold(text) == text.casefold()
    assert fold(text * LONG_TEXT) == (text * LONG_TEXT).casefold()


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Müller", "muller"), ("RÉSUMÉ", "resume"), ("re\u0301sume\u0301", "resume"), ("Łódź", "lodz"),
        ("Ørsted", "orsted"),
        ("Straße", "strasse"), ("İstanbul", "istanbul"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Ёлка", "елка"),
        ("がぎ", "がぎ"), ("한글", "한글"), ("日本", "日本"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("plain", "plain"), ("", ""),
    ],
)  # fmt: skip
def test_accents_are_left_out_and_letters_of_other_scripts_are_not(written: str, kept: str) -> None:
    assert fold_to_base(written) == kept


def test_capitals_may_stay() -> None:
    assert strip_accents("Ärger Im Büro") == "Arger Im Buro"


# Accents: a pattern finds a text with any accents, and nothing else.


@pytest.mark.parametrize(
    ("wanted", "text", "found"),
    [
        ("resume", "mon résumé", True),
        ("résumé", "mon re\u0301sume\u0301", True),
        ("resume", "mon rèsumę", True),
        ("resume", "rasume", False),
        ("muller", "herr müller", True),
        ("σισυφος", "σίσυφοσ", True),
        ("елка", "ёлка", True),
        ("日本", "日本語", True),
        ("か", "が", False),
        (".*", "abc", False),
        ("a\nb", "á\nb", True),
    ],
)
def test_letters_may_have_any_accents(wanted: str, text: str, found: bool) -> None:
    assert (accent_pattern(wanted).search(text.encode()) is not None) is found


def test_a_page_that_was_pasted_is_no_endless_pattern() -> None:
    assert accent_pattern("e" * 100_000).search(("é" * 300).encode()) is not None


def test_bytes_stand_for_themselves() -> None:
    text = bytes(range(256))
    match = byte_pattern(literal_pattern(text)).search(b"before" + text)
    assert match is not None
    assert match.start() == 6
