"""Screen reader: an AT-SPI client that accesses a window only as assistive technology does
(vaultdesk/ui/README.md, "Accessibility").

Uses D-Bus directly and does not depend on Qt.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
ACCESSIBLE = "org.a11y.atspi.Accessible"
SHOWING, FOCUSED, FOCUSABLE, ENABLED = 25, 12, 11, 8
"""State numbers (AT-SPI, AtspiStateType)."""

WAIT = 10.0
"""Timeout of one reply in seconds."""


class NotThere(LookupError):
    """The object is not in the accessibility tree."""


@dataclass(frozen=True)
class Thing:
    """One accessible object."""

    bus: str
    path: str
    role: str
    name: str
    depth: int = 0


class ScreenReader:
    """Reads and operates the programs of this session."""

    def __init__(self) -> None:
        session = open_dbus_connection("SESSION")
        try:
            (address,) = ask(session, ("org.a11y.Bus", "/org/a11y/bus"), "org.a11y.Bus", "GetAddress")
        finally:
            session.close()
        self._bus = open_dbus_connection(str(address))

    def close(self) -> None:
        """Close the connection to the bus."""
        self._bus.close()

    def programs(self) -> list[Thing]:
        """Return the accessible programs."""
        return self.children(Thing(*REGISTRY, "desktop frame", ""))

    def children(self, thing: Thing) -> list[Thing]:
        """Return the children of *thing*."""
        (children,) = self._ask(thing, ACCESSIBLE, "GetChildren")
        return [self._thing(str(bus), str(path), thing.depth + 1) for bus, path in children]

    def everything(self, thing: Thing, *, shown: bool = True) -> Iterator[Thing]:
        """Yield *thing* and its descendants in reading order; with *shown* only visible ones."""
        yield thing
        for child in self.children(thing):
            if not shown or child.role == "application" or self.is_in(child, SHOWING):
                yield from self.everything(child, shown=shown)

    def find(self, root: Thing, fits: Callable[[Thing], bool]) -> Thing:
        """Return the first object in *root* for which *fits* is true. Raises `NotThere`."""
        for thing in self.everything(root):
            if fits(thing):
                return thing
        raise NotThere

    def is_in(self, thing: Thing, state: int) -> bool:
        """Return whether *thing* has *state*."""
        (words,) = self._ask(thing, ACCESSIBLE, "GetState")
        return bool(int(words[state // 32]) >> (state % 32) & 1)

    def press(self, thing: Thing) -> None:
        """Perform the first action of *thing*."""
        self._ask(thing, "org.a11y.atspi.Action", "DoAction", "i", (0,))

    def focus(self, thing: Thing) -> None:
        """Move the keyboard focus to *thing*."""
        self._ask(thing, "org.a11y.atspi.Component", "GrabFocus")

    def write(self, thing: Thing, text: str) -> None:
        """Replace the content of a field with *text*."""
        self._ask(thing, "org.a11y.atspi.EditableText", "SetTextContents", "s", (text,))

    def text(self, thing: Thing) -> str:
        """Return the text of *thing*."""
        (text,) = self._ask(thing, "org.a11y.atspi.Text", "GetText", "ii", (0, -1))
        return str(text)

    def description(self, thing: Thing) -> str:
        """Return the accessible description of *thing*."""
        return str(self._property(thing.bus, thing.path, "Description"))

    def _thing(self, bus: str, path: str, depth: int) -> Thing:
        name = str(self._property(bus, path, "Name"))
        (role,) = ask(self._bus, (bus, path), ACCESSIBLE, "GetRoleName")
        return Thing(bus, path, str(role), name, depth)

    def _property(self, bus: str, path: str, name: str) -> object:
        reply = ask(self._bus, (bus, path), "org.freedesktop.DBus.Properties", "Get", "ss", (ACCESSIBLE, name))
        return reply[0][1]

    def _ask(
        self, thing: Thing, interface: str, member: str, signature: str = "", body: Sequence[object] = ()
    ) -> Sequence[Any]:  # Any: D-Bus values are untyped
        return ask(self._bus, (thing.bus, thing.path), interface, member, signature, body)


def ask(
    bus: DBusConnection,
    whom: tuple[str, str],
    interface: str,
    member: str,
    signature: str = "",
    body: Sequence[object] = (),
) -> Sequence[Any]:  # Any: as above
    """Call *member* of *whom* (bus name and path) and return the reply. Raises `NotThere`."""
    address = DBusAddress(whom[1], bus_name=whom[0], interface=interface)
    answer = bus.send_and_get_reply(new_method_call(address, member, signature or None, tuple(body)), timeout=WAIT)
    if answer.header.message_type is MessageType.error:
        raise NotThere(f"{interface}.{member} of {whom[1]}: {answer.body}")
    return answer.body
