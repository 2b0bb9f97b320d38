"""Tests of ui/files/file_actions.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.files.at_work import at_work
from vaultdesk.core.platform.deep_link import OpenLink, read_link
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.ui.files import file_actions as words
from vaultdesk.ui.files.file_actions import ROOT, NamePopup, gather_files, move_folder_popup, path_list
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup
from vaultdesk.vault.note_text import MAX_NOTE_BYTES
from vaultdesk.workspace.file_changes import FileChangeResult

# File manager.


def test_a_name_that_is_taken_gets_a_number_before_its_ending() -> None:
    assert words.free_name("a.png", {"b.png"}) == "a.png"
    assert words.free_name("A.png", {"a.png", "a 1.png"}) == "A 2.png"
    assert words.free_name("Folder", {"folder"}) == "Folder 1"


def test_a_note_keeps_its_ending_and_others_get_what_is_typed() -> None:
    assert words.new_path("A/x.md", "y") == "A/y.md"
    assert words.new_path("x.md", "y.md") == "y.md"
    assert words.new_path("A/x.png", "y.jpg") == "A/y.jpg"
    assert words.new_path("A/Folder", "Other") == "A/Other"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (" ", "Enter a name"),
        ("a/b", "slash"),
        ("con", "device"),
        ("what?", "Windows"),
        ("a#b", "links"),
        (".hidden", "hidden"),
        ("Taken", "already"),
        ("x" * 300, "longer"),
        ("free", ""),
        ("BOILER", ""),
    ],
)
def test_what_cannot_be_a_name_is_said(name: str, why: str) -> None:
    said = words.name_problem("A/Boiler.md", name, {"taken.md", "boiler.md"})
    assert why in said
    assert bool(said) == bool(why)


def test_what_was_done_is_said_with_counts_and_links() -> None:
    one = FileChangeResult("g", {"Boiler.md": "Area/Boiler.md"}, repaired_links=2, unrepairable_links=1)
    many = FileChangeResult("g", {f"{n}.md": f"A/{n}.md" for n in range(1200)})
    assert words.moved_text(["Boiler.md"], "Area", one) == (
        "Moved “Boiler” to “Area”. 2 links were updated. 1 link could not be updated."
    )
    assert words.moved_text(["House"], "", many) == "Moved “House” with 1,200 files to the vault root."
    assert words.deleted_text(["a", "b"], many, trash=True) == "Moved 1,200 files to the trash."
    left = FileChangeResult("g", {"A/x.md": ""}, kept_folders=("A",))
    assert words.deleted_text(["A"], left, trash=False) == (
        "Deleted “A”. The folder was not deleted because it contains hidden files."
    )
    assert words.renamed_text("a.md", "b\u202e.md", FileChangeResult("g", {})) == "Renamed “a” to “b<U+202E>”."


# What belongs to an act on files: typing saved before, private folders staying so, tabs, a word, the way back.


@on_qt_loop
async def test_an_open_note_is_saved_then_deleted_and_shown_again_by_undo(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        page = await at.views.notes.show_note("Boiler.md")
        page.toggle_edit()
        page.saving.edited("typed a moment ago\n")
        at.actions.delete("Boiler.md")
        await at.hears("Moved “Boiler” to the trash.")
        assert at.says(".trash/Boiler.md") == "typed a moment ago\n"
        assert at.views.notes.current_path != "Boiler.md"
        at.take_back()
        await until(lambda: at.views.notes.current_path == "Boiler.md")
        assert at.says("Boiler.md") == "typed a moment ago\n"


@on_qt_loop
async def test_what_is_private_in_its_folder_stays_so_when_the_folder_moves(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        store, root = at.views.workspace.store, at.views.workspace.vault.root
        rule = PrivacyRule(kind="folder", value="Daily", answer="never")
        store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        at.actions.rename_to("Daily", "Diary")
        await at.hears("Renamed “Daily” to “Diary”.")
        assert [rule.value for rule in store.settings.vault_settings(root).privacy] == ["Daily", "Diary"]
        assert at.views.workspace.privacy.strictest_rule("Diary/2026-11-20.md") is not None


@on_qt_loop
async def test_it_is_said_where_a_note_leaves_its_private_folder(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        store, root = at.views.workspace.store, at.views.workspace.vault.root
        rule = PrivacyRule(kind="folder", value="Daily", answer="never")
        store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        at.actions.move(["Daily/2026-11-20.md"], "Projects")
        await at.hears("Moved “2026-11-20” to “Projects”. It is not private there.")


@on_qt_loop
async def test_what_cannot_be_done_changes_no_rule_and_no_file(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        store, root = at.views.workspace.store, at.views.workspace.vault.root
        rule = PrivacyRule(kind="folder", value="Daily", answer="never")
        store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        (at.root / "Diary").mkdir()
        at.actions.rename_to("Daily", "Diary")
        await at.hears("A file or folder named “Diary” already exists here")
        assert [rule.value for rule in store.settings.vault_settings(root).privacy] == ["Daily"]
        assert at.model.index_of("Daily").data() == "Daily"
        (at.root / "Boiler.md").unlink()
        at.actions.rename_to("Boiler.md", "Heating")
        await at.hears("Boiler")
        assert not (at.root / "Heating.md").exists()


@on_qt_loop
async def test_an_empty_folder_goes_and_comes_back_without_the_journal(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        (at.root / "Empty").mkdir()
        at.views.files.list_files()
        await at.shown("Empty")
        at.actions.delete("Empty")
        await at.hears("Moved “Empty” to the trash.")
        assert not (at.root / "Empty").exists()
        at.take_back()
        await until((at.root / "Empty").is_dir)
        at.actions.move("Empty", "Projects")
        await until((at.root / "Projects/Empty").is_dir)
        await at.hears("Moved “Empty” to “Projects”.")
        at.take_back()
        await until((at.root / "Empty").is_dir)


@on_qt_loop
async def test_empty_folders_come_back_with_the_notes_beside_them(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        (at.root / "Daily/Empty/Inner").mkdir(parents=True)
        at.actions.delete("Daily")
        await at.hears("Moved “Daily” to the trash.")
        assert not (at.root / "Daily").exists()
        at.take_back()
        await until(lambda: (at.root / "Daily/2026-11-20.md").exists() and (at.root / "Daily/Empty/Inner").is_dir())
        await at.shown("Daily/2026-11-20.md")
        at.actions.move("Daily", "Projects")
        await at.hears("Moved “Daily” to “Projects”.")
        assert (at.root / "Projects/Daily/Empty/Inner").is_dir()
        at.take_back()
        await until(lambda: (at.root / "Daily/2026-11-20.md").exists() and (at.root / "Daily/Empty/Inner").is_dir())
        await until(lambda: not (at.root / "Projects/Daily").exists())


@on_qt_loop
async def test_a_copy_is_made_beside_the_note_and_chosen(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.actions.duplicate("Boiler.md")
        await until(lambda: at.tree.selected_paths() == ["Boiler 1.md"])
        assert at.says("Boiler 1.md") == at.says("Boiler.md")


@on_qt_loop
async def test_a_note_one_is_writing_in_keeps_what_was_typed_and_gets_its_links_repaired(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        page = await at.views.notes.show_note("Boiler.md")
        page.toggle_edit()
        page.saving.edited("Typed. See [[Heat-loss survey]].\n")
        at.actions.rename_to("Projects/Heat-loss survey.md", "Survey")
        await until(lambda: page.text == "Typed. See [[Survey]].\n")
        assert at.says("Boiler.md") == "Typed. See [[Survey]].\n"
        assert page.saving.draft is not None
        assert not page.saving.draft.dirty


def test_names_are_free_and_what_cannot_be_kept_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "in/Trip/.hidden").mkdir(parents=True)
    (tmp_path / "in/Trip/photo.png").write_bytes(b"1")
    (tmp_path / "in/Trip/what?.png").write_bytes(b"2")
    (tmp_path / "in/Trip/link.png").symlink_to(tmp_path / "in/Trip/photo.png")
    (tmp_path / "in/a.md").write_bytes(b"3")
    (tmp_path / "in/big.mp4").write_bytes(b"4" * (MAX_NOTE_BYTES + 1))
    files = [tmp_path / "in" / name for name in ("Trip", "a.md", "big.mp4", "gone.md")]
    found = gather_files(files, "F", {"a.md", "trip"})
    assert found.small == {"F/Trip 1/photo.png": b"1", "F/a 1.md": b"3"}
    assert list(found.large) == ["F/big.mp4"]
    assert found.left_out == 4


@on_qt_loop
async def test_files_from_elsewhere_are_copied_in_and_taken_back(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "Trip").mkdir(parents=True)
    (outside / "Trip/photo.png").write_bytes(b"\x89PNG")
    (outside / "Boiler.md").write_text("another\n")
    (outside / "film.mp4").write_bytes(b"x" * (MAX_NOTE_BYTES + 1))
    async with at_work(tmp_path) as at:
        files = [outside / "Boiler.md", outside / "Trip", outside / "film.mp4"]
        at.views.browser.files.tree.files_dropped.emit(files, "")
        await at.hears("Copied 3 files to the vault root. Undo does not remove files over 10 MB.")
        assert at.says("Boiler 1.md") == "another\n"
        assert (at.root / "film.mp4").stat().st_size == MAX_NOTE_BYTES + 1
        await at.shown("Trip/photo.png")
        at.take_back()
        await until(lambda: not (at.root / "Trip").exists())
        assert not (at.root / "Boiler 1.md").exists()
        assert (outside / "Trip/photo.png").exists()


# File actions.


@on_qt_loop
async def test_files_are_opened_and_copied_and_trouble_with_other_programs_is_told(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.actions.copy_path(["Boiler.md", "Daily"])
        assert QGuiApplication.clipboard().text() == "Boiler.md\nDaily"
        at.actions.open("Boiler.md")
        await until(lambda: at.views.notes.current_path == "Boiler.md")
        at.actions.open("Daily/2026-11-20.md", other_side=True)
        await until(lambda: at.views.notes.current_path == "Daily/2026-11-20.md")
        assert {page.path for page in at.views.notes.pages} == {"Boiler.md", "Daily/2026-11-20.md"}
        at.actions.reveal("Gone.md")
        await at.hears("“Gone.md” no longer exists.")
        assert at.actions.keys("rename-note") == "F2"
    assert path_list("a") == path_list(["a"])


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(600, 400)
    widget.show()
    return widget


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
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(600, 500)
    widget.show()
    return widget


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
        assert "already exists" in editor.accessibleDescription()
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
        at.actions.rename("Boiler.md", page.breadcrumbs)
        popup = page.breadcrumbs.findChild(NamePopup)
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
