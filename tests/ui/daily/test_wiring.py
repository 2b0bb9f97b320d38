from datetime import timedelta
from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.daily.wiring import today
from vaultdesk.ui.widgets.calendar_popup import CalendarPopup


def daily_vault(folder: Path) -> Path:
    """Write a vault with daily notes in a folder, and a template."""
    small_vault(folder)
    (folder / ".obsidian").mkdir()
    (folder / ".obsidian/daily-notes.json").write_text('{"folder": "Daily", "template": "Day"}', encoding="utf-8")
    (folder / "Day.md").write_text("Today is {{date}}.\n", encoding="utf-8")
    return folder


@on_qt_loop
async def test_todays_note_is_made_by_its_template_and_the_one_before_is_gone_to(tmp_path: Path) -> None:
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
async def test_a_daily_note_offers_a_calendar_with_the_days_that_have_notes(tmp_path: Path) -> None:
    folder = daily_vault(tmp_path / "vault")
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Daily/2026-11-20.md")
        popup = views.daily.choose_day(page.crumbs, page.path)
        assert isinstance(popup, CalendarPopup)
        await until(lambda: popup.grid_of_days._marked)
        assert [day.isoformat() for day in popup.grid_of_days._marked] == ["2026-11-20"]
        popup.day_chosen.emit((popup.grid_of_days.day + timedelta(days=1)).isoformat())
        popup.close()
        await until(lambda: views.notes.current_path == "Daily/2026-11-21.md")
