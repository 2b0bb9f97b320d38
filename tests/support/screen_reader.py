"""Screen reader: an AT-SPI client that sees a window only as assistive technology does
(vaultdesk/ui/README.md, "Accessibility").

Speaks D-Bus by itself and knows no Qt: what it finds is what a screen reader finds.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
ACCESSIBLE = "org.a11y.atspi.Accessible"
SHOWING, FOCUSED, FOCUSABLE, ENABLED = 25, 12, 11, 8
"""Numbers of states (AT-SPI, AtspiStateType)."""

WAIT = 10.0
"""Seconds one answer may take."""


class NotThere(LookupError):
    """What was looked for is not in the tree."""


@dataclass(frozen=True)
class Thing:
    """One thing that can be read."""

    bus: str
    path: str
    role: str
    name: str
    depth: int = 0


class ScreenReader:
    """Reads and works the programs of this session."""

    def __init__(self) -> None:
        session = open_dbus_connection("SESSION")
        try:
            (address,) = ask(session, ("org.a11y.Bus", "/org/a11y/bus"), "org.a11y.Bus", "GetAddress")
        finally:
            session.close()
        self._bus = open_dbus_connection(str(address))

    def close(self) -> None:
        """Let the bus go."""
        self._bus.close()

    def programs(self) -> list[Thing]:
        """Return the programs that can be read."""
        return self.children(Thing(*REGISTRY, "desktop frame", ""))

    def children(self, thing: Thing) -> list[Thing]:
        """Return what stands in *thing*."""
        (children,) = self._ask(thing, ACCESSIBLE, "GetChildren")
        return [self._thing(str(bus), str(path), thing.depth + 1) for bus, path in children]

    def everything(self, thing: Thing, *, shown: bool = True) -> Iterator[Thing]:
        """Yield *thing* and all in it, in reading order; with *shown* only what can be seen."""
        yield thing
        for child in self.children(thing):
            if not shown or child.role == "application" or self.is_in(child, SHOWING):
                yield from self.everything(child, shown=shown)

    def find(self, root: Thing, fits: Callable[[Thing], bool]) -> Thing:
        """Return the first thing in *root* that *fits*. Raises `NotThere`."""
        for thing in self.everything(root):
            if fits(thing):
                return thing
        raise NotThere

    def is_in(self, thing: Thing, state: int) -> bool:
        """Tell whether *thing* is in *state*."""
        (words,) = self._ask(thing, ACCESSIBLE, "GetState")
        return bool(int(words[state // 32]) >> (state % 32) & 1)

    def press(self, thing: Thing) -> None:
        """Do the first thing *thing* offers."""
        self._ask(thing, "org.a11y.atspi.Action", "DoAction", "i", (0,))

    def focus(self, thing: Thing) -> None:
        """Give *thing* the keyboard."""
        self._ask(thing, "org.a11y.atspi.Component", "GrabFocus")

    def write(self, thing: Thing, text: str) -> None:
        """Put *text* into a field, in place of what is in it."""
        self._ask(thing, "org.a11y.atspi.EditableText", "SetTextContents", "s", (text,))

    def text(self, thing: Thing) -> str:
        """Return what stands in *thing*."""
        (text,) = self._ask(thing, "org.a11y.atspi.Text", "GetText", "ii", (0, -1))
        return str(text)

    def description(self, thing: Thing) -> str:
        """Return what is said of *thing* beside its name."""
        return str(self._property(thing.bus, thing.path, "Description"))

    def _thing(self, bus: str, path: str, depth: int) -> Thing:
        name = str(self._property(bus, path, "Name"))
        (role,) = ask(self._bus, (bus, path), ACCESSIBLE, "GetRoleName")
        return Thing(bus, path, str(role), name, depth)

    def _property(self, bus: str, path: str, name: str) -> object:
        got = ask(self._bus, (bus, path), "org.freedesktop.DBus.Properties", "Get", "ss", (ACCESSIBLE, name))
        return got[0][1]

    def _ask(
        self, thing: Thing, interface: str, member: str, signature: str = "", body: Sequence[object] = ()
    ) -> Sequence[Any]:  # Any: what D-Bus carries has no types here
        return ask(self._bus, (thing.bus, thing.path), interface, member, signature, body)


def ask(
    bus: DBusConnection,
    whom: tuple[str, str],
    interface: str,
    member: str,
    signature: str = "",
    body: Sequence[object] = (),
) -> Sequence[Any]:  # Any: as above
    """Call *member* of *whom* (a name on the bus, a path) and return what it answers. Raises `NotThere`."""
    address = DBusAddress(whom[1], bus_name=whom[0], interface=interface)
    answer = bus.send_and_get_reply(new_method_call(address, member, signature or None, tuple(body)), timeout=WAIT)
    if answer.header.message_type is MessageType.error:
        raise NotThere(f"{interface}.{member} of {whom[1]}: {answer.body}")
    return answer.body
