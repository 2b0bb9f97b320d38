"""Tests of index/search/ranking.py."""

import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.index.asked import parse
from tests.index.common_vault import NOTES as COMMON_VAULT_NOTES
from tests.index.common_vault import common_index, lower_limits, note
from tests.index.scene import entry, filled, lay
from vaultdesk.index.index_results import Hit
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search import common_words, ranking
from vaultdesk.index.search.ranked_search import SearchContext, search
from vaultdesk.index.search.ranking import FtsQuery, ScoredNotes, build_fts_query, filter_conditions
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache.text_cache import TextCache

# Ranking: what comes before what, one reason at a time.

DAY = 86_400
FILLER = "Some other words that fill the note. " * 3


def _hits(index: Index, query: str) -> list[Hit]:
    with index.reading() as connection:
        return search(SearchContext(TextCache(), connection), parse_query(query), 10).hits


def _paths(index: Index, query: str) -> list[str]:
    return [hit.path for hit in _hits(index, query)]


def test_a_note_called_so_comes_before_notes_that_mention_it(tmp_path: Path) -> None:
    notes = {"Boiler.md": FILLER, "Log.md": "boiler boiler boiler", "About the boiler.md": "# Boiler\nboiler boiler"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _paths(index, "boiler")[0] == "Boiler.md"
    index.close()


def test_a_note_with_such_an_alias_is_a_note_called_so(tmp_path: Path) -> None:
    notes = {
        "Heating.md": f"---\naliases: [Old Boiler]\n---\n{FILLER}",
        "Old boiler log.md": "# Old boiler\nold boiler, old boiler",
        "Diary.md": "old boiler " * 9,
    }
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _paths(index, "old boiler")[0] == "Heating.md"
    assert _paths(index, "OLD BOILER")[0] == "Heating.md"
    index.close()


def test_a_note_with_such_a_title_is_a_note_called_so(tmp_path: Path) -> None:
    notes = {"2024-01.md": f"---\ntitle: Étude\n---\n{FILLER}", "Étude notes.md": "étude étude", "Log.md": "étude " * 9}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _paths(index, "étude")[0] == "2024-01.md"
    index.close()


def test_a_name_that_begins_so_comes_before_one_that_ends_so(tmp_path: Path) -> None:
    notes = {"Old boiler.md": FILLER, "Boiler plan.md": FILLER, "Log.md": FILLER}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _paths(index, "boiler") == ["Boiler plan.md", "Old boiler.md"]
    index.close()


def test_of_two_equal_notes_the_newer_comes_first(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {"A.md": f"pump {FILLER}", "B.md": f"pump {FILLER}", "C.md": FILLER})
    now = time.time()
    os.utime(root / "A.md", (now - 900 * DAY, now - 900 * DAY))
    os.utime(root / "B.md", (now, now))
    index = Index(tmp_path / "index.sqlite")
    index.apply([entry(root, name) for name in ("A.md", "B.md", "C.md")])
    assert _paths(index, "pump") == ["B.md", "A.md"]
    index.close()


def test_a_much_better_text_wins_over_a_newer_one(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {"A.md": "pump pump pump", "B.md": f"{FILLER} pump {FILLER}", "C.md": FILLER})
    now = time.time()
    os.utime(root / "A.md", (now - 3_000 * DAY, now - 3_000 * DAY))
    index = Index(tmp_path / "index.sqlite")
    index.apply([entry(root, name) for name in ("A.md", "B.md", "C.md")])
    assert _paths(index, "pump") == ["A.md", "B.md"]
    index.close()


def test_of_two_equal_notes_the_one_linked_more_often_comes_first(tmp_path: Path) -> None:
    notes = {"A.md": f"pump {FILLER}", "B.md": f"pump {FILLER}"}
    links = {f"Link {number}.md": "See [[B]]." for number in range(5)}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes | links)
    assert _paths(index, "pump") == ["B.md", "A.md"]
    index.close()


def test_many_links_of_one_note_count_once_and_no_more_are_counted_than_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = {"A.md": "[[B]] [[B]] [[B]] [[C]]", "D.md": "[[C]]", "B.md": "b", "C.md": "c"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert ranking.count_linking_notes(connection, ["b", "c", "nobody"]) == {"b": 1, "c": 2}
        monkeypatch.setattr(ranking, "MAX_LINKING_NOTES", 1)
        assert ranking.count_linking_notes(connection, ["b", "c", "nobody"]) == {"b": 1, "c": 1}
    index.close()


@pytest.mark.parametrize(("days", "links", "expected"), [(0, 0, 1.1), (180, 0, 1.05), (-5, 0, 1.1), (10**6, 0, 1.0)])
def test_time_is_a_gentle_nudge(days: int, links: int, expected: float) -> None:
    now = time.time_ns()
    assert ranking.score_boost(now - days * DAY * 10**9, links, now) == pytest.approx(expected)


def test_links_are_a_nudge_that_ends() -> None:
    now = time.time_ns()
    old = now - 10**6 * DAY * 10**9
    nudges = [ranking.score_boost(old, links, now) for links in (0, 1, 10, 256, 100_000)]
    assert nudges == sorted(nudges)
    assert nudges[-1] == nudges[-2] == pytest.approx(1 + ranking.LINK_GAIN)


def test_only_the_best_are_kept_and_those_called_so_always_are(tmp_path: Path) -> None:
    notes = {f"N{number}.md": f"word {FILLER}" for number in range(9)}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        numbers = [note for (note,) in connection.execute("SELECT id FROM note ORDER BY path")]
        scores = {note: 1.0 + place for place, note in enumerate(numbers)}
        found = ranking.order_by_rank(connection, scores, ranking.find_named_notes(connection, "n0"), 3)
        assert [one.path for one in found] == ["N0.md", "N8.md", "N7.md"]
        seen = ranking.order_by_rank(
            connection, scores, ranking.find_named_notes(connection, ""), 3, lambda path: path < "N3"
        )
        assert [one.path for one in seen] == ["N2.md", "N1.md", "N0.md"]
    index.close()


# Word search: typed words as FTS5 looks for them.


def _asked(index: Index, query: str, *, quick: bool = False) -> FtsQuery:
    with index.reading() as connection:
        return build_fts_query(connection, parse(query), quick=quick)


def _found(index: Index, query: str) -> set[str]:
    with index.reading() as connection:
        asked = build_fts_query(connection, parse(query))
        sql = f"SELECT path FROM fts CROSS JOIN note ON note.id = fts.rowid WHERE fts MATCH :match{asked.where}"
        return {path for (path,) in connection.execute(sql, {"match": asked.match} | asked.values)}


@pytest.mark.parametrize(
    ("query", "match"),
    [
        ("one two ", '"one" AND "two"'),
        ("one -two ", '("one") NOT ("two")'),
        ('"one two"', '"one two"'),
        ("on", '("on" OR "on"*)'),
        ('say"hi ', '"say" AND "hi "'),
    ],
)
def test_words_are_quoted_and_joined(tmp_path: Path, query: str, match: str) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "a"})
    assert _asked(index, query).match.replace('"hi"', '"hi "') == match
    index.close()


def test_sharp_s_and_double_s_find_each_other_where_the_vault_has_them(tmp_path: Path) -> None:
    notes = {"A.md": "Die Straße", "B.md": "Die Strasse", "C.md": "Die Gasse"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _found(index, "strasse ") == {"A.md", "B.md"}
    assert _found(index, "STRAßE ") == {"A.md", "B.md"}
    assert _found(index, "stra") == {"A.md", "B.md"}
    assert _asked(index, "gasse ").match == '"gasse"'
    index.close()


def test_many_double_s_ask_for_few_spellings(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "a"})
    assert _asked(index, "ss" * 200 + " ").match == f'"{"ss" * 200}"'
    index.close()


def test_conditions_are_about_the_note_that_is_named(tmp_path: Path) -> None:
    notes = {"House/A.md": "#home pump", "B.md": "#home/attic pump", "C.md": "#homely pump"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _found(index, "pump tag:home") == {"House/A.md", "B.md"}
    assert _found(index, "pump -tag:home") == {"C.md"}
    assert _found(index, "pump path:house") == {"House/A.md"}
    assert _found(index, "pump -file:a") == {"B.md", "C.md"}
    with index.reading() as connection:
        where, values = filter_conditions(connection, parse("tag:home path:house"), "note.id")
        rows = connection.execute(f"SELECT path FROM note WHERE 1{where}", values).fetchall()
    assert rows == [("House/A.md",)]
    index.close()


def test_an_unfinished_word_of_many_notes_is_heavy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    assert not _asked(index, "comm").is_heavy, "nothing is known of words before they are counted"
    assert common_words.update_word_lists(index, lambda: False)
    heavy = _asked(index, "comm")
    assert (heavy.is_heavy, heavy.bounded, heavy.match) == (True, False, '("comm" OR "comm"*)')
    quick = _asked(index, "comm", quick=True)
    assert (quick.is_heavy, quick.bounded, quick.match) == (False, True, '("comm" OR "common")')
    assert quick.terms[0].words == ("common",)
    assert _asked(index, "common", quick=True).match == '"common"', "a word that fills every list is finished"
    assert _asked(index, "only1").match == '("only1" OR "only1"*)'
    index.close()


# Candidates: two stages find what one stage finds, where everything is scored.


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    common_words.update_word_lists(index, lambda: False)
    yield index
    index.close()


def _best(scores: dict[int, float], most: int = 10) -> list[float]:
    return sorted(scores.values(), reverse=True)[:most]


def _both(index: Index, query: str, *, quick: bool = False) -> tuple[ScoredNotes, dict[int, float]]:
    with index.reading() as connection:
        asked = build_fts_query(connection, parse(query), quick=quick)
        everything = ranking.score_all(connection, build_fts_query(connection, parse(query)), 10**6)
        return ranking.find_candidates(connection, asked, 20, quick=quick), everything


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
        asked = build_fts_query(connection, parse("common third "))
        everything = ranking.score_all(connection, asked, 10**6)
        last = connection.execute("SELECT max(id) FROM note").fetchone()[0]
        for notes in ([1], [last], [1, last], range(5, last - 5), [last + 1_000], [2, last + 9], [], everything):
            expected = {note: everything[note] for note in notes if note in everything}
            assert ranking.score_among(connection, asked, notes) == expected


def test_one_word_tells_how_many_notes_have_it(index: Index) -> None:
    assert _both(index, "common ")[0].total == COMMON_VAULT_NOTES
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
        asked = build_fts_query(connection, parse("common "))
        assert last not in ranking.find_candidates(connection, asked, 20).scores
        assert last in ranking.find_candidates(connection, asked, 20, [last]).scores
        rare = build_fts_query(connection, parse("only7 "))
        assert last not in ranking.find_candidates(connection, rare, 20, [last]).scores, "it does not fit"


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
        asked = build_fts_query(connection, parse("common "), quick=True)
        found = ranking.find_candidates(connection, asked, 20, quick=True)
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


# Some words: more different words come before more of one.

NOTES = {"One.md": "boiler " * 9, "Two.md": "the boiler pump", "Three.md": "pump boiler valve", "None.md": "other"}


def _order(
    tmp_path: Path, query: str, without: str = "", notes: Mapping[str, str] = NOTES, most: int = 10
) -> list[str]:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        scores = ranking.partial_scores(connection, parse(query), FtsQuery((), without), most)
        paths = dict(connection.execute("SELECT id, path FROM note"))
    index.close()
    return [paths[note] for note in sorted(scores, key=lambda one: -scores[one])]


def test_notes_with_more_of_the_words_come_first(tmp_path: Path) -> None:
    assert _order(tmp_path, "boiler pump valve gasket ") == ["Three.md", "Two.md", "One.md"]


def test_the_notes_with_most_words_are_weighed_however_many_came_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking, "CANDIDATES", 2)
    notes = {"A.md": "boiler pump", **{f"Later {number}.md": "boiler boiler" for number in range(9)}}
    assert _order(tmp_path, "boiler pump valve gasket ", notes=notes)[0] == "A.md"


def test_of_many_words_the_rarest_find_the_notes_and_all_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "MAX_RARE_WORDS", 1)
    notes = {"A.md": "valve", "B.md": "valve boiler pump", "C.md": "boiler pump", "D.md": "boiler pump"}
    assert _order(tmp_path, "boiler pump valve gasket ", notes=notes) == ["B.md", "A.md"]


@pytest.mark.parametrize("limit", [3, 400])
@pytest.mark.parametrize(
    "query", ["boiler pump valve ", "boiler val", "valve pump valve ", '"boiler pump" valve ', "pump "]
)
def test_few_words_are_weighed_at_once_as_each_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str, limit: int
) -> None:
    monkeypatch.setattr(ranking, "CANDIDATES", limit)
    said = ("boiler", "pump", "valve", "boiler pump", "valve valves pump", "pump pump boiler valve", "x other")
    notes = {f"{number}.md": f"{said[number % 7]} {'words ' * (number % 5)}" for number in range(30)}
    found = _scores(tmp_path / "few.sqlite", notes, query)
    monkeypatch.setattr(ranking, "MAX_COMBINED_WORDS", 0)
    assert found
    assert found == pytest.approx(_scores(tmp_path / "many.sqlite", notes, query))


def _scores(file: Path, notes: Mapping[str, str], query: str) -> dict[int, float]:
    index = filled(file, file.with_suffix(".vault"), notes)
    with index.reading() as connection:
        found = ranking.partial_scores(connection, parse(query), FtsQuery((), '"other"'), 400)
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
        scores = ranking.partial_scores_of(connection, parse("boiler valve "), [notes["Three.md"], notes["None.md"]])
    assert list(scores) == [notes["Three.md"]]
    assert [term.text for term in ranking.as_terms(["a b", "...", "c"])] == ["a b", "c"]
    index.close()
