"""Tag counts: a tag counts the notes below it too, each note once."""

from pathlib import Path

from tests.index.scene import at_work, lay
from vaultdesk.index.results import TagCount
from vaultdesk.index.tag_counts import tag_counts

NOTES = {
    "A.md": "#House/heating and #house/roof and #house\n",
    "B.md": "#house/heating/pump\n",
    "C.md": "nothing\n",
    "D.md": "#house/heating/pump\n",
}


async def test_tags_above_count_what_is_below_once_for_each_note(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        counts = {one.tag.casefold(): one.notes for one in await scene.searcher.over_facts(tag_counts)}
        assert counts == {"house": 3, "house/heating": 3, "house/heating/pump": 2, "house/roof": 1}


async def test_a_vault_without_tags_has_none(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", {"C.md": "x"}), tmp_path / "index.sqlite") as scene:
        none: list[TagCount] = []
        assert await scene.searcher.over_facts(tag_counts) == none
