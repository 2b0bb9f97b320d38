"""Speller words: one sentence for each state of the dictionaries."""

import pytest

from tests.support.qt_loop import on_qt_loop
from tests.support.spelling import SmallSpeller
from vaultdesk.ui.spelling.speller_words import what_is_there, why_none
from vaultdesk.ui.spelling.spelling import Spelling


class NoDictionary(SmallSpeller):
    def languages(self) -> tuple[str, ...]:
        return ()


@on_qt_loop
@pytest.mark.parametrize(
    ("platform", "words"), [("linux", "libenchant-2-2"), ("darwin", "macOS"), ("win32", "Windows")]
)
async def test_where_no_speller_is_known_it_says_what_would_help(platform: str, words: str) -> None:
    spelling = Spelling(lambda: None)
    assert why_none(spelling, platform) == ""
    await spelling.look()
    assert why_none(spelling, platform).startswith("No speller is known on this system")
    assert words in why_none(spelling, platform)


@on_qt_loop
async def test_a_speller_without_a_dictionary_wants_one() -> None:
    spelling = Spelling(NoDictionary)
    await spelling.look()
    assert "no dictionary" in what_is_there(spelling)


@on_qt_loop
async def test_it_says_which_languages_are_used_and_which_are_missing() -> None:
    spelling = Spelling(SmallSpeller, own="en_GB")
    await spelling.look()
    assert what_is_there(spelling) == "In use: British English (en_GB).\nAlso here: Deutsch (de_DE)."
    spelling.choose("de, fr")
    assert "There is no dictionary of fr here." in what_is_there(spelling)
    spelling.choose("fr")
    assert what_is_there(spelling).startswith("There is no dictionary of these languages here. Found are: ")
