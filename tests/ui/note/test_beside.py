from pathlib import Path
from typing import cast

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from tests.ui.note.related_notes import Told
from vaultdesk.index.related import DuplicatePair, Related, RelatedNote, UnlinkedMention
from vaultdesk.ui.note.beside import MOST, Beside


@on_qt_loop
async def test_without_what_knows_related_notes_there_are_links(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        beside = Beside(at.searcher)
        assert beside.tabs == ("links",)
        assert [(row.path, row.text) for row in await beside.rows("links", "Budget.md")] == [
            ("Boiler.md", "The boiler leaks. See Budget#Costs and Gone.")
        ]


@on_qt_loop
async def test_each_list_is_asked_for_by_itself(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told()
        told.notes_told["A.md"] = [RelatedNote("B.md", "B", 1.0, ("links",), "", 1)]
        told.mentions_told = [UnlinkedMention("C.md", "C", 1, "A", ((0, 1),), "A")] * (MOST + 5)
        told.twins = [DuplicatePair("A.md", "D.md", 1, "same text"), DuplicatePair("E.md", "F.md", 1, "same text")]
        beside = Beside(at.searcher, cast("Related", told))
        assert [row.path for row in await beside.rows("related", "A.md")] == ["B.md"]
        assert len(await beside.rows("mentions", "A.md")) == MOST + 1
        assert [row.path for row in await beside.rows("similar", "A.md")] == ["D.md"]
