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

# Ways in: a note leads to the vault around it, and a folder of very many files is asked about first.


def test_a_note_leads_to_the_vault_around_it(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    survey = vault / "Projects" / "Heat-loss survey.md"

    assert path_target(survey) == PathTarget(survey.parent, "Heat-loss survey.md")
    (vault / ".obsidian").mkdir()
    assert path_target(survey) == PathTarget(vault, "Projects/Heat-loss survey.md")
    assert path_target(vault) == PathTarget(vault)
    assert path_target(vault / "gone.md") == PathTarget(vault / "gone.md")


def test_a_note_is_told_from_one_that_lies_elsewhere(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    outside = tmp_path / "outside.md"
    outside.write_text("x")
    (vault / "link.md").symlink_to(outside)

    assert path_in_vault(vault / "Projects" / "Heat-loss survey.md", vault) == "Projects/Heat-loss survey.md"
    assert path_in_vault(vault, vault) == "."
    assert path_in_vault(outside, vault) is None
    assert path_in_vault(vault / "link.md", vault) is None


def test_counting_ends_at_the_limit_or_in_time(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")

    assert not has_more_files_than(vault, limit=3)
    assert has_more_files_than(vault, limit=2)
    assert has_more_files_than(vault, limit=1_000, timeout=-1)
    (vault / ".git").mkdir()
    (vault / ".git" / "object").write_text("x")
    assert not has_more_files_than(vault, limit=3)


async def question(window: QWidget) -> FormDialog:
    await until(lambda: window.findChildren(FormDialog))
    return window.findChildren(FormDialog)[0]


@on_qt_loop
async def test_a_folder_of_very_many_files_is_asked_about_once(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(path_opener, "has_more_files_than", lambda _root: True)
    vault = small_vault(tmp_path / "Everything")
    async with running_desktop() as desktop:
        desktop.open_vault(vault)
        asked = await question(desktop.window)
        await until(asked.cancel.hasFocus)
        QTest.keyClick(asked, Qt.Key.Key_Escape)
        await until(lambda: not desktop.window.findChildren(FormDialog))
        assert desktop.views is None

        desktop.open_vault(vault)
        (await question(desktop.window)).done_button.click()
        await open_views(desktop)
        desktop.close_vault()
        await until(lambda: desktop.views is None)
        desktop.open_vault(vault)
        await open_views(desktop)


@on_qt_loop
async def test_an_obsidian_vault_is_never_asked_about(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(path_opener, "has_more_files_than", lambda _root: True)
    vault = small_vault(tmp_path / "Large")
    (vault / ".obsidian").mkdir()
    async with running_desktop() as desktop:
        desktop.open_vault(vault)

        await open_views(desktop)


# Opening: what is dropped or asked for opens where it belongs.

SURVEY = "Projects/Heat-loss survey.md"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@pytest.fixture
def other(tmp_path: Path) -> Path:
    other = small_vault(tmp_path / "Reading")
    (other / ".obsidian").mkdir()
    return other


async def shown(desktop: WindowManager, root: Path, note: str) -> None:
    """Wait until the vault at *root* is in front with *note* open."""
    await until(lambda: desktop.views is not None and desktop.views.workspace.vault.root == root.resolve())
    views = await open_views(desktop)
    await until(lambda: views.notes.current_path == note)


@on_qt_loop
async def test_a_dropped_note_of_the_vault_opens(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.paths_dropped.emit((vault / SURVEY,))

        await shown(desktop, vault, SURVEY)
        assert len(desktop.windows) == 1


@on_qt_loop
async def test_t10_a_folder_dropped_on_an_open_vault_gets_a_window_of_its_own(
    home: Path, vault: Path, other: Path
) -> None:
    async with running_desktop(vault) as desktop:
        first, views = desktop.front, await open_views(desktop)
        desktop.window.paths_dropped.emit((other,))
        await until(lambda: len(desktop.windows) == 2 and all(one.views for one in desktop.windows))

        assert first.views is views
        assert desktop.window.windowTitle() == "Reading – VaultDesk"


@on_qt_loop
async def test_t10_a_folder_dropped_while_a_vault_opens_does_not_take_its_place(
    home: Path, vault: Path, other: Path
) -> None:
    async with running_desktop() as desktop:
        desktop.open_vault(vault)
        desktop.window.paths_dropped.emit((other,))
        await until(lambda: len(desktop.windows) == 2 and all(one.views for one in desktop.windows))


@on_qt_loop
async def test_t10_a_dropped_folder_of_the_vault_is_shown_in_the_tree(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.window.paths_dropped.emit((vault / "Projects",))
        await until(lambda: views.browser.tree.selected_paths() == ["Projects"])

        desktop.window.paths_dropped.emit((vault,))
        await until(lambda: not any(one.pending_opens for one in desktop.windows))
        assert len(desktop.windows) == 1
        assert desktop.views is views


@on_qt_loop
async def test_t10_files_dropped_from_elsewhere_are_added_only_when_that_is_wanted(
    home: Path, vault: Path, tmp_path: Path
) -> None:
    picture, note = tmp_path / "boiler.png", tmp_path / "Letter.md"
    for file in (picture, note):
        file.write_text("x")
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.paths_dropped.emit((picture, note, vault / SURVEY))
        asked = await question(desktop.window)
        assert "2" in asked.headline.text()
        QTest.keyClick(asked, Qt.Key.Key_Escape)
        await until(lambda: not desktop.window.findChildren(FormDialog))
        await until(lambda: desktop.views is not None and desktop.views.notes.current_path == SURVEY)
        assert not (vault / "boiler.png").exists()

        desktop.window.paths_dropped.emit((picture,))
        asked = await question(desktop.window)
        assert "boiler.png" in asked.headline.text()
        folder = desktop.views.files.target_folder()
        asked.done_button.click()
        await until((vault / folder / "boiler.png").exists)
        assert picture.exists()


@on_qt_loop
async def test_the_vault_around_a_note_of_another_folder_is_offered(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.paths_dropped.emit((other / SURVEY,))
        asked = await question(desktop.window)
        assert "Heat-loss survey.md" in asked.headline.text()
        assert len(desktop.windows) == 1

        next(one for one in asked.findChildren(QAbstractButton) if "New Window" in one.text()).click()
        await shown(desktop, other, SURVEY)
        assert len(desktop.windows) == 2


@on_qt_loop
async def test_a_note_whose_vault_is_open_in_another_window_opens_there(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.open_in_new_window(other)
        await until(lambda: len(desktop.windows) == 2 and desktop.views is not None)
        desktop.windows[1].window.paths_dropped.emit((other / SURVEY,))

        await shown(desktop, other, SURVEY)


@on_qt_loop
async def test_a_start_with_a_note_opens_it_in_its_vault(home: Path, other: Path) -> None:
    async with running_desktop(other / SURVEY) as desktop:
        await shown(desktop, other, SURVEY)


@on_qt_loop
async def test_a_second_start_leaves_the_open_vault_alone(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.handle_request(StartRequest(other / SURVEY))

        await shown(desktop, other, SURVEY)
        assert [one.window.windowTitle() for one in desktop.windows] == ["Reading – VaultDesk", "Lindenweg – VaultDesk"]


@on_qt_loop
async def test_a_start_that_comes_while_the_first_vault_opens_takes_no_place_from_it(
    home: Path, vault: Path, other: Path
) -> None:
    async with running_desktop() as desktop:
        desktop.open_vault(vault)
        desktop.handle_request(StartRequest(other))
        await until(lambda: len(desktop.windows) == 2 and all(one.views for one in desktop.windows))


@on_qt_loop
async def test_a_folder_dropped_on_the_first_page_opens_in_its_window(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.commands["new-window"].trigger()
        await until(lambda: len(desktop.windows) == 2 and desktop.window.pages.start is not None)
        desktop.window.paths_dropped.emit((other,))
        await until(lambda: desktop.views is not None)

        assert len(desktop.windows) == 2
        assert desktop.window.windowTitle() == "Reading – VaultDesk"
