"""State: what was kept comes back whole; what cannot be read begins anew."""

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from vaultdesk.ui.state import StateFile, WindowState, on_screen

LEFT = WindowState(
    place=(10, 20, 900, 700), maximized=True, sizes=(200, 500, 300), hidden=("chat",), pane="files", zoom=1.2,
    notes={"/notes": "Projects/Boiler.md"},
)  # fmt: skip


def test_state_comes_back_whole(tmp_path: Path) -> None:
    file = StateFile(tmp_path / "data" / "state.json")

    file.save(LEFT)

    assert StateFile(tmp_path / "data" / "state.json").load() == LEFT
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["state.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"place": "left"}', '{"sizes": [1, "x"]}', "\udcff"])
def test_what_cannot_be_read_begins_anew(tmp_path: Path, text: str) -> None:
    file = tmp_path / "state.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))

    assert StateFile(file).load() == WindowState()


def test_unknown_fields_of_a_newer_version_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text('{"zoom": 1.5, "tabs": [1, 2]}')

    assert StateFile(file).load() == WindowState(zoom=1.5)


def test_a_place_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")

    StateFile(tmp_path / "data" / "state.json").save(LEFT)


def test_a_window_must_be_within_reach(qapp: QGuiApplication) -> None:
    screen = qapp.primaryScreen().availableGeometry()

    assert on_screen((screen.x(), screen.y(), 600, 400))
    assert on_screen((screen.right() - 200, screen.y() + 10, 600, 400))
    assert not on_screen((screen.right() + 50, screen.y(), 600, 400))
    assert not on_screen((screen.x() - 550, screen.y(), 600, 400))
    assert not on_screen((screen.x(), screen.y() - 300, 600, 400))
