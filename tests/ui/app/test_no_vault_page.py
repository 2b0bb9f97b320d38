"""Tests of ui/app/no_vault_page.py."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.support.wire import WireServer
from tests.support.wire_ollama import facts, shown
from tests.support.words import words_of
from vaultdesk.providers.local_servers import LocalServer
from vaultdesk.ui.app.no_vault_page import (
    MAX_VISIBLE_ROWS,
    ROW_HEIGHT,
    NoVaultPage,
    ServerCard,
    VaultList,
    VaultRow,
    path_with_tilde,
)
from vaultdesk.ui.settings.provider_form import ProviderForm
from vaultdesk.ui.settings.settings_page import SettingsPage
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import ElidedLabel

# ServerCard: shows a local server and what using it means.


def create_card(qtbot: QtBot, models: int = 3) -> ServerCard:
    card = ServerCard(LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", models))
    qtbot.addWidget(card)
    card.show()
    return card


@pytest.mark.parametrize(
    ("models", "status"),
    [
        (0, "It has no model yet. With a model, answers come from this computer only."),
        (1, "1 model is ready. Answers then come from this computer only."),
        (3, "3 models are ready. Answers then come from this computer only."),
    ],
)
def test_the_card_shows_the_number_of_models(qtbot: QtBot, models: int, status: str) -> None:
    card = create_card(qtbot, models)
    assert card.status.text() == status
    assert "Ollama is running on this computer" in words_of(card)


def test_the_buttons_of_the_card_emit_its_server(qtbot: QtBot) -> None:
    card = create_card(qtbot)
    received: list[tuple[str, object]] = []
    card.use_requested.connect(lambda server: received.append(("use", server)))
    card.choose_requested.connect(lambda server: received.append(("choose", server)))
    card.use.click()
    card.choose.click()
    assert received == [("use", card.server), ("choose", card.server)]


def test_an_accepted_server_shows_its_model_and_is_no_longer_offered(qtbot: QtBot) -> None:
    card = create_card(qtbot)
    card.show_accepted("qwen3:8b")
    assert card.status.text() == "Chats now use qwen3:8b. Answers come from this computer only."
    assert card.use.isHidden()
    card.show_accepted("")
    assert "no model yet" in card.status.text()
    card.show_problem("The settings could not be saved.")
    assert card.status.text() == "The settings could not be saved."


# VaultList: names, short paths and last use; a long list scrolls.


def create_list(qtbot: QtBot, *rows: VaultRow) -> VaultList:
    created = VaultList("Obsidian vaults on this computer", "found, not opened")
    qtbot.addWidget(created)
    created.resize(600, 500)
    created.show_rows(rows)
    return created


def vault_row(name: str, used: datetime | None = None) -> VaultRow:
    return VaultRow(name, Path("/vaults") / name, used)


@pytest.mark.parametrize(
    ("path", "short"),
    [
        (Path.home() / "Documents" / "Notes", "~/Documents/Notes"),
        (Path.home(), str(Path.home())),
        (Path("/srv/notes"), str(Path("/srv/notes"))),
    ],
    ids=["inside", "itself", "elsewhere"],  # Not the paths: each test process has its own home.
)
def test_a_path_in_the_home_folder_is_shortened(path: Path, short: str) -> None:
    assert path_with_tilde(path) == short


def test_an_empty_vault_list_is_hidden(qtbot: QtBot) -> None:
    created = create_list(qtbot)
    assert created.isHidden()
    created.show_rows([vault_row("Reading")])
    assert not created.isHidden()
    created.show_rows([])
    assert created.isHidden()


def test_clicking_a_button_emits_its_vault(qtbot: QtBot) -> None:
    created = create_list(qtbot, vault_row("Lindenweg"), vault_row("Reading"))
    chosen: list[Path] = []
    created.chosen.connect(chosen.append)
    assert [button.accessibleName() for button in created.buttons()] == ["Open Lindenweg", "Open Reading"]
    QTest.mouseClick(created.buttons()[1], Qt.MouseButton.LeftButton)
    assert chosen == [Path("/vaults/Reading")]


def test_new_rows_replace_the_old_ones_immediately(qtbot: QtBot) -> None:
    created = create_list(qtbot, vault_row("Lindenweg"), vault_row("Reading"))
    created.show_rows([vault_row("Work")])
    assert created.names() == ["Work"]


@pytest.mark.parametrize(
    ("ago", "prefix"), [(timedelta(), "last used today"), (timedelta(days=4000), "last used in"), (None, "")]
)
def test_last_use_is_shown_as_a_relative_date(qtbot: QtBot, ago: timedelta | None, prefix: str) -> None:
    used = None if ago is None else datetime.now(UTC) - ago
    texts = [label.text() for label in create_list(qtbot, vault_row("Work", used)).findChildren(QLabel)]
    assert any(text.startswith("last used") for text in texts) is bool(prefix)
    assert not prefix or any(text.startswith(prefix) for text in texts)


def test_a_date_in_this_year_is_shown_with_day_and_month(qtbot: QtBot) -> None:
    now = datetime.now().astimezone()
    # At noon: daylight saving time could move the first hour of a day in January to the day before.
    used = now.replace(month=1 if now.month > 1 else 12, day=2, hour=12)
    texts = [label.text() for label in create_list(qtbot, vault_row("Work", used)).findChildren(QLabel)]
    assert [text for text in texts if text.startswith("last used 2 ")]


def test_hostile_names_are_shown_as_plain_text(qtbot: QtBot) -> None:
    created = create_list(qtbot, VaultRow("<b>x</b>\u202e", Path("/v/<i>")))
    texts = [label.text() for label in created.findChildren(ElidedLabel)]
    assert texts == ["<b>x</b>U+202E", str(Path("/v/<i>"))]


def test_a_long_list_ends_with_a_partial_row_and_scrolls_to_the_focus(qtbot: QtBot) -> None:
    created = create_list(qtbot, *(vault_row(f"Vault {number}") for number in range(40)))
    created.show()
    area = created.findChildren(QScrollArea)[0]
    row = theme().px(ROW_HEIGHT) + 1
    assert row * MAX_VISIBLE_ROWS < area.height() < row * (MAX_VISIBLE_ROWS + 1)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0, timeout=30_000)
    created.activateWindow()
    qtbot.waitUntil(created.isActiveWindow, timeout=30_000)
    last = created.buttons()[-1]
    created.buttons()[-2].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(created.buttons()[-2], Qt.Key.Key_Tab)
    assert last.hasFocus()
    assert area.viewport().rect().contains(last.mapTo(area.viewport(), last.rect().center()))


def test_a_short_list_is_as_high_as_its_rows(qtbot: QtBot) -> None:
    created = create_list(qtbot, vault_row("a"), vault_row("b"), vault_row("c"))
    assert created.findChildren(QScrollArea)[0].height() == 3 * (theme().px(ROW_HEIGHT) + 1) - 1


# NoVaultPage: each way to open a vault emits a signal; none is taken automatically.

READING = VaultRow("Reading", Path("/vaults/Reading"))
WORK = VaultRow("Work", Path("/vaults/Work"))


@pytest.fixture
def page(qtbot: QtBot) -> NoVaultPage:
    created = NoVaultPage()
    qtbot.addWidget(created)
    created.resize(900, 640)
    created.show()
    created.activateWindow()
    qtbot.waitUntil(created.isActiveWindow, timeout=30_000)
    return created


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("Open Folder…", "open_requested"),
        ("Look Around", "welcome_requested"),
        ("Create a New Vault…", "create_requested"),
        ("Settings", "settings_requested"),
    ],
)
def test_each_button_emits_its_signal(page: NoVaultPage, text: str, signal: str) -> None:
    received: list[str] = []
    for name in ("open_requested", "welcome_requested", "create_requested", "settings_requested"):
        getattr(page, name).connect(lambda name=name: received.append(name))
    button = next(candidate for candidate in page.findChildren(QPushButton) if candidate.text() == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert received == [signal]


def test_open_folder_has_the_initial_focus(page: NoVaultPage) -> None:
    assert page.open_button.hasFocus()


def test_a_recent_vault_is_not_listed_again_as_found(page: NoVaultPage) -> None:
    page.show_vaults([READING], [READING, WORK])
    assert (page.recent_vaults.names(), page.found_vaults.names()) == (["Reading"], ["Work"])


def test_choosing_a_vault_emits_its_folder_and_listing_vaults_emits_nothing(page: NoVaultPage) -> None:
    chosen: list[Path] = []
    page.vault_chosen.connect(chosen.append)
    page.show_vaults([READING], [WORK])
    assert chosen == []
    page.found_vaults.buttons()[0].click()
    page.recent_vaults.buttons()[0].click()
    assert chosen == [Path("/vaults/Work"), Path("/vaults/Reading")]


def test_t1_the_page_shows_that_nothing_left_this_computer_once_that_is_known(page: NoVaultPage) -> None:
    assert "Nothing has left this computer" not in words_of(page)
    page.show_nothing_left()
    assert "Nothing has left this computer today" in words_of(page)
    assert "nothing leaves this computer until you allow it" in words_of(page)


@pytest.mark.parametrize("width", [500, 900, 1600])
def test_the_page_fits_any_width_and_scrolls_with_long_lists(qtbot: QtBot, page: NoVaultPage, width: int) -> None:
    page.resize(width, 500)
    many = [VaultRow(f"Vault {number}", Path(f"/vaults/{number}")) for number in range(40)]
    page.show_vaults(many, [WORK])
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 0, timeout=30_000)
    assert page.widget().width() == page.viewport().width()


def test_every_focusable_widget_has_a_name(page: NoVaultPage) -> None:
    page.show_vaults([READING], [WORK])
    nameless = [
        child
        for child in page.findChildren(QWidget)
        if child.isVisible()
        and child.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (child.accessibleName() or getattr(child, "text", str)())
    ]
    assert nameless == []


def test_a_local_server_is_offered_on_the_page(page: NoVaultPage) -> None:
    page.show_servers([LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", 3)])
    (card,) = page.server_cards()
    received: list[tuple[str, object]] = []
    page.server_chosen.connect(lambda chosen: received.append(("use", chosen)))
    page.server_settings_requested.connect(lambda chosen: received.append(("choose", chosen)))
    card.use.click()
    card.choose.click()
    assert received == [("use", card), ("choose", card)]
    assert "Ollama is running on this computer" in words_of(page)


def test_two_servers_share_a_row_without_truncation(qtbot: QtBot, page: NoVaultPage) -> None:
    page.resize(1280, 800)
    servers = [("ollama", "Ollama", 3), ("lmstudio", "LM Studio", 2)]
    page.show_servers([LocalServer(kind, title, "http://127.0.0.1:1", count) for kind, title, count in servers])
    ollama, studio = page.server_cards()
    buttons = [button for card in (ollama, studio) for button in (card.use, card.choose)]
    qtbot.waitUntil(lambda: all(widget.width() >= widget.sizeHint().width() for widget in buttons), timeout=30_000)
    assert ollama.y() == studio.y()
    assert ollama.x() + ollama.width() <= studio.x()


def test_tab_reaches_the_servers_before_the_footer(qtbot: QtBot, page: NoVaultPage) -> None:
    page.show_servers([LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", 3)])
    qtbot.waitUntil(page.server_cards()[0].isVisible, timeout=30_000)
    page.open_button.setFocus()
    visited = []
    for _ in range(6):
        focused = page.focusWidget()
        assert isinstance(focused, QPushButton)
        visited.append(focused.text())
        page.focusNextChild()
    assert visited == ["Open Folder…", "Look Around", "Use Ollama", "Choose a Model", "Create a New Vault…", "Settings"]


# NoVaultController: each way to a first vault opens it, and failures are shown.


@on_qt_loop
async def test_look_around_opens_a_copy_of_the_welcome_vault(home: Path) -> None:
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
async def test_cancelling_the_folder_dialog_changes_nothing(home: Path) -> None:
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
async def test_a_full_disk_is_reported(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_places: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("vaultdesk.ui.app.no_vault_page.welcome_vault", full)
    async with running_desktop() as desktop:
        desktop.front.no_vault_controller.welcome()
        message = "The welcome vault could not be created: No space left on device"
        await until(lambda: message in [label.text() for label in desktop.window.findChildren(QLabel)])

        assert desktop.window.pages.start is not None


@on_qt_loop
async def test_a_running_ollama_is_offered_and_then_used_for_chats(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
            await until(lambda: "Chats now use qwen3:8b" in card.status.text())

            card.choose.click()
            await until(lambda: desktop.window.pages.page is not None)
            settings = desktop.window.pages.page
            assert isinstance(settings, SettingsPage)
            assert isinstance(settings.providers.form, ProviderForm)
            assert settings.providers.form.label() == "ollama/qwen3:8b"
