"""Note passages: each place of a note that has what was asked, counted, marked, under its heading."""

from pathlib import Path

from tests.index.scene import at_work, lay
from vaultdesk.index.note_passages import note_passages
from vaultdesk.index.results import NotePassage, NotePassages
from vaultdesk.index.search_language.parsing import understand

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
        wanted = understand(query, typing=True)
        return await scene.searcher.over_index(lambda hay, db: note_passages(hay, db, paths, wanted, most))


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
