from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.index import database
from vaultdesk.index.events import NotesIndexed
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.files_page import FilesPage
from vaultdesk.ui.browser.tree_model import Role
from vaultdesk.vault.inventory import FoundFile, Inventory, inventory


@on_qt_loop
async def test_empty_folders_and_attachments_come_and_go_with_the_disk(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = FilesPage(at.searcher, at.indexer.events)
        page.show()
        await until(lambda: page.model.rowCount() == 3)
        (at.root / "Empty/Inner").mkdir(parents=True)
        (at.root / "Garden/plan.png").write_bytes(b"x")
        page.show_disk(inventory(at.vault.files.folders))
        assert page.model.index_of("Empty/Inner").data(Role.FOLDER)
        assert page.model.index_of("Garden/plan.png").data(Role.OTHER)
        assert page.model.index_of("Garden").data(Role.COUNT) == 1
        page.add_folder("Made")
        assert page.model.index_of("Made").isValid()
        (at.root / "Garden/plan.png").unlink()
        (at.root / "Empty/Inner").rmdir()
        (at.root / "Empty").rmdir()
        page.show_disk(inventory(at.vault.files.folders))
        assert page.model.rowCount() == 3
        assert not page.model.index_of("Garden/plan.png").isValid()
        await bridge.cancel_all()
        page.deleteLater()


@on_qt_loop
async def test_a_tree_whose_index_was_lost_follows_it_again_once_it_is_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = FilesPage(at.searcher, at.indexer.events)
        page.show()
        await until(lambda: page.model.rowCount() == 3)
        (file,) = tmp_path.rglob("index.sqlite")
        database.throw_away(file)
        at.indexer.events.publish(NotesIndexed(("Boiler.md",)))
        await until(lambda: at.indexer.state.phase == "ready" and file.exists())
        (at.root / "Pears.md").write_text("# Pears\n")
        await at.indexer.rescan()
        await until(lambda: page.model.index_of("Pears.md").isValid())
        assert page.model.rowCount() == 4
        await bridge.cancel_all()
        page.deleteLater()


@on_qt_loop
async def test_many_new_files_are_shown_at_once_and_what_is_open_stays_open(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = FilesPage(at.searcher, at.indexer.events)
        page.show()
        page.set_open_folders(["Garden"])
        page.choose("Garden/Apples.md")
        await until(lambda: page.tree.currentIndex().data() == "Apples")
        files = tuple(FoundFile(f"Garden/p{n}.png", 1, 1) for n in range(50))
        page.show_disk(Inventory(("Garden",), files))
        await until(lambda: page.model.index_of("Garden/p49.png").isValid())
        assert page.tree.open_folders() == ["Garden"]
        assert page.tree.chosen() == ["Garden/Apples.md"]
        await bridge.cancel_all()
        page.deleteLater()


@on_qt_loop
async def test_what_is_awaited_is_chosen_when_it_comes_and_its_folder_opens(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = FilesPage(at.searcher, at.indexer.events)
        page.show()
        await until(lambda: page.model.rowCount() == 3)
        page.tree.set_open_folders(["Garden"])
        page.renamed({"Garden": "Orchard"})
        page.choose("Orchard/Apples.md")
        (at.root / "Orchard").mkdir()
        at.change_outside("Orchard/Apples.md", "x")
        at.change_outside("Garden/Apples.md", None)
        await until(lambda: page.tree.chosen() == ["Orchard/Apples.md"])
        assert "Orchard" in page.tree.open_folders()
        await bridge.cancel_all()
        page.deleteLater()


@on_qt_loop
async def test_notes_are_listed_by_when_they_came_to_be(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = FilesPage(at.searcher, at.indexer.events)
        page.show()
        await until(lambda: page.model.rowCount() == 3)
        page.sort_by("created-oldest")
        await until(lambda: page.model.root.order.order == "created-oldest")
        at.change_outside("A last one.md", "x")
        await until(lambda: page.model.rowCount() == 4)
        assert page.model.root.order.created["A last one.md"] >= max(page.model.root.order.created.values())
        assert page.model.index(3, 0).data() == "A last one"
        await bridge.cancel_all()
        page.deleteLater()
