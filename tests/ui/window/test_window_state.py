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


def test_tabs_come_back_as_they_were() -> None:
    assert parse_saved_tabs(json.loads(json.dumps(saved_tabs_value(TABS)))) == TABS


def test_an_empty_object_is_no_tabs() -> None:
    assert parse_saved_tabs({}) == SavedTabs()


@pytest.mark.parametrize(
    "wrong",
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
def test_what_this_program_never_writes_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match="another type"):
        parse_saved_tabs(wrong)


# State: what was kept comes back whole; what cannot be read begins anew.

LEFT = WindowState(
    place=(10, 20, 900, 700), maximized=True, sizes=(200, 500, 300), hidden=("chat",), pane="files", zoom=1.2,
    notes={"/notes": "Projects/Boiler.md"}, searches={"/notes": ("pump", "tag:#heating")},
    chats={"/notes": "Chats/Pump.md"}, chat_tabs={"/notes": ("Chats/Pump.md", "Chats/Trip.md")},
    open_chats={"/notes": (SavedChatTab("chat_1", "msg_2", 12), SavedChatTab("Chats/Trip.md"))},
    shown_chat={"/notes": "chat_1"},
    chat_window=WindowFrame((30, 40, 420, 700), True), full_screen=True, open=("/notes", "/b"), told_tray=True,
    frames={"/notes": WindowFrame((1, 2, 900, 600), sizes=(200, 500, 300)), "/b": WindowFrame(full_screen=True)},
    commands=("theme", "command:Assistant/Commands/Shorten.md"),
)  # fmt: skip


def test_state_comes_back_whole(tmp_path: Path) -> None:
    file = StateFile(tmp_path / "data" / "state.json")

    file.save(LEFT)

    assert StateFile(tmp_path / "data" / "state.json").load() == LEFT
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
def test_what_cannot_be_read_begins_anew(tmp_path: Path, text: str) -> None:
    file = tmp_path / "state.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))

    assert StateFile(file).load() == WindowState()


def test_unknown_fields_of_a_newer_version_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text('{"zoom": 1.5, "panels": [1, 2]}')

    assert StateFile(file).load() == WindowState(zoom=1.5)


def test_what_a_newer_version_left_is_copied_before_it_is_written_over(tmp_path: Path) -> None:
    file, text = tmp_path / "state.json", '{"version": 99, "zoom": 1.5, "panels": [1, 2]}'
    file.write_text(text)
    kept = StateFile(file)
    assert kept.state == WindowState(zoom=1.5)
    kept.save(LEFT)
    kept.save(WindowState())

    (copy,) = (tmp_path / "backups").iterdir()
    assert copy.name.startswith("state.version-99.")
    assert copy.read_text() == text
    assert StateFile(file).load() == WindowState()


def test_a_place_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")

    StateFile(tmp_path / "data" / "state.json").save(LEFT)


def test_a_window_must_be_within_reach(qapp: QGuiApplication) -> None:
    screen = qapp.primaryScreen().availableGeometry()

    assert on_screen((screen.x(), screen.y(), 600, 400))
    assert on_screen((screen.right() - 200, screen.y() + 10, 600, 400))
    assert on_screen((screen.right() + 50, screen.y(), 600, 400)) is None
    assert on_screen((screen.x() - 550, screen.y(), 600, 400)) is None
    assert on_screen((screen.x(), screen.y() - 300, 600, 400)) is None


SMALL, SECOND = QRect(0, 0, 960, 600), QRect(960, 0, 1920, 1080)


@pytest.mark.parametrize(
    ("place", "screen", "kept"),
    [
        ((100, 80, 1257, 800), SMALL, False),
        ((700, 300, 500, 400), SMALL, False),
        ((-200, 30, 600, 500), SMALL, False),
        ((12, 34, 900, 500), SMALL, True),
        ((1000, 100, 1200, 800), SECOND, True),
        ((2400, 500, 1200, 800), SECOND, False),
    ],
)
def test_a_window_comes_back_wholly_on_its_screen_with_its_frame(
    monkeypatch: pytest.MonkeyPatch, place: tuple[int, int, int, int], screen: QRect, kept: bool
) -> None:
    monkeypatch.setattr(window_state, "available_geometries", lambda: [SMALL, SECOND])

    found = on_screen(place)

    assert found is not None
    assert (found == QRect(*place)) is kept
    assert screen.contains(found)
    assert kept or (screen - FRAME).contains(found)


def test_the_first_window_leaves_room_for_its_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_state, "available_geometries", lambda: [SMALL])

    assert initial_size(QSize(1440, 900)) == QSize(944, 552)
    assert initial_size(QSize(600, 400)) == QSize(600, 400)


def test_a_start_opens_what_was_in_front_unless_something_else_is_asked_for() -> None:
    seen, left = BootstrapSettings(recent=(Path("/recent"),)), WindowState(open=("/front", "/behind"))

    assert first_vault(None, left, seen) == Path("/front")
    assert first_vault(Path("/asked"), left, seen) == Path("/asked")
    assert first_vault(None, WindowState(), seen) == Path("/recent")
    assert first_vault(None, WindowState(), BootstrapSettings()) is None


def test_what_is_written_already_is_not_written_again(tmp_path: Path) -> None:
    file = StateFile(tmp_path / "state.json")
    file.save(LEFT)
    before = (tmp_path / "state.json").stat().st_ino
    file.save(LEFT)
    assert (tmp_path / "state.json").stat().st_ino == before
    file.save(WindowState())
    assert StateFile(tmp_path / "state.json").load() == WindowState()
