"""Tests of diagnosis/display.py."""

import socket
import sys
from pathlib import Path

import pytest

from vaultdesk.diagnosis.display import display_problem

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these systems always have a display")


def test_a_missing_display_is_reported_in_one_sentence() -> None:
    assert display_problem({}) == "No display can be reached from this terminal."


def test_a_display_that_does_not_answer_is_reported() -> None:
    assert "does not answer" in display_problem({"DISPLAY": ":97531"})
    assert "does not answer" in display_problem({"DISPLAY": "not a display"})
    assert "does not answer" in display_problem({"WAYLAND_DISPLAY": "wayland-77", "XDG_RUNTIME_DIR": "/nowhere"})


def test_the_offscreen_platform_needs_no_display() -> None:
    assert display_problem({"QT_QPA_PLATFORM": "offscreen"}) == ""


def test_a_wayland_socket_that_accepts_connections_is_a_display(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(tmp_path / "wayland-0"))
        server.listen()
        assert display_problem({"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}) == ""
