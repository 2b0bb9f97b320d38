"""Notifications over D-Bus, shown and clicked by a server on a private bus."""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jeepney", reason="only Linux has such a bus")

from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.asyncio import DBusConnection, DBusRouter, Proxy, open_dbus_connection

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.app.dbus_notifications import NOTIFICATION_SERVER, DBusNotifications

CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={0}/bus</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy></busconfig>"""


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A private session bus."""
    daemon = shutil.which("dbus-daemon")
    if daemon is None:
        pytest.skip("there is no dbus-daemon here")
    (tmp_path / "bus.conf").write_text(CONFIG.format(tmp_path))
    command = [daemon, f"--config-file={tmp_path / 'bus.conf'}", "--nofork", "--print-address"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        address = running.stdout.readline().strip()
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        yield address
        running.terminate()


class Server:
    """A notification server: numbers the messages and emits clicks as signals."""

    def __init__(self, connection: DBusConnection) -> None:
        self._connection = connection
        self.shown: dict[int, tuple[Any, ...]] = {}  # Any: the fields have many types
        self.signatures: set[str] = set()

    async def serve(self) -> None:
        while True:
            message = await self._connection.receive()
            if message.header.message_type is not MessageType.method_call:
                continue
            self.signatures.add(message.header.fields[HeaderFields.signature])
            await self._connection.send(self._answer(message))

    def _answer(self, message: Message) -> Message:
        if message.header.fields[HeaderFields.member] == "Notify":
            number = len(self.shown) + 7
            self.shown[number] = message.body
            return new_method_return(message, "u", (number,))
        self.shown.pop(message.body[0], None)
        return new_method_return(message)

    async def click(self, number: int) -> None:
        emitter = DBusAddress(
            NOTIFICATION_SERVER.object_path, NOTIFICATION_SERVER.bus_name, NOTIFICATION_SERVER.interface
        )
        await self._connection.send(new_signal(emitter, "ActionInvoked", "us", (number, "default")))


async def start_server() -> tuple[Server, DBusConnection, "asyncio.Task[None]"]:
    connection = await open_dbus_connection()
    async with DBusRouter(connection) as router:
        await Proxy(message_bus, router).RequestName(NOTIFICATION_SERVER.bus_name)
    server = Server(connection)
    return server, connection, asyncio.ensure_future(server.serve())


@on_qt_loop
async def show_click_and_withdraw() -> None:
    server, connection, serving = await start_server()
    notifications, clicked = DBusNotifications(), []
    assert await notifications.notify("The answer in “<b>” is ready.", lambda: clicked.append("first"))
    assert await notifications.notify("A request is waiting for your approval.", lambda: clicked.append("second"))

    first, second = server.shown
    assert server.shown[first][3:5] == ("The answer in “<b>” is ready.", "")
    await server.click(second)
    await until(lambda: clicked == ["second"])
    await notifications.withdraw()
    await until(lambda: first not in server.shown)

    assert server.signatures == {"susssasa{sv}i", "u"}
    await notifications.close()
    serving.cancel()
    await connection.close()


def test_a_notification_is_shown_clicked_and_withdrawn(bus: str) -> None:
    show_click_and_withdraw()


@on_qt_loop
async def notify_in_vain() -> None:
    notifications = DBusNotifications()
    assert not await notifications.notify("An answer is ready.", lambda: None)
    await notifications.close()


def test_notify_returns_false_on_a_bus_without_a_server(bus: str) -> None:
    notify_in_vain()


def test_notify_returns_false_without_a_bus(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'none'}")
    notify_in_vain()
