"""Session bus: which programs of the desktop answer there, asked by their names alone. Linux; calls none of them."""

import sys
from collections.abc import Mapping, Sequence

LIMIT = 3.0
"""Seconds for one question; a bus answers in milliseconds."""

NOTICES, PORTAL = "org.freedesktop.Notifications", "org.freedesktop.portal.Desktop"
"""Who shows messages, and who gives programs on Wayland what they may not take."""


def there_on_bus(names: Sequence[str]) -> Mapping[str, bool] | None:
    """Return which of *names* answer or would be started for us; None where there is no bus. Blocks for seconds."""
    if not sys.platform.startswith("linux"):
        return None
    # Here: on other systems it is not installed.
    from jeepney import new_method_call
    from jeepney.bus_messages import message_bus
    from jeepney.io.blocking import open_dbus_connection
    from jeepney.wrappers import DBusErrorResponse, unwrap_msg

    try:
        with open_dbus_connection() as bus:
            known: set[str] = set()
            for member in ("ListNames", "ListActivatableNames"):
                told = bus.send_and_get_reply(new_method_call(message_bus, member), timeout=LIMIT)
                known.update(unwrap_msg(told)[0])
    except (OSError, EOFError, KeyError, ValueError, DBusErrorResponse):
        return None  # No bus, or none that speaks: there is nothing on it for us.
    return {name: name in known for name in names}
