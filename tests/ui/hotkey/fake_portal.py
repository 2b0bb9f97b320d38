"""A private D-Bus session bus, with a GlobalShortcuts portal that answers as a desktop does."""

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    message_bus,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.io.asyncio import DBusConnection, open_dbus_connection

from tests.ui.hotkey.x_server import terminate
from vaultdesk.ui.hotkey.hotkey_portal import PORTAL_BUS, PORTAL_PATH, REQUEST_INTERFACE, SHORTCUTS_INTERFACE

SESSION = f"{PORTAL_PATH}/session/test/vaultdesk"


@contextmanager
def bus(folder: Path) -> Iterator[str]:
    """Run a bus and yield its address, as found in the environment of a session."""
    if shutil.which("dbus-daemon") is None:
        pytest.skip("dbus-daemon is not installed")
    address = f"unix:path={folder / 'bus'}"
    command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}", "--print-address"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert daemon.stdout is not None
        assert daemon.stdout.readline().strip(), "the bus ended before it was ready"
        yield address
    finally:
        terminate(daemon)
        if daemon.stdout is not None:
            daemon.stdout.close()


class FakePortal:
    """Answers the calls of VaultDesk; *code* is the user's answer in the dialog of the desktop."""

    def __init__(self, connection: DBusConnection, code: int = 0) -> None:
        self._connection = connection
        self._code = code
        self.bound: list[Any] = []
        """The bodies of the BindShortcuts calls received."""

    async def serve(self) -> None:
        """Answer until the connection is closed."""
        while True:
            message = await self._connection.receive()
            if message.header.message_type is MessageType.method_call:
                await self._answer(message)

    async def press(self, shortcut: str = "quick-ask", session: str = SESSION) -> None:
        """Emit a press, as the desktop does."""
        arguments = (session, shortcut, 1, {"activation_token": ("s", "token-1")})
        await self._connection.send(
            new_signal(DBusAddress(PORTAL_PATH, interface=SHORTCUTS_INTERFACE), "Activated", "osta{sv}", arguments)
        )

    async def _answer(self, call: Message) -> None:
        method = call.header.fields[HeaderFields.member]
        if method == "Get":
            await self._connection.send(new_method_return(call, "v", (("u", 2),)))
        elif method in ("CreateSession", "BindShortcuts"):
            await self._request(call, method)
        else:
            await self._connection.send(new_error(call, "org.freedesktop.DBus.Error.UnknownMethod"))

    async def _request(self, call: Message, method: str) -> None:
        options = call.body[-1]
        sender = call.header.fields[HeaderFields.sender].removeprefix(":").replace(".", "_")
        handle = f"{PORTAL_PATH}/request/{sender}/{options['handle_token'][1]}"
        await self._connection.send(new_method_return(call, "o", (handle,)))
        if method == "CreateSession":
            code: int = 0
            results: dict[str, tuple[str, object]] = {"session_handle": ("s", SESSION)}
        else:
            self.bound.append(call.body)
            code = self._code
            shortcuts = [("quick-ask", {"trigger_description": ("s", "Press Super+Space")})]
            results = {} if code else {"shortcuts": ("a(sa{sv})", shortcuts)}
        answer = DBusAddress(handle, interface=REQUEST_INTERFACE)
        await self._connection.send(new_signal(answer, "Response", "ua{sv}", (code, results)))


@asynccontextmanager
async def portal(code: int = 0) -> AsyncIterator[FakePortal]:
    """Run a fake portal on the bus of the environment."""
    connection = await open_dbus_connection()
    fake = FakePortal(connection, code)
    await connection.send(message_bus.RequestName(PORTAL_BUS))
    serving = asyncio.ensure_future(fake.serve())
    try:
        yield fake
    finally:
        serving.cancel()
        await asyncio.wait([serving])
        await connection.close()
