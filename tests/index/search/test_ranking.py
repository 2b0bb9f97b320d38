"""Tests of index/search/ranking.py."""

import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.index.asked import parse
from tests.index.common_vault import NOTES as COMMON_VAULT_NOTES
from tests.index.common_vault import common_index, lower_limits, note
from tests.index.scene import entry, filled
from tests.support.vaults import write_vault
from vaultdesk.index.index_results import Hit
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search import common_words, ranking
from vaultdesk.index.search.ranked_search import SearchContext, search
from vaultdesk.index.search.ranking import FtsQuery, ScoredNotes, build_fts_query, filter_conditions
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache.text_cache import TextCache

# Ranking factors, each by itself.

DAY = 86_400
FILLER = "Some other words that fill the note. " * 3


def _hits(index: Index, query: str) -> list[Hit]:
    with index.reading() as connection:
        return search(SearchContext(TextCache(), connection), parse_query(query), 10).hits


def _paths(index: Index, query: str) -> list[str]:
    return [hit.path for hit in _hits(index, query)]


def test_a_note_with_the_query_as_its_name_ranks_before_notes_that_mention_it(tmp_path: Path) -> None:
    notes = {"Boiler.md": FILLER, "Log.md": "boiler boiler boiler", "About the boiler.md": "# Boiler\nboiler boiler"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _paths(index, "boiler")[0] == "Boiler.md"
    index.close()


def test_an_alias_counts_as_a_name(tmp_path: Path) -> None:
    notes = {
        "Heating.md": f"---\naliases: [Old Boiler]\n---\n{FILLER}",
        "Old boiler log.md": "# Old boiler\nold boiler, old boiler",
        "Diary.md": "old boiler " * 9,
    }
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _paths(index, "old boiler")[0] == "Heating.md"
    assert _paths(index, "OLD BOILER")[0] == "Heating.md"
    index.close()


def test_a_title_counts_as_a_name(tmp_path: Path) -> None:
    notes = {"2024-01.md": f"---\ntitle: Étude\n---\n{FILLER}", "Étude notes.md": "étude étude", "Log.md": "étude " * 9}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _paths(index, "étude")[0] == "2024-01.md"
    index.close()


def test_a_name_with_the_word_at_its_beginning_ranks_before_one_with_it_at_the_end(tmp_path: Path) -> None:
    notes = {"Old boiler.md": FILLER, "Boiler plan.md": FILLER, "Log.md": FILLER}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _paths(index, "boiler") == ["Boiler plan.md", "Old boiler.md"]
    index.close()


def test_of_two_equal_notes_the_newer_ranks_first(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"A.md": f"pump {FILLER}", "B.md": f"pump {FILLER}", "C.md": FILLER})
    now = time.time()
    os.utime(root / "A.md", (now - 900 * DAY, now - 900 * DAY))
    os.utime(root / "B.md", (now, now))
    index = Index(tmp_path / "index.sqlite")
    index.apply([entry(root, name) for name in ("A.md", "B.md", "C.md")])
    assert _paths(index, "pump") == ["B.md", "A.md"]
    index.close()


def test_a_much_better_match_ranks_before_a_newer_note(tmp_path: Path) -> None:
    root = write_vault(
        tmp_path / "vault", {"A.md": "pump pump pump", "B.md": f"{FILLER} pump {FILLER}", "C.md": FILLER}
    )
    now = time.time()
    os.utime(root / "A.md", (now - 3_000 * DAY, now - 3_000 * DAY))
    index = Index(tmp_path / "index.sqlite")
    index.apply([entry(root, name) for name in ("A.md", "B.md", "C.md")])
    assert _paths(index, "pump") == ["A.md", "B.md"]
    index.close()


def test_of_two_equal_notes_the_one_with_more_links_ranks_first(tmp_path: Path) -> None:
    notes = {"A.md": f"pump {FILLER}", "B.md": f"pump {FILLER}"}
    links = {f"Link {number}.md": "See [[B]]." for number in range(5)}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes | links)
    assert _paths(index, "pump") == ["B.md", "A.md"]
    index.close()


def test_several_links_of_a_note_count_once_up_to_a_maximum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = {"A.md": "[[B]] [[B]] [[B]] [[C]]", "D.md": "[[C]]", "B.md": "b", "C.md": "c"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert ranking.count_linking_notes(connection, ["b", "c", "nobody"]) == {"b": 1, "c": 2}
        monkeypatch.setattr(ranking, "MAX_LINKING_NOTES", 1)
        assert ranking.count_linking_notes(connection, ["b", "c", "nobody"]) == {"b": 1, "c": 1}
    index.close()


@pytest.mark.parametrize(("days", "links", "expected"), [(0, 0, 1.1), (180, 0, 1.05), (-5, 0, 1.1), (10**6, 0, 1.0)])
def test_recency_gives_a_small_boost(days: int, links: int, expected: float) -> None:
    now = time.time_ns()
    assert ranking.score_boost(now - days * DAY * 10**9, links, now) == pytest.approx(expected)


def test_links_give_a_bounded_boost() -> None:
    now = time.time_ns()
    old = now - 10**6 * DAY * 10**9
    boosts = [ranking.score_boost(old, links, now) for links in (0, 1, 10, 256, 100_000)]
    assert boosts == sorted(boosts)
    assert boosts[-1] == boosts[-2] == pytest.approx(1 + ranking.LINK_GAIN)


def test_only_the_best_notes_are_returned_and_notes_with_the_name_always(tmp_path: Path) -> None:
    notes = {f"N{number}.md": f"word {FILLER}" for number in range(9)}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        numbers = [note for (note,) in connection.execute("SELECT id FROM note ORDER BY path")]
        scores = {note: 1.0 + position for position, note in enumerate(numbers)}
        ranked = ranking.order_by_rank(connection, scores, ranking.find_named_notes(connection, "n0"), 3)
        assert [row.path for row in ranked] == ["N0.md", "N8.md", "N7.md"]
        visible = ranking.order_by_rank(
            connection, scores, ranking.find_named_notes(connection, ""), 3, lambda path: path < "N3"
        )
        assert [row.path for row in visible] == ["N2.md", "N1.md", "N0.md"]
    index.close()


# FTS5 queries built from typed words.


def _fts_query(index: Index, query: str, *, quick: bool = False) -> FtsQuery:
    with index.reading() as connection:
        return build_fts_query(connection, parse(query), quick=quick)


def _matching_paths(index: Index, query: str) -> set[str]:
    with index.reading() as connection:
        fts_query = build_fts_query(connection, parse(query))
        sql = f"SELECT path FROM fts CROSS JOIN note ON note.id = fts.rowid WHERE fts MATCH :match{fts_query.where}"
        return {path for (path,) in connection.execute(sql, {"match": fts_query.match} | fts_query.values)}


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
    assert _fts_query(index, query).match.replace('"hi"', '"hi "') == match
    index.close()


def test_sharp_s_and_double_s_match_each_other_if_the_vault_contains_both(tmp_path: Path) -> None:
    notes = {"A.md": "Die Straße", "B.md": "Die Strasse", "C.md": "Die Gasse"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _matching_paths(index, "strasse ") == {"A.md", "B.md"}
    assert _matching_paths(index, "STRAßE ") == {"A.md", "B.md"}
    assert _matching_paths(index, "stra") == {"A.md", "B.md"}
    assert _fts_query(index, "gasse ").match == '"gasse"'
    index.close()


def test_a_word_with_many_double_s_is_not_expanded(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "a"})
    assert _fts_query(index, "ss" * 200 + " ").match == f'"{"ss" * 200}"'
    index.close()


def test_conditions_filter_notes(tmp_path: Path) -> None:
    notes = {"House/A.md": "#home pump", "B.md": "#home/attic pump", "C.md": "#homely pump"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _matching_paths(index, "pump tag:home") == {"House/A.md", "B.md"}
    assert _matching_paths(index, "pump -tag:home") == {"C.md"}
    assert _matching_paths(index, "pump path:house") == {"House/A.md"}
    assert _matching_paths(index, "pump -file:a") == {"B.md", "C.md"}
    with index.reading() as connection:
        where, values = filter_conditions(connection, parse("tag:home path:house"), "note.id")
        rows = connection.execute(f"SELECT path FROM note WHERE 1{where}", values).fetchall()
    assert rows == [("House/A.md",)]
    index.close()


def test_a_prefix_that_matches_many_notes_is_heavy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    assert not _fts_query(index, "comm").is_heavy, "frequencies are unknown before words are counted"
    assert common_words.update_word_lists(index, lambda: False)
    heavy = _fts_query(index, "comm")
    assert (heavy.is_heavy, heavy.bounded, heavy.match) == (True, False, '("comm" OR "comm"*)')
    quick = _fts_query(index, "comm", quick=True)
    assert (quick.is_heavy, quick.bounded, quick.match) == (False, True, '("comm" OR "common")')
    assert quick.terms[0].words == ("common",)
    assert _fts_query(index, "common", quick=True).match == '"common"', "a very frequent word counts as complete"
    assert _fts_query(index, "only1").match == '("only1" OR "only1"*)'
    index.close()


# Candidates: two-stage scoring gives the same best notes as scoring all.


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    common_words.update_word_lists(index, lambda: False)
    yield index
    index.close()


def _best(scores: dict[int, float], limit: int = 10) -> list[float]:
    return sorted(scores.values(), reverse=True)[:limit]


def _candidates_and_all(index: Index, query: str, *, quick: bool = False) -> tuple[ScoredNotes, dict[int, float]]:
    with index.reading() as connection:
        fts_query = build_fts_query(connection, parse(query), quick=quick)
        everything = ranking.score_all(connection, build_fts_query(connection, parse(query)), 10**6)
        return ranking.find_candidates(connection, fts_query, 20, quick=quick), everything


@pytest.mark.parametrize("query", ["common ", "common usual ", "third ", "third common usual ", "common -third "])
def test_the_best_notes_for_common_words_equal_those_of_scoring_all(index: Index, query: str) -> None:
    candidates, everything = _candidates_and_all(index, query)
    assert len(candidates.scores) < len(everything)
    assert _best(candidates.scores) == _best(everything)
    assert candidates.exact
    assert not candidates.is_all


@pytest.mark.parametrize("query", ["only7 ", "common only7 ", "nothing "])
def test_all_notes_with_rare_words_are_scored(index: Index, query: str) -> None:
    candidates, everything = _candidates_and_all(index, query)
    assert candidates.scores == everything
    assert candidates.is_all
    assert candidates.total == len(everything)


def test_scoring_some_notes_gives_the_same_scores_as_scoring_all(index: Index) -> None:
    with index.reading() as connection:
        fts_query = build_fts_query(connection, parse("common third "))
        everything = ranking.score_all(connection, fts_query, 10**6)
        last = connection.execute("SELECT max(id) FROM note").fetchone()[0]
        for notes in ([1], [last], [1, last], range(5, last - 5), [last + 1_000], [2, last + 9], [], everything):
            expected = {note: everything[note] for note in notes if note in everything}
            assert ranking.score_among(connection, fts_query, notes) == expected


def test_a_single_word_has_an_exact_total(index: Index) -> None:
    assert _candidates_and_all(index, "common ")[0].total == COMMON_VAULT_NOTES
    assert _candidates_and_all(index, "common usual ")[0].total is None


def test_a_note_changed_after_the_lists_were_created_is_found(index: Index) -> None:
    index.apply([note(1, "common " * 30), note(900, "usual " * 40 + "common")])
    candidates, everything = _candidates_and_all(index, "common ")
    assert max(candidates.scores.values()) == max(everything.values())
    assert max(everything, key=lambda note_id: everything[note_id]) in candidates.scores


def test_a_note_that_no_longer_contains_the_word_is_not_found(index: Index) -> None:
    with index.reading() as connection:
        (changed,) = connection.execute("SELECT id FROM note WHERE path = 'Note 11.md'").fetchone()
    assert changed in _candidates_and_all(index, "common ")[0].scores
    index.apply([note(11, "nothing of that kind")])
    assert changed not in _candidates_and_all(index, "common ")[0].scores


def test_notes_with_the_query_as_their_name_are_always_candidates(index: Index) -> None:
    with index.reading() as connection:
        (last,) = connection.execute("SELECT id FROM note WHERE path = 'Note 0.md'").fetchone()
        fts_query = build_fts_query(connection, parse("common "))
        assert last not in ranking.find_candidates(connection, fts_query, 20).scores
        assert last in ranking.find_candidates(connection, fts_query, 20, [last]).scores
        rare = build_fts_query(connection, parse("only7 "))
        assert last not in ranking.find_candidates(connection, rare, 20, [last]).scores, "it does not match"


def test_without_lists_all_notes_are_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    candidates, everything = _candidates_and_all(index, "common ")
    assert _best(candidates.scores) == _best(everything)
    index.close()


def test_without_lists_a_quick_answer_searches_names_and_headings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    index.apply([note(number, "x", headings=("Common things",)) for number in range(200, 215)])
    with index.reading() as connection:
        fts_query = build_fts_query(connection, parse("common "), quick=True)
        candidates = ranking.find_candidates(connection, fts_query, 20, quick=True)
        with_heading = {note_id for (note_id,) in connection.execute("SELECT note FROM heading")}
    assert candidates.scores
    assert set(candidates.scores) <= with_heading
    assert not candidates.exact
    index.close()


def test_a_quick_answer_for_a_prefix_uses_the_lists(index: Index) -> None:
    candidates, everything = _candidates_and_all(index, "comm", quick=True)
    assert len(candidates.scores) == 20
    assert set(candidates.scores) <= set(everything)
    assert not candidates.exact
    assert candidates.total is None


# Partial matches: more different words rank before more occurrences of one.

NOTES = {"One.md": "boiler " * 9, "Two.md": "the boiler pump", "Three.md": "pump boiler valve", "None.md": "other"}


def _ranked_paths(
    tmp_path: Path, query: str, without: str = "", notes: Mapping[str, str] = NOTES, limit: int = 10
) -> list[str]:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        scores = ranking.partial_scores(connection, parse(query), FtsQuery((), without), limit)
        paths = dict(connection.execute("SELECT id, path FROM note"))
    index.close()
    return [paths[note] for note in sorted(scores, key=lambda note_id: -scores[note_id])]


def test_notes_with_more_of_the_words_rank_first(tmp_path: Path) -> None:
    assert _ranked_paths(tmp_path, "boiler pump valve gasket ") == ["Three.md", "Two.md", "One.md"]


def test_notes_with_most_words_are_candidates_even_if_many_newer_notes_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking, "CANDIDATES", 2)
    notes = {"A.md": "boiler pump", **{f"Later {number}.md": "boiler boiler" for number in range(9)}}
    assert _ranked_paths(tmp_path, "boiler pump valve gasket ", notes=notes)[0] == "A.md"


def test_of_many_words_the_rarest_select_the_notes_and_all_are_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking, "MAX_RARE_WORDS", 1)
    notes = {"A.md": "valve", "B.md": "valve boiler pump", "C.md": "boiler pump", "D.md": "boiler pump"}
    assert _ranked_paths(tmp_path, "boiler pump valve gasket ", notes=notes) == ["B.md", "A.md"]


@pytest.mark.parametrize("limit", [3, 400])
@pytest.mark.parametrize(
    "query", ["boiler pump valve ", "boiler val", "valve pump valve ", '"boiler pump" valve ', "pump "]
)
def test_combined_scoring_of_few_words_equals_separate_scoring(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str, limit: int
) -> None:
    monkeypatch.setattr(ranking, "CANDIDATES", limit)
    texts = ("boiler", "pump", "valve", "boiler pump", "valve valves pump", "pump pump boiler valve", "x other")
    notes = {f"{number}.md": f"{texts[number % 7]} {'words ' * (number % 5)}" for number in range(30)}
    scores = _scores(tmp_path / "few.sqlite", notes, query)
    monkeypatch.setattr(ranking, "MAX_COMBINED_WORDS", 0)
    assert scores
    assert scores == pytest.approx(_scores(tmp_path / "many.sqlite", notes, query))


def _scores(file: Path, notes: Mapping[str, str], query: str) -> dict[int, float]:
    index = filled(file, file.with_suffix(".vault"), notes)
    with index.reading() as connection:
        scores = ranking.partial_scores(connection, parse(query), FtsQuery((), '"other"'), 400)
    index.close()
    return scores


def test_the_number_of_notes_is_limited(tmp_path: Path) -> None:
    assert _ranked_paths(tmp_path, "boiler pump valve gasket ", limit=1) == ["Three.md"]


def test_negated_words_exclude_notes(tmp_path: Path) -> None:
    assert _ranked_paths(tmp_path, "boiler pump gasket ", '"valve"') == ["Two.md", "One.md"]


def test_absent_words_find_nothing(tmp_path: Path) -> None:
    assert _ranked_paths(tmp_path, "gasket washer ") == []


def test_given_notes_are_scored_by_the_words_they_contain(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    with index.reading() as connection:
        notes = {path: note for note, path in connection.execute("SELECT id, path FROM note")}
        scores = ranking.partial_scores_of(connection, parse("boiler valve "), [notes["Three.md"], notes["None.md"]])
    assert list(scores) == [notes["Three.md"]]
    assert [term.text for term in ranking.as_terms(["a b", "...", "c"])] == ["a b", "c"]
    index.close()
