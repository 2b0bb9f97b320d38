"""Window placement: restored for each vault, including full screen; a dialog keeps the focus of a raised window."""

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


def create_window(qtbot: QtBot, file: StateFile, vault: str = "") -> MainWindow:
    window = MainWindow(file, vault)
    qtbot.addWidget(window)
    return window


def test_the_window_of_each_vault_is_restored_at_its_position(qtbot: QtBot, tmp_path: Path) -> None:
    file = StateFile(tmp_path / "state.json")
    for vault, left in (("/a", 10), ("/b", 300)):
        window = create_window(qtbot, file, vault)
        window.setGeometry(left, 50, 1000, 600)
        window.save_state()

    reloaded = StateFile(tmp_path / "state.json")

    assert create_window(qtbot, reloaded, "/a").geometry().left() == 10
    assert create_window(qtbot, reloaded, "/b").geometry().left() == 300
    assert create_window(qtbot, reloaded, "/new").geometry().left() == 300


def test_full_screen_is_restored(qtbot: QtBot, tmp_path: Path) -> None:
    file = StateFile(tmp_path / "state.json")
    window = create_window(qtbot, file)
    window.setGeometry(40, 50, 1000, 600)
    window.show()
    window.commands["full-screen"].trigger()
    window.save_state()

    restored = create_window(qtbot, StateFile(tmp_path / "state.json"))

    assert restored.isFullScreen()
    restored.commands["full-screen"].trigger()
    assert not restored.isFullScreen()


def test_a_second_window_is_offset_from_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    window = create_window(qtbot, StateFile(tmp_path / "state.json"))
    window.setGeometry(40, 50, 1000, 600)
    window.show()
    window.save_state()

    second = window.new_window("/other")
    qtbot.addWidget(second)

    assert second.geometry().topLeft() != window.geometry().topLeft()
    assert second.size() == window.size()


def test_state_recorded_by_one_window_is_saved_by_the_other(qtbot: QtBot, tmp_path: Path) -> None:
    file = StateFile(tmp_path / "state.json")
    first, second = create_window(qtbot, file, "/a"), create_window(qtbot, file, "/b")
    first.remember_note("/a", "Boiler.md")
    second.remember_note("/b", "Reading.md")
    first.save_state()

    assert StateFile(tmp_path / "state.json").load().notes == {"/a": "Boiler.md", "/b": "Reading.md"}


def test_a_dialog_over_a_raised_window_has_the_focus(qtbot: QtBot, tmp_path: Path) -> None:
    window = create_window(qtbot, StateFile(tmp_path / "state.json"))
    window.show()
    dialog = QDialog(window)
    dialog.open()

    window.bring_to_front()

    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog, timeout=30_000)
    dialog.close()


def test_the_activation_token_is_passed_to_qt_and_then_removed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = create_window(qtbot, StateFile(tmp_path / "state.json"))
    seen: list[str] = []
    monkeypatch.setattr(window, "activateWindow", lambda: seen.append(os.environ[ACTIVATION[0]]))

    window.bring_to_front("leave-7")

    assert seen == ["leave-7"]
    assert ACTIVATION[0] not in os.environ


def saved_state(window: MainWindow, file: Path) -> dict[str, Any]:
    """Return the state that a start would load if the process were killed now."""
    assert window._save_timer.isActive(), "a save is scheduled"
    window._save_timer.timeout.emit()
    state = json.loads(file.read_text(encoding="utf-8"))
    assert isinstance(state, dict)
    return state


def test_window_changes_are_saved_while_it_is_used(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    window = MainWindow(StateFile(file), "/notes")
    qtbot.addWidget(window)
    window.show()
    window._save_timer.stop()

    window.setGeometry(30, 20, 1100, 500)
    assert saved_state(window, file)["frames"]["/notes"]["place"] == [30, 20, 1100, 500]
    assert not window._save_timer.isActive(), "saving is not a change"
    window.panes.toggle("chat")
    assert saved_state(window, file)["hidden"] == ["chat"]
    window.remember_note("/notes", "Boiler.md")
    assert saved_state(window, file)["notes"] == {"/notes": "Boiler.md"}
    window.setWindowState(Qt.WindowState.WindowMaximized)
    assert saved_state(window, file)["maximized"] is True


def test_changes_of_a_hidden_window_are_saved_with_its_last_geometry(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    window = MainWindow(StateFile(file), "/notes")
    qtbot.addWidget(window)
    window.setGeometry(30, 20, 700, 500)
    window.show()
    window.save_state()
    window.hide()
    window.resize(900, 600)
    window.remember_note("/notes", "Boiler.md")

    state = saved_state(window, file)
    assert state["notes"] == {"/notes": "Boiler.md"}
    assert state["place"][2:] == [700, 500]


def test_repeated_changes_are_saved_once_without_delaying_the_save(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(StateFile(tmp_path / "state.json"), "/notes")
    qtbot.addWidget(window)
    window.show()
    window._save_timer.stop()
    window.save_soon()
    qtbot.wait_until(lambda: window._save_timer.remainingTime() < SAVE_DELAY - 50)
    window.save_soon()
    assert window._save_timer.remainingTime() < SAVE_DELAY - 50, "the next change does not delay the save of the first"
