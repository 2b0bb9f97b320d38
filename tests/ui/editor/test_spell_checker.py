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


# Own words: kept for all vaults, and right in the shapes a word takes.


def test_a_word_that_was_added_is_right_at_the_beginning_of_a_sentence_and_with_an_s(tmp_path: Path) -> None:
    own = OwnWords(JsonStore(tmp_path / "words.json"))
    own.add("rehab")
    own.add("Brandt")
    assert [word in own for word in ("rehab", "Rehab", "Brandt's", "brandt", "other")] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_words_are_there_the_next_time_until_they_are_removed(tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    OwnWords(JsonStore(file)).add("Brandt")
    again = OwnWords(JsonStore(file))
    again.load()
    assert again.kept("Brandt's") == "Brandt"
    again.remove("Brandt")
    last = OwnWords(JsonStore(file))
    last.load()
    assert "Brandt" not in last


def test_a_file_that_says_something_else_is_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    for written in ('{"words": {"a": 1}}', '{"words": [1, "fine", null]}', "not json"):
        file.write_text(written)
        own = OwnWords(JsonStore(file))
        own.load()
        assert ("fine" in own) is ("fine" in written)


# Ignored words: kept by note, over a restart and a rename.


def test_words_are_kept_for_their_note_alone_and_follow_it(tmp_path: Path) -> None:
    words = IgnoredWords(JsonStore(tmp_path / "ignored-words.json"))
    words.add("Boiler.md", "brandt")
    words.add("Boiler.md", "brandt")
    words.add("Plan.md", "recieve")
    words.moved("Boiler.md", "House/Boiler.md")
    words.moved("Gone.md", "Elsewhere.md")
    again = IgnoredWords(JsonStore(tmp_path / "ignored-words.json"))
    again.load()
    assert again.of("House/Boiler.md") == {"brandt"}
    assert again.of("Plan.md") == {"recieve"}
    assert again.of("Boiler.md") == again.of("Elsewhere.md") == frozenset()


def test_the_oldest_words_of_a_note_go_first(tmp_path: Path) -> None:
    store = JsonStore(tmp_path / "ignored-words.json")
    store.put("Boiler.md", [f"word{number}" for number in range(MAX_IGNORED_WORDS)])
    words = IgnoredWords(store)
    words.add("Boiler.md", "last")
    assert len(words.of("Boiler.md")) == MAX_IGNORED_WORDS
    assert "word0" not in words.of("Boiler.md")
    assert "last" in words.of("Boiler.md")


def test_a_file_that_says_something_else_counts_as_empty(tmp_path: Path) -> None:
    file = tmp_path / "ignored-words.json"
    file.write_text('{"Boiler.md": {"no": "list"}, "Plan.md": [1, "right"]}', encoding="utf-8")
    words = IgnoredWords(JsonStore(file))
    assert words.of("Boiler.md") == frozenset()
    assert words.of("Plan.md") == {"right"}


# Spelling: what is asked once, on one thread, and judged from all languages and the person's own words.


@on_qt_loop
async def test_a_word_is_right_where_any_language_knows_it_and_each_is_asked_once() -> None:
    speller = SmallSpeller()
    spelling = SpellChecker(lambda: speller, system_language="de_DE")
    await spelling.load_dictionaries()
    assert spelling.languages == ("de_DE",)
    spelling.choose("en_GB, de_DE")
    words = ["house", "Heizung", "Heizng", "bzw", "家"]
    assert [spelling.verdict(word) for word in words] == [None, None, None, None, True]
    await spelling.ask(words)
    assert [spelling.verdict(word) for word in words] == [True, True, False, True, True]
    asked = len(speller.asked)
    await spelling.ask(words)
    assert len(speller.asked) == asked
    assert ("house", "de_DE") not in speller.asked
    assert len(speller.threads) == 1
    assert threading.get_ident() not in speller.threads


@on_qt_loop
async def test_own_words_are_right_until_they_are_removed(tmp_path: Path) -> None:
    spelling = SpellChecker(SmallSpeller, system_language="en_GB")
    await spelling.load_dictionaries()
    await spelling.set_own_words(OwnWords(JsonStore(tmp_path / "words.json")))
    emitted: list[int] = []
    spelling.changed.connect(lambda: emitted.append(1))
    await spelling.ask(["brandt"])
    assert spelling.verdict("brandt") is False
    await spelling.add("brandt")
    assert spelling.verdict("brandt") is True
    await spelling.remove("brandt's")
    assert spelling.verdict("brandt") is False
    assert len(emitted) == 2


@on_qt_loop
async def test_without_a_speller_nothing_is_wrong() -> None:
    spelling = SpellChecker(lambda: None)
    await spelling.load_dictionaries()
    assert (spelling.dictionaries_loaded, spelling.has_speller, spelling.languages) == (True, False, ())
    assert spelling.verdict("recieve") is True
    assert await spelling.suggestions("recieve") == []


@on_qt_loop
async def test_a_dictionary_that_came_meanwhile_is_found_when_it_is_looked_for_again() -> None:
    speller = SmallSpeller("en_GB")
    spelling = SpellChecker(lambda: speller, system_language="de_DE")
    await spelling.load_dictionaries()
    assert spelling.languages == ("en_GB",)
    speller._languages = ("de_DE", "en_GB")
    await spelling.load_dictionaries()
    assert spelling.languages == ("en_GB",)
    await spelling.load_dictionaries(again=True)
    assert spelling.languages == ("de_DE",)


@on_qt_loop
async def test_answers_are_forgotten_before_they_become_too_many() -> None:
    spelling = SpellChecker(SmallSpeller, system_language="en_GB")
    await spelling.load_dictionaries()
    many = [f"{'a' * (number % 40 + 1)}{number:x}" for number in range(module.MAX_CACHED_VERDICTS + 300)]
    await spelling.ask(many)
    assert spelling.verdict(many[0]) is None
    assert spelling.verdict(many[-1]) is False


def test_the_language_that_comes_closest_goes_first_and_the_others_only_add_what_is_close() -> None:
    assert merged_suggestions("Heizng", [["Hanging", "Hinging"], ["Heizung", "Heizing"]], 6) == ["Heizung", "Heizing"]
    assert merged_suggestions("hous", [["house", "hours", "hoes"], ["Haus"]], 3) == ["house", "hours", "Haus"]
    assert merged_suggestions("x", [], 6) == []


# Speller words: one sentence for each state of the dictionaries.


class NoDictionary(SmallSpeller):
    def languages(self) -> tuple[str, ...]:
        return ()


@on_qt_loop
@pytest.mark.parametrize(
    ("platform", "words"), [("linux", "libenchant-2-2"), ("darwin", "macOS"), ("win32", "Windows")]
)
async def test_where_no_speller_is_known_it_says_what_would_help(platform: str, words: str) -> None:
    spelling = SpellChecker(lambda: None)
    assert no_spelling_reason(spelling, platform) == ""
    await spelling.load_dictionaries()
    assert no_spelling_reason(spelling, platform).startswith("No spell checker was found")
    assert words in no_spelling_reason(spelling, platform)


@on_qt_loop
async def test_a_speller_without_a_dictionary_wants_one() -> None:
    spelling = SpellChecker(NoDictionary)
    await spelling.load_dictionaries()
    assert "no dictionary" in dictionary_summary(spelling)


@on_qt_loop
async def test_it_says_which_languages_are_used_and_which_are_missing() -> None:
    spelling = SpellChecker(SmallSpeller, system_language="en_GB")
    await spelling.load_dictionaries()
    assert dictionary_summary(spelling) == "In use: British English (en_GB).\nAlso installed: Deutsch (de_DE)."
    spelling.choose("de, fr")
    assert "No dictionary is installed for fr." in dictionary_summary(spelling)
    spelling.choose("fr")
    assert dictionary_summary(spelling).startswith("No dictionary is installed for these languages. Installed: ")
