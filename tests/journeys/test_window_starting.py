"""Window, starting: how it was left comes back, a second start raises the first, and trouble is told with ways on."""

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
async def test_place_panes_note_and_theme_come_back(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_state, "available_geometries", lambda: [QRect(0, 0, 1920, 1080)])
    async with open_window(home, tmp_path / "vault") as window:
        main = window.desktop.window
        main.setGeometry(QRect(40, 60, 1111, 633))
        window.views.open_note("Garden/Apples.md")
        await seen(lambda: "Boskoop" in window.note_text())
        main.commands["theme"].trigger()
        await seen(lambda: theme().tokens.dark)
        wide = main.panes.sizes()[0]
        main.commands["left-pane"].trigger()
        await seen(lambda: "files" in main.panes.hidden())
        assert wide > 100
        assert main.panes.sizes()[0] == wide

    theme().set_choice("light")
    async with _as_it_was_left() as desktop:
        again = await window_of(desktop, tree=False)
        main = desktop.window
        await seen(lambda: "Boskoop" in again.note_text())
        assert again.shown_note() == "Garden/Apples.md"
        assert main.geometry() == QRect(40, 60, 1111, 633)
        assert theme().tokens.dark
        assert main.panes.hidden() == ("files",)
        main.commands["left-pane"].trigger()
        await seen(lambda: main.panes.sizes()[0] == wide)
    theme().set_choice("light")


@asynccontextmanager
async def _as_it_was_left() -> AsyncIterator[WindowManager]:
    """Start again; the helper's own size is not what is looked at."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("vaultdesk.ui.window.main_window.MainWindow.resize", lambda *_: None)
        async with running_desktop() as desktop:
            yield desktop


@on_qt_loop
async def test_a_state_and_settings_nobody_can_read_begin_anew_and_are_told(home: Path, tmp_path: Path) -> None:
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
async def test_a_vault_that_is_gone_is_told_and_found_again(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault):
        pass
    shutil.move(vault, tmp_path / "elsewhere")
    async with running_desktop() as desktop:
        said = words_of(desktop.window)
        assert "vault was not found" in said
        assert "Your chats and settings are safe." in said
        shutil.move(tmp_path / "elsewhere", vault)
        click(button(desktop.window, "Try Again"))
        window = await window_of(desktop)
        assert window.views.workspace.vault.root == vault.resolve()


@on_qt_loop
async def test_a_place_for_data_that_cannot_be_made_is_told(home: Path, tmp_path: Path) -> None:
    (home / "data").mkdir(parents=True)
    (home / "data" / "vaults").write_text("in the way")
    async with running_desktop(write_vault(tmp_path / "vault")) as desktop:
        assert "The search index cannot be created" in words_of(desktop.window)
        (home / "data" / "vaults").unlink()
        click(button(desktop.window, "Try Again"))
        await window_of(desktop)


@on_qt_loop
async def test_a_file_opened_as_a_vault_is_told(home: Path, tmp_path: Path) -> None:
    picture = write_vault(tmp_path / "vault") / "boiler.png"
    picture.write_bytes(b"x")
    async with running_desktop() as desktop:
        desktop.open_vault(picture)
        await seen(lambda: "is a file, not a folder" in words_of(desktop.window))


@asynccontextmanager
async def _listening() -> AsyncIterator[WindowManager]:
    """Run the desktop with the socket that a second start finds."""
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
async def test_a_second_start_raises_the_first_and_hands_over_its_folder(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    # The path of a local socket has at most 107 bytes; the folder of a test may be longer by itself.
    runtime = tempfile.TemporaryDirectory(prefix="vd-")
    request.addfinalizer(runtime.cleanup)
    monkeypatch.setenv("XDG_RUNTIME_DIR", runtime.name)
    vault = write_vault(tmp_path / "vault")

    def start_again(*words: str) -> int:
        line = [sys.executable, "-m", "vaultdesk", *words]
        done = subprocess.run(line, env={**os.environ}, capture_output=True, timeout=PATIENCE, check=False)
        return done.returncode

    async with _listening() as desktop:
        desktop.window.setWindowState(Qt.WindowState.WindowMinimized)
        assert await asyncio.to_thread(start_again) == 0
        await seen(lambda: not desktop.window.isMinimized())
        assert desktop.views is None
        assert await asyncio.to_thread(start_again, str(vault)) == 0
        window = await window_of(desktop)
        assert window.views.workspace.vault.root == vault.resolve()


@pytest.mark.parametrize("moment", ["streaming", "asking"])
@on_qt_loop
async def test_another_vault_opened_meanwhile_ends_the_answer(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)
    held = Turn("You chose the Nordwind heat pump.", hold_after=4)
    asking = Turn("", [Call("file_read", {"file_paths": ["Boiler.md"]})])
    with WireServer(openai=[held if moment == "streaming" else asking]) as server:
        async with open_window(home, tmp_path / "vault", server) as window:
            window.ask("What did we decide?")
            if moment == "streaming":
                await seen(lambda: window.exchanges and window.exchanges[-1].exchange.text)
            else:
                await window.dialog()
            other = write_vault(tmp_path / "other", {"Only.md": "# Only this\n"})
            first, audit = window.views, window.views.workspace.audit_log
            window.desktop.open_vault(other)
            await seen(lambda: window.desktop.views not in (None, first))
            second = await window_of(window.desktop)

            assert second.dialogs == []
            assert second.exchanges == ()
            assert [row.path for row in await second.views.workspace.searcher.tree()] == ["Only.md"]
            assert "started" not in [entry.record.event for entry in audit.read()]
            if moment == "streaming":
                await seen(server.hung_up.is_set)


@on_qt_loop
async def test_a_vault_unplugged_while_open_loses_no_words(
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
        await seen(lambda: [one for one in page.banner.findChildren(QAbstractButton) if one.isVisible()])
        words = [one.text() for one in page.banner.findChildren(QAbstractButton) if one.isVisible()]
        click(button(page.banner, "Try again" if "Try again" in words else "Save again"))
        await seen(lambda: "Mine. " in (vault / "Budget.md").read_text())
        await seen(lambda: window.desktop.window.status.index.shown_text().startswith("3 notes"))
    caplog.clear()  # that indexing stopped for a while may have been noted
