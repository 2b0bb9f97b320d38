from pathlib import Path

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from vaultdesk.core.json_store import JsonStore
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.files_page import FilesPage
from vaultdesk.ui.files.kept_tree import KeptTree


@on_qt_loop
async def test_open_folders_and_folded_bookmarks_come_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first = FilesPage(at.searcher, at.indexer.events)
        await until(lambda: first.model.rowCount() == 3)
        kept = KeptTree(JsonStore(tmp_path / "tree.json"), first, first)
        kept.fold(True)
        first.tree.set_open_folders(["Garden"])
        await kept.keep()
        kept.close()
        second = FilesPage(at.searcher, at.indexer.events)
        again = KeptTree(JsonStore(tmp_path / "tree.json"), second, second)
        await until(lambda: second.tree.open_folders() == ["Garden"])
        assert again.folded
        again.close()
        await bridge.cancel_all()
        first.deleteLater()
        second.deleteLater()
