"""Tests of index/search/hits.py."""

from pathlib import Path

from tests.index.asked import parse
from tests.index.scene import at_work, filled, lay
from vaultdesk.index.index_results import Hit, NotePassage, NotePassages
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search import hits
from vaultdesk.index.search.hits import note_passages
from vaultdesk.index.search.ranking import RankedNote
from vaultdesk.index.search.snippet import WordMatcher

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
        (hit,) = hits.make_hits(connection, [RankedNote(note, name, 1.0)], marks, {note: spans} if spans else None)
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
        assert hits.make_hits(connection, [RankedNote(99, "Gone.md", 1.0)], WordMatcher(())) == []
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
        wanted = parse_query(query, typing=True)
        return await scene.searcher.read_index(note_passages, paths, wanted, most)


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
