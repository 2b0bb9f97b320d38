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

# Failure page: says why a vault cannot be opened, and every action works.


def test_every_action_of_the_failure_page_works(qtbot: QtBot) -> None:
    calls: list[str] = []
    actions = NoVaultActions(
        lambda: calls.append("find"), lambda: calls.append("again"), lambda: calls.append("welcome")
    )
    page = open_failure_page(
        Path("/notes/Lindenweg"), VaultUnavailable("The folder is missing", hint="Was it moved?"), actions
    )
    qtbot.addWidget(page)

    for button in page.findChildren(PlainButton):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    assert calls == ["find", "again", "welcome"]
    assert [label.text() for label in page.findChildren(PlainLabel)] == [
        "Lindenweg: The folder is missing",
        "Was it moved? Your chats and settings are safe.",
    ]


def test_a_missing_vault_is_shown_with_the_date_it_was_last_found(qtbot: QtBot) -> None:
    problem = VaultUnavailable("There is no folder", hint="Check the path.")
    problem.__cause__ = FileNotFoundError()
    actions = NoVaultActions(list, list, list)
    page = open_failure_page(Path("/notes/Lindenweg"), problem, actions, datetime(2024, 11, 19, 12, tzinfo=UTC))
    qtbot.addWidget(page)
    assert [label.text() for label in page.findChildren(PlainLabel)] == [
        "Lindenweg was not found",
        "The folder /notes/Lindenweg was last found on 19 November 2024.\nIt may have been moved, "
        "or its drive may not be connected.\nYour chats and settings are safe.",
    ]
    never_opened = open_failure_page(Path("/notes/Lindenweg"), problem, actions)
    qtbot.addWidget(never_opened)
    assert never_opened.findChildren(PlainLabel)[0].text() == "Lindenweg: There is no folder"


# VaultWindow: switches between vaults; each is saved before it is closed.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


def test_paths_to_the_same_folder_have_the_same_key(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(vault)

    assert (
        canonical_vault_key(tmp_path / "link")
        == canonical_vault_key(vault)
        == canonical_vault_key(vault / ".." / "Lindenweg")
    )


@on_qt_loop
async def test_a_vault_with_an_unsaved_note_stays_open_until_the_user_decides(
    home: Path, vault: Path, tmp_path: Path
) -> None:
    other = small_vault(tmp_path / "Reading")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        (vault / "Boiler.md").write_text("outside\n")
        desktop.path_opener.open_in(other, desktop.front)
        await until(lambda: "unsaved" in desktop.window.problems.texts())
        assert desktop.views is views
        assert desktop.front.claimed_key == ""

        buttons = desktop.window.problems.findChildren(QAbstractButton)
        next(button for button in buttons if button.text() == "Continue without saving").click()
        await until(lambda: desktop.views is not None and desktop.views is not views)
        assert desktop.window.windowTitle() == "Reading – VaultDesk"
        assert (vault / "Boiler.md").read_text() == "outside\n"


@on_qt_loop
async def test_a_vault_that_failed_to_open_can_be_opened_again(home: Path, tmp_path: Path) -> None:
    async with running_desktop(tmp_path / "gone") as desktop:
        assert desktop.views is None
        small_vault(tmp_path / "gone")
        desktop.path_opener.open_in(tmp_path / "gone", desktop.front)

        await open_views(desktop)


# Several windows: one for each vault, restored at the next start.


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Reading")


def titles(desktop: WindowManager) -> list[str]:
    return [vault_window.window.windowTitle().partition(" – ")[0] for vault_window in desktop.windows]


def is_front(desktop: WindowManager, title: str) -> bool:
    return titles(desktop)[0] == title


async def open_in_second_window(desktop: WindowManager, root: Path) -> None:
    desktop.window.window_requested.emit(root)
    await until(lambda: desktop.views is not None and desktop.views.workspace.vault.root == root.resolve())


@on_qt_loop
async def test_opening_a_vault_in_a_new_window_does_not_change_the_first(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        first = desktop.front
        views = await open_views(desktop)
        await open_in_second_window(desktop, other)

        assert titles(desktop) == ["Reading", "Lindenweg"]
        assert first.views is views
        assert all(vault_window.window.isVisible() for vault_window in desktop.windows)
        assert desktop.front.window.pos() != first.window.pos()


@on_qt_loop
async def test_a_vault_is_never_opened_twice(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        first = desktop.front
        await open_in_second_window(desktop, other)

        desktop.path_opener.open_in_new_window(vault / ".." / "Lindenweg")
        await until(lambda: desktop.front is first)
        first.window.paths_dropped.emit((other,))
        await until(lambda: titles(desktop) == ["Reading", "Lindenweg"])

        assert len(desktop.windows) == 2


@on_qt_loop
async def test_a_folder_requested_twice_concurrently_opens_once(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.path_opener.open_in_new_window(other)
        await open_in_second_window(desktop, other)
        await open_views(desktop)

        assert sorted(titles(desktop)) == ["Lindenweg", "Reading"]


@on_qt_loop
async def test_closing_a_window_closes_only_its_vault(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        await open_in_second_window(desktop, other)
        closed = desktop.front
        closed.window.close()
        await until(lambda: len(desktop.windows) == 1 and closed.views is None)
        desktop.window.commands["theme"].trigger()  # The closed window must not react.

        assert titles(desktop) == ["Lindenweg"]
        assert desktop.views is not None
        assert not desktop.window.commands["bring-forward"].isEnabled()
        await open_in_second_window(desktop, other)


@on_qt_loop
async def test_bring_forward_cycles_through_the_windows(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        await open_in_second_window(desktop, other)
        desktop.window.commands["new-window"].trigger()
        await until(lambda: isinstance(desktop.window.pages.start, NoVaultPage))
        for title in ("Lindenweg", "Reading", "VaultDesk"):
            desktop.window.commands["bring-forward"].trigger()
            await until(partial(is_front, desktop, title))


@on_qt_loop
async def test_open_windows_are_restored_with_their_geometry_and_panes(
    home: Path, vault: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_state, "available_geometries", lambda: [QRect(0, 0, 1920, 1080)])
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.setGeometry(20, 40, 1000, 600)
        await open_in_second_window(desktop, other)
        desktop.window.setGeometry(300, 200, 1100, 640)
        desktop.window.panes.toggle("chat")
        desktop.window.commands["zoom-in"].trigger()
    theme().set_zoom(1.0)

    with monkeypatch.context() as patched:
        patched.setattr("vaultdesk.ui.window.main_window.MainWindow.resize", lambda *_: None)
        async with running_desktop() as desktop:
            await until(
                lambda: len(desktop.windows) == 2 and all(vault_window.views for vault_window in desktop.windows)
            )

            assert titles(desktop) == ["Reading", "Lindenweg"]
            front, behind = (vault_window.window for vault_window in desktop.windows)
            assert front.geometry() == QRect(300, 200, 1100, 640)
            assert behind.geometry() == QRect(20, 40, 1000, 600)
            assert (front.panes.hidden(), behind.panes.hidden()) == (("chat",), ())
            assert theme().zoom == pytest.approx(1.1)


@on_qt_loop
async def test_a_missing_vault_of_a_background_window_is_not_restored(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        await open_in_second_window(desktop, other)
    vault.rename(vault.with_name("elsewhere"))

    async with running_desktop() as desktop:
        await open_views(desktop)

        assert titles(desktop) == ["Reading"]


@on_qt_loop
async def test_settings_apply_to_every_window(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        await open_in_second_window(desktop, other)
        store = desktop.views.workspace.store if desktop.views is not None else None
        assert store is not None
        store.change(lambda settings: settings.model_copy(update={"keys": {"new-window": ("Ctrl+Alt+Q",)}}))

        await until(
            lambda: all(
                vault_window.window.commands.keys("new-window") == "Ctrl+Alt+Q" for vault_window in desktop.windows
            )
        )
        for vault_window in desktop.windows:
            menu = vault_window.window.toolbar.vault.open()
            assert [action.text() for action in menu.actions()[:2]] == ["Reading", "Lindenweg"]
            menu.close()


def test_a_hidden_start_opens_the_other_windows_only_when_brought_to_front(
    home: Path, vault: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make_minimised_desktop(
        application: QApplication, folders: AppFolders, instance: SingleInstance
    ) -> WindowManager:
        desktop = make_desktop(application, folders, instance)
        desktop.window.showMinimized()
        return desktop

    async def quit_with_two_windows() -> None:
        async with running_desktop(vault) as desktop:
            await open_views(desktop)
            await open_in_second_window(desktop, other)

    @on_qt_loop
    async def scene() -> None:
        await quit_with_two_windows()
        with monkeypatch.context() as patched:
            patched.setattr("tests.support.desktop.make_desktop", make_minimised_desktop)
            async with running_desktop() as desktop:  # Never brought to the front.
                await open_views(desktop)
                assert titles(desktop) == ["Reading"]
            async with running_desktop() as desktop:
                await open_views(desktop)
                assert titles(desktop) == ["Reading"]
                desktop.window.bring_to_front()
                await until(lambda: sorted(titles(desktop)) == ["Lindenweg", "Reading"])

    scene()
