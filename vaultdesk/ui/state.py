"""State: how the window was left: place, panes, open notes. A picture, not a setting: it may be deleted any time."""

import json
import logging
import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication

log = logging.getLogger(__name__)

VISIBLE_WIDTH, VISIBLE_HEIGHT = 160, 48
"""Pixels of a window's top that must lie on a screen, or one could not take hold of it."""


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


class StateFile:
    """Keeps a `WindowState` in a JSON file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def load(self) -> WindowState:
        """Return what was kept, or the first state where nothing usable was."""
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return WindowState()
        except (OSError, ValueError) as error:
            log.info("The window's state cannot be read and begins anew: %s", error)
            return WindowState()
        return _read(found)

    def save(self, state: WindowState) -> None:
        """Keep *state*; failing to is not worth a word to the user."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            fresh = self._file.with_suffix(".new")
            fresh.write_text(json.dumps(asdict(state), indent=1), encoding="utf-8")
            os.replace(fresh, self._file)
        except OSError as error:
            log.info("The window's state was not kept: %s", error)


def on_screen(place: tuple[int, int, int, int]) -> bool:
    """Tell whether enough of a window at *place* could be seen and moved."""
    left, top, width, _ = place
    handle = QRect(left, top, width, VISIBLE_HEIGHT)
    for screen in QGuiApplication.screens():
        seen = screen.availableGeometry().intersected(handle)
        if seen.width() >= VISIBLE_WIDTH and seen.height() >= VISIBLE_HEIGHT // 2:
            return True
    return False


def _read(found: object) -> WindowState:
    """Return the state in *found*, field by field: a field of the wrong shape is left at its default."""
    if not isinstance(found, dict):
        return WindowState()
    known = {one.name for one in fields(WindowState)}
    values = {name: value for name, value in found.items() if name in known}
    checks = {
        "place": lambda value: isinstance(value, list) and len(value) == 4 and _whole(value),
        "maximized": lambda value: isinstance(value, bool),
        "sizes": lambda value: isinstance(value, list) and _whole(value),
        "hidden": lambda value: isinstance(value, list) and all(isinstance(name, str) for name in value),
        "pane": lambda value: isinstance(value, str),
        "zoom": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
        "notes": lambda value: isinstance(value, dict) and all(isinstance(path, str) for path in value.values()),
    }
    good = {name: value for name, value in values.items() if checks[name](value)}
    return WindowState(**{name: tuple(value) if isinstance(value, list) else value for name, value in good.items()})


def _whole(values: list[object]) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)
