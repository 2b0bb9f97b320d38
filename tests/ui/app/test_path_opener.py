"""Tests of ui/app/path_opener.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.app import path_opener
from vaultdesk.ui.app.path_opener import PathTarget, has_more_files_than, path_in_vault, path_target
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.single_instance import StartRequest
from vaultdesk.ui.widgets.form_dialog import FormDialog

# Targets: a note opens its enclosing vault, and a folder with very many files needs confirmation.


def test_the_target_of_a_note_is_its_enclosing_vault(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    survey = vault / "Projects" / "Heat-loss survey.md"

    assert path_target(survey) == PathTarget(survey.parent, "Heat-loss survey.md")
    (vault / ".obsidian").mkdir()
    assert path_target(survey) == PathTarget(vault, "Projects/Heat-loss survey.md")
    assert path_target(vault) == PathTarget(vault)
    assert path_target(vault / "gone.md") == PathTarget(vault / "gone.md")


def test_paths_inside_the_vault_are_distinguished_from_those_outside(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    outside = tmp_path / "outside.md"
    outside.write_text("x")
    (vault / "link.md").symlink_to(outside)

    assert path_in_vault(vault / "Projects" / "Heat-loss survey.md", vault) == "Projects/Heat-loss survey.md"
    assert path_in_vault(vault, vault) == "."
    assert path_in_vault(outside, vault) is None
    assert path_in_vault(vault / "link.md", vault) is None


def test_counting_files_stops_at_the_limit_or_the_timeout(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")

    assert not has_more_files_than(vault, limit=3)
    assert has_more_files_than(vault, limit=2)
    assert has_more_files_than(vault, limit=1_000, timeout=-1)
    (vault / ".git").mkdir()
    (vault / ".git" / "object").write_text("x")
    assert not has_more_files_than(vault, limit=3)


async def wait_for_question(window: QWidget) -> FormDialog:
    await until(lambda: window.findChildren(FormDialog))
    return window.findChildren(FormDialog)[0]


@on_qt_loop
async def test_a_folder_with_very_many_files_is_confirmed_once(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(path_opener, "has_more_files_than", lambda _root: True)
    vault = small_vault(tmp_path / "Everything")
    async with running_desktop() as desktop:
        desktop.path_opener.open_in(vault, desktop.front)
        dialog = await wait_for_question(desktop.window)
        await until(dialog.cancel.hasFocus)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await until(lambda: not desktop.window.findChildren(FormDialog))
        assert desktop.views is None

        desktop.path_opener.open_in(vault, desktop.front)
        (await wait_for_question(desktop.window)).done_button.click()
        await open_views(desktop)
        desktop.front.close_vault()
        await until(lambda: desktop.views is None)
        desktop.path_opener.open_in(vault, desktop.front)
        await open_views(desktop)


@on_qt_loop
async def test_an_obsidian_vault_needs_no_confirmation(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(path_opener, "has_more_files_than", lambda _root: True)
    vault = small_vault(tmp_path / "Large")
    (vault / ".obsidian").mkdir()
    async with running_desktop() as desktop:
        desktop.path_opener.open_in(vault, desktop.front)

        await open_views(desktop)


# Opening: dropped and requested paths open in the right window.

SURVEY = "Projects/Heat-loss survey.md"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@pytest.fixture
def other(tmp_path: Path) -> Path:
    other = small_vault(tmp_path / "Reading")
    (other / ".obsidian").mkdir()
    return other


async def wait_until_open(desktop: WindowManager, root: Path, note: str) -> None:
    """Wait until the vault at *root* is in front with *note* open."""
    await until(lambda: desktop.views is not None and desktop.views.workspace.vault.root == root.resolve())
    views = await open_views(desktop)
    await until(lambda: views.notes.current_path == note)


@on_qt_loop
async def test_a_dropped_note_of_the_vault_opens(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.paths_dropped.emit((vault / SURVEY,))

        await wait_until_open(desktop, vault, SURVEY)
        assert len(desktop.windows) == 1


@on_qt_loop
async def test_t10_a_folder_dropped_on_an_open_vault_opens_in_a_new_window(
    home: Path, vault: Path, other: Path
) -> None:
    async with running_desktop(vault) as desktop:
        first, views = desktop.front, await open_views(desktop)
        desktop.window.paths_dropped.emit((other,))
        await until(lambda: len(desktop.windows) == 2 and all(vault_window.views for vault_window in desktop.windows))

        assert first.views is views
        assert desktop.window.windowTitle() == "Reading – VaultDesk"


@on_qt_loop
async def test_t10_a_folder_dropped_while_a_vault_opens_does_not_replace_it(
    home: Path, vault: Path, other: Path
) -> None:
    async with running_desktop() as desktop:
        desktop.path_opener.open_in(vault, desktop.front)
        desktop.window.paths_dropped.emit((other,))
        await until(lambda: len(desktop.windows) == 2 and all(vault_window.views for vault_window in desktop.windows))


@on_qt_loop
async def test_t10_a_dropped_folder_of_the_vault_is_selected_in_the_tree(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.window.paths_dropped.emit((vault / "Projects",))
        await until(lambda: views.browser.tree.selected_paths() == ["Projects"])

        desktop.window.paths_dropped.emit((vault,))
        await until(lambda: not any(vault_window.pending_opens for vault_window in desktop.windows))
        assert len(desktop.windows) == 1
        assert desktop.views is views


@on_qt_loop
async def test_t10_files_dropped_from_outside_are_added_only_after_confirmation(
    home: Path, vault: Path, tmp_path: Path
) -> None:
    picture, note = tmp_path / "boiler.png", tmp_path / "Letter.md"
    for file in (picture, note):
        file.write_text("x")
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.paths_dropped.emit((picture, note, vault / SURVEY))
        dialog = await wait_for_question(desktop.window)
        assert "2" in dialog.headline.text()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await until(lambda: not desktop.window.findChildren(FormDialog))
        await until(lambda: desktop.views is not None and desktop.views.notes.current_path == SURVEY)
        assert not (vault / "boiler.png").exists()

        desktop.window.paths_dropped.emit((picture,))
        dialog = await wait_for_question(desktop.window)
        assert "boiler.png" in dialog.headline.text()
        folder = desktop.views.files.actions.target_folder()
        dialog.done_button.click()
        await until((vault / folder / "boiler.png").exists)
        assert picture.exists()


@on_qt_loop
async def test_a_dropped_note_of_another_vault_offers_to_open_that_vault(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.paths_dropped.emit((other / SURVEY,))
        dialog = await wait_for_question(desktop.window)
        assert "Heat-loss survey.md" in dialog.headline.text()
        assert len(desktop.windows) == 1

        next(button for button in dialog.findChildren(QAbstractButton) if "New Window" in button.text()).click()
        await wait_until_open(desktop, other, SURVEY)
        assert len(desktop.windows) == 2


@on_qt_loop
async def test_a_note_whose_vault_is_open_in_another_window_opens_there(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.path_opener.open_in_new_window(other)
        await until(lambda: len(desktop.windows) == 2 and desktop.views is not None)
        desktop.windows[1].window.paths_dropped.emit((other / SURVEY,))

        await wait_until_open(desktop, other, SURVEY)


@on_qt_loop
async def test_a_start_with_a_note_opens_it_in_its_vault(home: Path, other: Path) -> None:
    async with running_desktop(other / SURVEY) as desktop:
        await wait_until_open(desktop, other, SURVEY)


@on_qt_loop
async def test_a_second_start_does_not_replace_the_open_vault(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.handle_request(StartRequest(other / SURVEY))

        await wait_until_open(desktop, other, SURVEY)
        assert [vault_window.window.windowTitle() for vault_window in desktop.windows] == [
            "Reading – VaultDesk",
            "Lindenweg – VaultDesk",
        ]


@on_qt_loop
async def test_a_start_while_the_first_vault_opens_does_not_replace_it(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop() as desktop:
        desktop.path_opener.open_in(vault, desktop.front)
        desktop.handle_request(StartRequest(other))
        await until(lambda: len(desktop.windows) == 2 and all(vault_window.views for vault_window in desktop.windows))


@on_qt_loop
async def test_a_folder_dropped_on_the_start_page_opens_in_that_window(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.commands["new-window"].trigger()
        await until(lambda: len(desktop.windows) == 2 and desktop.window.pages.start is not None)
        desktop.window.paths_dropped.emit((other,))
        await until(lambda: desktop.views is not None)

        assert len(desktop.windows) == 2
        assert desktop.window.windowTitle() == "Reading – VaultDesk"
