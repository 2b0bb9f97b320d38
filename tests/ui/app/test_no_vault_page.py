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

# Server card: says what runs here and what using it means.


def card_of(qtbot: QtBot, models: int = 3) -> ServerCard:
    card = ServerCard(LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", models))
    qtbot.addWidget(card)
    card.show()
    return card


@pytest.mark.parametrize(
    ("models", "words"),
    [
        (0, "It has no model yet. With a model, answers come from this computer only."),
        (1, "1 model is ready. Answers then come from this computer only."),
        (3, "3 models are ready. Answers then come from this computer only."),
    ],
)
def test_it_says_what_is_ready(qtbot: QtBot, models: int, words: str) -> None:
    card = card_of(qtbot, models)
    assert card.status_text() == words
    assert "Ollama is running on this computer" in words_of(card)


def test_its_buttons_tell_the_server(qtbot: QtBot) -> None:
    card = card_of(qtbot)
    received: list[tuple[str, object]] = []
    card.use_requested.connect(lambda server: received.append(("use", server)))
    card.choose_requested.connect(lambda server: received.append(("choose", server)))
    card.use.click()
    card.choose.click()
    assert received == [("use", card.server), ("choose", card.server)]


def test_taken_up_it_says_who_answers_and_offers_it_no_more(qtbot: QtBot) -> None:
    card = card_of(qtbot)
    card.show_accepted("qwen3:8b")
    assert card.status_text() == "Chats now use qwen3:8b. Answers come from this computer only."
    assert card.use.isHidden()
    card.show_accepted("")
    assert "no model yet" in card.status_text()
    card.show_problem("The settings could not be saved.")
    assert card.status_text() == "The settings could not be saved."


# Vault list: names, short paths and when they were used; a long list scrolls.


def listed(qtbot: QtBot, *rows: VaultRow) -> VaultList:
    created = VaultList("Obsidian vaults on this computer", "found, not opened")
    qtbot.addWidget(created)
    created.resize(600, 500)
    created.show_rows(rows)
    return created


def vault(name: str, used: datetime | None = None) -> VaultRow:
    return VaultRow(name, Path("/vaults") / name, used)


@pytest.mark.parametrize(
    ("path", "short"),
    [
        (Path.home() / "Documents" / "Notes", "~/Documents/Notes"),
        (Path.home(), str(Path.home())),
        (Path("/srv/notes"), str(Path("/srv/notes"))),
    ],
    ids=["inside", "itself", "elsewhere"],  # Not the paths: each process of a run has a home of its own.
)
def test_a_path_in_the_home_is_shortened(path: Path, short: str) -> None:
    assert path_with_tilde(path) == short


def test_without_vaults_nothing_at_all_is_shown(qtbot: QtBot) -> None:
    created = listed(qtbot)
    assert created.isHidden()
    created.show_rows([vault("Reading")])
    assert not created.isHidden()
    created.show_rows([])
    assert created.isHidden()


def test_pressing_a_button_tells_its_own_vault(qtbot: QtBot) -> None:
    created = listed(qtbot, vault("Lindenweg"), vault("Reading"))
    chosen: list[Path] = []
    created.chosen.connect(chosen.append)
    assert [button.accessibleName() for button in created.buttons()] == ["Open Lindenweg", "Open Reading"]
    QTest.mouseClick(created.buttons()[1], Qt.MouseButton.LeftButton)
    assert chosen == [Path("/vaults/Reading")]


def test_a_new_list_replaces_the_old_one_at_once(qtbot: QtBot) -> None:
    created = listed(qtbot, vault("Lindenweg"), vault("Reading"))
    created.show_rows([vault("Work")])
    assert created.names() == ["Work"]


@pytest.mark.parametrize(
    ("ago", "words"), [(timedelta(), "last used today"), (timedelta(days=4000), "last used in"), (None, "")]
)
def test_when_it_was_used_is_told_as_people_say_it(qtbot: QtBot, ago: timedelta | None, words: str) -> None:
    used = None if ago is None else datetime.now(UTC) - ago
    texts = [label.text() for label in listed(qtbot, vault("Work", used)).findChildren(QLabel)]
    assert any(text.startswith("last used") for text in texts) is bool(words)
    assert not words or any(text.startswith(words) for text in texts)


def test_a_date_of_this_year_is_told_with_day_and_month(qtbot: QtBot) -> None:
    now = datetime.now().astimezone()
    # At noon: summer's offset may make the first hour of a day in January one of the day before.
    used = now.replace(month=1 if now.month > 1 else 12, day=2, hour=12)
    texts = [label.text() for label in listed(qtbot, vault("Work", used)).findChildren(QLabel)]
    assert [text for text in texts if text.startswith("last used 2 ")]


def test_hostile_names_are_plain_text(qtbot: QtBot) -> None:
    created = listed(qtbot, VaultRow("<b>x</b>\u202e", Path("/v/<i>")))
    texts = [label.text() for label in created.findChildren(ElidedLabel)]
    assert texts == ["<b>x</b>U+202E", str(Path("/v/<i>"))]


def test_a_long_list_scrolls_and_shows_that_it_does(qtbot: QtBot) -> None:
    created = listed(qtbot, *(vault(f"Vault {number}") for number in range(40)))
    created.show()
    area = created.findChildren(QScrollArea)[0]
    row = theme().px(ROW_HEIGHT) + 1
    assert row * MAX_VISIBLE_ROWS < area.height() < row * (MAX_VISIBLE_ROWS + 1)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0, timeout=5000)
    created.activateWindow()
    qtbot.waitUntil(created.isActiveWindow, timeout=5000)
    last = created.buttons()[-1]
    created.buttons()[-2].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(created.buttons()[-2], Qt.Key.Key_Tab)
    assert last.hasFocus()
    assert area.viewport().rect().contains(last.mapTo(area.viewport(), last.rect().center()))


def test_a_short_list_is_as_high_as_its_rows(qtbot: QtBot) -> None:
    created = listed(qtbot, vault("a"), vault("b"), vault("c"))
    assert created.findChildren(QScrollArea)[0].height() == 3 * (theme().px(ROW_HEIGHT) + 1) - 1


# Page: each way to a vault is told and none is taken by itself.

READING = VaultRow("Reading", Path("/vaults/Reading"))
WORK = VaultRow("Work", Path("/vaults/Work"))


@pytest.fixture
def page(qtbot: QtBot) -> NoVaultPage:
    created = NoVaultPage()
    qtbot.addWidget(created)
    created.resize(900, 640)
    created.show()
    created.activateWindow()
    qtbot.waitUntil(created.isActiveWindow, timeout=5000)
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
def test_each_button_tells_what_was_asked_for(page: NoVaultPage, text: str, signal: str) -> None:
    received: list[str] = []
    for name in ("open_requested", "welcome_requested", "create_requested", "settings_requested"):
        getattr(page, name).connect(lambda name=name: received.append(name))
    button = next(one for one in page.findChildren(QPushButton) if one.text() == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert received == [signal]


def test_it_begins_at_open_folder(page: NoVaultPage) -> None:
    assert page.open_button.hasFocus()


def test_a_vault_that_was_opened_before_is_not_listed_as_found_again(page: NoVaultPage) -> None:
    page.show_vaults([READING], [READING, WORK])
    assert (page.recent_vaults.names(), page.found_vaults.names()) == (["Reading"], ["Work"])


def test_choosing_a_vault_tells_its_folder_and_listing_them_tells_nothing(page: NoVaultPage) -> None:
    chosen: list[Path] = []
    page.vault_chosen.connect(chosen.append)
    page.show_vaults([READING], [WORK])
    assert chosen == []
    page.found_vaults.buttons()[0].click()
    page.recent_vaults.buttons()[0].click()
    assert chosen == [Path("/vaults/Work"), Path("/vaults/Reading")]


def test_a_vault_that_is_gone_is_said_on_the_page_and_taken_back(page: NoVaultPage) -> None:
    assert page.problem() == ""
    page.show_problem("There is no folder /vaults/Reading any more.")
    assert page.problem() == "There is no folder /vaults/Reading any more."
    page.show_problem("")
    assert page.problem() == ""


def test_t1_it_says_that_nothing_left_this_computer_once_that_is_known(page: NoVaultPage) -> None:
    assert "Nothing has left this computer" not in words_of(page)
    page.show_nothing_left()
    assert "Nothing has left this computer today" in words_of(page)
    assert "nothing leaves this computer until you allow it" in words_of(page)


@pytest.mark.parametrize("width", [500, 900, 1600])
def test_nothing_is_cut_at_any_width_and_long_lists_scroll_the_page(
    qtbot: QtBot, page: NoVaultPage, width: int
) -> None:
    page.resize(width, 500)
    many = [VaultRow(f"Vault {number}", Path(f"/vaults/{number}")) for number in range(40)]
    page.show_vaults(many, [WORK])
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 0, timeout=5000)
    assert page.widget().width() == page.viewport().width()


def test_everything_that_takes_the_keyboard_has_a_name(page: NoVaultPage) -> None:
    page.show_vaults([READING], [WORK])
    page.show_problem("Something.")
    nameless = [
        child
        for child in page.findChildren(QWidget)
        if child.isVisible()
        and child.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (child.accessibleName() or getattr(child, "text", str)())
    ]
    assert nameless == []


def test_a_server_that_runs_here_is_offered_beside_looking_around(page: NoVaultPage) -> None:
    page.show_servers([LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", 3)])
    (card,) = page.server_cards()
    received: list[tuple[str, object]] = []
    page.server_chosen.connect(lambda chosen: received.append(("use", chosen)))
    page.server_settings_requested.connect(lambda chosen: received.append(("choose", chosen)))
    card.use.click()
    card.choose.click()
    assert received == [("use", card), ("choose", card)]
    assert "Ollama is running on this computer" in words_of(page)


def test_two_servers_share_a_line_of_their_own_and_nothing_of_them_is_cut(qtbot: QtBot, page: NoVaultPage) -> None:
    page.resize(1280, 800)
    servers = [("ollama", "Ollama", 3), ("lmstudio", "LM Studio", 2)]
    page.show_servers([LocalServer(kind, title, "http://127.0.0.1:1", count) for kind, title, count in servers])
    ollama, studio = page.server_cards()
    buttons = [button for card in (ollama, studio) for button in (card.use, card.choose)]
    qtbot.waitUntil(lambda: all(one.width() >= one.sizeHint().width() for one in buttons), timeout=5000)
    assert ollama.y() == studio.y()
    assert ollama.x() + ollama.width() <= studio.x()


def test_tab_goes_by_the_servers_before_the_foot(qtbot: QtBot, page: NoVaultPage) -> None:
    page.show_servers([LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", 3)])
    qtbot.waitUntil(page.server_cards()[0].isVisible, timeout=5000)
    page.open_button.setFocus()
    went = []
    for _ in range(6):
        stop = page.focusWidget()
        assert isinstance(stop, QPushButton)
        went.append(stop.text())
        page.focusNextChild()
    assert went == ["Open Folder…", "Look Around", "Use Ollama", "Choose a Model", "Create a New Vault…", "Settings"]


# Beginnings: each way to a first vault leads there, and a way that is blocked says so.


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

    monkeypatch.setattr("vaultdesk.ui.app.no_vault_page.welcome_vault", full)
    async with running_desktop() as desktop:
        desktop.front.no_vault_controller.welcome()
        words = "The welcome vault could not be created: No space left on device"
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
            await until(lambda: "Chats now use qwen3:8b" in card.status_text())

            card.choose.click()
            await until(lambda: desktop.window.pages.page is not None)
            settings = desktop.window.pages.page
            assert isinstance(settings, SettingsPage)
            assert isinstance(settings.providers.form, ProviderForm)
            assert settings.providers.form.label() == "ollama/qwen3:8b"
