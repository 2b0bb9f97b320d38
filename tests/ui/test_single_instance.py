"""Tests of ui/single_instance.py."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication

from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.platform.deep_link import MAX_LINK_LENGTH
from vaultdesk.core.platform.launch_request import LaunchRequest
from vaultdesk.ui import bridge
from vaultdesk.ui.single_instance import (
    ACKNOWLEDGEMENT,
    MAX_MESSAGE_BYTES,
    SingleInstance,
    StartRequest,
    activation_token,
    instance_name,
)

# Instance: the second start hands its folder to the first, and nobody else's words are taken.


@pytest.fixture
def name(tmp_path: Path) -> str:
    return str(tmp_path / "s")


SECOND_START = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from vaultdesk.ui.single_instance import StartRequest as Asked, SingleInstance as Instance
application = QCoreApplication([])
folder, question, token = (*sys.argv[2:], "", "", "")[:3]
link = "ä" * int(sys.argv[5]) if len(sys.argv) > 5 else ""
asked = Asked(Path(folder) if folder else None, bool(question), question, token, link, bool(link))
sys.exit(0 if Instance(sys.argv[1], allow_foreground=print).send_request(asked) else 1)
"""


async def told(instance: SingleInstance, name: str, *wishes: str) -> object:
    """Start another program that hands a folder, a question or a token over, and return what the first one told."""
    asked = asyncio.ensure_future(bridge.wait_signal(instance.request_received))
    await asyncio.sleep(0)
    command = [sys.executable, "-c", SECOND_START, name, *wishes]
    ended = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=15, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.split() == [str(os.getpid())], "Windows lets the first one raise its window only if it is told"
    return (await asked)[0]


@on_qt_loop
async def test_the_folder_of_a_second_start_reaches_the_first(name: str, tmp_path: Path) -> None:
    first = SingleInstance(name)
    assert first.listen()

    assert await told(first, name, str(tmp_path)) == StartRequest(tmp_path)
    assert await told(first, name) == StartRequest()
    first.close()


@on_qt_loop
async def test_a_question_reaches_the_first_with_the_leave_to_come_forward(name: str) -> None:
    first = SingleInstance(name)
    assert first.listen()
    asked = StartRequest(quick_ask=True, question="Who rang?\n“Brandt”?", token="leave-7")

    assert await told(first, name, "", asked.question, asked.token) == asked
    first.close()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="the socket is another kind of thing here")
@on_qt_loop
async def test_an_older_program_that_says_less_is_understood(name: str) -> None:
    first = SingleInstance(name)
    first.listen()
    heard: list[object] = []
    first.request_received.connect(heard.append)

    def older() -> bytes:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(name)
            line.sendall(b'{"open": "/notes"}\n')
            return line.recv(64)

    assert await asyncio.to_thread(older) == ACKNOWLEDGEMENT
    assert heard == [StartRequest(Path("/notes"))]
    first.close()


@on_qt_loop
async def test_alone_there_is_nobody_to_hand_over_to(name: str) -> None:
    assert not SingleInstance(name).send_request(StartRequest())


def test_a_socket_left_by_a_killed_program_is_taken_over(qapp: QApplication, name: str) -> None:
    """The file is there, nobody answers."""
    Path(name).write_text("")

    heir = SingleInstance(name)

    assert heir.listen()
    heir.close()


@pytest.mark.parametrize(
    "message",
    [
        b"not json\n",
        b'["open"]\n',
        b'{"open": 7}\n',
        b'{"quick_ask": "yes"}\n',
        b'{"link": 7}\n',
        b'{"hidden": "yes"}\n',
        json.dumps({"open": "x" * (MAX_MESSAGE_BYTES + 10)}).encode(),
    ],
)
def test_what_is_not_understood_is_not_done(name: str, message: bytes) -> None:
    @on_qt_loop
    async def scene() -> None:
        first = SingleInstance(name)
        first.listen()
        asked: list[object] = []
        first.request_received.connect(asked.append)
        line = QLocalSocket()
        line.connectToServer(name)
        ended = asyncio.ensure_future(bridge.wait_signal(line.disconnected))
        await asyncio.sleep(0)
        line.write(message)
        await ended
        assert asked == []
        first.close()

    scene()


def test_the_desktop_s_leave_is_found_in_either_place() -> None:
    assert activation_token({"DESKTOP_STARTUP_ID": "x11"}) == "x11"
    assert activation_token({"XDG_ACTIVATION_TOKEN": "wayland", "DESKTOP_STARTUP_ID": "x11"}) == "wayland"
    assert activation_token({}) == ""


def test_each_home_has_its_own_instance(tmp_path: Path) -> None:
    names = {instance_name({}), instance_name({"VAULTDESK_HOME": "/a"}), instance_name({"VAULTDESK_HOME": "/b"})}

    assert len(names) == 3
    assert instance_name({"XDG_RUNTIME_DIR": str(tmp_path)}).startswith(str(tmp_path))


def test_each_portable_copy_has_its_own_instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)
    names: set[str] = set()
    for stick in ("red", "blue", "plain"):
        program = tmp_path / stick / "vaultdesk"
        (program.parent / ("" if stick == "plain" else "vaultdesk-data")).mkdir(parents=True)
        monkeypatch.setattr("sys.executable", str(program))
        names.add(instance_name({}))
    monkeypatch.delattr("sys.frozen")

    assert len(names) == 3
    assert instance_name({}) in names  # A copy without the folder is the program of this computer.


def test_a_link_and_a_start_without_a_window_are_handed_over_whole(name: str) -> None:
    @on_qt_loop
    async def scene() -> None:
        first = SingleInstance(name)
        first.listen()
        asked = await told(first, name, "", "", "", str(MAX_LINK_LENGTH))
        assert asked == StartRequest(link="ä" * MAX_LINK_LENGTH, hidden=True)
        first.close()

    scene()


def test_a_wish_is_asked_for_as_it_is() -> None:
    assert StartRequest.of(LaunchRequest(question=""), "t") == StartRequest(quick_ask=True, token="t")
    assert StartRequest.of(LaunchRequest(link="vaultdesk://ask", hidden=True), "") == StartRequest(
        link="vaultdesk://ask", hidden=True
    )


THIRD_START = """
import sys
from PySide6.QtCore import QCoreApplication
from vaultdesk.ui.single_instance import StartRequest as Asked, SingleInstance as Instance
application = QCoreApplication([])
print(Instance(sys.argv[1]).forward_to_running(Asked(question="Who rang?")), "PySide6.QtNetwork" in sys.modules)
"""


def third_start(name: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", THIRD_START, name], stdout=subprocess.PIPE, text=True)


def test_the_first_start_needs_no_network_to_know_that_it_is_alone(name: str) -> None:
    assert third_start(name).communicate(timeout=15)[0].split() == ["False", "False"]


@on_qt_loop
async def test_a_start_waits_for_the_first_that_does_not_listen_yet(name: str) -> None:
    first = SingleInstance(name)
    assert not first.forward_to_running(StartRequest())  # It has the lock, and paints its window.
    second = third_start(name)
    asked = asyncio.ensure_future(bridge.wait_signal(first.request_received))

    assert first.listen()

    assert (await asked)[0] == StartRequest(question="Who rang?")
    assert (await asyncio.to_thread(second.communicate, timeout=15))[0].split() == ["True", "True"]
    first.close()


def test_a_lock_without_a_program_that_listens_holds_nobody_for_long(
    name: str, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.ui.single_instance.START_TIMEOUT", 60)
    silent, other = SingleInstance(name), SingleInstance(name)
    assert not silent.forward_to_running(StartRequest())

    assert not other.forward_to_running(StartRequest())

    silent.close()
    assert not other.forward_to_running(StartRequest())
    assert not silent.forward_to_running(StartRequest())
    other.close()


# Desk application: what the system wants is told, and not done behind our back.

LIMIT = 40
"""Seconds for a program to start and end."""


def test_what_the_system_wants_is_told_and_not_done() -> None:
    script = """
from PySide6.QtCore import QEvent, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QWidget
from vaultdesk.ui.single_instance import VaultDeskApplication
application, told = VaultDeskApplication([]), []
application.quit_requested.connect(lambda: told.append("quit"))
application.request_received.connect(lambda asked: told.append(asked.link or asked.folder.name))
window = QWidget()
window.show()
application.sendEvent(application, QEvent(QEvent.Type.Quit))
application.sendEvent(application, QFileOpenEvent("/notes/Boiler.md"))
link = "vaultdesk://search?query=heat%20loss%25"
application.sendEvent(application, QFileOpenEvent(QUrl.fromEncoded(link.encode())))
print(told, window.isVisible())
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, timeout=LIMIT, check=False,
    )  # fmt: skip

    assert ended.stdout.strip() == "['quit', 'Boiler.md', 'vaultdesk://search?query=heat%20loss%25'] True", ended.stderr
