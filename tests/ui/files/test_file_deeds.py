from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.files.at_work import at_work
from vaultdesk.core.platform.deep_link import OpenLink, read_link
from vaultdesk.ui.files.name_popup import NamePopup
from vaultdesk.ui.widgets.lists.picker_popup import PickPopup


@on_qt_loop
async def test_a_new_folder_is_named_in_its_row_and_a_taken_name_is_refused(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.deeds.new_folder()
        await until(lambda: at.tree.findChild(QLineEdit) is not None)
        editor = at.tree.findChild(QLineEdit)
        assert editor is not None
        editor.clear()
        QTest.keyClicks(editor, "projects")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        assert "already something called" in editor.accessibleDescription()
        editor.clear()
        QTest.keyClicks(editor, "Garden")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        await until((at.root / "Garden").is_dir)
        await at.shown("Garden")
        assert not (at.root / "New folder").exists()


@on_qt_loop
async def test_the_open_note_gets_its_name_over_its_crumbs(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        page = await at.views.notes.show_note("Boiler.md")
        at.deeds.rename("Boiler.md", page.crumbs)
        popup = page.crumbs.findChild(NamePopup)
        assert popup is not None
        popup.field.set_text("Heating")
        popup.field.submitted.emit()
        await until(lambda: at.views.notes.current_path == "Heating.md")


@on_qt_loop
async def test_a_folder_is_picked_for_what_is_moved(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.deeds.move(["Boiler.md"])
        popup = at.views.browser.tabs.findChild(PickPopup)
        assert popup is not None
        popup.chosen.emit("Projects")
        popup.close()
        await until((at.root / "Projects/Boiler.md").exists)


@on_qt_loop
async def test_a_note_is_made_in_the_folder_it_was_asked_for(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.deeds.new_note("Daily")
        await until(lambda: at.views.notes.current_path == "Daily/Untitled.md")
        await at.shown("Daily/Untitled.md")
        at.deeds.new_note("Daily")
        await until(lambda: at.views.notes.current_path == "Daily/Untitled 1.md")


@on_qt_loop
async def test_files_of_the_vault_itself_are_moved_and_not_copied(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.deeds.bring_in([at.views.workspace.vault.root / "Boiler.md"], "Projects")
        await until((at.root / "Projects/Boiler.md").exists)
        assert not (at.root / "Boiler.md").exists()


@on_qt_loop
async def test_the_address_of_a_note_leads_back_to_it(home: Path, tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.deeds.copy_address(["Boiler.md", "Daily/2026-11-20.md"])
        links = [read_link(line) for line in QGuiApplication.clipboard().text().split("\n")]

        name = at.views.workspace.vault.root.name
        assert links == [OpenLink(name, "Boiler.md"), OpenLink(name, "Daily/2026-11-20.md")]
