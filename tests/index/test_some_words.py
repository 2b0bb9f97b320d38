"""Some words: more different words come before more of one."""

from pathlib import Path

from tests.index.asked import parse
from tests.index.scene import filled
from vaultdesk.index import some_words
from vaultdesk.index.word_search import WordSearch

NOTES = {"One.md": "boiler " * 9, "Two.md": "the boiler pump", "Three.md": "pump boiler valve", "None.md": "other"}


def _order(tmp_path: Path, query: str, without: str = "") -> list[str]:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    with index.reading() as connection:
        scores = some_words.scores(connection, parse(query), WordSearch((), without))
        paths = dict(connection.execute("SELECT id, path FROM note"))
    index.close()
    return [paths[note] for note in sorted(scores, key=lambda one: -scores[one])]


def test_notes_with_more_of_the_words_come_first(tmp_path: Path) -> None:
    assert _order(tmp_path, "boiler pump valve gasket ") == ["Three.md", "Two.md", "One.md"]


def test_unwanted_words_stay_out(tmp_path: Path) -> None:
    assert _order(tmp_path, "boiler pump gasket ", '"valve"') == ["Two.md", "One.md"]


def test_no_word_anywhere_finds_nothing(tmp_path: Path) -> None:
    assert _order(tmp_path, "gasket washer ") == []


def test_given_notes_are_weighed_by_the_words_they_have(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    with index.reading() as connection:
        notes = {path: note for note, path in connection.execute("SELECT id, path FROM note")}
        scores = some_words.of_these(connection, parse("boiler valve "), [notes["Three.md"], notes["None.md"]])
    assert list(scores) == [notes["Three.md"]]
    assert [term.text for term in some_words.terms(["a b", "...", "c"])] == ["a b", "c"]
    index.close()
