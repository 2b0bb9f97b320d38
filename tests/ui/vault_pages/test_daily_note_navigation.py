"""Tests of ui/vault_pages/daily_note_navigation.py."""

import json
from datetime import date, timedelta
from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.ui.vault_pages.daily_note_navigation import DailyNoteFinder, today
from vaultdesk.ui.widgets.calendar_popup import CalendarPopup
from vaultdesk.vault.note_path import NotePath

NOTES = {
    ".obsidian/daily-notes.json": json.dumps({"folder": "Daily", "format": "YYYY/YYYY-MM-DD", "template": "T/Day"}),
    "Daily/2026/2026-11-20.md": "x",
    "Daily/2026/2026-11-18.md": "x",
    "Daily/other.md": "x",
    "T/Day.md": "# {{title}}\n{{date:DD.MM.YYYY}}",
}


@on_qt_loop
async def test_daily_notes_are_found_created_and_navigated_by_the_settings_of_the_vault(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        days = DailyNoteFinder(env.vault, env.searcher)
        day = date(2026, 11, 22)
        path = NotePath("Daily/2026/2026-11-22.md")
        assert await days.find(day) == (path, False)
        assert await days.find(date(2026, 11, 20)) == (NotePath("Daily/2026/2026-11-20.md"), True)
        assert await days.text_of_new(day, path) == ("# 2026-11-22\n22.11.2026", True)
        assert await days.neighbor(day, -1) == "Daily/2026/2026-11-20.md"
        assert await days.neighbor(date(2026, 11, 20), -1) == "Daily/2026/2026-11-18.md"
        assert await days.neighbor(date(2026, 11, 20), 1) is None
        assert await days.with_notes([date(2026, 11, 18), day]) == {date(2026, 11, 18)}
        (env.root / "T/Day.md").unlink()
        assert await days.text_of_new(day, path) == ("", False)


def daily_vault(folder: Path) -> Path:
    """Write a vault with daily notes in a folder, and a template."""
    small_vault(folder)
    (folder / ".obsidian").mkdir()
    (folder / ".obsidian/daily-notes.json").write_text('{"folder": "Daily", "template": "Day"}', encoding="utf-8")
    (folder / "Day.md").write_text("Today is {{date}}.\n", encoding="utf-8")
    return folder


@on_qt_loop
async def test_todays_note_is_created_from_its_template_and_the_previous_one_opened(tmp_path: Path) -> None:
    folder = daily_vault(tmp_path / "vault")
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["daily-note"].trigger()
        name = f"Daily/{today().isoformat()}.md"
        await until(lambda: views.notes.current_path == name)
        assert (folder / name).read_text(encoding="utf-8") == f"Today is {today().isoformat()}.\n"
        page = views.notes.current_page
        await until(lambda: page is not None and page.editing)
        changes = views.workspace.vault.journal.changes(5)
        assert next(iter(changes)).title.startswith("Daily note of")
        desktop.window.commands["previous-daily"].trigger()
        await until(lambda: views.notes.current_path == "Daily/2026-11-20.md")


@on_qt_loop
async def test_daily_note_offers_a_calendar_with_marked_days(tmp_path: Path) -> None:
    folder = daily_vault(tmp_path / "vault")
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Daily/2026-11-20.md")
        popup = views.daily.choose_day(page.breadcrumbs, page.path)
        assert isinstance(popup, CalendarPopup)
        await until(lambda: popup.month_grid._marked)
        assert [day.isoformat() for day in popup.month_grid._marked] == ["2026-11-20"]
        popup.day_chosen.emit((popup.month_grid.day + timedelta(days=1)).isoformat())
        popup.close()
        await until(lambda: views.notes.current_path == "Daily/2026-11-21.md")
