"""Found passages: from a real index, those in sight first, and how many notes fit each part of a search."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.browser.hits import hit
from tests.ui.note.desk import desk
from vaultdesk.ui.browser.found_passages import IN_SIGHT, FoundPassages

NOTES = {f"{n:02}.md": "The pump leaks.\n\n" + "word " * 90 + "\n\nA pump. #heating\n" for n in range(IN_SIGHT + 3)}


@on_qt_loop
async def test_those_in_sight_come_first_and_then_the_others(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        asked = FoundPassages(at.searcher)
        hits = [hit(path, "") for path in NOTES]
        first = await asked.first("pump", hits, {})
        others = [known async for known in asked.others("pump", hits, first)]
        assert (len(first), [len(known) for known in others]) == (IN_SIGHT, [3])
        assert {one.count for one in first.values()} == {2}
        assert len((await asked.whole("pump", "00.md"))["00.md"].passages) == 2


@on_qt_loop
async def test_each_part_of_a_search_is_counted_by_itself(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        asked = FoundPassages(at.searcher)
        counted = await asked.counted('tag:#heating "underfloor" -quote')
        assert [(one.part.words, one.notes) for one in counted] == [("heating", len(NOTES)), ("underfloor", 0)]
        assert await asked.counted("pump") == []
