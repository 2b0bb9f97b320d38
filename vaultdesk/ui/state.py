"""State: how the window was left: place, panes, open notes. A picture, not a setting: it may be deleted any time."""

import logging
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter
from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtGui import QGuiApplication

log = logging.getLogger(__name__)

VISIBLE_WIDTH, VISIBLE_HEIGHT = 160, 48
"""Pixels of a window's top that must lie on a screen, or one could not take hold of it."""


FRAME = QMargins(8, 40, 8, 8)
"""Pixels the system's frame may take around a window: its own title bar and edges are known only once it is shown."""


@dataclass(frozen=True)
class WindowState:
    """How the window was left."""

    place: tuple[int, int, int, int] | None = None
    """Left, top, width, height, not maximised."""
    maximized: bool = False
    sizes: tuple[int, ...] = ()
    """Widths of the three panes."""
    hidden: tuple[str, ...] = ()
    """Names of the panes that are hidden."""
    pane: str = "note"
    """The pane shown while the window is narrow."""
    zoom: float = 1.0
    notes: dict[str, str] = field(default_factory=dict)
    """The note that was open, by vault."""


_SHAPE = TypeAdapter(WindowState)


class StateFile:
    """Keeps a `WindowState` in a JSON file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def load(self) -> WindowState:
        """Return what was kept, or the first state where nothing usable was."""
        try:
            return _SHAPE.validate_json(self._file.read_bytes())
        except FileNotFoundError:
            return WindowState()
        except (OSError, ValueError) as error:  # pydantic's own is a ValueError
            log.info("The window's state cannot be read and begins anew: %s", error)
            return WindowState()

    def save(self, state: WindowState) -> None:
        """Keep *state*; failing to is not worth a word to the user."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            fresh = self._file.with_suffix(".new")
            fresh.write_bytes(_SHAPE.dump_json(state, indent=1))
            fresh.replace(self._file)
        except OSError as error:
            log.info("The window's state was not kept: %s", error)


def rooms() -> list[QRect]:
    """Return what each screen leaves for windows and their frames."""
    return [screen.availableGeometry() for screen in QGuiApplication.screens()]


def on_screen(place: tuple[int, int, int, int]) -> QRect | None:
    """Return *place* made to lie wholly on the screen it was on; None where it could not be seen and moved."""
    left, top, width, _ = place
    handle = QRect(left, top, width, VISIBLE_HEIGHT)
    for room in rooms():
        seen = room.intersected(handle)
        if seen.width() >= VISIBLE_WIDTH and seen.height() >= VISIBLE_HEIGHT // 2:
            whole = QRect(*place)
            return whole if room.contains(whole) else within(whole, room - FRAME)
    return None


def within(place: QRect, room: QRect) -> QRect:
    """Return *place* no larger than *room* and moved into it."""
    size = place.size().boundedTo(room.size())
    left = max(room.left(), min(place.left(), room.right() + 1 - size.width()))
    top = max(room.top(), min(place.top(), room.bottom() + 1 - size.height()))
    return QRect(left, top, size.width(), size.height())


def first_size(wanted: QSize) -> QSize:
    """Return *wanted*, or as much of it as the first screen has room for."""
    return wanted.boundedTo(next(((room - FRAME).size() for room in rooms()), wanted))
