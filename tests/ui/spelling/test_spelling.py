"""Spelling: what is asked once, on one thread, and judged from all languages and the person's own words."""

import threading
from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.support.spelling import SmallSpeller
from vaultdesk.core.json_store import JsonStore
from vaultdesk.ui.spelling import spelling as module
from vaultdesk.ui.spelling.own_words import OwnWords
from vaultdesk.ui.spelling.spelling import Spelling, ranked


@on_qt_loop
async def test_a_word_is_right_where_any_language_knows_it_and_each_is_asked_once() -> None:
    speller = SmallSpeller()
    spelling = Spelling(lambda: speller, own="de_DE")
    await spelling.look()
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
    spelling = Spelling(SmallSpeller, own="en_GB")
    await spelling.look()
    await spelling.keep(OwnWords(JsonStore(tmp_path / "words.json")))
    told: list[int] = []
    spelling.changed.connect(lambda: told.append(1))
    await spelling.ask(["brandt"])
    assert spelling.verdict("brandt") is False
    await spelling.add("brandt")
    assert spelling.verdict("brandt") is True
    await spelling.remove("brandt's")
    assert spelling.verdict("brandt") is False
    assert len(told) == 2


@on_qt_loop
async def test_without_a_speller_nothing_is_wrong() -> None:
    spelling = Spelling(lambda: None)
    await spelling.look()
    assert (spelling.looked, spelling.there, spelling.languages) == (True, False, ())
    assert spelling.verdict("recieve") is True
    assert await spelling.suggestions("recieve") == []


@on_qt_loop
async def test_a_dictionary_that_came_meanwhile_is_found_when_it_is_looked_for_again() -> None:
    speller = SmallSpeller("en_GB")
    spelling = Spelling(lambda: speller, own="de_DE")
    await spelling.look()
    assert spelling.languages == ("en_GB",)
    speller._languages = ("de_DE", "en_GB")
    await spelling.look()
    assert spelling.languages == ("en_GB",)
    await spelling.look(again=True)
    assert spelling.languages == ("de_DE",)


@on_qt_loop
async def test_answers_are_forgotten_before_they_become_too_many() -> None:
    spelling = Spelling(SmallSpeller, own="en_GB")
    await spelling.look()
    many = [f"{'a' * (number % 40 + 1)}{number:x}" for number in range(module.MOST_KEPT + 300)]
    await spelling.ask(many)
    assert spelling.verdict(many[0]) is None
    assert spelling.verdict(many[-1]) is False


def test_the_language_that_comes_closest_goes_first_and_the_others_only_add_what_is_close() -> None:
    assert ranked("Heizng", [["Hanging", "Hinging"], ["Heizung", "Heizing"]], 6) == ["Heizung", "Heizing"]
    assert ranked("hous", [["house", "hours", "hoes"], ["Haus"]], 3) == ["house", "hours", "Haus"]
    assert ranked("x", [], 6) == []
