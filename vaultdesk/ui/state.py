"""State: how the window was left: place, panes, open notes. A picture, not a setting: it may be deleted any time."""

import json
import logging
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtGui import QGuiApplication

log = logging.getLogger(__name__)

_T = TypeVar("_T")

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
    searches: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What was searched for, the last one first, by vault."""
    chats: dict[str, str] = field(default_factory=dict)
    """The note of the chat that was shown, by vault."""


class StateFile:
    """Keeps a `WindowState` in a JSON file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def load(self) -> WindowState:
        """Return what was kept, or the first state where nothing usable was."""
        try:
            return _state_of(json.loads(self._file.read_bytes()))
        except FileNotFoundError:
            return WindowState()
        except (OSError, ValueError, TypeError, RecursionError) as error:
            log.info("The window's state cannot be read and begins anew: %s", error)
            return WindowState()

    def save(self, state: WindowState) -> None:
        """Keep *state*; failing to is not worth a word to the user."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            fresh = self._file.with_suffix(".new")
            fresh.write_text(json.dumps(asdict(state), indent=1), encoding="utf-8")
            fresh.replace(self._file)
        except OSError as error:
            log.info("The window's state was not kept: %s", error)


def _state_of(kept: object) -> WindowState:
    """Return what *kept* says, field by field; raises `ValueError` where one is of another kind.

    By hand: the first window is painted before a library for it would be imported.
    """
    if not isinstance(kept, dict):
        raise ValueError("the file holds no object")
    state = WindowState()
    place = kept.get("place")
    if place is not None:
        left, top, width, height = _listed(place, int)
        place = (left, top, width, height)
    zoom = kept.get("zoom", state.zoom)
    notes, searches, chats = kept.get("notes", {}), kept.get("searches", {}), kept.get("chats", {})
    if not isinstance(notes, dict) or not isinstance(searches, dict) or not isinstance(chats, dict):
        raise ValueError("a field is of another kind")
    if not isinstance(zoom, int | float) or isinstance(zoom, bool):
        raise ValueError("a field is of another kind")
    _listed([*notes.values(), *chats.values()], str)
    (maximized,) = _listed([kept.get("maximized", False)], bool)
    (pane,) = _listed([kept.get("pane", state.pane)], str)
    return WindowState(
        place, maximized, _listed(kept.get("sizes", []), int), _listed(kept.get("hidden", []), str), pane, float(zoom),
        notes, {vault: _listed(asked, str) for vault, asked in searches.items()}, chats,
    )  # fmt: skip


def _listed(values: object, kind: type[_T]) -> tuple[_T, ...]:
    if not isinstance(values, list) or not all(type(value) is kind for value in values):
        raise ValueError("a field is of another kind")
    return tuple(values)


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
