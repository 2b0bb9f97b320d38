"""Tests of ui/app/window_manager.py."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.journeys.window import open_window
from tests.support.campaigns import sampled
from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.platform.paths import DataLocation, app_folders
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui import bridge
from vaultdesk.ui.app import window_manager
from vaultdesk.ui.app.no_vault_page import NoVaultPage
from vaultdesk.ui.app.window_manager import WindowManager, read_services, unwritable_location_text
from vaultdesk.ui.single_instance import StartRequest
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.empty_state import EmptyState
from vaultdesk.ui.widgets.labels import PlainLabel

# Quick door: one quick ask for the program, at the command, at the keys and for another start's question.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@on_qt_loop
async def test_the_command_shows_it_and_the_end_takes_it_away(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.commands["quick-ask"].trigger()
        await until(lambda: desktop.quick.quick_ask.visible)
        first = desktop.quick.quick_ask
        desktop.show_quick_ask()

        assert desktop.quick.quick_ask is first
    assert not first.visible


@on_qt_loop
async def test_the_question_of_another_start_is_asked_there(home: Path, vault: Path) -> None:
    async with open_window(home, vault) as window:
        desktop, views = window.desktop, window.views
        desktop.handle_request(StartRequest(quick_ask=True, question="boiler"))
        await until(lambda: any(controller.exchanges for controller in views.chat.conversations))

        assert desktop.quick.quick_ask.visible
        asked = [
            controller.exchanges[0].asked_question.text
            for controller in views.chat.conversations
            if controller.exchanges
        ]
        assert asked == ["boiler"]


# Place notice: a folder that cannot be written is told in the window, and the program runs all the same.


def test_the_words_say_where_why_and_what_to_do() -> None:
    words = unwritable_location_text(DataLocation("portable", Path("/stick/vaultdesk-data"), "Read-only file system"))
    assert "portable" in words
    assert "vaultdesk-data" in words
    assert "Read-only file system" in words
    assert "portable" not in unwritable_location_text(DataLocation("system", Path("/x"), "no"))


@on_qt_loop
async def test_nothing_is_said_where_it_can_be_written(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        assert not [one for one in desktop.window.problems.findChildren(Banner) if "cannot write" in one.text()]


def test_a_program_whose_folder_cannot_be_written_starts_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "locked").write_text("a file where the folder should be")
    monkeypatch.setenv("VAULTDESK_HOME", str(tmp_path / "locked" / "home"))

    @on_qt_loop
    async def scene() -> None:
        async with running_desktop() as desktop:
            problems = desktop.window.problems
            await until(lambda: any("cannot write there" in one.text() for one in problems.findChildren(Banner)))

    scene()


def test_the_window_says_it(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = DataLocation("portable", tmp_path / "vaultdesk-data", "Read-only file system")
    monkeypatch.setattr("vaultdesk.ui.app.window_manager.find_data_location", lambda _where: locked)

    @on_qt_loop
    async def scene() -> None:
        async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
            problems = desktop.window.problems
            await until(lambda: any("Read-only file system" in one.text() for one in problems.findChildren(Banner)))

    scene()


# Start-up: what the window needs is read behind it; what comes before it is in test_application.py.


@on_qt_loop
async def test_the_settings_are_read_from_their_place(home: Path) -> None:
    (home / "settings").mkdir(parents=True)
    (home / "settings" / "settings.toml").write_text('[appearance]\ntheme = "dark"\n')

    services = await read_services(app_folders())

    assert services.store.settings.appearance.theme == "dark"
    assert services.folders == app_folders()


@on_qt_loop
async def test_what_answers_is_warmed_up_later_and_not_for_a_window_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warmed: list[str] = []

    async def later() -> None:
        assert not warmed

    monkeypatch.setattr(window_manager, "PRELOAD_DELAY", 1)
    monkeypatch.setattr(window_manager, "_preload", lambda _settings: warmed.append("here"))
    monkeypatch.setattr(window_manager, "import_later", later)
    owner = QObject()
    window_manager.schedule_preload(owner, Settings())
    shiboken6.delete(owner)
    stays = QObject()
    window_manager.schedule_preload(stays, Settings())
    assert not warmed
    await until(lambda: warmed)
    await asyncio.sleep(0)
    assert warmed == ["here"]


@pytest.mark.parametrize(
    ("kind", "there"),
    sampled([("offline", []), ("ollama", []), ("anthropic", ["anthropic"]), ("gemini", ["openai"])], 2),
)
def test_only_the_libraries_that_are_used_are_warmed_up(kind: str, there: list[str]) -> None:
    script = (
        "import os, sys\nfor name in ('OPENAI_API_KEY', 'ANTHROPIC_API_KEY'): os.environ.pop(name, None)\n"
        "from vaultdesk.core.settings.settings_store import Settings\nfrom vaultdesk.ui.app import "
        "window_manager as start_up\n"
        f"settings = Settings.model_validate({{'providers': {{'one': {{'kind': {kind!r}}}}}}})\n"
        "start_up._preload(settings)\n"
        "print([name for name in ('openai', 'anthropic') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == str(there)


def test_what_the_window_waits_for_brings_nothing_that_works_with_a_vault() -> None:
    heavy = ("pydantic", "sqlite3", "markdown_it", "vaultdesk.tools", "vaultdesk.agent", "vaultdesk.ui.review")
    script = f"import sys, vaultdesk.ui.app.window_manager\nprint([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"


# Desktop: from the first page to a vault, from one vault to the next, and an end that loses nothing.


def page_of(desktop: WindowManager) -> QWidget | None:
    return desktop.window.pages.page


@on_qt_loop
async def test_a_fresh_home_asks_where_the_notes_are(home: Path) -> None:
    async with running_desktop() as desktop:
        assert isinstance(desktop.window.pages.start, NoVaultPage)
        assert desktop.window.status.isHidden()


@on_qt_loop
async def test_a_dropped_folder_opens_and_its_notes_are_found(home: Path, vault: Path) -> None:
    async with running_desktop() as desktop:
        desktop.window.paths_dropped.emit((vault,))
        views = await open_views(desktop)

        assert desktop.window.windowTitle() == "Lindenweg – VaultDesk"
        assert desktop.window.pages.start is None
        await until(lambda: desktop.window.status.index.shown_text().startswith("3 notes"))
        await until(lambda: desktop.window.status.egress.shown_text().startswith("Nothing has left this computer"))
        assert views.workspace.vault.root == vault


@on_qt_loop
async def test_the_last_vault_and_its_note_come_back(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.open_note("Projects/Heat-loss survey.md")
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")

    async with running_desktop() as desktop:
        views = await open_views(desktop)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")

        assert desktop.window.toolbar.vault.shown_text() == "Lindenweg"


@on_qt_loop
async def test_another_vault_takes_the_place_of_the_first(home: Path, vault: Path, tmp_path: Path) -> None:
    other = small_vault(tmp_path / "Reading")
    async with running_desktop(vault) as desktop:
        first = await open_views(desktop)

        desktop.open_vault(other)
        await until(lambda: desktop.views is not None and desktop.views is not first)

        assert desktop.window.windowTitle() == "Reading – VaultDesk"
        desktop.close_vault()
        await until(lambda: desktop.window.pages.start is not None)
        assert desktop.views is None
        assert not desktop.window.commands["new-note"].isEnabled()


@on_qt_loop
async def test_a_vault_that_is_gone_is_told_with_ways_on(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
    shutil.rmtree(vault)

    async with running_desktop() as desktop:
        page = desktop.window.panes.hosts["note"].view()

        assert isinstance(page, EmptyState)
        assert "Lindenweg" in page.findChildren(PlainLabel)[0].text()
        small_vault(vault)
        desktop.open_vault(vault)
        await open_views(desktop)


@on_qt_loop
async def test_the_theme_button_turns_and_keeps_it(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.commands["theme"].trigger()
        assert theme().tokens.dark

    async with running_desktop(vault) as desktop:
        assert theme().tokens.dark


@on_qt_loop
async def test_settings_open_and_close_with_and_without_a_vault(home: Path, vault: Path) -> None:
    async with running_desktop() as desktop:
        desktop.show_settings()
        assert page_of(desktop) is not None
        desktop.show_settings()
        assert page_of(desktop) is None
        desktop.open_vault(vault)
        await open_views(desktop)
        desktop.show_settings()
        assert page_of(desktop) is not None


@on_qt_loop
async def test_a_second_start_opens_its_folder_in_the_first(home: Path, vault: Path) -> None:
    async with running_desktop() as desktop:
        desktop.handle_request(StartRequest(vault))
        await open_views(desktop)

        assert desktop.window.windowTitle() == "Lindenweg – VaultDesk"


@on_qt_loop
async def test_settings_that_cannot_be_read_are_told(home: Path) -> None:
    folder = home / "settings"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text("appearance = [broken")

    async with running_desktop() as desktop:
        assert "settings" in desktop.window.problems.texts()


@on_qt_loop
async def test_a_failure_inside_is_told_and_the_window_lives(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        bridge.failures().failed.emit(ZeroDivisionError("by the test"))

        notice = desktop.window.notify("next")
        assert notice.text() == "next"
        assert desktop.window.isVisible()


@on_qt_loop
async def test_a_note_that_held_the_end_up_is_told_no_longer_than_it_is_unsaved(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Projects/Heat-loss survey.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        (vault / "Projects" / "Heat-loss survey.md").write_text("outside\n")
        desktop.window.commands["quit"].trigger()
        await until(lambda: "unsaved" in desktop.window.problems.texts())

        assert page.saving.draft is not None
        await page.saving.reload(page.saving.draft)

        assert "unsaved" not in desktop.window.problems.texts()
