"""Candidates: two stages find what one stage finds, where everything is scored."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.index.asked import parse
from tests.index.common_vault import NOTES, common_index, lower_limits, note
from vaultdesk.index import candidates, frequent_upkeep
from vaultdesk.index.candidates import Scored
from vaultdesk.index.index import Index
from vaultdesk.index.word_search import word_search


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    frequent_upkeep.keep_up(index, lambda: False)
    yield index
    index.close()


def _best(scores: dict[int, float], most: int = 10) -> list[float]:
    return sorted(scores.values(), reverse=True)[:most]


def _both(index: Index, query: str, *, quick: bool = False) -> tuple[Scored, dict[int, float]]:
    with index.reading() as connection:
        asked = word_search(connection, parse(query), quick=quick)
        everything = candidates.scored(connection, word_search(connection, parse(query)), 10**6)
        return candidates.candidates(connection, asked, 20, quick=quick), everything


@pytest.mark.parametrize("query", ["common ", "common usual ", "third ", "third common usual ", "common -third "])
def test_the_best_of_common_words_are_those_of_all_scored(index: Index, query: str) -> None:
    found, everything = _both(index, query)
    assert len(found.scores) < len(everything)
    assert _best(found.scores) == _best(everything)
    assert found.exact
    assert not found.is_all


@pytest.mark.parametrize("query", ["only7 ", "common only7 ", "nothing "])
def test_rare_words_are_all_scored(index: Index, query: str) -> None:
    found, everything = _both(index, query)
    assert found.scores == everything
    assert found.is_all
    assert found.total == len(everything)


def test_some_notes_are_scored_as_all_are_wherever_their_numbers_lie(index: Index) -> None:
    with index.reading() as connection:
        asked = word_search(connection, parse("common third "))
        everything = candidates.scored(connection, asked, 10**6)
        last = connection.execute("SELECT max(id) FROM note").fetchone()[0]
        for notes in ([1], [last], [1, last], range(5, last - 5), [last + 1_000], [2, last + 9], [], everything):
            wanted = {note: everything[note] for note in notes if note in everything}
            assert candidates.among(connection, asked, notes) == wanted


def test_one_word_tells_how_many_notes_have_it(index: Index) -> None:
    assert _both(index, "common ")[0].total == NOTES
    assert _both(index, "common usual ")[0].total is None


def test_a_note_that_changed_after_the_lists_were_made_is_found(index: Index) -> None:
    index.apply([note(1, "common " * 30), note(900, "usual " * 40 + "common")])
    found, everything = _both(index, "common ")
    assert max(found.scores.values()) == max(everything.values())
    assert max(everything, key=lambda one: everything[one]) in found.scores


def test_a_note_that_no_longer_has_the_word_is_not(index: Index) -> None:
    with index.reading() as connection:
        (changed,) = connection.execute("SELECT id FROM note WHERE path = 'Note 11.md'").fetchone()
    assert changed in _both(index, "common ")[0].scores
    index.apply([note(11, "nothing of that kind")])
    assert changed not in _both(index, "common ")[0].scores


def test_notes_called_so_are_always_weighed(index: Index) -> None:
    with index.reading() as connection:
        (last,) = connection.execute("SELECT id FROM note WHERE path = 'Note 0.md'").fetchone()
        asked = word_search(connection, parse("common "))
        assert last not in candidates.candidates(connection, asked, 20).scores
        assert last in candidates.candidates(connection, asked, 20, [last]).scores
        rare = word_search(connection, parse("only7 "))
        assert last not in candidates.candidates(connection, rare, 20, [last]).scores, "it does not fit"


def test_without_lists_everything_is_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    found, everything = _both(index, "common ")
    assert _best(found.scores) == _best(everything)
    index.close()


def test_without_lists_a_quick_answer_is_of_names_and_headings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    index.apply([note(number, "x", headings=("Common things",)) for number in range(200, 215)])
    with index.reading() as connection:
        asked = word_search(connection, parse("common "), quick=True)
        found = candidates.candidates(connection, asked, 20, quick=True)
        headed = {one for (one,) in connection.execute("SELECT note FROM heading")}
    assert found.scores
    assert set(found.scores) <= headed
    assert not found.exact
    index.close()


def test_a_quick_answer_for_an_unfinished_word_comes_from_the_lists(index: Index) -> None:
    found, everything = _both(index, "comm", quick=True)
    assert len(found.scores) == 20
    assert set(found.scores) <= set(everything)
    assert not found.exact
    assert found.total is None
