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

# SingleInstance: a second start passes its request to the first, and malformed messages are ignored.


@pytest.fixture
def name(tmp_path: Path) -> str:
    return str(tmp_path / "s")


SECOND_START = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from vaultdesk.ui.single_instance import StartRequest, SingleInstance
application = QCoreApplication([])
folder, question, token = (*sys.argv[2:], "", "", "")[:3]
link = "ä" * int(sys.argv[5]) if len(sys.argv) > 5 else ""
request = StartRequest(Path(folder) if folder else None, bool(question), question, token, link, bool(link))
sys.exit(0 if SingleInstance(sys.argv[1], allow_foreground=print).send_request(request) else 1)
"""


async def request_from_second_start(instance: SingleInstance, name: str, *arguments: str) -> object:
    """Start a second process with a folder, a question or a token, and return the request the first one received."""
    received = asyncio.ensure_future(bridge.wait_signal(instance.request_received))
    await asyncio.sleep(0)
    command = [sys.executable, "-c", SECOND_START, name, *arguments]
    result = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=15, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == [str(os.getpid())], (
        "on Windows the second must permit the first to raise its window"
    )
    return (await received)[0]


@on_qt_loop
async def test_the_folder_of_a_second_start_reaches_the_first(name: str, tmp_path: Path) -> None:
    first = SingleInstance(name)
    assert first.listen()

    assert await request_from_second_start(first, name, str(tmp_path)) == StartRequest(tmp_path)
    assert await request_from_second_start(first, name) == StartRequest()
    first.close()


@on_qt_loop
async def test_a_question_reaches_the_first_with_the_activation_token(name: str) -> None:
    first = SingleInstance(name)
    assert first.listen()
    request = StartRequest(quick_ask=True, question="Who rang?\n“Brandt”?", token="leave-7")

    assert await request_from_second_start(first, name, "", request.question, request.token) == request
    first.close()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="the socket is a named pipe here")
@on_qt_loop
async def test_a_message_of_an_older_version_is_understood(name: str) -> None:
    first = SingleInstance(name)
    first.listen()
    received: list[object] = []
    first.request_received.connect(received.append)

    def send_old_message() -> bytes:
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(name)
            client.sendall(b'{"open": "/notes"}\n')
            return client.recv(64)

    assert await asyncio.to_thread(send_old_message) == ACKNOWLEDGEMENT
    assert received == [StartRequest(Path("/notes"))]
    first.close()


@on_qt_loop
async def test_no_request_is_sent_without_a_running_instance(name: str) -> None:
    assert not SingleInstance(name).send_request(StartRequest())


def test_a_socket_left_by_a_killed_process_is_reused(qapp: QApplication, name: str) -> None:
    """The file exists, but no process listens."""
    Path(name).write_text("")

    instance = SingleInstance(name)

    assert instance.listen()
    instance.close()


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
def test_malformed_messages_are_ignored(name: str, message: bytes) -> None:
    @on_qt_loop
    async def scene() -> None:
        first = SingleInstance(name)
        first.listen()
        received: list[object] = []
        first.request_received.connect(received.append)
        client = QLocalSocket()
        client.connectToServer(name)
        disconnected = asyncio.ensure_future(bridge.wait_signal(client.disconnected))
        await asyncio.sleep(0)
        client.write(message)
        await disconnected
        assert received == []
        first.close()

    scene()


def test_the_activation_token_is_read_from_either_variable() -> None:
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
    for copy in ("red", "blue", "plain"):
        program = tmp_path / copy / "vaultdesk"
        (program.parent / ("" if copy == "plain" else "vaultdesk-data")).mkdir(parents=True)
        monkeypatch.setattr("sys.executable", str(program))
        names.add(instance_name({}))
    monkeypatch.delattr("sys.frozen")

    assert len(names) == 3
    assert instance_name({}) in names  # A copy without the folder counts as the installed program.


def test_a_long_link_and_a_hidden_start_are_passed_completely(name: str) -> None:
    @on_qt_loop
    async def scene() -> None:
        first = SingleInstance(name)
        first.listen()
        request = await request_from_second_start(first, name, "", "", "", str(MAX_LINK_LENGTH))
        assert request == StartRequest(link="ä" * MAX_LINK_LENGTH, hidden=True)
        first.close()

    scene()


def test_a_launch_request_is_converted_to_a_start_request() -> None:
    assert StartRequest.of(LaunchRequest(question=""), "t") == StartRequest(quick_ask=True, token="t")
    assert StartRequest.of(LaunchRequest(link="vaultdesk://ask", hidden=True), "") == StartRequest(
        link="vaultdesk://ask", hidden=True
    )


THIRD_START = """
import sys
from PySide6.QtCore import QCoreApplication
from vaultdesk.ui.single_instance import StartRequest, SingleInstance
application = QCoreApplication([])
forwarded = SingleInstance(sys.argv[1]).forward_to_running(StartRequest(question="Who rang?"))
print(forwarded, "PySide6.QtNetwork" in sys.modules)
"""


def start_third(name: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", THIRD_START, name], stdout=subprocess.PIPE, text=True)


def test_the_first_start_detects_no_other_without_importing_qtnetwork(name: str) -> None:
    assert start_third(name).communicate(timeout=15)[0].split() == ["False", "False"]


@on_qt_loop
async def test_a_start_waits_until_the_first_instance_listens(name: str) -> None:
    first = SingleInstance(name)
    assert not first.forward_to_running(StartRequest())  # It has the lock and is still painting its window.
    second = start_third(name)
    request = asyncio.ensure_future(bridge.wait_signal(first.request_received))

    assert first.listen()

    assert (await request)[0] == StartRequest(question="Who rang?")
    assert (await asyncio.to_thread(second.communicate, timeout=15))[0].split() == ["True", "True"]
    first.close()


def test_a_lock_without_a_listening_process_is_ignored_after_a_timeout(
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


# VaultDeskApplication: system requests are emitted as signals and not carried out by Qt.

LIMIT = 40
"""Seconds for a program to start and end."""


def test_system_requests_are_emitted_and_not_carried_out() -> None:
    script = """
from PySide6.QtCore import QEvent, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QWidget
from vaultdesk.ui.single_instance import VaultDeskApplication
application, requests = VaultDeskApplication([]), []
application.quit_requested.connect(lambda: requests.append("quit"))
application.request_received.connect(lambda request: requests.append(request.link or request.folder.name))
window = QWidget()
window.show()
application.sendEvent(application, QEvent(QEvent.Type.Quit))
application.sendEvent(application, QFileOpenEvent("/notes/Boiler.md"))
link = "vaultdesk://search?query=heat%20loss%25"
application.sendEvent(application, QFileOpenEvent(QUrl.fromEncoded(link.encode())))
print(requests, window.isVisible())
"""
    result = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, timeout=LIMIT, check=False,
    )  # fmt: skip

    assert result.stdout.strip() == "['quit', 'Boiler.md', 'vaultdesk://search?query=heat%20loss%25'] True", (
        result.stderr
    )
