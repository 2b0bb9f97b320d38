from pathlib import Path

from PySide6.QtGui import QGuiApplication

from tests.support.qt_loop import on_qt_loop
from tests.ui.files.at_work import at_work
from vaultdesk.ui.files.file_menu import file_menu, files_menu


@on_qt_loop
async def test_a_note_s_menu_does_what_it_says_and_shows_bound_keys_only(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        menu = file_menu(at.deeds, "Boiler.md", at.tree)
        by_words = {action.text().partition("\t")[0]: action for action in menu.actions()}
        assert by_words["Rename…"].text().endswith("\tF2")
        by_words["Copy link"].trigger()
        assert QGuiApplication.clipboard().text() == "[[Boiler]]"
        asked: list[str] = []
        at.tree.history_asked.connect(asked.append)
        by_words["Where this note went"].trigger()
        assert asked == ["Boiler.md"]
        menu.deleteLater()


@on_qt_loop
async def test_several_rows_are_copied_as_links_without_their_folders(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        menu = files_menu(at.deeds, ["Boiler.md", "Daily/2026-11-20.md", "Projects"], at.tree)
        next(action for action in menu.actions() if action.text() == "Copy links").trigger()
        assert QGuiApplication.clipboard().text() == "[[Boiler]]\n[[2026-11-20]]"
        menu.deleteLater()
