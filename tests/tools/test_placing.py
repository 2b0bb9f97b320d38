"""Where a new note goes by the path a model gives."""

from pathlib import Path

import pytest

from tests.support.drafting import scene
from vaultdesk.core.errors import NoteNotWritten, OutsideVault
from vaultdesk.tools.placing import new_place
from vaultdesk.tools.tool import WHOLE, ToolFailure, View

NOTES = {"Projects/Deep/Boiler.md": "x", "Secret/Plan.md": "x"}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("New", "New.md"),
        ("New.md", "New.md"),
        ("v1.2", "v1.2.md"),
        ("projects/New", "Projects/New.md"),
        ("PROJECTS/deep/x/New", "Projects/Deep/x/New.md"),
        ("Other/New", "Other/New.md"),
    ],
)
async def test_a_path_is_spelled_as_the_disk_has_it(tmp_path: Path, text: str, place: str) -> None:
    async with scene(tmp_path, NOTES) as bench:
        assert (await new_place(text, bench.draft, WHOLE)).text == place


@pytest.mark.parametrize("text", ["../x", "/x", ".obsidian/x", "a/../../x", "C:/x", "", "a\\b", "Projects/"])
async def test_a_place_outside_is_refused(tmp_path: Path, text: str) -> None:
    async with scene(tmp_path, NOTES) as bench:
        with pytest.raises(OutsideVault):
            await new_place(text, bench.draft, WHOLE)


@pytest.mark.parametrize("text", ["a#b", "a|b", "con", "x/what?", "ab/c:d"])
async def test_a_name_that_breaks_links_or_systems_is_refused(tmp_path: Path, text: str) -> None:
    async with scene(tmp_path, NOTES) as bench:
        with pytest.raises(NoteNotWritten):
            await new_place(text, bench.draft, WHOLE)


async def test_how_a_folder_out_of_sight_is_spelled_is_not_told(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        narrow = View(sees=lambda path: path.startswith("Projects/"))
        with pytest.raises(ToolFailure) as refused:
            await new_place("sEcReT/New", bench.draft, narrow)
        assert refused.value.code == "PERMISSION_DENIED"
        assert "sEcReT" in refused.value.message
        assert "Secret" not in refused.value.message
        assert (await new_place("projects/New", bench.draft, narrow)).text == "Projects/New.md"
