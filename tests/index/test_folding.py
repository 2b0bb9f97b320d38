"""Folding: the same for every letter with and without stringzilla, and accents left out where asked."""

import sys
import unicodedata

import pytest

from tests.index import engines
from vaultdesk.index.folding import LONG, bare, fold, fold_bytes, fold_needle, unaccented


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
    assert fold(text * LONG) == (text * LONG).casefold()


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
    assert bare(written) == kept


def test_capitals_may_stay() -> None:
    assert unaccented("Ärger Im Büro") == "Arger Im Buro"
