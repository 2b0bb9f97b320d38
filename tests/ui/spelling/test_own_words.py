"""Own words: kept for all vaults, and right in the shapes a word takes."""

from pathlib import Path

from vaultdesk.core.json_store import JsonStore
from vaultdesk.ui.spelling.own_words import OwnWords


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
