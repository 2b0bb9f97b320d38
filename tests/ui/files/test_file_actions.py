"""Tests of ui/files/file_manager.py and ui/files/file_actions.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.files.at_work import files_scene
from vaultdesk.core.platform.deep_link import OpenLink, read_link
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.ui.files import file_manager
from vaultdesk.ui.files.file_actions import ROOT, NamePopup, move_folder_popup, path_list
from vaultdesk.ui.files.file_manager import gather_files
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup
from vaultdesk.vault.note_text import MAX_NOTE_BYTES
from vaultdesk.workspace.file_changes import FileChangeResult

# File manager.


def test_a_name_that_is_taken_gets_a_number_before_its_extension() -> None:
    assert file_manager.free_name("a.png", {"b.png"}) == "a.png"
    assert file_manager.free_name("A.png", {"a.png", "a 1.png"}) == "A 2.png"
    assert file_manager.free_name("Folder", {"folder"}) == "Folder 1"


def test_renaming_keeps_the_extension_of_a_note_and_uses_the_typed_one_for_other_files() -> None:
    assert file_manager.new_path("A/x.md", "y") == "A/y.md"
    assert file_manager.new_path("x.md", "y.md") == "y.md"
    assert file_manager.new_path("A/x.png", "y.jpg") == "A/y.jpg"
    assert file_manager.new_path("A/Folder", "Other") == "A/Other"


@pytest.mark.parametrize(
    ("name", "reason"),
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
def test_invalid_names_are_explained(name: str, reason: str) -> None:
    problem = file_manager.name_problem("A/Boiler.md", name, {"taken.md", "boiler.md"})
    assert reason in problem
    assert bool(problem) == bool(reason)


def test_result_messages_contain_counts_and_repaired_links() -> None:
    one = FileChangeResult("g", {"Boiler.md": "Area/Boiler.md"}, repaired_links=2, unrepairable_links=1)
    many = FileChangeResult("g", {f"{n}.md": f"A/{n}.md" for n in range(1200)})
    assert file_manager.moved_text(["Boiler.md"], "Area", one) == (
        "Moved “Boiler” to “Area”. 2 links were updated. 1 link could not be updated."
    )
    assert file_manager.moved_text(["House"], "", many) == "Moved “House” with 1,200 files to the vault root."
    assert file_manager.deleted_text(["a", "b"], many) == "Moved 1,200 files to the trash."
    left = FileChangeResult("g", {"A/x.md": ""}, kept_folders=("A",))
    assert file_manager.deleted_text(["A"], left, "removed from the disk") == (
        "Deleted “A”: removed from the disk. The folder was not deleted because it contains hidden files."
    )
    assert file_manager.renamed_text("a.md", "b\u202e.md", FileChangeResult("g", {})) == "Renamed “a” to “b<U+202E>”."


@on_qt_loop
async def test_without_a_trash_menu_and_notification_do_not_name_one_and_undo_restores_the_note(tmp_path: Path) -> None:
    async with files_scene(tmp_path, trash="none") as scene:
        before = scene.content_of("Boiler.md")
        assert scene.actions.deletion_label == "Delete"
        scene.actions.delete("Boiler.md")
        await scene.wait_for_notification(
            "Deleted “Boiler”: removed from the disk; VaultDesk can undo it for 90 days, up to 500 MB"
        )
        assert not (scene.root / "Boiler.md").exists()
        assert not (scene.root / ".trash").exists()
        scene.click_undo()
        await until((scene.root / "Boiler.md").exists)
        assert scene.content_of("Boiler.md") == before


# Side effects of file operations: unsaved text, private folders, open tabs, notifications and undo.


@on_qt_loop
async def test_deleting_an_open_note_saves_it_first_and_undo_opens_it_again(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        page = await scene.views.notes.show_note("Boiler.md")
        page.toggle_edit()
        page.saving.edited("typed a moment ago\n")
        scene.actions.delete("Boiler.md")
        await scene.wait_for_notification("Moved “Boiler” to the trash.")
        assert scene.content_of(".trash/Boiler.md") == "typed a moment ago\n"
        assert scene.views.notes.current_path != "Boiler.md"
        scene.click_undo()
        await until(lambda: scene.views.notes.current_path == "Boiler.md")
        assert scene.content_of("Boiler.md") == "typed a moment ago\n"


@on_qt_loop
async def test_notes_of_a_private_folder_stay_private_when_it_is_renamed(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        store, root = scene.views.workspace.store, scene.views.workspace.vault.root
        rule = PrivacyRule(kind="folder", value="Daily", answer="never")
        store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        scene.actions.rename_to("Daily", "Diary")
        await scene.wait_for_notification("Renamed “Daily” to “Diary”.")
        assert [rule.value for rule in store.settings.vault_settings(root).privacy] == ["Daily", "Diary"]
        assert scene.views.workspace.privacy.strictest_rule("Diary/2026-11-20.md") is not None


@on_qt_loop
async def test_moving_a_note_out_of_its_private_folder_is_reported(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        store, root = scene.views.workspace.store, scene.views.workspace.vault.root
        rule = PrivacyRule(kind="folder", value="Daily", answer="never")
        store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        scene.actions.move(["Daily/2026-11-20.md"], "Projects")
        await scene.wait_for_notification("Moved “2026-11-20” to “Projects”. It is not private there.")


@on_qt_loop
async def test_a_failed_rename_changes_no_rule_and_no_file(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        store, root = scene.views.workspace.store, scene.views.workspace.vault.root
        rule = PrivacyRule(kind="folder", value="Daily", answer="never")
        store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        (scene.root / "Diary").mkdir()
        scene.actions.rename_to("Daily", "Diary")
        await scene.wait_for_notification("A file or folder named “Diary” already exists here")
        assert [rule.value for rule in store.settings.vault_settings(root).privacy] == ["Daily"]
        assert scene.model.index_of("Daily").data() == "Daily"
        (scene.root / "Boiler.md").unlink()
        scene.actions.rename_to("Boiler.md", "Heating")
        await scene.wait_for_notification("Boiler")
        assert not (scene.root / "Heating.md").exists()


@on_qt_loop
async def test_deleting_and_moving_an_empty_folder_can_be_undone_without_the_journal(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        (scene.root / "Empty").mkdir()
        scene.views.files.list_files()
        await scene.wait_for_files("Empty")
        scene.actions.delete("Empty")
        await scene.wait_for_notification("Moved “Empty” to the trash.")
        assert not (scene.root / "Empty").exists()
        scene.click_undo()
        await until((scene.root / "Empty").is_dir)
        scene.actions.move("Empty", "Projects")
        await until((scene.root / "Projects/Empty").is_dir)
        await scene.wait_for_notification("Moved “Empty” to “Projects”.")
        scene.click_undo()
        await until((scene.root / "Empty").is_dir)


@on_qt_loop
async def test_undo_restores_empty_subfolders_together_with_the_notes(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        (scene.root / "Daily/Empty/Inner").mkdir(parents=True)
        scene.actions.delete("Daily")
        await scene.wait_for_notification("Moved “Daily” to the trash.")
        assert not (scene.root / "Daily").exists()
        scene.click_undo()
        await until(
            lambda: (scene.root / "Daily/2026-11-20.md").exists() and (scene.root / "Daily/Empty/Inner").is_dir()
        )
        await scene.wait_for_files("Daily/2026-11-20.md")
        scene.actions.move("Daily", "Projects")
        await scene.wait_for_notification("Moved “Daily” to “Projects”.")
        assert (scene.root / "Projects/Daily/Empty/Inner").is_dir()
        scene.click_undo()
        await until(
            lambda: (scene.root / "Daily/2026-11-20.md").exists() and (scene.root / "Daily/Empty/Inner").is_dir()
        )
        await until(lambda: not (scene.root / "Projects/Daily").exists())


@on_qt_loop
async def test_a_duplicate_is_created_beside_the_note_and_selected(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        scene.actions.duplicate("Boiler.md")
        await until(lambda: scene.tree.selected_paths() == ["Boiler 1.md"])
        assert scene.content_of("Boiler 1.md") == scene.content_of("Boiler.md")


@on_qt_loop
async def test_links_are_repaired_in_an_open_note_with_unsaved_text(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        page = await scene.views.notes.show_note("Boiler.md")
        page.toggle_edit()
        page.saving.edited("Typed. See [[Heat-loss survey]].\n")
        scene.actions.rename_to("Projects/Heat-loss survey.md", "Survey")
        await until(lambda: page.text == "Typed. See [[Survey]].\n")
        assert scene.content_of("Boiler.md") == "Typed. See [[Survey]].\n"
        assert page.saving.draft is not None
        assert not page.saving.draft.dirty


def test_gathered_files_get_unused_names_and_unsupported_ones_are_left_out(tmp_path: Path) -> None:
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
async def test_external_files_are_copied_into_the_vault_and_undo_removes_them(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "Trip").mkdir(parents=True)
    (outside / "Trip/photo.png").write_bytes(b"\x89PNG")
    (outside / "Boiler.md").write_text("another\n")
    (outside / "film.mp4").write_bytes(b"x" * (MAX_NOTE_BYTES + 1))
    async with files_scene(tmp_path) as scene:
        files = [outside / "Boiler.md", outside / "Trip", outside / "film.mp4"]
        scene.views.browser.files.tree.files_dropped.emit(files, "")
        await scene.wait_for_notification("Copied 3 files to the vault root. Undo does not remove files over 10 MB.")
        assert scene.content_of("Boiler 1.md") == "another\n"
        assert (scene.root / "film.mp4").stat().st_size == MAX_NOTE_BYTES + 1
        await scene.wait_for_files("Trip/photo.png")
        scene.click_undo()
        await until(lambda: not (scene.root / "Trip").exists())
        assert not (scene.root / "Boiler 1.md").exists()
        assert (outside / "Trip/photo.png").exists()


# File actions.


@on_qt_loop
async def test_files_are_opened_their_paths_copied_and_a_missing_file_is_reported(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        scene.actions.copy_path(["Boiler.md", "Daily"])
        assert QGuiApplication.clipboard().text() == "Boiler.md\nDaily"
        scene.actions.open("Boiler.md")
        await until(lambda: scene.views.notes.current_path == "Boiler.md")
        scene.actions.open("Daily/2026-11-20.md", other_side=True)
        await until(lambda: scene.views.notes.current_path == "Daily/2026-11-20.md")
        assert {page.path for page in scene.views.notes.pages} == {"Boiler.md", "Daily/2026-11-20.md"}
        scene.actions.reveal("Gone.md")
        await scene.wait_for_notification("“Gone.md” no longer exists.")
        assert scene.actions.keys("rename-note") == "F2"
    assert path_list("a") == path_list(["a"])


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(600, 400)
    widget.show()
    return widget


def test_the_name_popup_emits_a_valid_name_once_and_explains_an_invalid_one(window: QWidget) -> None:
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


def test_submitting_the_same_name_emits_nothing(window: QWidget) -> None:
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
def test_only_possible_target_folders_are_offered(
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
    async with files_scene(tmp_path) as scene:
        scene.actions.new_folder()
        await until(lambda: scene.tree.delegate.editor is not None)
        editor = scene.tree.delegate.editor
        assert editor is not None
        editor.clear()
        QTest.keyClicks(editor, "projects")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        assert "already exists" in editor.accessibleDescription()
        editor.clear()
        QTest.keyClicks(editor, "Garden")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        await until((scene.root / "Garden").is_dir)
        await scene.wait_for_files("Garden")
        assert not (scene.root / "New folder").exists()


@on_qt_loop
async def test_the_open_note_is_renamed_in_a_popup_at_its_breadcrumbs(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        page = await scene.views.notes.show_note("Boiler.md")
        scene.actions.rename("Boiler.md", page.breadcrumbs)
        popup = page.breadcrumbs.findChild(NamePopup)
        assert popup is not None
        popup.field.set_text("Heating")
        popup.field.submitted.emit()
        await until(lambda: scene.views.notes.current_path == "Heating.md")


@on_qt_loop
async def test_the_target_folder_of_a_move_is_chosen_in_a_popup(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        scene.actions.move(["Boiler.md"])
        popup = scene.views.browser.tabs.findChild(PickerPopup)
        assert popup is not None
        popup.chosen.emit("Projects")
        popup.close()
        await until((scene.root / "Projects/Boiler.md").exists)


@on_qt_loop
async def test_a_new_note_is_created_in_the_requested_folder(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        scene.actions.new_note("Daily")
        await until(lambda: scene.views.notes.current_path == "Daily/Untitled.md")
        await scene.wait_for_files("Daily/Untitled.md")
        scene.actions.new_note("Daily")
        await until(lambda: scene.views.notes.current_path == "Daily/Untitled 1.md")


@on_qt_loop
async def test_added_files_of_the_vault_itself_are_moved_and_not_copied(tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        scene.actions.add_external_files([scene.views.workspace.vault.root / "Boiler.md"], "Projects")
        await until((scene.root / "Projects/Boiler.md").exists)
        assert not (scene.root / "Boiler.md").exists()


@on_qt_loop
async def test_the_copied_address_of_a_note_refers_to_it(home: Path, tmp_path: Path) -> None:
    async with files_scene(tmp_path) as scene:
        scene.actions.copy_address(["Boiler.md", "Daily/2026-11-20.md"])
        links = [read_link(line) for line in QGuiApplication.clipboard().text().split("\n")]

        name = scene.views.workspace.vault.root.name
        assert links == [OpenLink(name, "Boiler.md"), OpenLink(name, "Daily/2026-11-20.md")]
