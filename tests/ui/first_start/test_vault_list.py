"""Vault list: names, short paths and when they were used; a long list scrolls."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from vaultdesk.ui.first_start.vault_list import ROW_HEIGHT, ROWS_IN_SIGHT, VaultList, VaultRow, home_short
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import ElidedLabel


def listed(qtbot: QtBot, *rows: VaultRow) -> VaultList:
    made = VaultList("Obsidian vaults on this computer", "found, not opened")
    qtbot.addWidget(made)
    made.resize(600, 500)
    made.show_rows(rows)
    return made


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
    assert home_short(path) == short


def test_without_vaults_nothing_at_all_is_shown(qtbot: QtBot) -> None:
    made = listed(qtbot)
    assert made.isHidden()
    made.show_rows([vault("Reading")])
    assert not made.isHidden()
    made.show_rows([])
    assert made.isHidden()


def test_pressing_a_button_tells_its_own_vault(qtbot: QtBot) -> None:
    made = listed(qtbot, vault("Lindenweg"), vault("Reading"))
    chosen: list[Path] = []
    made.chosen.connect(chosen.append)
    assert [button.accessibleName() for button in made.buttons()] == ["Open Lindenweg", "Open Reading"]
    QTest.mouseClick(made.buttons()[1], Qt.MouseButton.LeftButton)
    assert chosen == [Path("/vaults/Reading")]


def test_a_new_list_replaces_the_old_one_at_once(qtbot: QtBot) -> None:
    made = listed(qtbot, vault("Lindenweg"), vault("Reading"))
    made.show_rows([vault("Work")])
    assert made.names() == ["Work"]


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
    made = listed(qtbot, VaultRow("<b>x</b>\u202e", Path("/v/<i>")))
    texts = [label.text() for label in made.findChildren(ElidedLabel)]
    assert texts == ["<b>x</b>U+202E", str(Path("/v/<i>"))]


def test_a_long_list_scrolls_and_shows_that_it_does(qtbot: QtBot) -> None:
    made = listed(qtbot, *(vault(f"Vault {number}") for number in range(40)))
    made.show()
    area = made.findChildren(QScrollArea)[0]
    row = theme().step(ROW_HEIGHT) + 1
    assert row * ROWS_IN_SIGHT < area.height() < row * (ROWS_IN_SIGHT + 1)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0, timeout=5000)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=5000)
    last = made.buttons()[-1]
    made.buttons()[-2].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(made.buttons()[-2], Qt.Key.Key_Tab)
    assert last.hasFocus()
    assert area.viewport().rect().contains(last.mapTo(area.viewport(), last.rect().center()))


def test_a_short_list_is_as_high_as_its_rows(qtbot: QtBot) -> None:
    made = listed(qtbot, vault("a"), vault("b"), vault("c"))
    assert made.findChildren(QScrollArea)[0].height() == 3 * (theme().step(ROW_HEIGHT) + 1) - 1
