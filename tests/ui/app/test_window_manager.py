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

# Quick ask: one instance, opened by the command, the hotkey and the question of another start.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@on_qt_loop
async def test_the_command_shows_quick_ask_and_shutdown_closes_it(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.commands["quick-ask"].trigger()
        await until(lambda: desktop.quick.quick_ask.visible)
        first = desktop.quick.quick_ask
        desktop.show_quick_ask()

        assert desktop.quick.quick_ask is first
    assert not first.visible


@on_qt_loop
async def test_the_question_of_another_start_is_asked_in_quick_ask(home: Path, vault: Path) -> None:
    async with open_window(home, vault) as window:
        desktop, views = window.desktop, window.views
        desktop.handle_request(StartRequest(quick_ask=True, question="boiler"))
        await until(lambda: any(controller.exchanges for controller in views.chat.conversations))

        assert desktop.quick.quick_ask.visible
        questions = [
            controller.exchanges[0].asked_question.text
            for controller in views.chat.conversations
            if controller.exchanges
        ]
        assert questions == ["boiler"]


# Data location: an unwritable folder is reported in the window, and the program still runs.


def test_the_unwritable_location_text_has_the_path_and_the_reason() -> None:
    text = unwritable_location_text(DataLocation("portable", Path("/stick/vaultdesk-data"), "Read-only file system"))
    assert "portable" in text
    assert "vaultdesk-data" in text
    assert "Read-only file system" in text
    assert "portable" not in unwritable_location_text(DataLocation("system", Path("/x"), "no"))


@on_qt_loop
async def test_no_banner_is_shown_for_a_writable_location(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        assert not [
            banner for banner in desktop.window.problems.findChildren(Banner) if "cannot write" in banner.text()
        ]


def test_the_program_starts_with_an_unwritable_folder_and_shows_a_banner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "locked").write_text("a file where the folder should be")
    monkeypatch.setenv("VAULTDESK_HOME", str(tmp_path / "locked" / "home"))

    @on_qt_loop
    async def scene() -> None:
        async with running_desktop() as desktop:
            problems = desktop.window.problems
            await until(lambda: any("cannot write there" in banner.text() for banner in problems.findChildren(Banner)))

    scene()


def test_the_banner_shows_why_the_location_is_unwritable(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = DataLocation("portable", tmp_path / "vaultdesk-data", "Read-only file system")
    monkeypatch.setattr("vaultdesk.ui.app.window_manager.find_data_location", lambda _where: locked)

    @on_qt_loop
    async def scene() -> None:
        async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
            problems = desktop.window.problems
            await until(
                lambda: any("Read-only file system" in banner.text() for banner in problems.findChildren(Banner))
            )

    scene()


# Startup: services are read in the background; earlier steps are tested in test_application.py.


@on_qt_loop
async def test_settings_are_read_from_the_settings_folder(home: Path) -> None:
    (home / "settings").mkdir(parents=True)
    (home / "settings" / "settings.toml").write_text('[appearance]\ntheme = "dark"\n')

    services = await read_services(app_folders())

    assert services.store.settings.appearance.theme == "dark"
    assert services.folders == app_folders()


@on_qt_loop
async def test_preloading_is_delayed_and_skipped_for_a_deleted_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    preloaded: list[str] = []

    async def later() -> None:
        assert not preloaded

    monkeypatch.setattr(window_manager, "PRELOAD_DELAY", 1)
    monkeypatch.setattr(window_manager, "_preload", lambda _settings: preloaded.append("here"))
    monkeypatch.setattr(window_manager, "import_later", later)
    owner = QObject()
    window_manager.schedule_preload(owner, Settings())
    shiboken6.delete(owner)
    remaining_owner = QObject()
    window_manager.schedule_preload(remaining_owner, Settings())
    assert not preloaded
    await until(lambda: preloaded)
    await asyncio.sleep(0)
    assert preloaded == ["here"]


@pytest.mark.parametrize(
    ("kind", "expected"),
    sampled([("offline", []), ("ollama", []), ("anthropic", ["anthropic"]), ("gemini", ["openai"])], 2),
)
def test_highlighting_and_the_required_provider_libraries_are_preloaded(kind: str, expected: list[str]) -> None:
    script = (
        "import os, sys\nfor name in ('OPENAI_API_KEY', 'ANTHROPIC_API_KEY'): os.environ.pop(name, None)\n"
        "from vaultdesk.core.settings.settings_store import Settings\nfrom vaultdesk.ui.app import "
        "window_manager as start_up\n"
        f"settings = Settings.model_validate({{'providers': {{'one': {{'kind': {kind!r}}}}}}})\n"
        "start_up._preload(settings)\n"
        "print([name for name in ('openai', 'anthropic', 'pygments.lexers.python') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout.strip() == str([*expected, "pygments.lexers.python"])


def test_importing_the_window_manager_imports_no_vault_modules() -> None:
    heavy = ("pydantic", "sqlite3", "markdown_it", "vaultdesk.tools", "vaultdesk.agent", "vaultdesk.ui.review")
    script = f"import sys, vaultdesk.ui.app.window_manager\nprint([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout.strip() == "[]"


# Windows: from the start page to a vault, from one vault to the next, and shutdown without loss.


def current_page(desktop: WindowManager) -> QWidget | None:
    return desktop.window.pages.page


@on_qt_loop
async def test_a_new_home_shows_the_start_page(home: Path) -> None:
    async with running_desktop() as desktop:
        assert isinstance(desktop.window.pages.start, NoVaultPage)
        assert desktop.window.status.isHidden()


@on_qt_loop
async def test_a_dropped_folder_opens_and_is_indexed(home: Path, vault: Path) -> None:
    async with running_desktop() as desktop:
        desktop.window.paths_dropped.emit((vault,))
        views = await open_views(desktop)

        assert desktop.window.windowTitle() == "Lindenweg – VaultDesk"
        assert desktop.window.pages.start is None
        await until(lambda: desktop.window.status.index.shown_text().startswith("3 notes"))
        await until(lambda: desktop.window.status.egress.shown_text().startswith("Nothing has left this computer"))
        assert views.workspace.vault.root == vault


@on_qt_loop
async def test_the_last_vault_and_note_are_restored(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.open_note("Projects/Heat-loss survey.md")
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")

    async with running_desktop() as desktop:
        views = await open_views(desktop)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")

        assert desktop.window.toolbar.vault.shown_text() == "Lindenweg"


@on_qt_loop
async def test_opening_another_vault_replaces_the_first(home: Path, vault: Path, tmp_path: Path) -> None:
    other = small_vault(tmp_path / "Reading")
    async with running_desktop(vault) as desktop:
        first = await open_views(desktop)

        desktop.path_opener.open_in(other, desktop.front)
        await until(lambda: desktop.views is not None and desktop.views is not first)

        assert desktop.window.windowTitle() == "Reading – VaultDesk"
        desktop.front.close_vault()
        await until(lambda: desktop.window.pages.start is not None)
        assert desktop.views is None
        assert not desktop.window.commands["new-note"].isEnabled()


@on_qt_loop
async def test_a_missing_vault_is_reported_and_can_be_opened_again(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
    shutil.rmtree(vault)

    async with running_desktop() as desktop:
        page = desktop.window.panes.hosts["note"].view()

        assert isinstance(page, EmptyState)
        assert "Lindenweg" in page.findChildren(PlainLabel)[0].text()
        small_vault(vault)
        desktop.path_opener.open_in(vault, desktop.front)
        await open_views(desktop)


@on_qt_loop
async def test_the_theme_command_changes_and_stores_the_theme(home: Path, vault: Path) -> None:
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
        assert current_page(desktop) is not None
        desktop.show_settings()
        assert current_page(desktop) is None
        desktop.path_opener.open_in(vault, desktop.front)
        await open_views(desktop)
        desktop.show_settings()
        assert current_page(desktop) is not None


@on_qt_loop
async def test_a_second_start_opens_its_folder_in_the_running_program(home: Path, vault: Path) -> None:
    async with running_desktop() as desktop:
        desktop.handle_request(StartRequest(vault))
        await open_views(desktop)

        assert desktop.window.windowTitle() == "Lindenweg – VaultDesk"


@on_qt_loop
async def test_unreadable_settings_show_a_banner(home: Path) -> None:
    folder = home / "settings"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text("appearance = [broken")

    async with running_desktop() as desktop:
        assert "settings" in desktop.window.problems.texts()


@on_qt_loop
async def test_an_internal_error_is_reported_and_the_window_stays_open(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        bridge.failures().failed.emit(ZeroDivisionError("by the test"))

        notice = desktop.window.notify("next")
        assert notice.text() == "next"
        assert desktop.window.isVisible()


@on_qt_loop
async def test_the_unsaved_banner_disappears_once_the_note_is_reloaded(home: Path, vault: Path) -> None:
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
