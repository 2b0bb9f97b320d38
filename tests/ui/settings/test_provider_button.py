"""Provider button: says in words what its dot says in colour, and is one stop of Tab with arrows inside."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.ui.settings.provider_button import DOTS, ProviderButton, ProviderState
from vaultdesk.ui.settings.provider_rows import ProviderRow
from vaultdesk.ui.theme.theme import theme

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
    assert button.words() == words
    assert button.accessibleName() == f"{row.title}, {words}"


@pytest.mark.parametrize("state", ["no key", "works", "fails"])
def test_the_dot_has_the_colour_of_the_state(qtbot: QtBot, state: ProviderState) -> None:
    button = ProviderButton(first=True)
    qtbot.addWidget(button)
    button.resize(260, button.sizeHint().height())
    button.show_row(AWAY, state, chosen=False)
    centre = (button.width() - theme().step(16) - theme().step(7) // 2 - 1, button.height() // 2)
    assert button.grab().toImage().pixelColor(*centre) == theme().color(DOTS[state])


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
