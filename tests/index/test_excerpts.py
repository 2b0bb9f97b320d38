"""Excerpts: every note that holds the words is counted, and the piece around the first is the note's own text."""

from pathlib import Path

from tests.index.scene import at_work, lay

NOTES = {
    "Boiler.md": "---\nstatus: leaks\n---\n# Boiler\n\n"
    + "filler words " * 30
    + "the BOILER leaks badly\n"
    + "more " * 60,
    "Budget.md": "# Budget\n\nNothing here.\n",
    "Plan.md": "A boiler, a boiler and a pump.\n",
}


async def test_all_notes_with_every_word_are_found_and_unwanted_words_left_out(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        found = {one.path: (one.in_name, one.count) for one in await scene.searcher.holding("boiler")}
        assert found == {"Boiler.md": (True, 2), "Plan.md": (False, 2)}
        assert [one.path for one in await scene.searcher.holding("boiler -pump")] == ["Boiler.md"]
        assert [one.path for one in await scene.searcher.holding('"and a pump" boiler')] == ["Plan.md"]
        assert await scene.searcher.holding("boiler absent") == []


async def test_the_piece_stands_in_the_note_where_it_says(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        pieces = await scene.searcher.excerpts(["Boiler.md", "Budget.md", "Gone.md"], "badly")
        assert set(pieces) == {"Boiler.md", "Budget.md"}
        piece = pieces["Boiler.md"]
        bare = piece.text.removeprefix("...").removesuffix("...")
        lines = NOTES["Boiler.md"].split("\n")
        assert "leaks badly" in bare
        assert bare in NOTES["Boiler.md"]
        assert (len(bare), piece.heading) == (piece.characters, "Boiler")
        assert "\n".join(lines[piece.first_line - 1 : piece.last_line]).find(bare.strip("\n")) >= 0
        assert pieces["Budget.md"].text == "# Budget\n\nNothing here.\n"


async def test_without_words_the_piece_is_the_beginning_of_the_text(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
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
        (found,) = await scene.searcher.holding("line:(red blue)")
        assert (found.path, found.in_name, found.count) == ("A.md", False, 3)
        piece = (await scene.searcher.excerpts(["A.md"], "line:(red blue)"))["A.md"]
        assert piece.heading == "A"
        assert len(await scene.searcher.holding("tag:")) == 3
        assert {one.path for one in await scene.searcher.holding("-red")} == {"C.md"}
