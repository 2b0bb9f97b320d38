"""Ranked: words first, then letters, then most of the words; the passage is from the text when it can be."""

from pathlib import Path

import pytest

from tests.index.common_vault import common_index, lower_limits
from tests.index.scene import filled
from vaultdesk.index.index_results import Hit, Hits
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search import common_words
from vaultdesk.index.search.ranked_search import SearchContext, SearchOptions, search
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache.text_cache import TextCache


def _answer(index: Index, query: str, limit: int = 10, *, quick: bool = False) -> Hits:
    with index.reading() as connection:
        return search(SearchContext(TextCache(), connection, SearchOptions(quick=quick)), parse_query(query), limit)


def _hits(index: Index, query: str, limit: int = 10) -> list[Hit]:
    return _answer(index, query, limit).hits


def test_names_weigh_more_than_headings_and_headings_more_than_text(tmp_path: Path) -> None:
    filler = "Some other words that fill the note. " * 3
    notes = {
        "Text.md": f"{filler} apple {filler}",
        "Heading.md": f"{filler}\n# Apple\n{filler}",
        "Apple.md": filler,
        "Unrelated.md": filler,
        "Another.md": filler,
        "More.md": filler,
    }
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    hits = _hits(index, "apple")
    assert [hit.path for hit in hits] == ["Apple.md", "Heading.md", "Text.md"]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert hits[0].marks == ()
    assert hits[0].snippet.startswith("Some other words")
    index.close()


def test_a_finished_word_comes_before_one_that_only_begins_like_it(tmp_path: Path) -> None:
    notes = {"Longer.md": "The carpet is red.", "Exact.md": "The car is red.", "Other.md": "Nothing."}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert [hit.path for hit in _hits(index, "car")] == ["Exact.md", "Longer.md"]
    index.close()


def test_a_word_only_in_properties_shows_the_property(tmp_path: Path) -> None:
    notes = {"A.md": "---\nauthor: Tolstoy\n---\nText.\n", "B.md": "---\nauthor: Tolstoy\n---\n# On\nTolstoy here."}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    shown = {hit.path: (hit.line, hit.heading, hit.snippet) for hit in _hits(index, "tolstoy")}
    assert shown["A.md"][0] == 2
    assert "author: Tolstoy" in shown["A.md"][2]
    assert shown["B.md"] == (5, "On", "Tolstoy here.")
    index.close()


def test_conditions_alone_give_the_notes_that_meet_them(tmp_path: Path) -> None:
    notes = {"A.md": "#a/b x", "B.md": "#ab x", "C.md": "#a y"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert {hit.path for hit in _hits(index, "tag:a")} == {"A.md", "C.md"}
    assert {hit.path for hit in _hits(index, "-tag:a")} == {"B.md"}
    assert {hit.path for hit in _hits(index, "-x")} == {"C.md"}
    assert _hits(index, "x", limit=0) == []
    assert _answer(index, "tag:a", limit=1).total == 2
    index.close()


def test_hostile_markup_stays_text(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "<div>evil</div> \x02word\x03 <img src=x>"})
    (hit,) = _hits(index, "word")
    assert hit.snippet.startswith("<div>evil</div> ")
    assert hit.snippet.endswith(" <img src=x>")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["word"]
    index.close()


def test_words_inside_longer_ones_come_after_whole_words(tmp_path: Path) -> None:
    notes = {
        "Keller.md": "Die Fußbodenheizung läuft.",
        "Dach.md": "Eine Heizung fehlt.",
        "Code.md": "x.startHeizung()",
        "Leer.md": "Nichts.",
    }
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    answer = _answer(index, "heizung ")
    assert answer.hits[0].path == "Dach.md"
    assert {hit.path for hit in answer.hits[1:]} == {"Keller.md", "Code.md"}
    assert answer.total == 3
    assert [hit.score for hit in answer.hits] == sorted((hit.score for hit in answer.hits), reverse=True)
    assert all("eizung" in hit.snippet[hit.marks[0][0] : hit.marks[0][1]] for hit in answer.hits)
    index.close()


def test_letters_in_the_name_come_before_letters_in_the_text(tmp_path: Path) -> None:
    notes = {"A.md": "基础数据库笔记", "数据库.md": "空", "C.md": "没有"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert [hit.path for hit in _hits(index, "数据")] == ["数据库.md", "A.md"]
    assert _hits(index, "数据")[0].title_marks == ((0, 2),)
    index.close()


def test_where_names_with_the_letters_are_enough_no_text_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = {"数据库.md": "空", "数据.md": "空", "C.md": "数据"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    whole = [hit.path for hit in _hits(index, "数据")]
    assert whole == ["数据.md", "数据库.md", "C.md"]
    assert not _answer(index, "数据", quick=True).exact, "texts are still to be looked at"
    monkeypatch.setattr(TextCache, "notes_containing", lambda *_: pytest.fail("texts were looked at"))
    answer = _answer(index, "数据", limit=2, quick=True)
    assert (answer.exact, [hit.path for hit in answer.hits]) == (True, whole[:2])
    index.close()


def test_letters_keep_to_conditions_and_unwanted_words(tmp_path: Path) -> None:
    notes = {"A/One.md": "Bodenheizung alt", "B/Two.md": "Bodenheizung neu", "B/Three.md": "Bodenheizung alt"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert {hit.path for hit in _hits(index, "heizung path:b -alt ")} == {"B/Two.md"}
    index.close()


def test_an_unwanted_word_is_left_out_inside_longer_ones_too_as_a_wanted_one_is_found(tmp_path: Path) -> None:
    notes = {
        "A.md": "vault", "B.md": "vault syncing", "C.md": "Ein Vault, die Synchronisierung", "Resync.md": "vault",
        "D.md": "vault sync", "E.md": "vault 数据库", "F.md": "vaults",
    }  # fmt: skip
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    wanted, unwanted = ({hit.path for hit in _hits(index, f"vault {sign}sync")} for sign in ("", "-"))
    assert wanted == {"B.md", "C.md", "D.md", "Resync.md"}
    assert unwanted == {"A.md", "E.md", "F.md"}
    assert {hit.path for hit in _hits(index, "-sync -数据")} == {"A.md", "F.md"}
    assert {hit.path for hit in _hits(index, "vault nowhere -sync")} == {"A.md", "E.md"}, "with most of the words too"
    assert {hit.path for hit in _hits(index, "-va")} == set(notes), "two letters are a word, or the way to a longer one"
    assert _answer(index, "vault -sync", quick=True).hits
    index.close()


def test_without_a_note_with_all_words_those_with_most_are_told_as_such(tmp_path: Path) -> None:
    notes = {"A.md": "boiler pump", "B.md": "boiler pump valve", "C.md": "boiler", "D.md": "other"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    answer = _answer(index, "boiler pump valve gasket ")
    assert [hit.path for hit in answer.hits] == ["B.md", "A.md", "C.md"]
    assert answer.problem == "No note has all of these words. These have most of them."
    assert _answer(index, "boiler pump valve ").problem == ""
    assert _answer(index, "washer gasket ") == Hits([], problem="")
    index.close()


def test_only_what_may_be_seen_is_found_and_the_list_is_still_full(tmp_path: Path) -> None:
    notes = {f"Secret {number}.md": "pump pump pump" for number in range(150)} | {
        f"Open {number}.md": f"pump {'words ' * 30}" for number in range(10)
    }
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        for query in ("pump", "pum", "-x", "/pump/"):
            context = SearchContext(TextCache(), connection, SearchOptions(lambda path: path.startswith("Open")))
            answer = search(context, parse_query(query), 10)
            assert {hit.path for hit in answer.hits} == {f"Open {number}.md" for number in range(10)}
    index.close()


def test_operators_are_answered_with_their_places(tmp_path: Path) -> None:
    notes = {"A.md": "# One\nboiler\n\npump here\n", "B.md": "boiler pump on one line\n", "C.md": "boiler\npump\n"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    answer = _answer(index, "line:(boiler pump)")
    assert [hit.path for hit in answer.hits] == ["B.md"]
    assert {hit.path for hit in _hits(index, "boiler OR here")} == {"A.md", "B.md", "C.md"}
    (hit,) = _hits(index, "/pump h[a-z]+/")
    assert (hit.path, hit.heading, hit.line) == ("A.md", "One", 4)
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["pump here"]
    assert _answer(index, "boiler /(/").problem
    index.close()


def test_a_quick_answer_says_that_a_better_one_may_follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    common_words.update_word_lists(index, lambda: False)
    first, last = _answer(index, "comm", quick=True), _answer(index, "comm")
    assert (first.exact, last.exact) == (False, True)
    assert len(first.hits) == len(last.hits) == 10
    assert _answer(index, "common ", quick=True).exact
    assert not _answer(index, "common ", limit=100, quick=True).exact, "more are to be shown"
    assert len(_answer(index, "common ", limit=100).hits) == 100
    assert not _answer(index, "only7 ", quick=True).exact, "letters are still to be looked for"
    index.close()
