"""Tests of ui/app/vault_window/vault_status.py."""

from datetime import UTC, datetime
from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.chat.messages import Source
from vaultdesk.core.destination import Destination
from vaultdesk.index.index_events import IndexState
from vaultdesk.tools.builtin.pomodoro import FinishedSession

# The timer in the status bar: shown while it runs, paused and stopped from its menu, told at its end.


@on_qt_loop
async def test_the_timer_is_shown_while_it_runs_and_worked_from_its_menu(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        item, timer = desktop.window.status.timer, views.workspace.pomodoro_timer
        assert not item.isVisible()
        desktop.window.commands["pomodoro"].trigger()
        await until(item.isVisible)
        assert item.shown_text() in ("25:00", "24:59")
        assert item.accessibleName().startswith("Pomodoro: 2")
        menu = views.pomodoro.menu()
        assert [action.text() for action in menu.actions()] == ["Pause", "Stop"]
        menu.actions()[0].trigger()
        await until(lambda: item.shown_text().endswith(" paused"))
        menu = views.pomodoro.menu()
        assert [action.text() for action in menu.actions()] == ["Go on", "Stop"]
        menu.actions()[0].trigger()
        assert timer.state.phase == "running"
        views.pomodoro.menu().actions()[1].trigger()
        await until(lambda: not item.isVisible())
        assert timer.state.phase == "idle"


@on_qt_loop
async def test_the_end_is_told_and_another_session_can_be_started_from_there(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        now = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
        views.workspace.pomodoro_timer.finished.publish(FinishedSession(50, now, now))
        await until(lambda: desktop.window._notice is not None)
        notice = desktop.window._notice
        assert notice is not None
        assert notice.text() == "The pomodoro of 50 minutes is over."
        notice._act.click()
        assert views.workspace.pomodoro_timer.state.minutes == 50


@on_qt_loop
async def test_a_session_that_could_not_be_written_down_is_told(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        views.workspace.pomodoro_log.problems.publish("The disk is full.")
        await until(lambda: desktop.window._notice is not None)
        assert desktop.window._notice is not None
        assert desktop.window._notice.text() == "The pomodoro was not written down: The disk is full."


# Vault status: what leaves in the conversation that is shown is told at once, and only that.

ANTHROPIC = Destination("Anthropic", "api.anthropic.com", False)


@on_qt_loop
async def test_what_left_is_told_for_the_conversation_that_is_shown(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        item = desktop.window.status.egress
        ledger = views.workspace.ledger

        await ledger.record(ANTHROPIC, "m", "another conversation", [Source(path="Boiler.md", characters=12)])
        assert item.shown_text() == "Nothing has left this computer"
        await ledger.record(ANTHROPIC, "m", views.chat.conversation_id, [Source(path="Boiler.md", characters=12)])
        await until(lambda: item.shown_text() == "1 note was sent to Anthropic")


@on_qt_loop
async def test_the_model_is_named_with_its_place(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        await open_views(desktop)

        assert "answers on this computer" in desktop.window.status.model.toolTip()


@on_qt_loop
async def test_a_failed_index_is_told_above_the_panes_until_it_is_mended(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        indexer, problems = views.workspace.indexer, desktop.window.problems
        good = indexer.state

        indexer.state = IndexState("failed", error="The index is damaged. Build it again.")
        indexer.progress.publish(indexer.state)
        await until(lambda: problems.texts() == {"index": "The index is damaged. Build it again."})
        assert desktop.window.status.index.shown_text() == "The search index is paused"
        indexer.state = good
        indexer.progress.publish(good)

        await until(lambda: problems.texts() == {})
