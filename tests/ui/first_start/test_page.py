"""Page: each way to a vault is told and none is taken by itself."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.providers.local_servers import FoundServer
from vaultdesk.ui.first_start.page import FirstStart
from vaultdesk.ui.first_start.vault_list import VaultRow

READING = VaultRow("Reading", Path("/vaults/Reading"))
WORK = VaultRow("Work", Path("/vaults/Work"))


@pytest.fixture
def page(qtbot: QtBot) -> FirstStart:
    made = FirstStart()
    qtbot.addWidget(made)
    made.resize(900, 640)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=5000)
    return made


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("Open Folder…", "open_requested"),
        ("Look Around", "welcome_requested"),
        ("Create a New Vault…", "create_requested"),
        ("Settings", "settings_requested"),
    ],
)
def test_each_button_tells_what_was_asked_for(page: FirstStart, text: str, signal: str) -> None:
    told: list[str] = []
    for name in ("open_requested", "welcome_requested", "create_requested", "settings_requested"):
        getattr(page, name).connect(lambda name=name: told.append(name))
    button = next(one for one in page.findChildren(QPushButton) if one.text() == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert told == [signal]


def test_it_begins_at_open_folder(page: FirstStart) -> None:
    assert page.open_button.hasFocus()


def test_a_vault_that_was_opened_before_is_not_listed_as_found_again(page: FirstStart) -> None:
    page.show_vaults([READING], [READING, WORK])
    assert (page.recent.names(), page.found.names()) == (["Reading"], ["Work"])


def test_choosing_a_vault_tells_its_folder_and_listing_them_tells_nothing(page: FirstStart) -> None:
    chosen: list[Path] = []
    page.vault_chosen.connect(chosen.append)
    page.show_vaults([READING], [WORK])
    assert chosen == []
    page.found.buttons()[0].click()
    page.recent.buttons()[0].click()
    assert chosen == [Path("/vaults/Work"), Path("/vaults/Reading")]


def test_a_vault_that_is_gone_is_said_on_the_page_and_taken_back(page: FirstStart) -> None:
    assert page.problem() == ""
    page.show_problem("There is no folder /vaults/Reading any more.")
    assert page.problem() == "There is no folder /vaults/Reading any more."
    page.show_problem("")
    assert page.problem() == ""


def test_it_says_that_nothing_left_this_computer(page: FirstStart) -> None:
    assert "Nothing has left this computer" in words_of(page)
    assert "nothing leaves this computer until you say so" in words_of(page)


@pytest.mark.parametrize("width", [500, 900, 1600])
def test_nothing_is_cut_at_any_width_and_long_lists_scroll_the_page(qtbot: QtBot, page: FirstStart, width: int) -> None:
    page.resize(width, 500)
    many = [VaultRow(f"Vault {number}", Path(f"/vaults/{number}")) for number in range(40)]
    page.show_vaults(many, [WORK])
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 0, timeout=5000)
    assert page.widget().width() == page.viewport().width()


def test_everything_that_takes_the_keyboard_has_a_name(page: FirstStart) -> None:
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


def test_a_server_that_runs_here_is_offered_beside_looking_around(page: FirstStart) -> None:
    page.show_servers([FoundServer("ollama", "Ollama", "http://127.0.0.1:11434", 3)])
    (card,) = page.server_cards()
    told: list[tuple[str, object]] = []
    page.server_chosen.connect(lambda chosen: told.append(("use", chosen)))
    page.server_settings_requested.connect(lambda chosen: told.append(("choose", chosen)))
    card.use.click()
    card.choose.click()
    assert told == [("use", card), ("choose", card)]
    assert "Ollama is running here" in words_of(page)


def test_two_servers_share_a_line_of_their_own_and_nothing_of_them_is_cut(qtbot: QtBot, page: FirstStart) -> None:
    page.resize(1280, 800)
    servers = [("ollama", "Ollama", 3), ("lmstudio", "LM Studio", 2)]
    page.show_servers([FoundServer(kind, title, "http://127.0.0.1:1", count) for kind, title, count in servers])
    ollama, studio = page.server_cards()
    buttons = [button for card in (ollama, studio) for button in (card.use, card.choose)]
    qtbot.waitUntil(lambda: all(one.width() >= one.sizeHint().width() for one in buttons), timeout=5000)
    assert ollama.y() == studio.y()
    assert ollama.x() + ollama.width() <= studio.x()


def test_tab_goes_by_the_servers_before_the_foot(qtbot: QtBot, page: FirstStart) -> None:
    page.show_servers([FoundServer("ollama", "Ollama", "http://127.0.0.1:11434", 3)])
    qtbot.waitUntil(page.server_cards()[0].isVisible, timeout=5000)
    page.open_button.setFocus()
    went = []
    for _ in range(6):
        stop = page.focusWidget()
        assert isinstance(stop, QPushButton)
        went.append(stop.text())
        page.focusNextChild()
    assert went == ["Open Folder…", "Look Around", "Use Ollama", "Choose a Model", "Create a New Vault…", "Settings"]
