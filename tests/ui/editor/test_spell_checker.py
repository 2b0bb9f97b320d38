"""Tests of ui/editor/spell_checker.py."""

import ctypes
import ctypes.util
import threading
from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop
from tests.support.spelling import SmallSpeller
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.ui.editor import spell_checker as module
from vaultdesk.ui.editor.spell_checker import (
    MAX_IGNORED_WORDS,
    Enchant,
    IgnoredWords,
    OwnWords,
    SpellChecker,
    Speller,
    choose_dictionaries,
    dictionary_summary,
    language_codes,
    language_name,
    merged_suggestions,
    no_spelling_reason,
    script_of_word,
    scripts_of,
    system_speller,
)

# Contract of every speller: that of the system and the small one that other tests use.


def speller_named(name: str) -> tuple[Speller, str]:
    if name == "small":
        return SmallSpeller(), "en_GB"
    found = system_speller()
    if found is None or "en_US" not in found.languages():
        pytest.skip("libenchant-2 or its dictionary for en_US is not installed here")
    return found, "en_US"


@pytest.mark.parametrize("name", ["small", "system"])
def test_a_speller_fulfils_the_contract(name: str) -> None:
    speller, language = speller_named(name)
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


def test_suggestions_contain_the_intended_word_and_respect_the_limit(speller: Enchant) -> None:
    assert "receive" in speller.suggestions("recieve", "en_US", 6)
    assert len(speller.suggestions("hous", "en_US", 2)) == 2
    assert "Wärme" in speller.suggestions("Wärmme", "de_DE", 6)


def test_every_word_is_known_in_a_language_without_a_dictionary(speller: Enchant) -> None:
    assert speller.knows("recieve", "xx_XX")
    assert speller.suggestions("recieve", "xx_XX", 6) == []


def test_unusual_words_raise_no_error(speller: Enchant) -> None:
    for word in ("\ud800", "a" * 500, "😀", "nul\0l"):
        speller.knows(word, "en_US")
        speller.suggestions(word, "en_US", 3)


def test_without_the_library_there_is_no_speller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes.util, "find_library", lambda _name: None)
    assert system_speller() is None


def test_a_different_library_is_not_used_as_a_speller(monkeypatch: pytest.MonkeyPatch) -> None:
    other = ctypes.util.find_library("c") or "none.so"
    monkeypatch.setattr(ctypes.util, "find_library", lambda _name: other)
    assert system_speller() is None


# Languages: which dictionaries are used for the chosen languages.

FOUND = ("de_AT", "de_DE", "en_AU", "en_GB", "en_US", "ru_RU")


def test_language_codes_are_separated_by_commas_semicolons_or_spaces() -> None:
    assert language_codes("en-GB, de_DE;fr") == ["en_GB", "de_DE", "fr"]
    assert language_codes(" , ") == []


@pytest.mark.parametrize(
    ("setting", "system_language", "used", "missing"),
    [
        ("EN_gb, de_DE", "fr_FR", ("en_GB", "de_DE"), ()),
        ("", "de_AT", ("de_AT",), ()),
        ("", "de_CH", ("de_DE",), ()),
        ("", "fr_FR", ("en_US",), ()),
        ("en", "fr_FR", ("en_US",), ()),
        ("fr, de", "fr_FR", ("de_DE",), ("fr",)),
    ],
)
def test_the_closest_dictionary_is_used(
    setting: str, system_language: str, used: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    assert choose_dictionaries(language_codes(setting), FOUND, system_language) == (used, missing)


def test_without_any_dictionary_none_is_used() -> None:
    assert choose_dictionaries([], (), "de_DE") == ((), ())


def test_a_language_checks_only_words_of_its_script() -> None:
    checked = scripts_of(["en_GB", "ru_RU"])
    assert [script_of_word(word) in checked for word in ("house", "größer", "дом", "σπίτι", "家")] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_the_name_of_a_language_is_in_that_language() -> None:
    assert language_name("de_DE") == "Deutsch (de_DE)"
    assert language_name("en") == "English (en)"
    assert language_name("xx_unknown") == "xx_unknown"


# Own words: stored for all vaults, also accepted capitalised and with a possessive s.


def test_an_added_word_is_accepted_capitalised_and_with_a_possessive_s(tmp_path: Path) -> None:
    system_language = OwnWords(JsonStore(tmp_path / "words.json"))
    system_language.add("rehab")
    system_language.add("Brandt")
    assert [word in system_language for word in ("rehab", "Rehab", "Brandt's", "brandt", "other")] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_own_words_are_stored_until_they_are_removed(tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    OwnWords(JsonStore(file)).add("Brandt")
    reloaded = OwnWords(JsonStore(file))
    reloaded.load()
    assert reloaded.kept("Brandt's") == "Brandt"
    reloaded.remove("Brandt")
    after_removal = OwnWords(JsonStore(file))
    after_removal.load()
    assert "Brandt" not in after_removal


def test_invalid_content_of_the_own_words_file_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    for content in ('{"words": {"a": 1}}', '{"words": [1, "fine", null]}', "not json"):
        file.write_text(content)
        system_language = OwnWords(JsonStore(file))
        system_language.load()
        assert ("fine" in system_language) is ("fine" in content)


# Ignored words: stored by note, across a restart and a rename.


def test_ignored_words_belong_to_one_note_and_follow_its_rename(tmp_path: Path) -> None:
    words = IgnoredWords(JsonStore(tmp_path / "ignored-words.json"))
    words.add("Boiler.md", "brandt")
    words.add("Boiler.md", "brandt")
    words.add("Plan.md", "recieve")
    words.moved("Boiler.md", "House/Boiler.md")
    words.moved("Gone.md", "Elsewhere.md")
    reloaded = IgnoredWords(JsonStore(tmp_path / "ignored-words.json"))
    reloaded.load()
    assert reloaded.of("House/Boiler.md") == {"brandt"}
    assert reloaded.of("Plan.md") == {"recieve"}
    assert reloaded.of("Boiler.md") == reloaded.of("Elsewhere.md") == frozenset()


def test_the_oldest_ignored_words_are_dropped_first(tmp_path: Path) -> None:
    store = JsonStore(tmp_path / "ignored-words.json")
    store.put("Boiler.md", [f"word{number}" for number in range(MAX_IGNORED_WORDS)])
    words = IgnoredWords(store)
    words.add("Boiler.md", "last")
    assert len(words.of("Boiler.md")) == MAX_IGNORED_WORDS
    assert "word0" not in words.of("Boiler.md")
    assert "last" in words.of("Boiler.md")


def test_invalid_content_of_the_ignored_words_file_is_skipped(tmp_path: Path) -> None:
    file = tmp_path / "ignored-words.json"
    file.write_text('{"Boiler.md": {"no": "list"}, "Plan.md": [1, "right"]}', encoding="utf-8")
    words = IgnoredWords(JsonStore(file))
    assert words.of("Boiler.md") == frozenset()
    assert words.of("Plan.md") == {"right"}


# SpellChecker: each word is checked once, on one thread, with all languages and the user's own words.


@on_qt_loop
async def test_a_word_known_in_any_language_is_correct_and_each_word_is_checked_once() -> None:
    speller = SmallSpeller()
    checker = SpellChecker(lambda: speller, system_language="de_DE")
    await checker.load_dictionaries()
    assert checker.languages == ("de_DE",)
    checker.choose("en_GB, de_DE")
    words = ["house", "Heizung", "Heizng", "bzw", "家"]
    assert [checker.verdict(word) for word in words] == [None, None, None, None, True]
    await checker.ask(words)
    assert [checker.verdict(word) for word in words] == [True, True, False, True, True]
    request_count = len(speller.checked)
    await checker.ask(words)
    assert len(speller.checked) == request_count
    assert ("house", "de_DE") not in speller.checked
    assert len(speller.threads) == 1
    assert threading.get_ident() not in speller.threads


@on_qt_loop
async def test_own_words_are_correct_until_they_are_removed(tmp_path: Path) -> None:
    checker = SpellChecker(SmallSpeller, system_language="en_GB")
    await checker.load_dictionaries()
    await checker.set_own_words(OwnWords(JsonStore(tmp_path / "words.json")))
    emitted: list[int] = []
    checker.changed.connect(lambda: emitted.append(1))
    await checker.ask(["brandt"])
    assert checker.verdict("brandt") is False
    await checker.add("brandt")
    assert checker.verdict("brandt") is True
    await checker.remove("brandt's")
    assert checker.verdict("brandt") is False
    assert len(emitted) == 2


@on_qt_loop
async def test_without_a_speller_every_word_is_correct() -> None:
    checker = SpellChecker(lambda: None)
    await checker.load_dictionaries()
    assert (checker.dictionaries_loaded, checker.has_speller, checker.languages) == (True, False, ())
    assert checker.verdict("recieve") is True
    assert await checker.suggestions("recieve") == []


@on_qt_loop
async def test_a_newly_installed_dictionary_is_found_when_dictionaries_are_reloaded() -> None:
    speller = SmallSpeller("en_GB")
    checker = SpellChecker(lambda: speller, system_language="de_DE")
    await checker.load_dictionaries()
    assert checker.languages == ("en_GB",)
    speller._languages = ("de_DE", "en_GB")
    await checker.load_dictionaries()
    assert checker.languages == ("en_GB",)
    await checker.load_dictionaries(again=True)
    assert checker.languages == ("de_DE",)


@on_qt_loop
async def test_the_number_of_cached_verdicts_is_limited() -> None:
    checker = SpellChecker(SmallSpeller, system_language="en_GB")
    await checker.load_dictionaries()
    many = [f"{'a' * (number % 40 + 1)}{number:x}" for number in range(module.MAX_CACHED_VERDICTS + 300)]
    await checker.ask(many)
    assert checker.verdict(many[0]) is None
    assert checker.verdict(many[-1]) is False


def test_merged_suggestions_begin_with_the_closest_language_and_add_only_close_ones() -> None:
    assert merged_suggestions("Heizng", [["Hanging", "Hinging"], ["Heizung", "Heizing"]], 6) == ["Heizung", "Heizing"]
    assert merged_suggestions("hous", [["house", "hours", "hoes"], ["Haus"]], 3) == ["house", "hours", "Haus"]
    assert merged_suggestions("x", [], 6) == []


# Messages for each state of the dictionaries.


class NoDictionary(SmallSpeller):
    def languages(self) -> tuple[str, ...]:
        return ()


@on_qt_loop
@pytest.mark.parametrize(
    ("platform", "words"), [("linux", "libenchant-2-2"), ("darwin", "macOS"), ("win32", "Windows")]
)
async def test_without_a_speller_the_message_names_the_remedy_for_the_platform(platform: str, words: str) -> None:
    checker = SpellChecker(lambda: None)
    assert no_spelling_reason(checker, platform) == ""
    await checker.load_dictionaries()
    assert no_spelling_reason(checker, platform).startswith("No spell checker was found")
    assert words in no_spelling_reason(checker, platform)


@on_qt_loop
async def test_the_summary_reports_a_speller_without_dictionaries() -> None:
    checker = SpellChecker(NoDictionary)
    await checker.load_dictionaries()
    assert "no dictionary" in dictionary_summary(checker)


@on_qt_loop
async def test_the_summary_lists_used_and_missing_languages() -> None:
    checker = SpellChecker(SmallSpeller, system_language="en_GB")
    await checker.load_dictionaries()
    assert dictionary_summary(checker) == "In use: British English (en_GB).\nAlso installed: Deutsch (de_DE)."
    checker.choose("de, fr")
    assert "No dictionary is installed for fr." in dictionary_summary(checker)
    checker.choose("fr")
    assert dictionary_summary(checker).startswith("No dictionary is installed for these languages. Installed: ")
