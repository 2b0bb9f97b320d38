"""Tests of ui/files/file_actions.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.files.at_work import at_work
from vaultdesk.core.platform.deep_link import OpenLink, read_link
from vaultdesk.ui.files.file_actions import ROOT, NamePopup, move_folder_popup, path_list
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup


@on_qt_loop
async def test_files_are_opened_and_copied_and_trouble_with_other_programs_is_told(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.actions.copy_path(["Boiler.md", "Daily"])
        assert QGuiApplication.clipboard().text() == "Boiler.md\nDaily"
        at.actions.open("Boiler.md")
        await until(lambda: at.views.notes.current_path == "Boiler.md")
        at.actions.open("Daily/2026-11-20.md", in_split=True)
        await until(lambda: at.views.notes.current_path == "Daily/2026-11-20.md")
        assert {page.path for page in at.views.notes.pages} == {"Boiler.md", "Daily/2026-11-20.md"}
        at.actions.reveal("Gone.md")
        await at.hears("“Gone.md” is not there any more.")
        assert at.actions.keys("rename-note") == "F2"
    assert path_list("a") == path_list(["a"])


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def test_a_name_is_told_once_and_a_wrong_one_is_explained(window: QWidget) -> None:
    popup = NamePopup(window, "Boiler", lambda name: "No." if name == "bad" else "")
    named: list[str] = []
    popup.named.connect(named.append)
    popup.open()
    assert popup.field.edit.selectedText() == "Boiler"
    popup.field.set_text("bad")
    popup.field.submitted.emit()
    assert (popup.field.problem(), named) == ("No.", [])
    popup.field.set_text(" Heating ")
    assert popup.field.problem() == ""
    popup.field.submitted.emit()
    assert named == ["Heating"]


def test_the_same_name_changes_nothing(window: QWidget) -> None:
    popup = NamePopup(window, "Boiler", lambda _name: "never asked")
    named: list[str] = []
    popup.named.connect(named.append)
    popup.open()
    popup.field.submitted.emit()
    assert named == []


FOLDERS = ["A", "A/B", "A/B/C", "D"]


@pytest.fixture
def folder_popup_window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(600, 500)
    made.show()
    return made


@pytest.mark.parametrize(
    ("moved", "typed", "offered"),
    [
        (["A/B"], "", [ROOT, "D"]),
        (["x.md"], "", ["A", "A/B", "A/B/C", "D"]),
        (["A/x.md", "y.md"], "b", ["A/B", "A/B/C", "b"]),
        (["A/x.md"], "vault", [ROOT, "vault"]),
        (["x.md"], "A/B/", ["A/B", "A/B/C"]),
        (["x.md"], "New/what?", []),
        (["x.md"], "New/one", ["New/one"]),
    ],
)
def test_only_folders_it_can_go_to_are_offered(
    folder_popup_window: QWidget, moved: list[str], typed: str, offered: list[str]
) -> None:
    popup = move_folder_popup(folder_popup_window, FOLDERS, moved)
    popup.open_at(None)
    popup.search.setText(typed)
    assert [entry.key for entry in popup._offer(typed)] == offered
    chosen: list[str] = []
    popup.chosen.connect(chosen.append)
    popup.list.choose_current()
    assert chosen == offered[:1]


@on_qt_loop
async def test_a_new_folder_is_named_in_its_row_and_a_taken_name_is_refused(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.actions.new_folder()
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
        at.actions.rename("Boiler.md", page.crumbs)
        popup = page.crumbs.findChild(NamePopup)
        assert popup is not None
        popup.field.set_text("Heating")
        popup.field.submitted.emit()
        await until(lambda: at.views.notes.current_path == "Heating.md")


@on_qt_loop
async def test_a_folder_is_picked_for_what_is_moved(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.actions.move(["Boiler.md"])
        popup = at.views.browser.tabs.findChild(PickerPopup)
        assert popup is not None
        popup.chosen.emit("Projects")
        popup.close()
        await until((at.root / "Projects/Boiler.md").exists)


@on_qt_loop
async def test_a_note_is_made_in_the_folder_it_was_asked_for(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.actions.new_note("Daily")
        await until(lambda: at.views.notes.current_path == "Daily/Untitled.md")
        await at.shown("Daily/Untitled.md")
        at.actions.new_note("Daily")
        await until(lambda: at.views.notes.current_path == "Daily/Untitled 1.md")


@on_qt_loop
async def test_files_of_the_vault_itself_are_moved_and_not_copied(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.actions.add_external_files([at.views.workspace.vault.root / "Boiler.md"], "Projects")
        await until((at.root / "Projects/Boiler.md").exists)
        assert not (at.root / "Boiler.md").exists()


@on_qt_loop
async def test_the_address_of_a_note_leads_back_to_it(home: Path, tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.actions.copy_address(["Boiler.md", "Daily/2026-11-20.md"])
        links = [read_link(line) for line in QGuiApplication.clipboard().text().split("\n")]

        name = at.views.workspace.vault.root.name
        assert links == [OpenLink(name, "Boiler.md"), OpenLink(name, "Daily/2026-11-20.md")]
