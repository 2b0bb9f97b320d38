"""Tests of ui/settings/provider_list.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.settings.settings_desk import settings_desk
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.ui.settings.provider_entries import ProviderRow, provider_rows
from vaultdesk.ui.settings.provider_list import STATE_COLORS, ProviderButton, ProviderList, ProviderState
from vaultdesk.ui.theme.theme import theme

# Provider button: says in words what its dot says in colour, and is one stop of Tab with arrows inside.

AWAY = ProviderRow(
    "anthropic", "Anthropic", ProviderSettings(kind="anthropic"), "api.anthropic.com", "https://x:443", local=False
)
HERE = ProviderRow(
    "own", "Kitchen", ProviderSettings(kind="openai-compatible"), "localhost:1", "http://localhost:1", local=True
)
NOWHERE = ProviderRow("own", "Kitchen", ProviderSettings(kind="openai-compatible"), "", "", local=False)
OFFLINE = ProviderRow("offline", "Offline assistant", ProviderSettings(kind="offline"), "", "", local=True)


@pytest.mark.parametrize(
    ("row", "state", "words"),
    [
        (AWAY, "untested", "api.anthropic.com · not tested"),
        (AWAY, "no key", "api.anthropic.com · no key yet"),
        (AWAY, "works", "api.anthropic.com · answers"),
        (HERE, "fails", "on this computer · the test failed"),
        (NOWHERE, "untested", "no address yet"),
        (OFFLINE, "untested", "built in · quotes your notes"),
    ],
)
def test_place_and_state_are_words(qtbot: QtBot, row: ProviderRow, state: ProviderState, words: str) -> None:
    button = ProviderButton(first=True)
    qtbot.addWidget(button)
    button.show_row(row, state, chosen=False)
    assert button.shown_text() == words
    assert button.accessibleName() == f"{row.title}, {words}"


@pytest.mark.parametrize("state", ["no key", "works", "fails"])
def test_the_dot_has_the_colour_of_the_state(qtbot: QtBot, state: ProviderState) -> None:
    button = ProviderButton(first=True)
    qtbot.addWidget(button)
    button.resize(260, button.sizeHint().height())
    button.show_row(AWAY, state, chosen=False)
    centre = (button.width() - theme().px(16) - theme().px(7) // 2 - 1, button.height() // 2)
    assert button.grab().toImage().pixelColor(*centre) == theme().color(STATE_COLORS[state])


def test_arrows_go_from_row_to_row_and_choose(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    column = QVBoxLayout(host)
    buttons = [ProviderButton(first=not number) for number in range(3)]
    for number, button in enumerate(buttons):
        column.addWidget(button)
        button.show_row(AWAY, "untested", chosen=not number)
    host.show()
    host.activateWindow()
    qtbot.waitUntil(host.isActiveWindow, timeout=5000)
    chosen: list[int] = []
    for number, button in enumerate(buttons):
        button.clicked.connect(lambda _checked=False, number=number: chosen.append(number))
    buttons[0].setFocus()
    QTest.keyClick(buttons[0], Qt.Key.Key_Down)
    assert host.focusWidget() is buttons[1]
    assert chosen == [1]
    assert [button.isChecked() for button in buttons] == [False, True, False]


# Provider list: rows in order, one chosen, with what was learned since.


def test_rows_keep_their_state_when_others_come_and_go(qtbot: QtBot, tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    desk.add_server("http://localhost:1")
    view = ProviderList(desk.catalog)
    qtbot.addWidget(view)
    view.show_rows(provider_rows(desk.store.settings))
    view.set_current("server")
    view.set_state("server", "works")
    view.set_state("server", "no key", keep=True)
    codex = desk.store.change(lambda settings: settings.with_provider("codex", ProviderSettings(kind="codex")))
    view.show_rows(provider_rows(codex))
    assert view.names()[:2] == ["server", "codex"]
    assert view.button("server").shown_text() == "on this computer · answers"
    assert view.button("codex").shown_text() == "chatgpt.com · not tested"
    assert (view.current(), view.button("server").isChecked()) == ("server", True)


def test_the_pressed_row_is_told_and_a_gone_one_is_nobody(qtbot: QtBot, tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    view = ProviderList(desk.catalog)
    qtbot.addWidget(view)
    view.show_rows(provider_rows(desk.store.settings))
    told: list[str] = []
    view.chosen.connect(told.append)
    view.button("gemini").click()
    view.set_current("gone")
    assert (told, view.current()) == (["gemini"], None)
