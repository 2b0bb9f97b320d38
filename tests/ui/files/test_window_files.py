"""Tests of ui/files/window_files.py."""

import json
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QMenu, QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.support.tool_env import REMOTE
from tests.ui.browser.rows import row
from tests.ui.files.at_work import FilesScene, files_scene
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.index.link_graph import GraphNode
from vaultdesk.ui.browser.file_tree_model import FileTreeModel
from vaultdesk.ui.files.file_actions import file_menu, files_menu
from vaultdesk.ui.files.window_files import LinkWriter
from vaultdesk.ui.settings.private_notes_sheet import PrivateNotesSheet
from vaultdesk.ui.settings.settings_page import SettingsPage
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.vault.disk.folder import RootFolder
from vaultdesk.vault.disk.vault_listing import FolderListing, list_folder
from vaultdesk.vault.vault import Vault


def bookmarks_json(*items: dict[str, str]) -> str:
    return json.dumps({"items": items})


def bookmark_targets(scene: FilesScene) -> list[str]:
    return [bookmark.target for bookmark in scene.views.browser.files.bookmarks.shown]


@on_qt_loop
async def test_own_and_obsidian_bookmarks_are_shown_and_follow_renames_and_file_changes(tmp_path: Path) -> None:
    async with files_scene(tmp_path, bookmarks_json({"type": "file", "path": "Gone.md"})) as scene:
        view, file = scene.views.browser.files.bookmarks, scene.root / ".obsidian/bookmarks.json"
        await until(lambda: bookmark_targets(scene) == ["Gone.md"])
        await scene.views.notes.show_note("Boiler.md")
        scene.window.commands["bookmark"].trigger()
        await until(lambda: bookmark_targets(scene) == ["Boiler.md", "Gone.md"])
        scene.actions.rename_to("Boiler.md", "Heating")
        await until(lambda: bookmark_targets(scene) == ["Heating.md", "Gone.md"])
        file.write_text(bookmarks_json({"type": "search", "query": "leak"}))
        await until(lambda: bookmark_targets(scene) == ["Heating.md", "leak"])
        view.opened.emit(view.shown[1], False)
        assert scene.views.browser.search_pane.field.text() == "leak"
        assert json.loads(file.read_text()) == {"items": [{"type": "search", "query": "leak"}]}


@on_qt_loop
async def test_a_folder_created_while_the_files_are_listed_stays_in_the_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with files_scene(tmp_path) as scene:
        files = scene.views.files
        await until(lambda: not files.is_listing)
        listed, created = threading.Event(), threading.Event()
        listings = 0

        def delayed_list(root: RootFolder) -> FolderListing:
            nonlocal listings
            found = list_folder(root)
            listings += 1
            if listings == 1:
                listed.set()
                created.wait(60)
            return found

        monkeypatch.setattr("vaultdesk.ui.files.window_files.list_folder", delayed_list)
        files.list_files()
        await until(listed.is_set)
        scene.actions.new_folder()
        await until(lambda: scene.tree.delegate.editor is not None)
        created.set()
        await until(lambda: not files.is_listing)
        assert listings >= 2
        assert scene.tree.state() == QAbstractItemView.State.EditingState
        assert scene.model.index_of("New folder").isValid()


@on_qt_loop
async def test_a_bookmark_opens_its_target_and_a_missing_target_is_reported(tmp_path: Path) -> None:
    bookmarks = bookmarks_json(
        {"type": "file", "path": "Boiler.md"}, {"type": "file", "path": "Gone.md"}, {"type": "folder", "path": "Daily"}
    )
    async with files_scene(tmp_path, bookmarks) as scene:
        view = scene.views.browser.files.bookmarks
        await until(lambda: len(bookmark_targets(scene)) == 3)
        note, gone, folder = view.shown
        view.opened.emit(note, False)
        await until(lambda: scene.views.notes.current_path == "Boiler.md")
        view.opened.emit(folder, False)
        assert scene.tree.open_folders() == ["Daily"]
        view.opened.emit(gone, False)
        assert scene.notification == "“Gone.md” no longer exists."


@on_qt_loop
async def test_only_own_bookmarks_can_be_removed(tmp_path: Path) -> None:
    async with files_scene(tmp_path, bookmarks_json({"type": "file", "path": "Gone.md"})) as scene:
        view = scene.views.browser.files.bookmarks
        scene.actions.toggle_bookmark("Daily")
        await until(lambda: bookmark_targets(scene) == ["Daily", "Gone.md"])
        enabled: list[bool] = []
        for bookmark in view.shown:
            view.menu_requested.emit(bookmark, QPoint(5, 5))
            menu = view.findChildren(Menu)[-1]
            remove = next(action for action in menu.actions() if action.text() == "Remove from bookmarks")
            enabled.append(remove.isEnabled())
            remove.trigger()
            menu.close()
        assert enabled == [True, False]
        await until(lambda: bookmark_targets(scene) == ["Gone.md"])


@on_qt_loop
async def test_a_bookmark_is_marked_while_its_note_does_not_exist(tmp_path: Path) -> None:
    async with files_scene(tmp_path, bookmarks_json({"type": "file", "path": "Boiler.md"})) as scene:
        view = scene.views.browser.files.bookmarks

        def accessible_text() -> str:
            model = view.model()
            return str(model.index(0, 0, model.index(0, 0)).data(Qt.ItemDataRole.AccessibleTextRole))

        await until(lambda: accessible_text() == "Boiler")
        scene.actions.delete("Boiler.md")
        await until(lambda: "no longer exists" in accessible_text())
        await scene.wait_for_notification("trash")
        scene.click_undo()
        await until(lambda: accessible_text() == "Boiler")


@pytest.mark.parametrize(
    ("settings", "links"),
    [
        ("{}", ["[[Only]]", "[[A/Twin]]", "[A#1](A/A%231.md)"]),
        ('{"newLinkFormat": "absolute"}', ["[[A/Only]]", "[[A/Twin]]", "[A#1](A/A%231.md)"]),
        ('{"useMarkdownLinks": true}', ["[Only](Only.md)", "[Twin](A/Twin.md)", "[A#1](A%231.md)"]),
    ],
)
def test_links_are_written_in_the_format_of_the_settings(tmp_path: Path, settings: str, links: list[str]) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian/app.json").write_text(settings)
    model = FileTreeModel()
    model.load([row("A/Only.md"), row("A/Twin.md"), row("B/Twin.md"), row("A/A#1.md")])
    writer = LinkWriter(model, Vault(tmp_path, watch=False))
    written = [writer.link_to(path) for path in ("A/Only.md", "A/Twin.md", "A/A#1.md")]
    assert written[:2] == links[:2]
    assert written[2].startswith("[A#1](")
    model.take("B/Twin.md")
    assert "A/" not in writer.link_to("A/Twin.md") or "absolute" in settings


@on_qt_loop
async def test_the_menu_of_a_note_triggers_its_actions_and_shows_shortcuts(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        menu = file_menu(scene.actions, "Boiler.md", scene.tree)
        by_text = {action.text().partition("\t")[0]: action for action in menu.actions()}
        assert by_text["Rename…"].text().endswith("\tF2")
        by_text["Copy link"].trigger()
        assert QGuiApplication.clipboard().text() == "[[Boiler]]"
        requested: list[str] = []
        scene.tree.history_requested.connect(requested.append)
        by_text["Where this note was sent"].trigger()
        assert requested == ["Boiler.md"]
        menu.deleteLater()


@on_qt_loop
async def test_copying_the_links_of_several_rows_skips_folders(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        menu = files_menu(scene.actions, ["Boiler.md", "Daily/2026-11-20.md", "Projects"], scene.tree)
        next(action for action in menu.actions() if action.text() == "Copy links").trigger()
        assert QGuiApplication.clipboard().text() == "[[Boiler]]\n[[2026-11-20]]"
        menu.deleteLater()


# The Files page in a real window on a real vault.


@on_qt_loop
async def test_renaming_a_note_in_its_row_updates_links(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        scene.tree.show_note("Projects/Heat-loss survey.md")
        scene.tree.setFocus()
        scene.window.commands["rename-note"].trigger()
        editor = scene.tree.findChild(QLineEdit)
        assert editor is not None
        editor.clear()
        QTest.keyClicks(editor, "a|b")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        assert "is not a valid name" in editor.accessibleDescription()
        editor.clear()
        QTest.keyClicks(editor, "Survey")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        await scene.wait_for_notification("Renamed “Heat-loss survey” to “Survey”. 1 link was updated.")
        assert "[[Survey]]" in scene.content_of("Boiler.md")
        await until(lambda: scene.tree.selected_paths() == ["Projects/Survey.md"])
        scene.click_undo()
        await until(lambda: (scene.root / "Projects/Heat-loss survey.md").exists())
        assert "[[Heat-loss survey]]" in scene.content_of("Boiler.md")


@on_qt_loop
async def test_commands_apply_to_the_open_note_unless_the_tree_has_the_focus(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        scene.window.commands["delete-note"].trigger()
        page = await scene.views.notes.show_note("Boiler.md")
        scene.tree.show_note("Daily/2026-11-20.md")
        page.reader.setFocus()
        scene.window.commands["copy-path"].trigger()
        assert QGuiApplication.clipboard().text() == "Boiler.md"
        scene.tree.setFocus()
        scene.window.commands["copy-path"].trigger()
        assert QGuiApplication.clipboard().text() == "Daily/2026-11-20.md"
        scene.window.commands["show-in-tree"].trigger()
        assert scene.tree.selected_paths() == ["Daily/2026-11-20.md"]


@on_qt_loop
async def test_dropped_notes_are_moved_and_the_undo_command_reverts_the_move(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        scene.views.browser.files.tree.notes_dropped.emit(["Boiler.md", "Daily"], "Projects")
        await scene.wait_for_notification("Moved 2 files to “Projects”.")
        await scene.wait_for_files("Projects/Daily/2026-11-20.md", "Projects/Boiler.md")
        await until(lambda: not scene.model.index_of("Daily").isValid())
        scene.window.commands["undo-change"].trigger()
        await until(lambda: (scene.root / "Daily/2026-11-20.md").exists() and (scene.root / "Boiler.md").exists())
        await scene.wait_for_files("Daily/2026-11-20.md", "Boiler.md")


@on_qt_loop
async def test_the_context_menu_depends_on_the_selected_rows(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        cases = ((["Boiler.md"], "Rename…"), (["Projects"], "New note here"), (["Boiler.md", "Daily"], "2 selected"))
        for paths, entry in cases:
            scene.tree.menu_requested.emit(paths, QPoint(10, 10))
            menu = scene.tree.findChildren(Menu)[-1]
            assert entry in [action.text().partition("\t")[0] for action in menu.actions()]
            menu.close()


@on_qt_loop
async def test_the_menu_of_the_open_note_has_the_file_commands(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        page = await scene.views.notes.show_note("Boiler.md")
        menu = Menu("Note", page)
        page.breadcrumbs.fill_menu(menu)
        texts = [action.text().partition("\t")[0] for action in menu.actions()]
        assert {"Rename…", "Move to the trash", "Copy link", "Where this note was sent"} <= set(texts)
        menu.deleteLater()


def entries(menu: QMenu | None) -> list[str]:
    """Return the entries of *menu* and close it."""
    assert menu is not None
    texts = [action.text().partition("\t")[0] for action in menu.actions()]
    menu.close()
    return texts


def newest_menu(widget: QWidget) -> QMenu:
    return widget.findChildren(Menu)[-1]


@on_qt_loop
async def test_t7_every_menu_of_a_note_offers_to_keep_it_private(tmp_path: Path) -> None:
    async with files_scene(tmp_path, '{"items": [{"type": "file", "path": "Boiler.md"}]}') as scene:
        views, browser = scene.views, scene.views.browser
        page = await views.notes.show_note("Boiler.md")
        position = QPoint(10, 10)

        scene.tree.menu_requested.emit(["Boiler.md"], position)
        assert "Keep private" in entries(newest_menu(scene.tree))
        scene.tree.menu_requested.emit(["Boiler.md", "Daily/2026-11-20.md", "Projects"], position)
        assert "Keep private" in entries(newest_menu(scene.tree))
        scene.tree.menu_requested.emit(["Projects"], position)
        assert "Keep private" in entries(newest_menu(scene.tree))

        views.notes.menu_requested.emit(page, position)
        assert "Keep private" in entries(newest_menu(views.notes))
        page.breadcrumbs._open_menu()
        assert "Keep private" in entries(newest_menu(page.breadcrumbs))

        for pane in (browser.links_pane, browser.search_pane.results):
            pane.menu_requested.emit("Boiler.md", position)
            assert "Keep private" in entries(newest_menu(browser))
        page.related_panel.list.note_menu_requested.emit("Boiler.md", position)
        assert "Keep private" in entries(newest_menu(browser))

        graph = views.graphs.show_whole()
        graph.menu_requested.emit(GraphNode("Boiler.md", "Boiler"), position)
        assert "Keep private" in entries(newest_menu(graph))

        bookmarks = browser.files.bookmarks
        await until(lambda: bool(bookmarks.shown))
        bookmarks.menu_requested.emit(bookmarks.shown[0], position)
        assert "Keep private" in entries(newest_menu(bookmarks))


@on_qt_loop
async def test_t7_the_menu_of_a_link_keeps_the_linked_note_private(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        page = await scene.views.notes.show_note("Boiler.md")
        for text in (page.reader, page.editor):
            menu = Menu("Text", page)
            text.link_menu_opening.emit(menu, "Heat-loss survey#Result")
            texts = entries(menu)
            assert texts[1:3] == ["Heat-loss survey", "Keep private"]
            next(action for action in menu.actions() if action.text() == "Keep private").trigger()
            await scene.wait_for_notification("Heat-loss survey is now private.")
            scene.click_undo()
            empty_menu = Menu("Text", page)
            text.link_menu_opening.emit(empty_menu, "Nowhere")
            assert empty_menu.actions() == []


@on_qt_loop
async def test_t7_the_command_keeps_the_open_note_private_and_undo_reverts_it(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        command, privacy = scene.window.commands["keep-private"], scene.views.workspace.privacy
        await scene.views.notes.show_note("Boiler.md")
        assert command.text() == "Keep the note private"
        command.trigger()
        await scene.wait_for_notification("Boiler is now private.")
        assert privacy.status("Boiler.md", REMOTE) == "closed"
        await until(lambda: command.text() == "No longer keep the note private")
        scene.click_undo()
        assert privacy.status("Boiler.md", REMOTE) == "open"
        await until(lambda: command.text() == "Keep the note private")


@on_qt_loop
async def test_t7_the_menu_of_a_note_private_by_a_rule_opens_the_private_notes_settings(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        rule = PrivacyRule(kind="folder", value="Daily", answer="local")
        scene.views.workspace.store.change(lambda settings: settings.with_vault(scene.root, privacy=(rule,)))
        menu = file_menu(scene.actions, "Daily/2026-11-20.md", scene.tree)
        entry = next(action for action in menu.actions() if action.text() == "Private: in Daily…")
        assert "Keep private" not in entries(menu)
        entry.trigger()
        shown = scene.window.pages.page
        assert isinstance(shown, SettingsPage)
        assert isinstance(shown.sheet(), PrivateNotesSheet)


@on_qt_loop
async def test_the_sort_order_is_saved_and_applied_immediately(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        scene.views.browser.files.toolbar.sort_requested.emit("name-down")
        await until(lambda: scene.model.index(0, 0).data() == "Projects")
        assert scene.views.workspace.store.settings.browser.sort == "name-down"
        scene.views.browser.files.toolbar.sort_requested.emit("created")
        await until(lambda: scene.model.root.order.order == "created")
        assert set(scene.model.root.order.created) >= {"Boiler.md"}


@on_qt_loop
async def test_folders_created_by_other_programs_are_shown(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        (scene.root / "Made elsewhere").mkdir()
        await scene.wait_for_files("Made elsewhere")
        (scene.root / "Made elsewhere").rmdir()
        await until(lambda: not scene.model.index_of("Made elsewhere").isValid())
