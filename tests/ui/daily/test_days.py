import json
from datetime import date
from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from vaultdesk.ui.daily.days import Days, day_of
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings

NOTES = {
    ".obsidian/daily-notes.json": json.dumps({"folder": "Daily", "format": "YYYY/YYYY-MM-DD", "template": "T/Day"}),
    "Daily/2026/2026-11-20.md": "x",
    "Daily/2026/2026-11-18.md": "x",
    "Daily/other.md": "x",
    "T/Day.md": "# {{title}}\n{{date:DD.MM.YYYY}}",
}


def test_a_daily_note_is_known_by_its_path() -> None:
    settings = DailyNoteSettings("Daily", "YYYY-MM-DD")
    assert day_of("Daily/2026-11-20.md", settings) == date(2026, 11, 20)
    assert day_of("2026-11-20.md", settings) is None
    assert day_of("Daily/Boiler.md", settings) is None


@on_qt_loop
async def test_notes_of_days_are_found_made_and_gone_through_by_the_vaults_own_settings(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        days = Days(at.vault, at.searcher)
        day = date(2026, 11, 22)
        path = NotePath("Daily/2026/2026-11-22.md")
        assert await days.find(day) == (path, False)
        assert await days.find(date(2026, 11, 20)) == (NotePath("Daily/2026/2026-11-20.md"), True)
        assert await days.text_of_new(day, path) == ("# 2026-11-22\n22.11.2026", True)
        assert await days.beside(day, -1) == "Daily/2026/2026-11-20.md"
        assert await days.beside(date(2026, 11, 20), -1) == "Daily/2026/2026-11-18.md"
        assert await days.beside(date(2026, 11, 20), 1) is None
        assert await days.with_notes([date(2026, 11, 18), day]) == {date(2026, 11, 18)}
        (at.root / "T/Day.md").unlink()
        assert await days.text_of_new(day, path) == ("", False)
