"""Wiring: the command and the status bar's menu both lead to the page, and the status line goes with the vault."""

from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.ui.index_page.index_page import IndexPage


@on_qt_loop
async def test_the_page_opens_once_and_the_status_ends_with_the_vault(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["index"].trigger()
        await until(lambda: desktop.window.findChildren(IndexPage))
        views.menus.index_page_asked.emit()
        assert len(desktop.window.findChildren(IndexPage)) == 1
        item = desktop.window.status.meaning
        views.workspace.meaning.progress.publish(EmbeddingState("reading", 100, 400, "all-MiniLM-L6-v2"))
        await until(lambda: item.words() == "Reading for meaning · 25 %")
        desktop.close_vault()
        await until(item.isHidden)
        assert not desktop.window.commands["index"].isEnabled()
