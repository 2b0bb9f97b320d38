"""Some words: more different words come before more of one."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.index.asked import parse
from tests.index.scene import filled
from vaultdesk.index import some_words
from vaultdesk.index.word_search import WordSearch

NOTES = {"One.md": "boiler " * 9, "Two.md": "the boiler pump", "Three.md": "pump boiler valve", "None.md": "other"}


def _order(
    tmp_path: Path, query: str, without: str = "", notes: Mapping[str, str] = NOTES, most: int = 10
) -> list[str]:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        scores = some_words.scores(connection, parse(query), WordSearch((), without), most)
        paths = dict(connection.execute("SELECT id, path FROM note"))
    index.close()
    return [paths[note] for note in sorted(scores, key=lambda one: -scores[one])]


def test_notes_with_more_of_the_words_come_first(tmp_path: Path) -> None:
    assert _order(tmp_path, "boiler pump valve gasket ") == ["Three.md", "Two.md", "One.md"]


def test_the_notes_with_most_words_are_weighed_however_many_came_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(some_words, "CANDIDATES", 2)
    notes = {"A.md": "boiler pump", **{f"Later {number}.md": "boiler boiler" for number in range(9)}}
    assert _order(tmp_path, "boiler pump valve gasket ", notes=notes)[0] == "A.md"


def test_of_many_words_the_rarest_find_the_notes_and_all_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(some_words, "TELLING", 1)
    notes = {"A.md": "valve", "B.md": "valve boiler pump", "C.md": "boiler pump", "D.md": "boiler pump"}
    assert _order(tmp_path, "boiler pump valve gasket ", notes=notes) == ["B.md", "A.md"]


@pytest.mark.parametrize("limit", [3, 400])
@pytest.mark.parametrize(
    "query", ["boiler pump valve ", "boiler val", "valve pump valve ", '"boiler pump" valve ', "pump "]
)
def test_few_words_are_weighed_at_once_as_each_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str, limit: int
) -> None:
    monkeypatch.setattr(some_words, "CANDIDATES", limit)
    said = ("boiler", "pump", "valve", "boiler pump", "valve valves pump", "pump pump boiler valve", "x other")
    notes = {f"{number}.md": f"{said[number % 7]} {'words ' * (number % 5)}" for number in range(30)}
    found = _scores(tmp_path / "few.sqlite", notes, query)
    monkeypatch.setattr(some_words, "FEW_WORDS", 0)
    assert found
    assert found == pytest.approx(_scores(tmp_path / "many.sqlite", notes, query))


def _scores(file: Path, notes: Mapping[str, str], query: str) -> dict[int, float]:
    index = filled(file, file.with_suffix(".vault"), notes)
    with index.reading() as connection:
        found = some_words.scores(connection, parse(query), WordSearch((), '"other"'), 400)
    index.close()
    return found


def test_no_more_notes_are_given_than_asked_for(tmp_path: Path) -> None:
    assert _order(tmp_path, "boiler pump valve gasket ", most=1) == ["Three.md"]


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
