"""Placing: where quick ask stands, and what the screen can do for it. Moves nothing itself."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QCursor, QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.hotkey.xcb import NoServer, Xcb

log = logging.getLogger(__name__)

FROM_TOP = 0.13
"""Share of the screen's height above the window (mockup 06a)."""

MOST_HEIGHT = 0.6
"""Share of the screen's height that the window may take before its contents scroll."""


def screen_at_pointer() -> QScreen:
    """Return the screen the person is at."""
    return QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()


def place_of(body: QSize, room: QRect) -> QRect:
    """Return where a window of the size of *body* stands on a screen with *room*: in the middle, near the top."""
    width, height = min(body.width(), room.width()), min(body.height(), room.height())
    left = room.left() + (room.width() - width) // 2
    top = min(room.top() + round(room.height() * FROM_TOP), room.bottom() + 1 - height)
    return QRect(left, top, width, height)


def can_be_translucent() -> bool:
    """Tell whether what lies below a window can shine through; on X11 that takes a compositor."""
    if not _on_x11():
        return True
    with _server() as server:
        return server is not None and server.owned("_NET_WM_CM_S0")


def take_keyboard(window: QWidget) -> None:
    """Bring *window* to the front with the keyboard in it, as far as the system lets a program do that."""
    window.raise_()
    window.activateWindow()
    if _on_x11():
        # Qt does not know of the key that was pressed in another program, so its own wish would look like a pop-up
        # nobody asked for, and window managers that guard the keyboard would leave it where it is.
        with _server() as server:
            if server is not None:
                server.activate(int(window.winId()))


def _on_x11() -> bool:
    return QGuiApplication.platformName() == "xcb"


@contextmanager
def _server() -> Iterator[Xcb | None]:
    try:
        server = Xcb()
    except NoServer as missing:
        log.info("The X server could not be asked: %s", missing)
        yield None
        return
    try:
        yield server
    finally:
        server.close()
