from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk

Found = tuple[str, bool, str]


@pytest.mark.parametrize(
    ("target", "found", "said"),
    [
        ("Budget#Costs", [("Budget.md", False, "Costs")], ""),
        ("plan.png", [("Files/plan.png", False, "")], ""),
        ("Gone.png", [], "There is no file"),
        ("Gone", [], "There is no note “Gone” yet."),
        ("Version 2.b", [], "There is no note “Version 2.b” yet."),
    ],
)
@on_qt_loop
async def test_a_link_leads_to_a_note_a_file_or_a_word_about_it(
    tmp_path: Path, target: str, found: list[Found], said: str
) -> None:
    async with desk(tmp_path) as at:
        (at.root / "Files").mkdir()
        (at.root / "Files/plan.png").write_bytes(b"x")
        page = await at.area.show_note("Boiler.md")
        told: list[Found] = []
        page.links.found.disconnect()
        page.links.found.connect(lambda *one: told.append(one))
        await page.links.follow(target, "Boiler.md", False)
        assert told == found
        assert said in page.banner.text()
