"""Tests of ui/files/file_commands.py."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from tests.support.desk import REMOTE
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.browser.rows import row
from tests.ui.files.at_work import AtWork, at_work
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.index.link_graph import GraphNode
from vaultdesk.ui.browser.file_tree_model import FileTreeModel
from vaultdesk.ui.files.file_commands import LinkWriter, file_menu, files_menu
from vaultdesk.ui.settings.private_notes_sheet import PrivateNotesSheet
from vaultdesk.ui.settings.settings_page import SettingsPage
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.vault.vault import Vault


def saved_state(*items: dict[str, str]) -> str:
    return json.dumps({"items": items})


def targets(at: AtWork) -> list[str]:
    return [one.target for one in at.views.browser.files.bookmarks.shown]


@on_qt_loop
async def test_bookmarks_of_both_kinds_are_shown_and_follow_their_notes_and_files(tmp_path: Path) -> None:
    async with at_work(tmp_path, saved_state({"type": "file", "path": "Gone.md"})) as at:
        view, file = at.views.browser.files.bookmarks, at.root / ".obsidian/bookmarks.json"
        await until(lambda: targets(at) == ["Gone.md"])
        await at.views.notes.show_note("Boiler.md")
        at.window.commands["bookmark"].trigger()
        await until(lambda: targets(at) == ["Boiler.md", "Gone.md"])
        at.actions.rename_to("Boiler.md", "Heating")
        await until(lambda: targets(at) == ["Heating.md", "Gone.md"])
        file.write_text(saved_state({"type": "search", "query": "leak"}))
        await until(lambda: targets(at) == ["Heating.md", "leak"])
        view.opened.emit(view.shown[1], False)
        assert at.views.browser.search_pane.field.text() == "leak"
        assert json.loads(file.read_text()) == {"items": [{"type": "search", "query": "leak"}]}


@on_qt_loop
async def test_a_bookmark_opens_what_is_there_and_says_what_is_not(tmp_path: Path) -> None:
    bookmarks = saved_state(
        {"type": "file", "path": "Boiler.md"}, {"type": "file", "path": "Gone.md"}, {"type": "folder", "path": "Daily"}
    )
    async with at_work(tmp_path, bookmarks) as at:
        view = at.views.browser.files.bookmarks
        await until(lambda: len(targets(at)) == 3)
        note, gone, folder = view.shown
        view.opened.emit(note, False)
        await until(lambda: at.views.notes.current_path == "Boiler.md")
        view.opened.emit(folder, False)
        assert at.tree.open_folders() == ["Daily"]
        view.opened.emit(gone, False)
        assert at.told == "“Gone.md” no longer exists."


@on_qt_loop
async def test_only_one_s_own_bookmarks_can_be_removed_here(tmp_path: Path) -> None:
    async with at_work(tmp_path, saved_state({"type": "file", "path": "Gone.md"})) as at:
        view = at.views.browser.files.bookmarks
        at.actions.toggle_bookmark("Daily")
        await until(lambda: targets(at) == ["Daily", "Gone.md"])
        able: list[bool] = []
        for bookmark in view.shown:
            view.menu_requested.emit(bookmark, QPoint(5, 5))
            menu = view.findChildren(Menu)[-1]
            remove = next(one for one in menu.actions() if one.text() == "Remove from bookmarks")
            able.append(remove.isEnabled())
            remove.trigger()
            menu.close()
        assert able == [True, False]
        await until(lambda: targets(at) == ["Gone.md"])


@on_qt_loop
async def test_a_bookmark_is_struck_through_while_its_note_is_gone(tmp_path: Path) -> None:
    async with at_work(tmp_path, saved_state({"type": "file", "path": "Boiler.md"})) as at:
        view = at.views.browser.files.bookmarks

        def said() -> str:
            model = view.model()
            return str(model.index(0, 0, model.index(0, 0)).data(Qt.ItemDataRole.AccessibleTextRole))

        await until(lambda: said() == "Boiler")
        at.actions.delete("Boiler.md")
        await until(lambda: "no longer exists" in said())
        await at.hears("trash")
        at.take_back()
        await until(lambda: said() == "Boiler")


@pytest.mark.parametrize(
    ("settings", "links"),
    [
        ("{}", ["[[Only]]", "[[A/Twin]]", "[A#1](A/A%231.md)"]),
        ('{"newLinkFormat": "absolute"}', ["[[A/Only]]", "[[A/Twin]]", "[A#1](A/A%231.md)"]),
        ('{"useMarkdownLinks": true}', ["[Only](Only.md)", "[Twin](A/Twin.md)", "[A#1](A%231.md)"]),
    ],
)
def test_links_are_written_as_the_owner_writes_them(tmp_path: Path, settings: str, links: list[str]) -> None:
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
async def test_a_note_s_menu_does_what_it_says_and_shows_bound_keys_only(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        menu = file_menu(at.actions, "Boiler.md", at.tree)
        by_words = {action.text().partition("\t")[0]: action for action in menu.actions()}
        assert by_words["Rename…"].text().endswith("\tF2")
        by_words["Copy link"].trigger()
        assert QGuiApplication.clipboard().text() == "[[Boiler]]"
        requested: list[str] = []
        at.tree.history_requested.connect(requested.append)
        by_words["Where this note was sent"].trigger()
        assert requested == ["Boiler.md"]
        menu.deleteLater()


@on_qt_loop
async def test_several_rows_are_copied_as_links_without_their_folders(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        menu = files_menu(at.actions, ["Boiler.md", "Daily/2026-11-20.md", "Projects"], at.tree)
        next(action for action in menu.actions() if action.text() == "Copy links").trigger()
        assert QGuiApplication.clipboard().text() == "[[Boiler]]\n[[2026-11-20]]"
        menu.deleteLater()


# The Files page as people use it: a real window on a real vault.


@on_qt_loop
async def test_a_note_is_renamed_in_its_row_and_links_follow(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.tree.show_note("Projects/Heat-loss survey.md")
        at.tree.setFocus()
        at.window.commands["rename-note"].trigger()
        editor = at.tree.findChild(QLineEdit)
        assert editor is not None
        editor.clear()
        QTest.keyClicks(editor, "a|b")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        assert "is not a valid name" in editor.accessibleDescription()
        editor.clear()
        QTest.keyClicks(editor, "Survey")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        await at.hears("Renamed “Heat-loss survey” to “Survey”. 1 link was updated.")
        assert "[[Survey]]" in at.says("Boiler.md")
        await until(lambda: at.tree.selected_paths() == ["Projects/Survey.md"])
        at.take_back()
        await until(lambda: (at.root / "Projects/Heat-loss survey.md").exists())
        assert "[[Heat-loss survey]]" in at.says("Boiler.md")


@on_qt_loop
async def test_commands_are_about_the_open_note_unless_the_tree_has_the_keyboard(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.window.commands["delete-note"].trigger()
        page = await at.views.notes.show_note("Boiler.md")
        at.tree.show_note("Daily/2026-11-20.md")
        page.reader.setFocus()
        at.window.commands["copy-path"].trigger()
        assert QGuiApplication.clipboard().text() == "Boiler.md"
        at.tree.setFocus()
        at.window.commands["copy-path"].trigger()
        assert QGuiApplication.clipboard().text() == "Daily/2026-11-20.md"
        at.window.commands["show-in-tree"].trigger()
        assert at.tree.selected_paths() == ["Daily/2026-11-20.md"]


@on_qt_loop
async def test_notes_are_moved_and_the_last_change_is_undone_by_its_command(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.views.browser.files.tree.notes_dropped.emit(["Boiler.md", "Daily"], "Projects")
        await at.hears("Moved 2 files to “Projects”.")
        await at.shown("Projects/Daily/2026-11-20.md", "Projects/Boiler.md")
        await until(lambda: not at.model.index_of("Daily").isValid())
        at.window.commands["undo-change"].trigger()
        await until(lambda: (at.root / "Daily/2026-11-20.md").exists() and (at.root / "Boiler.md").exists())
        await at.shown("Daily/2026-11-20.md", "Boiler.md")


@on_qt_loop
async def test_the_menu_has_what_can_be_done_with_one_with_several_and_with_folders(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        cases = ((["Boiler.md"], "Rename…"), (["Projects"], "New note here"), (["Boiler.md", "Daily"], "2 selected"))
        for paths, words in cases:
            at.tree.menu_requested.emit(paths, QPoint(10, 10))
            menu = at.tree.findChildren(Menu)[-1]
            assert words in [action.text().partition("\t")[0] for action in menu.actions()]
            menu.close()


@on_qt_loop
async def test_the_note_s_own_menu_has_them_too(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        page = await at.views.notes.show_note("Boiler.md")
        menu = Menu("Note", page)
        page.breadcrumbs.fill_menu(menu)
        words = [action.text().partition("\t")[0] for action in menu.actions()]
        assert {"Rename…", "Move to the trash", "Copy link", "Where this note was sent"} <= set(words)
        menu.deleteLater()


def entries(menu: QMenu | None) -> list[str]:
    """What *menu* offers; it is closed."""
    assert menu is not None
    texts = [action.text().partition("\t")[0] for action in menu.actions()]
    menu.close()
    return texts


def newest_menu(widget: QWidget) -> QMenu:
    return widget.findChildren(Menu)[-1]


@on_qt_loop
async def test_t7_every_menu_of_a_note_keeps_it_private(tmp_path: Path) -> None:
    async with at_work(tmp_path, '{"items": [{"type": "file", "path": "Boiler.md"}]}') as at:
        views, browser = at.views, at.views.browser
        page = await views.notes.show_note("Boiler.md")
        here = QPoint(10, 10)

        at.tree.menu_requested.emit(["Boiler.md"], here)
        assert "Keep private" in entries(newest_menu(at.tree))
        at.tree.menu_requested.emit(["Boiler.md", "Daily/2026-11-20.md", "Projects"], here)
        assert "Keep private" in entries(newest_menu(at.tree))
        at.tree.menu_requested.emit(["Projects"], here)
        assert "Keep private" in entries(newest_menu(at.tree))

        views.notes.menu_requested.emit(page, here)
        assert "Keep private" in entries(newest_menu(views.notes))
        page.breadcrumbs._open_menu()
        assert "Keep private" in entries(newest_menu(page.breadcrumbs))

        for pane in (browser.links_pane, browser.search_pane.results):
            pane.menu_requested.emit("Boiler.md", here)
            assert "Keep private" in entries(newest_menu(browser))
        page.related_panel.list.note_menu_requested.emit("Boiler.md", here)
        assert "Keep private" in entries(newest_menu(browser))

        graph = views.graphs.show_whole()
        graph.menu_requested.emit(GraphNode("Boiler.md", "Boiler"), here)
        assert "Keep private" in entries(newest_menu(graph))

        bookmarks = browser.files.bookmarks
        await until(lambda: bool(bookmarks.shown))
        bookmarks.menu_requested.emit(bookmarks.shown[0], here)
        assert "Keep private" in entries(newest_menu(bookmarks))


@on_qt_loop
async def test_t7_the_menu_of_a_link_keeps_the_linked_note_private(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        page = await at.views.notes.show_note("Boiler.md")
        for text in (page.reader, page.editor):
            menu = Menu("Text", page)
            text.link_menu_opening.emit(menu, "Heat-loss survey#Result")
            words = entries(menu)
            assert words[1:3] == ["Heat-loss survey", "Keep private"]
            next(action for action in menu.actions() if action.text() == "Keep private").trigger()
            await at.hears("Heat-loss survey is now private.")
            at.take_back()
            none = Menu("Text", page)
            text.link_menu_opening.emit(none, "Nowhere")
            assert none.actions() == []


@on_qt_loop
async def test_t7_the_palette_keeps_the_open_note_private_and_takes_it_back(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        command, privacy = at.window.commands["keep-private"], at.views.workspace.privacy
        await at.views.notes.show_note("Boiler.md")
        assert command.text() == "Keep the note private"
        command.trigger()
        await at.hears("Boiler is now private.")
        assert privacy.status("Boiler.md", REMOTE) == "closed"
        await until(lambda: command.text() == "No longer keep the note private")
        at.take_back()
        assert privacy.status("Boiler.md", REMOTE) == "open"
        await until(lambda: command.text() == "Keep the note private")


@on_qt_loop
async def test_t7_a_note_private_by_a_tag_leads_to_the_private_notes(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        rule = PrivacyRule(kind="folder", value="Daily", answer="local")
        at.views.workspace.store.change(lambda settings: settings.with_vault(at.root, privacy=(rule,)))
        menu = file_menu(at.actions, "Daily/2026-11-20.md", at.tree)
        entry = next(action for action in menu.actions() if action.text() == "Private: in Daily…")
        assert "Keep private" not in entries(menu)
        entry.trigger()
        shown = at.window.pages.page
        assert isinstance(shown, SettingsPage)
        assert isinstance(shown.sheet(), PrivateNotesSheet)


@on_qt_loop
async def test_the_order_of_notes_is_a_setting_and_followed_at_once(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.views.browser.files.toolbar.sort_requested.emit("name-down")
        await until(lambda: at.model.index(0, 0).data() == "Projects")
        assert at.views.workspace.store.settings.browser.sort == "name-down"
        at.views.browser.files.toolbar.sort_requested.emit("created")
        await until(lambda: at.model.root.order.order == "created")
        assert set(at.model.root.order.created) >= {"Boiler.md"}


@on_qt_loop
async def test_folders_made_elsewhere_are_shown(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        (at.root / "Made elsewhere").mkdir()
        await at.shown("Made elsewhere")
        (at.root / "Made elsewhere").rmdir()
        await until(lambda: not at.model.index_of("Made elsewhere").isValid())
