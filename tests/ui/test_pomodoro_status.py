"""The timer in the status bar: shown while it runs, paused and stopped from its menu, told at its end."""

from datetime import UTC, datetime
from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.tools.builtin.pomodoro import FinishedSession


@on_qt_loop
async def test_the_timer_is_shown_while_it_runs_and_worked_from_its_menu(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        item, timer = desktop.window.status.timer, views.workspace.timer
        assert not item.isVisible()
        desktop.window.commands["pomodoro"].trigger()
        await until(item.isVisible)
        assert item.words() in ("25:00", "24:59")
        assert item.accessibleName().startswith("Pomodoro: 2")
        menu = views.pomodoro.menu()
        assert [action.text() for action in menu.actions()] == ["Pause", "Stop"]
        menu.actions()[0].trigger()
        await until(lambda: item.words().endswith(" paused"))
        menu = views.pomodoro.menu()
        assert [action.text() for action in menu.actions()] == ["Go on", "Stop"]
        menu.actions()[0].trigger()
        assert timer.standing.phase == "running"
        views.pomodoro.menu().actions()[1].trigger()
        await until(lambda: not item.isVisible())
        assert timer.standing.phase == "idle"


@on_qt_loop
async def test_the_end_is_told_and_another_session_can_be_started_from_there(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        now = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
        views.workspace.timer.finished.publish(FinishedSession(50, now, now))
        await until(lambda: desktop.window._notice is not None)
        notice = desktop.window._notice
        assert notice is not None
        assert notice.text() == "The pomodoro of 50 minutes is over."
        notice._act.click()
        assert views.workspace.timer.standing.minutes == 50


@on_qt_loop
async def test_a_session_that_could_not_be_written_down_is_told(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        views.workspace.pomodoro_log.problems.publish("The disk is full.")
        await until(lambda: desktop.window._notice is not None)
        assert desktop.window._notice is not None
        assert desktop.window._notice.text() == "The pomodoro was not written down: The disk is full."
