"""Kept window: stands as its vault's window was left, full screen too, and lets a question over it have the keys."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from vaultdesk.ui.single_instance import ACTIVATION
from vaultdesk.ui.window import window_state
from vaultdesk.ui.window.main_window import SAVE_DELAY, MainWindow
from vaultdesk.ui.window.window_state import StateFile


@pytest.fixture(autouse=True)
def large_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_state, "available_geometries", lambda: [QRect(0, 0, 1920, 1080)])


def made(qtbot: QtBot, file: StateFile, vault: str = "") -> MainWindow:
    window = MainWindow(file, vault)
    qtbot.addWidget(window)
    return window


def test_each_vault_s_window_stands_where_it_stood(qtbot: QtBot, tmp_path: Path) -> None:
    file = StateFile(tmp_path / "state.json")
    for vault, left in (("/a", 10), ("/b", 300)):
        window = made(qtbot, file, vault)
        window.setGeometry(left, 50, 1000, 600)
        window.save_state()

    again = StateFile(tmp_path / "state.json")

    assert made(qtbot, again, "/a").geometry().left() == 10
    assert made(qtbot, again, "/b").geometry().left() == 300
    assert made(qtbot, again, "/new").geometry().left() == 300


def test_full_screen_comes_back(qtbot: QtBot, tmp_path: Path) -> None:
    file = StateFile(tmp_path / "state.json")
    window = made(qtbot, file)
    window.setGeometry(40, 50, 1000, 600)
    window.show()
    window.commands["full-screen"].trigger()
    window.save_state()

    again = made(qtbot, StateFile(tmp_path / "state.json"))

    assert again.isFullScreen()
    again.commands["full-screen"].trigger()
    assert not again.isFullScreen()


def test_a_second_window_stands_beside_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, StateFile(tmp_path / "state.json"))
    window.setGeometry(40, 50, 1000, 600)
    window.show()
    window.save_state()

    second = window.new_window("/other")
    qtbot.addWidget(second)

    assert second.geometry().topLeft() != window.geometry().topLeft()
    assert second.size() == window.size()


def test_what_one_window_notes_the_other_keeps_too(qtbot: QtBot, tmp_path: Path) -> None:
    file = StateFile(tmp_path / "state.json")
    first, second = made(qtbot, file, "/a"), made(qtbot, file, "/b")
    first.remember_note("/a", "Boiler.md")
    second.remember_note("/b", "Reading.md")
    first.save_state()

    assert StateFile(tmp_path / "state.json").load().notes == {"/a": "Boiler.md", "/b": "Reading.md"}


def test_the_question_over_a_raised_window_has_the_keyboard(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, StateFile(tmp_path / "state.json"))
    window.show()
    dialog = QDialog(window)
    dialog.open()

    window.bring_to_front()

    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    dialog.close()


def test_the_leave_to_come_forward_is_handed_to_qt_and_not_kept(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = made(qtbot, StateFile(tmp_path / "state.json"))
    seen: list[str] = []
    monkeypatch.setattr(window, "activateWindow", lambda: seen.append(os.environ[ACTIVATION[0]]))

    window.bring_to_front("leave-7")

    assert seen == ["leave-7"]
    assert ACTIVATION[0] not in os.environ


def kept_by(window: MainWindow, file: Path) -> dict[str, Any]:
    """What a start would find if the program were killed now."""
    assert window._save_timer.isActive(), "it is going to be kept"
    window._save_timer.timeout.emit()
    received = json.loads(file.read_text(encoding="utf-8"))
    assert isinstance(received, dict)
    return received


def test_where_the_window_is_is_kept_while_it_is_used(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    window = MainWindow(StateFile(file), "/notes")
    qtbot.addWidget(window)
    window.show()
    window._save_timer.stop()

    window.setGeometry(30, 20, 1100, 500)
    assert kept_by(window, file)["frames"]["/notes"]["place"] == [30, 20, 1100, 500]
    assert not window._save_timer.isActive(), "keeping is no change"
    window.panes.toggle("chat")
    assert kept_by(window, file)["hidden"] == ["chat"]
    window.remember_note("/notes", "Boiler.md")
    assert kept_by(window, file)["notes"] == {"/notes": "Boiler.md"}
    window.setWindowState(Qt.WindowState.WindowMaximized)
    assert kept_by(window, file)["maximized"] is True


def test_what_is_noted_of_a_hidden_window_is_kept_and_how_it_stood_stays(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    window = MainWindow(StateFile(file), "/notes")
    qtbot.addWidget(window)
    window.setGeometry(30, 20, 700, 500)
    window.show()
    window.save_state()
    window.hide()
    window.resize(900, 600)
    window.remember_note("/notes", "Boiler.md")

    received = kept_by(window, file)
    assert received["notes"] == {"/notes": "Boiler.md"}
    assert received["place"][2:] == [700, 500]


def test_many_changes_are_kept_once_and_not_put_off(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(StateFile(tmp_path / "state.json"), "/notes")
    qtbot.addWidget(window)
    window.show()
    window._save_timer.stop()
    window.save_soon()
    qtbot.wait_until(lambda: window._save_timer.remainingTime() < SAVE_DELAY - 50)
    window.save_soon()
    assert window._save_timer.remainingTime() < SAVE_DELAY - 50, "the first change is not put off by the next"
