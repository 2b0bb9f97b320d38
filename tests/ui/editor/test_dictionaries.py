"""Tests of ui/editor/dictionaries.py."""

import ctypes
import ctypes.util

import pytest

from tests.support.spelling import SmallSpeller
from vaultdesk.ui.editor.dictionaries import (
    Enchant,
    Speller,
    choose_dictionaries,
    language_codes,
    language_name,
    script_of_word,
    scripts_of,
    system_speller,
)

# Speller: what every speller keeps to: the one of this system, and the small one that other tests use.


def speller_called(name: str) -> tuple[Speller, str]:
    if name == "small":
        return SmallSpeller(), "en_GB"
    found = system_speller()
    if found is None or "en_US" not in found.languages():
        pytest.skip("libenchant-2 or its dictionary for en_US is not installed here")
    return found, "en_US"


@pytest.mark.parametrize("name", ["small", "system"])
def test_a_speller_keeps_to_what_is_asked_of_it(name: str) -> None:
    speller, language = speller_called(name)
    assert language in speller.languages()
    assert [speller.knows(word, language) for word in ("house", "House", "recieve", "xqzjk")] == [
        True, True, False, False,
    ]  # fmt: skip
    assert "receive" in speller.suggestions("recieve", language, 6)
    assert [len(speller.suggestions("recieve", language, limit)) for limit in (0, 1)] == [0, 1]


# Enchant: tested with the library of this computer, where it has one.


@pytest.fixture(scope="module")
def speller() -> Enchant:
    found = system_speller()
    if found is None:
        pytest.skip("libenchant-2 is not installed here")
    if not {"en_US", "de_DE"} <= set(found.languages()):
        pytest.skip("no dictionaries for en_US and de_DE are installed here")
    return found


def test_each_language_knows_its_own_words(speller: Enchant) -> None:
    assert speller.knows("house", "en_US")
    assert speller.knows("don't", "en_US")
    assert not speller.knows("Heizung", "en_US")
    assert speller.knows("Heizung", "de_DE")
    assert speller.knows("Wärme", "de_DE")
    assert not speller.knows("recieve", "en_US")


def test_it_suggests_what_was_meant_and_no_more_than_asked(speller: Enchant) -> None:
    assert "receive" in speller.suggestions("recieve", "en_US", 6)
    assert len(speller.suggestions("hous", "en_US", 2)) == 2
    assert "Wärme" in speller.suggestions("Wärmme", "de_DE", 6)


def test_a_language_without_a_dictionary_finds_nothing_wrong(speller: Enchant) -> None:
    assert speller.knows("recieve", "xx_XX")
    assert speller.suggestions("recieve", "xx_XX", 6) == []


def test_odd_words_do_no_harm(speller: Enchant) -> None:
    for word in ("\ud800", "a" * 500, "😀", "nul\0l"):
        speller.knows(word, "en_US")
        speller.suggestions(word, "en_US", 3)


def test_without_the_library_there_is_no_speller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes.util, "find_library", lambda _name: None)
    assert system_speller() is None


def test_a_library_that_is_another_is_no_speller(monkeypatch: pytest.MonkeyPatch) -> None:
    other = ctypes.util.find_library("c") or "none.so"
    monkeypatch.setattr(ctypes.util, "find_library", lambda _name: other)
    assert system_speller() is None


# Languages: which dictionary is used for what was chosen.

FOUND = ("de_AT", "de_DE", "en_AU", "en_GB", "en_US", "ru_RU")


def test_languages_are_named_with_commas_or_spaces_and_either_dash() -> None:
    assert language_codes("en-GB, de_DE;fr") == ["en_GB", "de_DE", "fr"]
    assert language_codes(" , ") == []


@pytest.mark.parametrize(
    ("wanted", "own", "used", "missing"),
    [
        ("EN_gb, de_DE", "fr_FR", ("en_GB", "de_DE"), ()),
        ("", "de_AT", ("de_AT",), ()),
        ("", "de_CH", ("de_DE",), ()),
        ("", "fr_FR", ("en_US",), ()),
        ("en", "fr_FR", ("en_US",), ()),
        ("fr, de", "fr_FR", ("de_DE",), ("fr",)),
    ],
)
def test_the_nearest_dictionary_is_used(wanted: str, own: str, used: tuple[str, ...], missing: tuple[str, ...]) -> None:
    assert choose_dictionaries(language_codes(wanted), FOUND, own) == (used, missing)


def test_without_any_dictionary_none_is_used() -> None:
    assert choose_dictionaries([], (), "de_DE") == ((), ())


def test_a_language_judges_its_own_letters_only() -> None:
    judged = scripts_of(["en_GB", "ru_RU"])
    assert [script_of_word(word) in judged for word in ("house", "größer", "дом", "σπίτι", "家")] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_a_language_is_called_by_its_name() -> None:
    assert language_name("de_DE") == "Deutsch (de_DE)"
    assert language_name("en") == "English (en)"
    assert language_name("xx_unknown") == "xx_unknown"
