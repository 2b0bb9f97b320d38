from pathlib import Path

from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.file_tree_model import TreeRole
from vaultdesk.ui.browser.left_pane import LeftPane


@on_qt_loop
async def test_tree_follows_the_index(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        pane = LeftPane(env.searcher, env.indexer.events)
        pane.show()
        await until(lambda: pane.model.rowCount() == 3)
        env.change_outside("Boiler.md", None)
        await until(lambda: pane.model.rowCount() == 2)
        env.change_outside("Deep.md", "x")
        await until(lambda: pane.model.index_of("Deep.md").isValid())
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_notes_are_opened_from_tree_and_search(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        pane = LeftPane(env.searcher, env.indexer.events)
        pane.show()
        opened: list[tuple[str, bool, object]] = []
        pane.note_opened.connect(lambda *args: opened.append(args))
        await until(lambda: pane.model.rowCount() == 3)
        pane.tree.note_chosen.emit("Boiler.md", True)
        pane.show_search("pump")
        await until(lambda: len(pane.search_pane.results.paths()) == 1)
        pane.search_pane.field.returnPressed.emit()
        assert opened[0] == ("Boiler.md", True, None)
        assert opened[1][:2] == ("Budget.md", False)
        assert "pump" in str(opened[1][2])
        pane.show_files()
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_expanded_folders_and_the_current_note_are_restored(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        pane = LeftPane(env.searcher, env.indexer.events)
        pane.files.set_open_folders(["Garden"])
        pane.show_current("Garden/Apples.md")
        await until(lambda: pane.model.rowCount() == 3)
        assert pane.tree.open_folders() == ["Garden"]
        assert pane.tree.currentIndex().data() == "Apples"
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_empty_vault_hides_the_tree_and_names_its_controls(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, {}) as env:
        pane = LeftPane(env.searcher, env.indexer.events)
        pane.show()
        await until(lambda: not pane.tree.isVisible())
        widgets = [child for child in pane.findChildren(QWidget) if child.isVisible() and child.focusPolicy().value]
        assert all(child.accessibleName() or getattr(child, "text", str)() for child in widgets), widgets
        await bridge.cancel_all()
        pane.deleteLater()


class FakeBadges:
    def lock(self, path: str, *, folder: bool) -> str:
        return "Private." if path == "Boiler.md" else ""

    def conflict(self, path: str) -> str:
        return "A copy." if path == "Budget.md" else ""


@on_qt_loop
async def test_locks_and_warnings_are_painted_at_their_notes(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        pane = LeftPane(env.searcher, env.indexer.events)
        pane.resize(300, 400)
        pane.show()
        await until(lambda: pane.model.rowCount() == 3)
        plain = pane.tree.grab().toImage()
        pane.show_badges(FakeBadges())
        with_badges = pane.tree.grab().toImage()

        assert with_badges != plain
        assert pane.model.index_of("Boiler.md").data(TreeRole.LOCK) == "Private."
        await bridge.cancel_all()
        pane.deleteLater()
