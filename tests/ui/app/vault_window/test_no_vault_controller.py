"""Beginnings: each way to a first vault leads there, and a way that is blocked says so."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from tests.support.wire import WireServer
from tests.support.wire_ollama import facts, shown
from vaultdesk.ui.app.no_vault_page import NoVaultPage
from vaultdesk.ui.settings.provider_form import ProviderForm
from vaultdesk.ui.settings.settings_page import SettingsPage


@on_qt_loop
async def test_looking_around_opens_a_copy_of_the_welcome_vault(home: Path) -> None:
    async with running_desktop() as desktop:
        page = desktop.window.pages.start
        assert isinstance(page, NoVaultPage)

        page.welcome_requested.emit()
        views = await open_views(desktop)

        assert views.workspace.vault.root == (home / "data" / "welcome-vault").resolve()
        assert views.workspace.tool_calling


@on_qt_loop
async def test_a_chosen_folder_is_opened(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    async with running_desktop() as desktop:
        desktop.window.commands["open-vault"].trigger()
        await until(lambda: desktop.window.findChild(QFileDialog) is not None)
        dialog = desktop.window.findChild(QFileDialog)
        assert dialog is not None
        await until(dialog.isVisible)
        dialog.setDirectory(str(vault))
        dialog.done(QFileDialog.DialogCode.Accepted)

        views = await open_views(desktop)
        assert views.workspace.vault.root == vault


@on_qt_loop
async def test_choosing_nothing_changes_nothing(home: Path) -> None:
    async with running_desktop() as desktop:
        desktop.front.no_vault_controller.choose()
        await until(lambda: desktop.window.findChild(QFileDialog) is not None)
        dialog = desktop.window.findChild(QFileDialog)
        assert dialog is not None
        await until(dialog.isVisible)
        dialog.reject()
        await until(lambda: desktop.window.findChild(QFileDialog) is None)

        assert desktop.window.pages.start is not None


@on_qt_loop
async def test_a_full_disk_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_places: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("vaultdesk.ui.app.vault_window.no_vault_controller.welcome_vault", full)
    async with running_desktop() as desktop:
        desktop.front.no_vault_controller.welcome()
        words = "The welcome vault could not be made: No space left on device"
        await until(lambda: words in [label.text() for label in desktop.window.findChildren(QLabel)])

        assert desktop.window.pages.start is not None


@on_qt_loop
async def test_a_running_ollama_is_offered_and_answers_from_then_on(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = {"gemma3:4b": shown("completion"), "qwen3:8b": shown("completion", "tools")}
    with WireServer(routes=facts(models)) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        async with running_desktop() as desktop:
            page = desktop.window.pages.start
            assert isinstance(page, NoVaultPage)
            await until(lambda: [card for card in page.server_cards() if card.server.kind == "ollama"])
            card = next(card for card in page.server_cards() if card.server.kind == "ollama")
            assert card.server.models == 2
            card.use.click()
            await until(lambda: "Chats ask qwen3:8b now" in card.status_text())

            card.choose.click()
            await until(lambda: desktop.window.pages.page is not None)
            settings = desktop.window.pages.page
            assert isinstance(settings, SettingsPage)
            assert isinstance(settings.providers.form, ProviderForm)
            assert settings.providers.form.label() == "ollama/qwen3:8b"
