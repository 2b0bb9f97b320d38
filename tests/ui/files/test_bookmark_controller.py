import json
from pathlib import Path

from PySide6.QtCore import QPoint, Qt

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.files.at_work import AtWork, at_work
from vaultdesk.ui.widgets.menu import Menu


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
        assert at.told == "“Gone.md” is not there any more."


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
        await until(lambda: "not there any more" in said())
        await at.hears("trash")
        at.take_back()
        await until(lambda: said() == "Boiler")
