"""Unwritten: what is linked to and not there, without pictures and other files."""

from pathlib import Path

import pytest

from tests.index.scene import at_work, lay
from vaultdesk.index.unwritten import may_be_note, unwritten

NOTES = {
    "A.md": "[[Pump]] [[pump]] [[B]] ![[plan.png]]\n",
    "B.md": "[[Pump]] [[Roof v1.2]]\n",
}


async def test_each_target_once_with_how_many_notes_link_to_it(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        assert await scene.searcher.over_facts(unwritten) == [("Pump", 2), ("Roof v1.2", 1)]


@pytest.mark.parametrize(("target", "may"), [("Pump", True), ("v1.2", True), ("a/plan.PNG", False), (" ", False)])
def test_a_file_of_another_kind_is_no_note_to_be_written(target: str, may: bool) -> None:
    assert may_be_note(target) is may
