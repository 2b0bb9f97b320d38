"""Tests of ui/window/window_state.py."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QGuiApplication

from vaultdesk.core.settings.bootstrap_settings import BootstrapSettings
from vaultdesk.ui.window import window_state
from vaultdesk.ui.window.window_state import (
    FRAME,
    SavedChatTab,
    SavedTab,
    SavedTabGroup,
    SavedTabs,
    StateFile,
    WindowFrame,
    WindowState,
    first_vault,
    initial_size,
    on_screen,
    parse_saved_tabs,
    saved_tabs_value,
)

TABS = SavedTabs(
    (
        SavedTabGroup((SavedTab("A.md", 120), SavedTab("B.md", editing=True, pinned=True)), 1),
        SavedTabGroup((SavedTab("C.md"),)),
    ),
    1,
    True,
    0.25,
)


def test_saved_tabs_round_trip() -> None:
    assert parse_saved_tabs(json.loads(json.dumps(saved_tabs_value(TABS)))) == TABS


def test_an_empty_object_has_no_tabs() -> None:
    assert parse_saved_tabs({}) == SavedTabs()


@pytest.mark.parametrize(
    "value",
    [
        [],
        {"sides": 1},
        {"sides": [{"tabs": [{"path": 3}]}]},
        {"sides": [{"tabs": [{"path": "A.md", "scroll": -1}]}]},
        {"sides": [{"tabs": [{"path": "A.md", "editing": 1}]}]},
        {"share": 7},
        {"current": True},
    ],
)
def test_malformed_tabs_are_rejected(value: object) -> None:
    with pytest.raises(ValueError, match="another type"):
        parse_saved_tabs(value)


# StateFile: the saved state is restored completely; an unreadable state is replaced by the default.

SAVED = WindowState(
    place=(10, 20, 900, 700), maximized=True, sizes=(200, 500, 300), hidden=("chat",), pane="files", zoom=1.2,
    notes={"/notes": "Projects/Boiler.md"}, searches={"/notes": ("pump", "tag:#heating")},
    chats={"/notes": "Chats/Pump.md"}, chat_tabs={"/notes": ("Chats/Pump.md", "Chats/Trip.md")},
    open_chats={"/notes": (SavedChatTab("chat_1", "msg_2", 12), SavedChatTab("Chats/Trip.md"))},
    shown_chat={"/notes": "chat_1"},
    chat_window=WindowFrame((30, 40, 420, 700), True), full_screen=True, open=("/notes", "/b"), told_tray=True,
    frames={"/notes": WindowFrame((1, 2, 900, 600), sizes=(200, 500, 300)), "/b": WindowFrame(full_screen=True)},
    commands=("theme", "command:Assistant/Commands/Shorten.md"),
)  # fmt: skip


def test_the_state_round_trips(tmp_path: Path) -> None:
    file = StateFile(tmp_path / "data" / "state.json")

    file.save(SAVED)

    assert StateFile(tmp_path / "data" / "state.json").load() == SAVED
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["state.json"]


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "\udcff"),
        '{"place": "left"}',
        '{"sizes": [1, "x"]}',
        '{"frames": {"/notes": {"place": "left"}}}',
        '{"open": "/notes"}',
        '{"searches": {"/notes": 3}}',
        '{"chats": {"/notes": 3}}',
        '{"chat_tabs": {"/notes": "Chats/Pump.md"}}',
        '{"open_chats": {"/notes": [["chat_1", "msg_2"]]}}',
        '{"open_chats": {"/notes": [["chat_1", "msg_2", "far"]]}}',
        '{"shown_chat": {"/notes": 3}}',
        '{"chat_window": [1, 2, 3, 4]}',
        '{"commands": "theme"}',
    ],
)
def test_an_unreadable_state_is_replaced_by_the_default(tmp_path: Path, text: str) -> None:
    file = tmp_path / "state.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))

    assert StateFile(file).load() == WindowState()


def test_unknown_fields_of_a_newer_version_are_ignored(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text('{"zoom": 1.5, "panels": [1, 2]}')

    assert StateFile(file).load() == WindowState(zoom=1.5)


def test_the_state_of_a_newer_version_is_backed_up_before_it_is_overwritten(tmp_path: Path) -> None:
    file, text = tmp_path / "state.json", '{"version": 99, "zoom": 1.5, "panels": [1, 2]}'
    file.write_text(text)
    state_file = StateFile(file)
    assert state_file.state == WindowState(zoom=1.5)
    state_file.save(SAVED)
    state_file.save(WindowState())

    (copy,) = (tmp_path / "backups").iterdir()
    assert copy.name.startswith("state.version-99.")
    assert copy.read_text() == text
    assert StateFile(file).load() == WindowState()


def test_saving_to_an_unwritable_location_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")

    StateFile(tmp_path / "data" / "state.json").save(SAVED)


def test_a_window_out_of_reach_is_rejected(qapp: QGuiApplication) -> None:
    screen = qapp.primaryScreen().availableGeometry()

    assert on_screen((screen.x(), screen.y(), 600, 400))
    assert on_screen((screen.right() - 200, screen.y() + 10, 600, 400))
    assert on_screen((screen.right() + 50, screen.y(), 600, 400)) is None
    assert on_screen((screen.x() - 550, screen.y(), 600, 400)) is None
    assert on_screen((screen.x(), screen.y() - 300, 600, 400)) is None


SMALL, SECOND = QRect(0, 0, 960, 600), QRect(960, 0, 1920, 1080)


@pytest.mark.parametrize(
    ("place", "screen", "unchanged"),
    [
        ((100, 80, 1257, 800), SMALL, False),
        ((700, 300, 500, 400), SMALL, False),
        ((-200, 30, 600, 500), SMALL, False),
        ((12, 34, 900, 500), SMALL, True),
        ((1000, 100, 1200, 800), SECOND, True),
        ((2400, 500, 1200, 800), SECOND, False),
    ],
)
def test_a_restored_window_fits_on_its_screen_with_its_frame(
    monkeypatch: pytest.MonkeyPatch, place: tuple[int, int, int, int], screen: QRect, unchanged: bool
) -> None:
    monkeypatch.setattr(window_state, "available_geometries", lambda: [SMALL, SECOND])

    found = on_screen(place)

    assert found is not None
    assert (found == QRect(*place)) is unchanged
    assert screen.contains(found)
    assert unchanged or (screen - FRAME).contains(found)


def test_the_initial_size_leaves_space_for_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_state, "available_geometries", lambda: [SMALL])

    assert initial_size(QSize(1440, 900)) == QSize(944, 552)
    assert initial_size(QSize(600, 400)) == QSize(600, 400)


def test_a_start_opens_the_vault_in_front_unless_another_is_requested() -> None:
    settings, state = BootstrapSettings(recent=(Path("/recent"),)), WindowState(open=("/front", "/behind"))

    assert first_vault(None, state, settings) == Path("/front")
    assert first_vault(Path("/asked"), state, settings) == Path("/asked")
    assert first_vault(None, WindowState(), settings) == Path("/recent")
    assert first_vault(None, WindowState(), BootstrapSettings()) is None


def test_an_unchanged_state_is_not_written_again(tmp_path: Path) -> None:
    file = StateFile(tmp_path / "state.json")
    file.save(SAVED)
    before = (tmp_path / "state.json").stat().st_ino
    file.save(SAVED)
    assert (tmp_path / "state.json").stat().st_ino == before
    file.save(WindowState())
    assert StateFile(tmp_path / "state.json").load() == WindowState()
