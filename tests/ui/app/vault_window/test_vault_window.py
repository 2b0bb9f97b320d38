"""Tests of ui/app/vault_window/vault_window.py."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.errors import VaultUnavailable
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.ui.app.application import make_desktop
from vaultdesk.ui.app.no_vault_page import NoVaultPage
from vaultdesk.ui.app.vault_window.vault_window import NoVaultActions, canonical_vault_key, open_failure_page
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.single_instance import SingleInstance
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.window import window_state

# Trouble: says what is the matter with a vault, and every way on works.


def test_every_way_on_works(qtbot: QtBot) -> None:
    taken: list[str] = []
    ways = NoVaultActions(lambda: taken.append("find"), lambda: taken.append("again"), lambda: taken.append("welcome"))
    page = open_failure_page(
        Path("/notes/Lindenweg"), VaultUnavailable("The folder is missing", hint="Was it moved?"), ways
    )
    qtbot.addWidget(page)

    for button in page.findChildren(PlainButton):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    assert taken == ["find", "again", "welcome"]
    assert [label.text() for label in page.findChildren(PlainLabel)] == [
        "Lindenweg: The folder is missing",
        "Was it moved? Your chats and settings are safe.",
    ]


def test_a_vault_that_was_open_once_is_not_where_it_was(qtbot: QtBot) -> None:
    problem = VaultUnavailable("There is no folder", hint="Check the path.")
    problem.__cause__ = FileNotFoundError()
    ways = NoVaultActions(list, list, list)
    page = open_failure_page(Path("/notes/Lindenweg"), problem, ways, datetime(2024, 11, 19, 12, tzinfo=UTC))
    qtbot.addWidget(page)
    assert [label.text() for label in page.findChildren(PlainLabel)] == [
        "Lindenweg was not found",
        "The folder /notes/Lindenweg was last found on 19 November 2024.\nIt may have been moved, "
        "or its drive may not be connected.\nYour chats and settings are safe.",
    ]
    never = open_failure_page(Path("/notes/Lindenweg"), problem, ways)
    qtbot.addWidget(never)
    assert never.findChildren(PlainLabel)[0].text() == "Lindenweg: There is no folder"


# Vault window: one vault after the other in one window, each saved before it is left.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


def test_two_ways_to_a_folder_are_one_place(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(vault)

    assert (
        canonical_vault_key(tmp_path / "link")
        == canonical_vault_key(vault)
        == canonical_vault_key(vault / ".." / "Lindenweg")
    )


@on_qt_loop
async def test_a_note_that_cannot_be_saved_keeps_its_vault_open_until_the_person_decides(
    home: Path, vault: Path, tmp_path: Path
) -> None:
    other = small_vault(tmp_path / "Reading")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        (vault / "Boiler.md").write_text("outside\n")
        desktop.open_vault(other)
        await until(lambda: "unsaved" in desktop.window.problems.texts())
        assert desktop.views is views
        assert desktop.front.claimed_key == ""

        buttons = desktop.window.problems.findChildren(QAbstractButton)
        next(one for one in buttons if one.text() == "Continue without saving").click()
        await until(lambda: desktop.views is not None and desktop.views is not views)
        assert desktop.window.windowTitle() == "Reading – VaultDesk"
        assert (vault / "Boiler.md").read_text() == "outside\n"


@on_qt_loop
async def test_a_vault_that_did_not_open_can_be_asked_for_again(home: Path, tmp_path: Path) -> None:
    async with running_desktop(tmp_path / "gone") as desktop:
        assert desktop.views is None
        small_vault(tmp_path / "gone")
        desktop.open_vault(tmp_path / "gone")

        await open_views(desktop)


# Window ring: several vaults, each in a window of its own, none twice, and all of them again at the next start.


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Reading")


def titles(desktop: WindowManager) -> list[str]:
    return [one.window.windowTitle().partition(" – ")[0] for one in desktop.windows]


def is_front(desktop: WindowManager, title: str) -> bool:
    return titles(desktop)[0] == title


async def open_beside(desktop: WindowManager, root: Path) -> None:
    desktop.window.window_requested.emit(root)
    await until(lambda: desktop.views is not None and desktop.views.workspace.vault.root == root.resolve())


@on_qt_loop
async def test_a_vault_in_a_new_window_leaves_the_first_as_it_was(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        first = desktop.front
        views = await open_views(desktop)
        await open_beside(desktop, other)

        assert titles(desktop) == ["Reading", "Lindenweg"]
        assert first.views is views
        assert all(one.window.isVisible() for one in desktop.windows)
        assert desktop.front.window.pos() != first.window.pos()


@on_qt_loop
async def test_a_vault_is_never_open_twice(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        first = desktop.front
        await open_beside(desktop, other)

        desktop.open_in_new_window(vault / ".." / "Lindenweg")
        await until(lambda: desktop.front is first)
        first.window.paths_dropped.emit((other,))
        await until(lambda: titles(desktop) == ["Reading", "Lindenweg"])

        assert len(desktop.windows) == 2


@on_qt_loop
async def test_the_same_folder_asked_for_twice_at_once_opens_once(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.open_in_new_window(other)
        await open_beside(desktop, other)
        await open_views(desktop)

        assert sorted(titles(desktop)) == ["Lindenweg", "Reading"]


@on_qt_loop
async def test_a_closed_window_closes_its_vault_and_no_other(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        await open_beside(desktop, other)
        closed = desktop.front
        closed.window.close()
        await until(lambda: len(desktop.windows) == 1 and closed.views is None)
        desktop.window.commands["theme"].trigger()  # Nothing of the closed window answers any more.

        assert titles(desktop) == ["Lindenweg"]
        assert desktop.views is not None
        assert not desktop.window.commands["bring-forward"].isEnabled()
        await open_beside(desktop, other)


@on_qt_loop
async def test_going_round_brings_each_window_to_the_front(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        await open_beside(desktop, other)
        desktop.window.commands["new-window"].trigger()
        await until(lambda: isinstance(desktop.window.pages.start, NoVaultPage))
        for title in ("Lindenweg", "Reading", "VaultDesk"):
            desktop.window.commands["bring-forward"].trigger()
            await until(partial(is_front, desktop, title))


@on_qt_loop
async def test_what_was_open_comes_back_each_where_it_stood(
    home: Path, vault: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_state, "available_geometries", lambda: [QRect(0, 0, 1920, 1080)])
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.setGeometry(20, 40, 1000, 600)
        await open_beside(desktop, other)
        desktop.window.setGeometry(300, 200, 1100, 640)
        desktop.window.panes.toggle("chat")
        desktop.window.commands["zoom-in"].trigger()
    theme().set_zoom(1.0)

    with monkeypatch.context() as unresized:
        unresized.setattr("vaultdesk.ui.window.main_window.MainWindow.resize", lambda *_: None)
        async with running_desktop() as desktop:
            await until(lambda: len(desktop.windows) == 2 and all(one.views for one in desktop.windows))

            assert titles(desktop) == ["Reading", "Lindenweg"]
            front, behind = (one.window for one in desktop.windows)
            assert front.geometry() == QRect(300, 200, 1100, 640)
            assert behind.geometry() == QRect(20, 40, 1000, 600)
            assert (front.panes.hidden(), behind.panes.hidden()) == (("chat",), ())
            assert theme().zoom == pytest.approx(1.1)


@on_qt_loop
async def test_a_vault_that_is_gone_is_not_asked_for_behind_the_others(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        await open_beside(desktop, other)
    vault.rename(vault.with_name("elsewhere"))

    async with running_desktop() as desktop:
        await open_views(desktop)

        assert titles(desktop) == ["Reading"]


@on_qt_loop
async def test_settings_hold_in_every_window(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        await open_beside(desktop, other)
        store = desktop.views.workspace.store if desktop.views is not None else None
        assert store is not None
        store.change(lambda settings: settings.model_copy(update={"keys": {"new-window": ("Ctrl+Alt+Q",)}}))

        await until(lambda: all(one.window.commands.keys("new-window") == "Ctrl+Alt+Q" for one in desktop.windows))
        for one in desktop.windows:
            menu = one.window.toolbar.vault.open()
            assert [action.text() for action in menu.actions()[:2]] == ["Reading", "Lindenweg"]
            menu.close()


def test_a_start_without_a_window_opens_the_others_only_when_it_is_wanted(
    home: Path, vault: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def minimised(application: QApplication, where: AppFolders, instance: SingleInstance) -> WindowManager:
        desktop = make_desktop(application, where, instance)
        desktop.window.showMinimized()
        return desktop

    async def left_with_two() -> None:
        async with running_desktop(vault) as desktop:
            await open_views(desktop)
            await open_beside(desktop, other)

    @on_qt_loop
    async def scene() -> None:
        await left_with_two()
        with monkeypatch.context() as patched:
            patched.setattr("tests.support.desktop.make_desktop", minimised)
            async with running_desktop() as desktop:  # Nobody looked at it all day.
                await open_views(desktop)
                assert titles(desktop) == ["Reading"]
            async with running_desktop() as desktop:
                await open_views(desktop)
                assert titles(desktop) == ["Reading"]
                desktop.window.bring_to_front()
                await until(lambda: sorted(titles(desktop)) == ["Lindenweg", "Reading"])

    scene()
