"""Vault status: what leaves in the conversation that is shown is told at once, and only that."""

from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.chat.messages import Source
from vaultdesk.core.destination import Destination
from vaultdesk.index.index_events import IndexState

ANTHROPIC = Destination("Anthropic", "api.anthropic.com", False)


@on_qt_loop
async def test_what_left_is_told_for_the_conversation_that_is_shown(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        item = desktop.window.status.left_computer
        ledger = views.workspace.ledger

        await ledger.record(ANTHROPIC, "m", "another conversation", [Source(path="Boiler.md", characters=12)])
        assert item.words() == "Nothing has left this computer"
        await ledger.record(ANTHROPIC, "m", views.chat.conversation_id, [Source(path="Boiler.md", characters=12)])
        await until(lambda: item.words() == "1 note was sent to Anthropic")


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

        indexer.state = IndexState("failed", trouble="The index is damaged. Build it again.")
        indexer.progress.publish(indexer.state)
        await until(lambda: problems.texts() == {"index": "The index is damaged. Build it again."})
        assert desktop.window.status.index.words() == "The search index is paused"
        indexer.state = good
        indexer.progress.publish(good)

        await until(lambda: problems.texts() == {})
