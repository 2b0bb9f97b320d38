"""Tests of index/search/ranked_search.py."""

from pathlib import Path

import pytest

from tests.index.asked import parse
from tests.index.common_vault import common_index, lower_limits
from tests.index.scene import at_work, filled
from tests.support.vaults import write_vault
from vaultdesk.index.index_results import Hit, Hits, NotePassage, NotePassages
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search import common_words, ranked_search
from vaultdesk.index.search.ranked_search import SearchContext, SearchOptions, note_passages, search
from vaultdesk.index.search.ranking import RankedNote
from vaultdesk.index.search.snippet import WordMatcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache.text_cache import TextCache

# Ranked search: whole words first, then substrings, then notes with most of the words; snippets come from the text.


def _answer(index: Index, query: str, limit: int = 10, *, quick: bool = False) -> Hits:
    with index.reading() as connection:
        return search(SearchContext(TextCache(), connection, SearchOptions(quick=quick)), parse_query(query), limit)


def _hits(index: Index, query: str, limit: int = 10) -> list[Hit]:
    return _answer(index, query, limit).hits


def test_names_have_more_weight_than_headings_and_headings_more_than_text(tmp_path: Path) -> None:
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


def test_a_whole_word_ranks_before_a_word_with_this_prefix(tmp_path: Path) -> None:
    notes = {"Longer.md": "The carpet is red.", "Exact.md": "The car is red.", "Other.md": "Nothing."}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert [hit.path for hit in _hits(index, "car")] == ["Exact.md", "Longer.md"]
    index.close()


def test_a_match_only_in_properties_shows_the_property(tmp_path: Path) -> None:
    notes = {"A.md": "---\nauthor: Tolstoy\n---\nText.\n", "B.md": "---\nauthor: Tolstoy\n---\n# On\nTolstoy here."}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    snippets = {hit.path: (hit.line, hit.heading, hit.snippet) for hit in _hits(index, "tolstoy")}
    assert snippets["A.md"][0] == 2
    assert "author: Tolstoy" in snippets["A.md"][2]
    assert snippets["B.md"] == (5, "On", "Tolstoy here.")
    index.close()


def test_conditions_alone_give_all_matching_notes(tmp_path: Path) -> None:
    notes = {"A.md": "#a/b x", "B.md": "#ab x", "C.md": "#a y"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert {hit.path for hit in _hits(index, "tag:a")} == {"A.md", "C.md"}
    assert {hit.path for hit in _hits(index, "-tag:a")} == {"B.md"}
    assert {hit.path for hit in _hits(index, "-x")} == {"C.md"}
    assert _hits(index, "x", limit=0) == []
    assert _answer(index, "tag:a", limit=1).total == 2
    index.close()


def test_hostile_markup_remains_text(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "<div>evil</div> \x02word\x03 <img src=x>"})
    (hit,) = _hits(index, "word")
    assert hit.snippet.startswith("<div>evil</div> ")
    assert hit.snippet.endswith(" <img src=x>")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["word"]
    index.close()


def test_substrings_of_longer_words_rank_after_whole_words(tmp_path: Path) -> None:
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


def test_substrings_in_names_rank_before_substrings_in_the_text(tmp_path: Path) -> None:
    notes = {"A.md": "基础数据库笔记", "数据库.md": "空", "C.md": "没有"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert [hit.path for hit in _hits(index, "数据")] == ["数据库.md", "A.md"]
    assert _hits(index, "数据")[0].title_marks == ((0, 2),)
    index.close()


def test_no_text_is_read_if_enough_names_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = {"数据库.md": "空", "数据.md": "空", "C.md": "数据"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    complete = [hit.path for hit in _hits(index, "数据")]
    assert complete == ["数据.md", "数据库.md", "C.md"]
    assert not _answer(index, "数据", quick=True).exact, "texts are not searched yet"
    monkeypatch.setattr(TextCache, "notes_containing", lambda *_: pytest.fail("texts were searched"))
    answer = _answer(index, "数据", limit=2, quick=True)
    assert (answer.exact, [hit.path for hit in answer.hits]) == (True, complete[:2])
    index.close()


def test_substring_matches_respect_conditions_and_negated_words(tmp_path: Path) -> None:
    notes = {"A/One.md": "Bodenheizung alt", "B/Two.md": "Bodenheizung neu", "B/Three.md": "Bodenheizung alt"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert {hit.path for hit in _hits(index, "heizung path:b -alt ")} == {"B/Two.md"}
    index.close()


def test_a_negated_word_excludes_its_substring_matches(tmp_path: Path) -> None:
    notes = {
        "A.md": "vault", "B.md": "vault syncing", "C.md": "Ein Vault, die Synchronisierung", "Resync.md": "vault",
        "D.md": "vault sync", "E.md": "vault 数据库", "F.md": "vaults",
    }  # fmt: skip
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    matching, excluded = ({hit.path for hit in _hits(index, f"vault {sign}sync")} for sign in ("", "-"))
    assert matching == {"B.md", "C.md", "D.md", "Resync.md"}
    assert excluded == {"A.md", "E.md", "F.md"}
    assert {hit.path for hit in _hits(index, "-sync -数据")} == {"A.md", "F.md"}
    assert {hit.path for hit in _hits(index, "vault nowhere -sync")} == {"A.md", "E.md"}, "also with most of the words"
    assert {hit.path for hit in _hits(index, "-va")} == set(notes), "two letters are compared as a word"
    assert _answer(index, "vault -sync", quick=True).hits
    index.close()


def test_without_a_note_with_all_words_notes_with_most_of_them_are_returned_with_a_message(tmp_path: Path) -> None:
    notes = {"A.md": "boiler pump", "B.md": "boiler pump valve", "C.md": "boiler", "D.md": "other"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    answer = _answer(index, "boiler pump valve gasket ")
    assert [hit.path for hit in answer.hits] == ["B.md", "A.md", "C.md"]
    assert answer.problem == "No note has all of these words. These have most of them."
    assert _answer(index, "boiler pump valve ").problem == ""
    assert _answer(index, "washer gasket ") == Hits([], problem="")
    index.close()


def test_only_visible_notes_are_found_and_fill_the_list(tmp_path: Path) -> None:
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


def test_operators_are_evaluated_and_their_matches_marked(tmp_path: Path) -> None:
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


def test_a_quick_answer_is_marked_as_not_exact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    common_words.update_word_lists(index, lambda: False)
    first, last = _answer(index, "comm", quick=True), _answer(index, "comm")
    assert (first.exact, last.exact) == (False, True)
    assert len(first.hits) == len(last.hits) == 10
    assert _answer(index, "common ", quick=True).exact
    assert not _answer(index, "common ", limit=100, quick=True).exact, "more hits are requested"
    assert len(_answer(index, "common ", limit=100).hits) == 100
    assert not _answer(index, "only7 ", quick=True).exact, "substrings are not searched yet"
    index.close()


# Hits: the snippet is the best part of the note, with its heading, line and marks.

NOTE = (
    "---\nauthor: Pressure Group\n---\n# Boiler\nThe boiler is old.\n\n"
    "## Pressure\n\nBleed the boiler when the *pressure* falls.\n\n## End\nNo more.\n"
)


def _hit(
    tmp_path: Path, query: str, text: str = NOTE, name: str = "Boiler.md", spans: tuple[tuple[int, int], ...] = ()
) -> Hit:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {name: text})
    with index.reading() as connection:
        (note,) = connection.execute("SELECT id FROM note").fetchone()
        marks = WordMatcher.of(parse(query))
        (hit,) = ranked_search.make_hits(
            connection, [RankedNote(note, name, 1.0)], marks, {note: spans} if spans else None
        )
    index.close()
    return hit


def test_the_snippet_is_where_the_words_are_close_together(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "boiler pressure ")
    assert (hit.heading, hit.line) == ("Pressure", 7)
    assert hit.snippet.startswith("Pressure Bleed the boiler when the *pressure* falls.")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["Pressure", "boiler", "pressure"]


def test_a_heading_without_the_words_is_not_repeated_in_the_snippet(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "bleed ")
    assert (hit.heading, hit.line) == ("Pressure", 9)
    assert hit.snippet.startswith("Bleed the boiler when")


def test_a_match_in_the_heading_shows_the_heading(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "end ")
    assert (hit.heading, hit.line, hit.snippet) == ("End", 11, "End No more.")


def test_a_hit_has_title_kind_and_times(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "boil", name="The boiler room.md", text="Nothing.")
    assert [hit.title[start:end] for start, end in hit.title_marks] == ["boiler"]
    assert hit.kind == "note"
    assert hit.indexed is not None
    assert hit.indexed >= hit.modified
    assert (hit.marks, hit.snippet) == ((), "Nothing.")


def test_properties_are_shown_only_without_a_match_in_the_text(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "group ")
    assert (hit.line, hit.heading) == (2, "")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["Group"]


def test_substrings_inside_a_word_are_marked(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "heizung ", text="# Bad\nDie Fußbodenheizung tropft.\n")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["heizung"]
    assert hit.heading == "Bad"


def test_given_spans_determine_the_snippet(tmp_path: Path) -> None:
    start = NOTE.index("No more")
    hit = _hit(tmp_path, "", spans=((start, start + 7),))
    assert (hit.heading, hit.line, hit.snippet) == ("End", 12, "No more.")
    assert hit.marks == ((0, 7),)


def test_deleted_notes_are_left_out(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "a"})
    with index.reading() as connection:
        assert ranked_search.make_hits(connection, [RankedNote(99, "Gone.md", 1.0)], WordMatcher(())) == []
    index.close()


def test_the_snippet_of_a_note_with_thousands_of_headings_is_short(tmp_path: Path) -> None:
    text = "".join(f"# Head {number}\npump {number}\n" for number in range(3_000)) + "# Last\npump valve\n"
    hit = _hit(tmp_path, "valve pump ", text=text)
    assert hit.heading == "Head 0" or "valve" in hit.snippet
    assert len(hit.snippet) < 400


# Passages of a note: each match is counted and marked, with its heading.

FAR = "\n\n" + "other words " * 40 + "\n\n"
NOTES = {
    "Boiler.md": f"---\nkind: pump\n---\n# Boiler\n\nThe pump leaks.{FAR}## Costs\n\nA **pump** costs much.{FAR}"
    "## End\n\nThe pump was leaking; a new pump.\n",
    "Pump.md": "Nothing here.\n",
    "Log.md": "pump " * 300,
}


async def find_passages(tmp_path: Path, query: str, limit: int = 3) -> dict[str, NotePassages]:
    async with at_work(write_vault(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        paths = ["Boiler.md", "Pump.md", "Log.md", "Gone.md"]
        parsed = parse_query(query, typing=True)
        return await scene.searcher.read_index(note_passages, paths, parsed, limit)


async def test_each_match_is_a_separate_passage(tmp_path: Path) -> None:
    passages = await find_passages(tmp_path, "pump ")
    boiler = passages["Boiler.md"]
    assert (boiler.count, [passage.heading for passage in boiler.passages]) == (3, ["Boiler", "Costs", "End"])
    lines = NOTES["Boiler.md"].split("\n")
    for passage in boiler.passages:
        assert "pump" in lines[passage.line - 1]
        assert all(passage.text[start:end] == "pump" for start, end in passage.marks)
    assert [len(passage.marks) for passage in boiler.passages] == [1, 1, 2]
    assert "Gone.md" not in passages


async def test_a_note_that_matches_only_by_its_name_has_its_beginning_as_a_passage(tmp_path: Path) -> None:
    beginning = NotePassage("Nothing here.", (), 1, "")
    assert (await find_passages(tmp_path, "pump "))["Pump.md"] == NotePassages(0, (beginning,))


async def test_passages_over_the_limit_are_only_counted(tmp_path: Path) -> None:
    log = (await find_passages(tmp_path, "pump ", 2))["Log.md"]
    assert len(log.passages) == 2
    assert log.count > 2


async def test_passages_with_more_of_the_words_are_preferred(tmp_path: Path) -> None:
    (passage,) = (await find_passages(tmp_path, "pump costs ", 1))["Boiler.md"].passages
    assert passage.heading == "Costs"


async def test_matches_of_operators_are_marked(tmp_path: Path) -> None:
    boiler = (await find_passages(tmp_path, 'section:(new pump) -quote "was leaking"'))["Boiler.md"]
    assert boiler.count
    assert {passage.text[start:end] for passage in boiler.passages for start, end in passage.marks} >= {"was leaking"}


# Occurrences and excerpts: every note with the words is counted, and the excerpt is an unchanged part of the note.

EXCERPTS_NOTES = {
    "Boiler.md": "---\nstatus: leaks\n---\n# Boiler\n\n"
    + "filler words " * 30
    + "the BOILER leaks badly\n"
    + "more " * 60,
    "Budget.md": "# Budget\n\nNothing here.\n",
    "Plan.md": "A boiler, a boiler and a pump.\n",
}


async def test_notes_with_all_words_are_found_without_negated_words(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", EXCERPTS_NOTES), tmp_path / "index.sqlite") as scene:
        occurrences = {note.path: (note.in_name, note.count) for note in await scene.searcher.occurrences("boiler")}
        assert occurrences == {"Boiler.md": (True, 2), "Plan.md": (False, 2)}
        assert [note.path for note in await scene.searcher.occurrences("boiler -pump")] == ["Boiler.md"]
        assert [note.path for note in await scene.searcher.occurrences('"and a pump" boiler')] == ["Plan.md"]
        assert await scene.searcher.occurrences("boiler absent") == []


async def test_an_excerpt_has_the_correct_lines(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", EXCERPTS_NOTES), tmp_path / "index.sqlite") as scene:
        excerpts = await scene.searcher.excerpts(["Boiler.md", "Budget.md", "Gone.md"], "badly")
        assert set(excerpts) == {"Boiler.md", "Budget.md"}
        excerpt = excerpts["Boiler.md"]
        text = excerpt.text.removeprefix("...").removesuffix("...")
        lines = EXCERPTS_NOTES["Boiler.md"].split("\n")
        assert "leaks badly" in text
        assert text in EXCERPTS_NOTES["Boiler.md"]
        assert (len(text), excerpt.heading) == (excerpt.characters, "Boiler")
        assert "\n".join(lines[excerpt.first_line - 1 : excerpt.last_line]).find(text.strip("\n")) >= 0
        assert excerpts["Budget.md"].text == "# Budget\n\nNothing here.\n"


async def test_without_words_the_excerpt_is_the_beginning_of_the_text(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", EXCERPTS_NOTES), tmp_path / "index.sqlite") as scene:
        excerpt = (await scene.searcher.excerpts(["Boiler.md"]))["Boiler.md"]
        assert excerpt.text.startswith("# Boiler")
        assert excerpt.text.endswith("...")
        assert (excerpt.first_line, excerpt.heading) == (4, "Boiler")


async def test_a_match_only_in_properties_gives_an_excerpt_of_them(tmp_path: Path) -> None:
    notes = {"A.md": "---\nstatus: zebra\n---\nbody"}
    async with at_work(write_vault(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        excerpt = (await scene.searcher.excerpts(["A.md"], "zebra"))["A.md"]
        assert (excerpt.text, excerpt.first_line) == (notes["A.md"], 1)


async def test_operators_give_occurrences_and_excerpts(tmp_path: Path) -> None:
    notes = {"A.md": "# A\nred\n\n# B\nred and blue\n", "B.md": "blue\n\nred\n", "C.md": "nothing"}
    async with at_work(write_vault(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        (occurrence,) = await scene.searcher.occurrences("line:(red blue)")
        assert (occurrence.path, occurrence.in_name, occurrence.count) == ("A.md", False, 3)
        excerpt = (await scene.searcher.excerpts(["A.md"], "line:(red blue)"))["A.md"]
        assert excerpt.heading == "A"
        assert len(await scene.searcher.occurrences("tag:")) == 3
        assert {note.path for note in await scene.searcher.occurrences("-red")} == {"C.md"}
