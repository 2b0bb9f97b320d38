"""Global hotkey on Wayland, through the GlobalShortcuts desktop portal.

Uses jeepney: BindShortcuts takes an array of structs, which PySide6's D-Bus cannot write.
"""

import asyncio
import os
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from jeepney import DBusAddress, MatchRule, Properties, message_bus, new_method_call
from jeepney.io.asyncio import DBusRouter, open_dbus_router
from jeepney.low_level import Message, MessageType
from PySide6.QtCore import QObject

from vaultdesk.core.platform.paths import APP_ID
from vaultdesk.ui.bridge import start
from vaultdesk.ui.hotkey.key_combination import ALT, CONTROL, META, SHIFT, HotkeyBackend, KeyCombination

PORTAL_BUS, PORTAL_PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
SHORTCUTS_INTERFACE, REQUEST_INTERFACE = "org.freedesktop.portal.GlobalShortcuts", "org.freedesktop.portal.Request"
REGISTRY_INTERFACE = "org.freedesktop.host.portal.Registry"
SHORTCUT_ID = "quick-ask"

PORTAL_MODIFIERS = ((CONTROL, "CTRL"), (ALT, "ALT"), (SHIFT, "SHIFT"), (META, "LOGO"))
"""The modifiers in the notation of freedesktop.org."""

PORTAL_TIMEOUT = 5.0
"""Seconds to wait for the portal; starting one takes a second or two."""

COMMAND = "vaultdesk --quick-ask"
"""The command that the user can bind in the desktop's own settings."""

TOKEN_VARIABLE = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - a name, no secret
"""The variable from which Qt reads the desktop's activation token."""


class NoPortal(Exception):
    """The desktop has no such portal, or it does not answer."""


@dataclass(frozen=True, slots=True)
class PortalRefused(Exception):
    """The desktop, or the user in its dialog, refused."""

    code: int
    """1 if the user closed the dialog."""


class PortalHotkeyBackend(HotkeyBackend):
    """Connected to the bus while keys are registered; needs a running loop."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work: asyncio.Task[None] | None = None
        self._status = ""
        """The desktop's answer, once there is one."""

    def available(self) -> str:
        return self._status or self.tr("The desktop registers the shortcut and may show its own dialog for it.")

    def register(self, keys: KeyCombination) -> str:
        """Register *keys*; the result is emitted by `problem_changed`."""
        self.unregister()
        self._work = start(self._hold_shortcut(keys), self)
        return ""

    def unregister(self) -> None:
        """Close the connection, which ends the registration."""
        if self._work is not None:
            self._work.cancel()
            self._work = None

    async def _hold_shortcut(self, keys: KeyCombination) -> None:
        try:
            async with open_dbus_router() as router:
                await self._follow(ShortcutsPortal(router), keys)
        except (NoPortal, OSError, KeyError, EOFError, ValueError, TimeoutError):
            # No bus, access refused, or no such portal on it.
            text = self.tr(
                "This desktop does not let programs register shortcuts. Assign a shortcut to the command "
                "{0} in its settings."
            )
            self._report_problem(text.format(COMMAND), text.format(COMMAND))
        except PortalRefused as refused:
            closed = self.tr("The dialog of the desktop was closed, so no shortcut was set.")
            text = self.tr(
                "The desktop refused this shortcut. Assign a shortcut to the command {0} in its settings instead."
            )
            self._report_problem(closed if refused.code == 1 else text.format(COMMAND), "")

    async def _follow(self, portal: "ShortcutsPortal", keys: KeyCombination) -> None:
        await portal.check_available()
        session = await portal.create_session()
        messages: asyncio.Queue[Message] = asyncio.Queue()
        with portal.activations(messages):
            assigned = await portal.bind(session, self.tr("Quick ask"), portal_trigger(keys))
            self._report_problem("", self.tr("The desktop opens quick ask with “{0}”.").format(assigned or keys.text))
            while True:
                activated, shortcut, _time, options = (await messages.get()).body
                if (activated, shortcut) == (session, SHORTCUT_ID):
                    token = options.get("activation_token")
                    if token is not None:
                        os.environ[TOKEN_VARIABLE] = str(token[1])
                    self.pressed.emit()

    def _report_problem(self, problem: str, status: str) -> None:
        self._status = status
        self.problem_changed.emit(problem)


class ShortcutsPortal:
    """The calls of the portal defined by freedesktop.org; those that ask the user are answered by a signal."""

    def __init__(self, router: DBusRouter) -> None:
        self._router = router
        self._calls = 0

    async def check_available(self) -> None:
        """Raise `NoPortal` if there is none."""
        version = Properties(DBusAddress(PORTAL_PATH, PORTAL_BUS, SHORTCUTS_INTERFACE)).get("version")
        try:
            async with asyncio.timeout(PORTAL_TIMEOUT):
                reply = await self._router.send_and_get_reply(version)
                # Identifies this program to the desktop; older ones lack this call and do not need it.
                await self._router.send_and_get_reply(
                    new_method_call(
                        DBusAddress(PORTAL_PATH, PORTAL_BUS, REGISTRY_INTERFACE),
                        "Register",
                        "sa{sv}",
                        (APP_ID, {}),
                    )
                )
        except TimeoutError:
            raise NoPortal from None
        if reply.header.message_type is MessageType.error:
            raise NoPortal

    async def create_session(self) -> str:
        """Create a session; return its handle."""
        options = {"session_handle_token": ("s", "vaultdesk")}
        results = await self._request("CreateSession", "a{sv}", (options,))
        return str(results["session_handle"][1])

    async def bind(self, session: str, text: str, trigger: str) -> str:
        """Bind the shortcut; return the desktop's description of the assigned keys, if it gives one."""
        shortcut = (SHORTCUT_ID, {"description": ("s", text), "preferred_trigger": ("s", trigger)})
        results = await self._request("BindShortcuts", "oa(sa{sv})sa{sv}", (session, [shortcut], "", {}))
        shortcuts: Any = results.get("shortcuts", ("", []))[1]  # Any: data from the bus is untyped
        for name, properties in shortcuts:
            if name == SHORTCUT_ID:
                return str(properties.get("trigger_description", ("s", ""))[1])
        return ""

    def activations(self, queue: "asyncio.Queue[Message]") -> "AbstractContextManager[object]":
        """Put each activation into *queue* for as long as the block lasts."""
        subscription: AbstractContextManager[object] = self._router.filter(
            MatchRule(type="signal", interface=SHORTCUTS_INTERFACE, member="Activated"), queue=queue
        )
        return subscription

    async def _request(self, method: str, signature: str, body: tuple[object, ...]) -> dict[str, tuple[str, object]]:
        """Call *method* and wait for its response, which may need the user. Raises `PortalRefused`."""
        self._calls += 1
        token = f"vaultdesk{self._calls}"
        *arguments, options = body
        assert isinstance(options, dict)
        call = new_method_call(
            DBusAddress(PORTAL_PATH, PORTAL_BUS, SHORTCUTS_INTERFACE),
            method,
            signature,
            (*arguments, {**options, "handle_token": ("s", token)}),
        )
        sender = str(self._router.unique_name).removeprefix(":").replace(".", "_")
        # Subscribed before the call, because the response may arrive first.
        response_rule = MatchRule(
            type="signal",
            interface=REQUEST_INTERFACE,
            member="Response",
            path=f"{PORTAL_PATH}/request/{sender}/{token}",
        )
        activated_rule = MatchRule(type="signal", interface=SHORTCUTS_INTERFACE, member="Activated")
        responses: asyncio.Queue[Message] = asyncio.Queue()
        for rule in (response_rule, activated_rule):
            await self._router.send_and_get_reply(message_bus.AddMatch(rule))
        with self._router.filter(response_rule, queue=responses):
            reply = await self._router.send_and_get_reply(call)
            if reply.header.message_type is MessageType.error:
                raise PortalRefused(2)
            code, results = (await responses.get()).body
        if code:
            raise PortalRefused(code)
        return dict(results)


def portal_trigger(keys: KeyCombination) -> str:
    """Return *keys* in the notation of freedesktop.org: `CTRL+ALT+space`."""
    return "+".join([*(word for modifier, word in PORTAL_MODIFIERS if keys.modifiers & modifier), keys.codes.portal])
