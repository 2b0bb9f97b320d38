"""Tests of ui/browser/files_page.py."""

import asyncio
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import SortOrder
from vaultdesk.index.index_results import NoteSummary
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.index.store import database
from vaultdesk.ui import bridge
from vaultdesk.ui.browser import files_page
from vaultdesk.ui.browser.file_tree_model import TreeRole
from vaultdesk.ui.browser.files_page import MAX_VISIBLE_ROWS, BookmarkView, FilesPage, FilesToolbar, bookmark_name
from vaultdesk.vault.disk.vault_listing import FolderListing, LeftOutName, ListedFile, list_folder
from vaultdesk.vault.obsidian.vault_config import Bookmark

INNER = Bookmark("file", "", "Deep/Gone.md")
BOOKMARKS = (
    Bookmark("file", "", "A/Boiler.md", "Costs", own=True),
    Bookmark("group", "House", items=(INNER,)),
    Bookmark("search", "", "tag:#x"),
)


@pytest.fixture
def view(qtbot: QtBot) -> BookmarkView:
    bookmark_view = BookmarkView()
    qtbot.addWidget(bookmark_view)
    bookmark_view.resize(240, 400)
    bookmark_view.show_bookmarks(BOOKMARKS, lambda path: path != "Deep/Gone.md", folded=False)
    return bookmark_view


def test_click_or_enter_opens_a_bookmark(view: BookmarkView, qtbot: QtBot) -> None:
    opened: list[tuple[str, bool]] = []
    view.opened.connect(lambda bookmark, new_tab: opened.append((bookmark.target, new_tab)))
    heading = view.model().index(0, 0)
    first, group, search = (view.model().index(row, 0, heading) for row in range(3))
    middle, left = Qt.MouseButton.MiddleButton, Qt.MouseButton.LeftButton
    qtbot.mouseClick(view.viewport(), left, pos=view.visualRect(first).center())
    qtbot.mouseClick(view.viewport(), middle, pos=view.visualRect(search).center())
    qtbot.mouseClick(view.viewport(), left, pos=view.visualRect(group).center())
    view.setCurrentIndex(first)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert opened == [("A/Boiler.md", False), ("tag:#x", True), ("A/Boiler.md", False)]
    assert not view.isExpanded(group)


def test_missing_target_is_labelled_and_the_section_can_be_collapsed(view: BookmarkView, qtbot: QtBot) -> None:
    folded: list[bool] = []
    view.folded.connect(folded.append)
    heading = view.model().index(0, 0)
    missing = view.model().index(0, 0, view.model().index(1, 0, heading))
    assert "no longer exists" in str(missing.data(Qt.ItemDataRole.AccessibleTextRole))
    assert not view.grab().isNull()
    height = view.height()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(heading).center())
    assert folded == [True]
    assert view.height() < height
    view.show_bookmarks(BOOKMARKS, lambda _path: True, folded=True)
    assert not view.isExpanded(view.model().index(0, 0))


def test_bookmark_height_is_limited_and_zero_without_bookmarks(view: BookmarkView) -> None:
    few = view.height()
    view.show_bookmarks([Bookmark("file", "", f"{n}.md") for n in range(200)], lambda _path: True, folded=False)
    assert view.height() <= few * MAX_VISIBLE_ROWS / 4
    view.show_bookmarks((), lambda _path: True, folded=False)
    assert view.isHidden()


def test_bookmark_name_is_its_title_path_or_query() -> None:
    assert [bookmark_name(bookmark) for bookmark in BOOKMARKS] == ["Boiler › Costs", "House", "tag:#x"]
    assert bookmark_name(Bookmark("folder", "", "A/House.old")) == "House.old"


@pytest.fixture
def toolbar(qtbot: QtBot) -> FilesToolbar:
    files_toolbar = FilesToolbar()
    qtbot.addWidget(files_toolbar)
    return files_toolbar


def test_each_button_emits_its_signal_and_has_a_name(toolbar: FilesToolbar) -> None:
    signals: list[str] = []
    toolbar.new_note_requested.connect(lambda: signals.append("note"))
    toolbar.new_folder_requested.connect(lambda: signals.append("folder"))
    toolbar.collapse_requested.connect(lambda: signals.append("collapse"))
    for button in (toolbar.new_note, toolbar.new_folder, toolbar.collapse):
        button.click()
    assert signals == ["note", "folder", "collapse"]
    assert all(button.accessibleName() or button.text() for button in toolbar.findChildren(QToolButton))


def test_six_sort_orders_are_offered_and_the_current_one_is_checked(toolbar: FilesToolbar) -> None:
    toolbar.show()
    toolbar.show_order("modified")
    chosen: list[str] = []
    toolbar.sort_requested.connect(chosen.append)
    menu = toolbar.open_sort_menu()
    actions = [action for action in menu.actions() if not action.isSeparator()]
    assert [action.isChecked() for action in actions] == [order == "modified" for order in get_args(SortOrder)]
    actions[-1].trigger()
    menu.close()
    assert chosen == ["created-oldest"]


@on_qt_loop
async def test_empty_folders_and_attachments_follow_the_disk(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = FilesPage(env.searcher, env.indexer.events)
        page.show()
        await until(lambda: page.model.rowCount() == 3)
        (env.root / "Empty/Inner").mkdir(parents=True)
        (env.root / "Garden/plan.png").write_bytes(b"x")
        page.show_disk(list_folder(env.vault.files.folders))
        assert page.model.index_of("Empty/Inner").data(TreeRole.FOLDER)
        assert page.model.index_of("Garden/plan.png").data(TreeRole.OTHER)
        assert page.model.index_of("Garden").data(TreeRole.COUNT) == 1
        page.add_folder("Made")
        assert page.model.index_of("Made").isValid()
        (env.root / "Garden/plan.png").unlink()
        (env.root / "Empty/Inner").rmdir()
        (env.root / "Empty").rmdir()
        page.show_disk(list_folder(env.vault.files.folders))
        assert page.model.rowCount() == 3
        assert not page.model.index_of("Garden/plan.png").isValid()
        await bridge.cancel_all()
        page.deleteLater()


@on_qt_loop
async def test_tree_follows_the_index_after_it_was_rebuilt(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = FilesPage(env.searcher, env.indexer.events)
        page.show()
        await until(lambda: page.model.rowCount() == 3)
        (file,) = tmp_path.rglob("index.sqlite")
        database.discard_file(file)
        env.indexer.events.publish(NotesIndexed(("Boiler.md",)))
        await until(lambda: env.indexer.state.phase == "ready" and file.exists())
        (env.root / "Pears.md").write_text("# Pears\n")
        await env.indexer.rescan()
        await until(lambda: page.model.index_of("Pears.md").isValid())
        assert page.model.rowCount() == 4
        await bridge.cancel_all()
        page.deleteLater()


@on_qt_loop
async def test_many_new_files_are_shown_and_expanded_folders_stay_expanded(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = FilesPage(env.searcher, env.indexer.events)
        page.show()
        page.set_open_folders(["Garden"])
        page.choose("Garden/Apples.md")
        await until(lambda: page.tree.currentIndex().data() == "Apples")
        files = tuple(ListedFile(f"Garden/p{n}.png", 1, 1) for n in range(50))
        page.show_disk(FolderListing(("Garden",), files))
        await until(lambda: page.model.index_of("Garden/p49.png").isValid())
        assert page.tree.open_folders() == ["Garden"]
        assert page.tree.selected_paths() == ["Garden/Apples.md"]
        await bridge.cancel_all()
        page.deleteLater()


@on_qt_loop
async def test_awaited_note_is_selected_when_it_appears_and_its_folder_is_expanded(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = FilesPage(env.searcher, env.indexer.events)
        page.show()
        await until(lambda: page.model.rowCount() == 3)
        page.tree.set_open_folders(["Garden"])
        page.renamed({"Garden": "Orchard"})
        page.choose("Orchard/Apples.md")
        (env.root / "Orchard").mkdir()
        env.change_outside("Orchard/Apples.md", "x")
        env.change_outside("Garden/Apples.md", None)
        await until(lambda: page.tree.selected_paths() == ["Orchard/Apples.md"])
        assert "Orchard" in page.tree.open_folders()
        await bridge.cancel_all()
        page.deleteLater()


@on_qt_loop
async def test_notes_can_be_sorted_by_creation_time(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = FilesPage(env.searcher, env.indexer.events)
        page.show()
        await until(lambda: page.model.rowCount() == 3)
        page.sort_by("created-oldest")
        await until(lambda: page.model.root.order.order == "created-oldest")
        env.change_outside("A last one.md", "x")
        await until(lambda: page.model.rowCount() == 4)
        assert page.model.root.order.created["A last one.md"] >= max(page.model.root.order.created.values())
        assert page.model.index(3, 0).data() == "A last one"
        await bridge.cancel_all()
        page.deleteLater()


@on_qt_loop
async def test_commits_of_many_notes_in_a_row_are_read_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_note_area(tmp_path) as env:
        reads = 0
        tree = env.searcher.tree

        async def counted_tree() -> list[NoteSummary]:
            nonlocal reads
            reads += 1
            return await tree()

        monkeypatch.setattr(env.searcher, "tree", counted_tree)
        monkeypatch.setattr(files_page, "MIN_RELOAD_INTERVAL", 0.2)
        page = FilesPage(env.searcher, env.indexer.events)
        page.show()
        await until(lambda: page.model.rowCount() == 3)
        for n in range(40):
            (env.root / f"n{n:02}.md").write_text("x")
        with env.indexer.events.subscribe() as changes:
            await env.indexer.rescan()
            await anext(changes)
        # A scan publishes an event for its walk and for each of its batches.
        for _ in range(10):
            env.indexer.events.publish(NotesIndexed(tuple(f"n{number:02}.md" for number in range(40))))
        await until(lambda: page.model.rowCount() == 43)
        first_reads = reads
        for _ in range(20):
            env.indexer.events.publish(NotesIndexed(tuple(f"n{number:02}.md" for number in range(40))))
            await asyncio.sleep(0)
        (env.root / "n00.md").unlink()
        for n in range(1, 20):
            (env.root / f"n{n:02}.md").unlink()
        await env.indexer.rescan()
        await until(lambda: page.model.rowCount() == 23)
        assert first_reads <= 3
        assert reads <= first_reads + 3
        await bridge.cancel_all()
        page.deleteLater()


@on_qt_loop
async def test_single_note_is_shown_while_a_reload_is_pending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_note_area(tmp_path) as env:
        monkeypatch.setattr(files_page, "MIN_RELOAD_INTERVAL", 3600)
        page = FilesPage(env.searcher, env.indexer.events)
        page.show()
        await until(lambda: page.model.rowCount() == 3)
        many = NotesIndexed(tuple(f"n{number}.md" for number in range(40)))
        env.indexer.events.publish(many)
        env.change_outside("First.md", "x")
        await until(lambda: page.model.index_of("First.md").isValid())
        env.indexer.events.publish(many)
        env.change_outside("Second.md", "x")
        await until(lambda: page.model.index_of("Second.md").isValid())
        await bridge.cancel_all()
        page.deleteLater()


@on_qt_loop
async def test_v2_excluded_names_are_listed_with_their_reason(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = FilesPage(env.searcher, env.indexer.events)
        page.show()
        assert page.excluded_button.isHidden()
        page.show_disk(FolderListing(left_out=(LeftOutName("back\\slash.md", Phrase("it has a backslash")),)))
        assert not page.excluded_button.isHidden()
        assert page.excluded_button.shown_text() == "Excluded: 1"
        menu = page.excluded_button.open()
        assert [action.text() for action in menu.actions()][1:] == ["back\\slash.md: it has a backslash"]
        menu.close()
        page.show_disk(FolderListing())
        assert page.excluded_button.isHidden()
        await bridge.cancel_all()
