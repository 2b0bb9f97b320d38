"""Related: everything that stands beside an open note, over a real index and its vectors."""

from pathlib import Path

from tests.index.scene import at_work, lay
from tests.index.synonyms import understood
from vaultdesk.index.duplicates import Twins
from vaultdesk.index.related import Related

LONG = " ".join(f"word{number}" for number in range(110))
FUEL = " ".join(f"fuel{number}" for number in range(110))

NOTES = {
    "Boiler.md": f"# Boiler\n\nthe boiler burns {FUEL}\n\n# Garden\n\nroses {LONG}\n",
    "Furnace.md": f"the furnace burns {FUEL}\n", "Roses.md": f"roses {LONG}\n",
    "Diary.md": "The boiler man came. See [[Roses]].\n", "Copy/Diary 1.md": "",
    "Diary 1.md": "The boiler man came. See [[Roses]] again.\n", "Same.md": f"ROSES  {LONG}\n",
}  # fmt: skip


async def test_notes_and_passages_that_mean_the_same_are_related(tmp_path: Path) -> None:
    async with understood(tmp_path, NOTES) as at:
        related = Related(at.scene.searcher, at.meaning)
        found = {one.path: one for one in await related.notes("Boiler.md")}
        assert found["Furnace.md"].why == ("meaning",)
        assert "Boiler.md" not in found
        first = (await related.passages("Boiler.md", 3))[0]
        assert (first.path, first.text, first.reasons.meaning_rank) == ("Furnace.md", f"the furnace burns {FUEL}", 1)
        assert first.reasons.similarity is not None
        assert (await related.passages("Boiler.md", 7))[0].path in ("Roses.md", "Same.md")
        assert await related.passages("Absent.md", 1) == await related.notes("Absent.md") == []


async def test_without_meaning_words_and_links_relate(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        related = Related(scene.searcher, None)
        assert [(one.path, one.why) for one in await related.notes("Diary.md")] == [
            ("Diary 1.md", ("cites",)), ("Roses.md", ("links",)),
        ]  # fmt: skip
        found = await related.passages("Boiler.md", 7, limit=2)
        assert {one.path for one in found} == {"Roses.md", "Same.md"}
        assert await related.passages("Absent.md", 1) == []


async def test_mentions_of_an_open_note_are_lines_of_others(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        related = Related(scene.searcher, None)
        found = await related.mentions("Boiler.md")
        assert sorted((one.path, one.line, one.name) for one in found) == [
            ("Diary 1.md", 1, "Boiler"), ("Diary.md", 1, "Boiler"),
        ]  # fmt: skip
        assert len(await related.mentions("Boiler.md", limit=1)) == 1
        assert await related.mentions("Absent.md") == []


async def test_duplicates_are_told_once_the_surest_first(tmp_path: Path) -> None:
    async with understood(tmp_path, NOTES) as at:
        related = Related(at.scene.searcher, at.meaning)
        found = await related.duplicates()
        assert found[0] == Twins("Same.md", "Roses.md", 1.0, "same text")
        assert [(one.first, one.second, one.why) for one in found[1:2]] == [("Diary.md", "Diary 1.md", "name")]
        assert ("Boiler.md", "Furnace.md", "same text") not in [(one.first, one.second, one.why) for one in found]
        pairs = [frozenset((one.first, one.second)) for one in found]
        assert len(pairs) == len(set(pairs))
        assert await related.duplicates(limit=1) == found[:1]


async def test_nothing_is_asked_of_a_model_for_what_is_read_already(tmp_path: Path) -> None:
    async with understood(tmp_path, NOTES) as at:
        related = Related(at.scene.searcher, at.meaning)
        before = at.meaning.state
        await related.notes("Boiler.md")
        await related.passages("Boiler.md", 3)
        await related.duplicates()
        assert at.meaning.state == before
