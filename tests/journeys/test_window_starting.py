"""Window, starting: the state is restored, a second start raises the first window, and errors offer a next step."""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from tests.journeys.program import KEY, PATIENCE
from tests.journeys.window import button, click, open_window, seen, window_of, words_of
from tests.support.desktop import running_desktop
from tests.support.qt_loop import on_qt_loop
from tests.support.vaults import write_vault
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.single_instance import SingleInstance, StartRequest, instance_name
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.window import window_state


@on_qt_loop
async def test_geometry_panes_note_and_theme_are_restored(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_state, "available_geometries", lambda: [QRect(0, 0, 1920, 1080)])
    async with open_window(home, tmp_path / "vault") as window:
        main_window = window.desktop.window
        main_window.setGeometry(QRect(40, 60, 1111, 633))
        window.views.open_note("Garden/Apples.md")
        await seen(lambda: "Boskoop" in window.note_text())
        main_window.commands["theme"].trigger()
        await seen(lambda: theme().tokens.dark)
        pane_width = main_window.panes.sizes()[0]
        main_window.commands["left-pane"].trigger()
        await seen(lambda: "files" in main_window.panes.hidden())
        assert pane_width > 100
        assert main_window.panes.sizes()[0] == pane_width

    theme().set_choice("light")
    async with _restarted() as desktop:
        again = await window_of(desktop, tree=False)
        main_window = desktop.window
        await seen(lambda: "Boskoop" in again.note_text())
        assert again.shown_note() == "Garden/Apples.md"
        assert main_window.geometry() == QRect(40, 60, 1111, 633)
        assert theme().tokens.dark
        assert main_window.panes.hidden() == ("files",)
        main_window.commands["left-pane"].trigger()
        await seen(lambda: main_window.panes.sizes()[0] == pane_width)
    theme().set_choice("light")


@asynccontextmanager
async def _restarted() -> AsyncIterator[WindowManager]:
    """Start again, without the window size that the test support sets."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("vaultdesk.ui.window.main_window.MainWindow.resize", lambda *_: None)
        async with running_desktop() as desktop:
            yield desktop


@on_qt_loop
async def test_unreadable_state_and_settings_are_replaced_by_defaults_and_reported(home: Path, tmp_path: Path) -> None:
    async with open_window(home, tmp_path / "vault"):
        pass
    (home / "data" / "state.json").write_bytes(b"\x00 not json")
    settings = home / "settings" / "settings.toml"
    settings.write_text("theme = = dark\n")
    async with running_desktop(tmp_path / "vault") as desktop:
        window = await window_of(desktop)
        assert "settings" in words_of(desktop.window.problems).lower()
        window.views.open_note("Budget.md")
        await seen(lambda: "18,400" in window.note_text())
    assert any("theme = = dark" in file.read_text() for file in settings.parent.iterdir())


@on_qt_loop
async def test_a_missing_vault_is_reported_and_can_be_opened_again(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault):
        pass
    shutil.move(vault, tmp_path / "elsewhere")
    async with running_desktop() as desktop:
        window_text = words_of(desktop.window)
        assert "vault was not found" in window_text
        assert "Your chats and settings are safe." in window_text
        shutil.move(tmp_path / "elsewhere", vault)
        click(button(desktop.window, "Try Again"))
        window = await window_of(desktop)
        assert window.views.workspace.vault.root == vault.resolve()


@on_qt_loop
async def test_a_data_folder_that_cannot_be_created_is_reported(home: Path, tmp_path: Path) -> None:
    (home / "data").mkdir(parents=True)
    (home / "data" / "vaults").write_text("in the way")
    async with running_desktop(write_vault(tmp_path / "vault")) as desktop:
        assert "The search index cannot be created" in words_of(desktop.window)
        (home / "data" / "vaults").unlink()
        click(button(desktop.window, "Try Again"))
        await window_of(desktop)


@on_qt_loop
async def test_opening_a_file_as_a_vault_is_reported(home: Path, tmp_path: Path) -> None:
    picture = write_vault(tmp_path / "vault") / "boiler.png"
    picture.write_bytes(b"x")
    async with running_desktop() as desktop:
        desktop.path_opener.open_in(picture, desktop.front)
        await seen(lambda: "is a file, not a folder" in words_of(desktop.window))


@asynccontextmanager
async def _single_instance() -> AsyncIterator[WindowManager]:
    """Run the desktop with the socket that a second start connects to."""
    instance = SingleInstance(instance_name())
    assert not instance.send_request(StartRequest())
    assert instance.listen()
    try:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("tests.support.desktop.SingleInstance", lambda _name: instance)
            async with running_desktop() as desktop:
                yield desktop
    finally:
        instance.close()


@on_qt_loop
async def test_a_second_start_raises_the_first_window_and_passes_its_folder(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    # The path of a local socket has at most 107 bytes; the folder of a test may be longer.
    runtime = tempfile.TemporaryDirectory(prefix="vd-")
    request.addfinalizer(runtime.cleanup)
    monkeypatch.setenv("XDG_RUNTIME_DIR", runtime.name)
    vault = write_vault(tmp_path / "vault")

    def start_again(*words: str) -> int:
        line = [sys.executable, "-m", "vaultdesk", *words]
        done = subprocess.run(line, env={**os.environ}, capture_output=True, timeout=PATIENCE, check=False)
        return done.returncode

    async with _single_instance() as desktop:
        desktop.window.setWindowState(Qt.WindowState.WindowMinimized)
        assert await asyncio.to_thread(start_again) == 0
        await seen(lambda: not desktop.window.isMinimized())
        assert desktop.views is None
        assert await asyncio.to_thread(start_again, str(vault)) == 0
        window = await window_of(desktop)
        assert window.views.workspace.vault.root == vault.resolve()


@pytest.mark.parametrize("moment", ["streaming", "asking"])
@on_qt_loop
async def test_opening_another_vault_ends_the_answer(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)
    turn = Turn("You chose the Nordwind heat pump.", hold_after=4)
    read_turn = Turn("", [Call("file_read", {"file_paths": ["Boiler.md"]})])
    with WireServer(openai=[turn if moment == "streaming" else read_turn]) as server:
        async with open_window(home, tmp_path / "vault", server) as window:
            window.ask("What did we decide?")
            if moment == "streaming":
                await seen(lambda: window.exchanges and window.exchanges[-1].exchange.text)
            else:
                await window.dialog()
            other = write_vault(tmp_path / "other", {"Only.md": "# Only this\n"})
            first, audit = window.views, window.views.workspace.audit_log
            window.desktop.path_opener.open_in(other, window.desktop.front)
            await seen(lambda: window.desktop.views not in (None, first))
            second = await window_of(window.desktop)

            assert second.dialogs == []
            assert second.exchanges == ()
            assert [row.path for row in await second.views.workspace.searcher.tree()] == ["Only.md"]
            assert "started" not in [entry.record.event for entry in audit.read()]
            if moment == "streaming":
                await seen(server.hung_up.is_set)


@on_qt_loop
async def test_unplugging_an_open_vault_loses_no_typed_text(
    home: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        window.views.open_note("Budget.md")
        await seen(lambda: "18,400" in window.note_text())
        page = window.views.notes.current_page
        assert page is not None
        window.desktop.window.commands["toggle-edit"].trigger()
        await seen(lambda: page.editing)
        QTest.keyClicks(page.editor, "Mine. ")
        vault.rename(tmp_path / "unplugged")
        window.desktop.window.commands["save"].trigger()
        await seen(lambda: page.banner.text())
        assert "Mine. " in page.editor.text()
        assert "18,400" not in page.banner.text()
        (tmp_path / "unplugged").rename(vault)
        await seen(
            lambda: [
                action_button
                for action_button in page.banner.findChildren(QAbstractButton)
                if action_button.isVisible()
            ]
        )
        words = [
            action_button.text()
            for action_button in page.banner.findChildren(QAbstractButton)
            if action_button.isVisible()
        ]
        click(button(page.banner, "Try again" if "Try again" in words else "Save again"))
        await seen(lambda: "Mine. " in (vault / "Budget.md").read_text())
        await seen(lambda: window.desktop.window.status.index.shown_text().startswith("3 notes"))
    caplog.clear()  # a warning about interrupted indexing is possible
