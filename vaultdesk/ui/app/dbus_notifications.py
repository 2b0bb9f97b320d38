"""Desktop notifications on Linux over D-Bus.

QtDBus is not used: the call has an unsigned parameter, which PySide cannot send.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.asyncio import DBusRouter, Proxy, open_dbus_router
from jeepney.wrappers import DBusErrorResponse, unwrap_msg
from PySide6.QtCore import QObject

from vaultdesk.core.platform.paths import APP_ID
from vaultdesk.ui import bridge

log = logging.getLogger(__name__)

NOTIFICATION_SERVER = DBusAddress(
    "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "org.freedesktop.Notifications"
)

SERVER_TIMEOUT = 3.0
"""Seconds within which a notification server must answer."""

NORMAL_URGENCY = 1
"""Urgency of an ordinary message."""


class DBusNotifications(QObject):
    """Shows messages and reports clicks on them. Connects for the first one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._router: DBusRouter | None = None
        self._exit_stack = AsyncExitStack()
        self._clicked: dict[int, Callable[[], object]] = {}
        self._sending = asyncio.Lock()

    async def notify(self, text: str, clicked: Callable[[], object]) -> bool:
        """Show *text*; *clicked* is called when the user clicks on it. Return False if no server shows messages."""
        try:
            async with self._sending, asyncio.timeout(SERVER_TIMEOUT):
                router = self._router or await self._connect()
                hints = {
                    "desktop-entry": ("s", APP_ID),
                    "urgency": ("y", NORMAL_URGENCY),
                    "category": ("s", "im.received"),
                }
                # The text is in the summary, because only that is plain text on every server. "default" is a click on
                # the message.
                arguments = ("VaultDesk", 0, APP_ID, text, "", ["default", self.tr("Show")], hints, -1)
                (number,) = unwrap_msg(
                    await router.send_and_get_reply(
                        new_method_call(NOTIFICATION_SERVER, "Notify", "susssasa{sv}i", arguments)
                    )
                )
        except (OSError, EOFError, KeyError, ValueError, RuntimeError, DBusErrorResponse, TimeoutError) as error:
            log.info("No notification could be shown: %s", error)
            await self.close()
            return False
        self._clicked[number] = clicked
        return True

    async def withdraw(self) -> None:
        """Remove visible messages, because the user returned to the program."""
        shown, self._clicked = list(self._clicked), {}
        for number in shown:
            if self._router is not None:
                await self._router.send(new_method_call(NOTIFICATION_SERVER, "CloseNotification", "u", (number,)))

    async def close(self) -> None:
        self._router = None
        self._clicked.clear()
        try:
            await self._exit_stack.aclose()
        except (OSError, EOFError) as error:  # the bus disconnected first
            log.info("The session bus was disconnected: %s", error)

    async def _connect(self) -> DBusRouter:
        router = await self._exit_stack.enter_async_context(open_dbus_router())
        rule = MatchRule(type="signal", interface=NOTIFICATION_SERVER.interface, path=NOTIFICATION_SERVER.object_path)
        messages: asyncio.Queue[Message] = asyncio.Queue(64)
        self._exit_stack.enter_context(router.filter(rule, queue=messages))
        await Proxy(message_bus, router).AddMatch(rule)
        reading = bridge.start(self._read(messages), owner=self)
        self._exit_stack.callback(reading.cancel)
        self._router = router
        return router

    async def _read(self, messages: "asyncio.Queue[Message]") -> None:
        while True:
            message = await messages.get()
            member = message.header.fields.get(HeaderFields.member)
            if not message.body or not isinstance(message.body[0], int):
                continue
            if member == "ActionInvoked" and (clicked := self._clicked.pop(message.body[0], None)) is not None:
                clicked()
            elif member == "NotificationClosed":
                self._clicked.pop(message.body[0], None)
