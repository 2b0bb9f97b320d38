"""Ignored words: kept by note, over a restart and a rename."""

from pathlib import Path

from vaultdesk.core.json_store import JsonStore
from vaultdesk.ui.spelling.ignored_words import MOST, IgnoredWords


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
    store.put("Boiler.md", [f"word{number}" for number in range(MOST)])
    words = IgnoredWords(store)
    words.add("Boiler.md", "last")
    assert len(words.of("Boiler.md")) == MOST
    assert "word0" not in words.of("Boiler.md")
    assert "last" in words.of("Boiler.md")


def test_a_file_that_says_something_else_counts_as_empty(tmp_path: Path) -> None:
    file = tmp_path / "ignored-words.json"
    file.write_text('{"Boiler.md": {"no": "list"}, "Plan.md": [1, "right"]}', encoding="utf-8")
    words = IgnoredWords(JsonStore(file))
    assert words.of("Boiler.md") == frozenset()
    assert words.of("Plan.md") == {"right"}
