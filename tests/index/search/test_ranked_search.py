"""Tests of index/search/ranked_search.py."""

from pathlib import Path

import pytest

from tests.index.asked import parse
from tests.index.common_vault import common_index, lower_limits
from tests.index.scene import at_work, filled, lay
from vaultdesk.index.index_results import Hit, Hits, NotePassage, NotePassages
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search import common_words, ranked_search
from vaultdesk.index.search.ranked_search import SearchContext, SearchOptions, note_passages, search
from vaultdesk.index.search.ranking import RankedNote
from vaultdesk.index.search.snippet import WordMatcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache.text_cache import TextCache

# Ranked: words first, then letters, then most of the words; the passage is from the text when it can be.


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
    found, unwanted = ({hit.path for hit in _hits(index, f"vault {sign}sync")} for sign in ("", "-"))
    assert found == {"B.md", "C.md", "D.md", "Resync.md"}
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


# Found notes: a hit's passage is the best piece, under its heading, with its line and marks.

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


def test_the_passage_is_where_the_words_stand_together(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "boiler pressure ")
    assert (hit.heading, hit.line) == ("Pressure", 7)
    assert hit.snippet.startswith("Pressure Bleed the boiler when the *pressure* falls.")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["Pressure", "boiler", "pressure"]


def test_a_heading_without_the_words_is_not_repeated_in_the_passage(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "bleed ")
    assert (hit.heading, hit.line) == ("Pressure", 9)
    assert hit.snippet.startswith("Bleed the boiler when")


def test_a_word_in_the_heading_shows_the_heading(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "end ")
    assert (hit.heading, hit.line, hit.snippet) == ("End", 11, "End No more.")


def test_title_kind_and_times_are_told(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "boil", name="The boiler room.md", text="Nothing.")
    assert [hit.title[start:end] for start, end in hit.title_marks] == ["boiler"]
    assert hit.kind == "note"
    assert hit.indexed is not None
    assert hit.indexed >= hit.modified
    assert (hit.marks, hit.snippet) == ((), "Nothing.")


def test_properties_are_shown_only_when_the_text_has_nothing(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "group ")
    assert (hit.line, hit.heading) == (2, "")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["Group"]


def test_letters_inside_a_word_are_marked(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "heizung ", text="# Bad\nDie Fußbodenheizung tropft.\n")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["heizung"]
    assert hit.heading == "Bad"


def test_spans_that_are_known_are_where_to_look(tmp_path: Path) -> None:
    start = NOTE.index("No more")
    hit = _hit(tmp_path, "", spans=((start, start + 7),))
    assert (hit.heading, hit.line, hit.snippet) == ("End", 12, "No more.")
    assert hit.marks == ((0, 7),)


def test_notes_that_are_gone_are_left_out(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "a"})
    with index.reading() as connection:
        assert ranked_search.make_hits(connection, [RankedNote(99, "Gone.md", 1.0)], WordMatcher(())) == []
    index.close()


def test_a_note_with_thousands_of_headings_and_words_is_cut_to_a_passage(tmp_path: Path) -> None:
    text = "".join(f"# Head {number}\npump {number}\n" for number in range(3_000)) + "# Last\npump valve\n"
    hit = _hit(tmp_path, "valve pump ", text=text)
    assert hit.heading == "Head 0" or "valve" in hit.snippet
    assert len(hit.snippet) < 400


# Note passages: each place of a note that has what was asked, counted, marked, under its heading.

FAR = "\n\n" + "other words " * 40 + "\n\n"
NOTES = {
    "Boiler.md": f"---\nkind: pump\n---\n# Boiler\n\nThe pump leaks.{FAR}## Costs\n\nA **pump** costs much.{FAR}"
    "## End\n\nThe pump was leaking; a new pump.\n",
    "Pump.md": "Nothing here.\n",
    "Log.md": "pump " * 300,
}


async def asked(tmp_path: Path, query: str, most: int = 3) -> dict[str, NotePassages]:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        paths = ["Boiler.md", "Pump.md", "Log.md", "Gone.md"]
        parsed = parse_query(query, typing=True)
        return await scene.searcher.read_index(note_passages, paths, parsed, most)


async def test_every_place_is_a_passage_of_its_own(tmp_path: Path) -> None:
    found = await asked(tmp_path, "pump ")
    boiler = found["Boiler.md"]
    assert (boiler.count, [one.heading for one in boiler.passages]) == (3, ["Boiler", "Costs", "End"])
    lines = NOTES["Boiler.md"].split("\n")
    for one in boiler.passages:
        assert "pump" in lines[one.line - 1]
        assert all(one.text[start:end] == "pump" for start, end in one.marks)
    assert [len(one.marks) for one in boiler.passages] == [1, 1, 2]
    assert "Gone.md" not in found


async def test_a_note_found_by_its_name_alone_has_its_beginning(tmp_path: Path) -> None:
    beginning = NotePassage("Nothing here.", (), 1, "")
    assert (await asked(tmp_path, "pump "))["Pump.md"] == NotePassages(0, (beginning,))


async def test_of_very_many_the_wanted_number_is_made_and_the_rest_counted(tmp_path: Path) -> None:
    log = (await asked(tmp_path, "pump ", 2))["Log.md"]
    assert len(log.passages) == 2
    assert log.count > 2


async def test_what_has_more_of_the_words_is_kept_before_what_comes_first(tmp_path: Path) -> None:
    (one,) = (await asked(tmp_path, "pump costs ", 1))["Boiler.md"].passages
    assert one.heading == "Costs"


async def test_operators_mark_what_they_looked_for(tmp_path: Path) -> None:
    boiler = (await asked(tmp_path, 'section:(new pump) -quote "was leaking"'))["Boiler.md"]
    assert boiler.count
    assert {one.text[start:end] for one in boiler.passages for start, end in one.marks} >= {"was leaking"}


# Excerpts: every note that holds the words is counted, and the piece around the first is the note's own text.

EXCERPTS_NOTES = {
    "Boiler.md": "---\nstatus: leaks\n---\n# Boiler\n\n"
    + "filler words " * 30
    + "the BOILER leaks badly\n"
    + "more " * 60,
    "Budget.md": "# Budget\n\nNothing here.\n",
    "Plan.md": "A boiler, a boiler and a pump.\n",
}


async def test_all_notes_with_every_word_are_found_and_unwanted_words_left_out(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", EXCERPTS_NOTES), tmp_path / "index.sqlite") as scene:
        found = {one.path: (one.in_name, one.count) for one in await scene.searcher.occurrences("boiler")}
        assert found == {"Boiler.md": (True, 2), "Plan.md": (False, 2)}
        assert [one.path for one in await scene.searcher.occurrences("boiler -pump")] == ["Boiler.md"]
        assert [one.path for one in await scene.searcher.occurrences('"and a pump" boiler')] == ["Plan.md"]
        assert await scene.searcher.occurrences("boiler absent") == []


async def test_the_piece_stands_in_the_note_where_it_says(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", EXCERPTS_NOTES), tmp_path / "index.sqlite") as scene:
        pieces = await scene.searcher.excerpts(["Boiler.md", "Budget.md", "Gone.md"], "badly")
        assert set(pieces) == {"Boiler.md", "Budget.md"}
        piece = pieces["Boiler.md"]
        bare = piece.text.removeprefix("...").removesuffix("...")
        lines = EXCERPTS_NOTES["Boiler.md"].split("\n")
        assert "leaks badly" in bare
        assert bare in EXCERPTS_NOTES["Boiler.md"]
        assert (len(bare), piece.heading) == (piece.characters, "Boiler")
        assert "\n".join(lines[piece.first_line - 1 : piece.last_line]).find(bare.strip("\n")) >= 0
        assert pieces["Budget.md"].text == "# Budget\n\nNothing here.\n"


async def test_without_words_the_piece_is_the_beginning_of_the_text(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", EXCERPTS_NOTES), tmp_path / "index.sqlite") as scene:
        piece = (await scene.searcher.excerpts(["Boiler.md"]))["Boiler.md"]
        assert piece.text.startswith("# Boiler")
        assert piece.text.endswith("...")
        assert (piece.first_line, piece.heading) == (4, "Boiler")


async def test_words_that_stand_in_the_properties_alone_are_shown_there(tmp_path: Path) -> None:
    notes = {"A.md": "---\nstatus: zebra\n---\nbody"}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        piece = (await scene.searcher.excerpts(["A.md"], "zebra"))["A.md"]
        assert (piece.text, piece.first_line) == (notes["A.md"], 1)


async def test_operators_find_and_show_their_piece(tmp_path: Path) -> None:
    notes = {"A.md": "# A\nred\n\n# B\nred and blue\n", "B.md": "blue\n\nred\n", "C.md": "nothing"}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        (found,) = await scene.searcher.occurrences("line:(red blue)")
        assert (found.path, found.in_name, found.count) == ("A.md", False, 3)
        piece = (await scene.searcher.excerpts(["A.md"], "line:(red blue)"))["A.md"]
        assert piece.heading == "A"
        assert len(await scene.searcher.occurrences("tag:")) == 3
        assert {one.path for one in await scene.searcher.occurrences("-red")} == {"C.md"}
