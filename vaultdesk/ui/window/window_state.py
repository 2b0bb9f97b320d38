"""State of a window saved for the next start: geometry, panes, open tabs."""

import json
import logging
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtGui import QGuiApplication

from vaultdesk.core.settings.bootstrap_settings import BootstrapSettings

_T = TypeVar("_T")

MAX_TABS = 200
"""Maximum number of tabs of one side that are restored; a file with more was not written by this program."""

MAX_SAVED_PATH = 4_096
"""Maximum number of characters of a path in the file."""


class SavedTab(NamedTuple):
    """One tab."""

    path: str
    scroll: int = 0
    """Scroll position in pixels."""
    editing: bool = False
    pinned: bool = False


class SavedTabGroup(NamedTuple):
    """One group of tabs."""

    tabs: tuple[SavedTab, ...] = ()
    current: int = 0


class SavedTabs(NamedTuple):
    """All tabs of one vault."""

    sides: tuple[SavedTabGroup, ...] = ()
    current: int = 0
    """The active side."""
    down: bool = False
    """Whether the sides are arranged vertically."""
    share: float = 0.5
    """Share of the space of the first side."""


def parse_saved_tabs(value: object) -> SavedTabs:
    """Parse the value in the state file. Raises `ValueError` if it has another type."""
    fields = _as_table(value)
    sides = tuple(_parse_tab_group(side) for side in _as_list(fields.get("sides", []))[:2])
    share = fields.get("share", 0.5)
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise ValueError(WRONG_TYPE)
    return SavedTabs(sides, _as_number(fields.get("current", 0)), _as_bool(fields.get("down", False)), float(share))


def saved_tabs_value(tabs: SavedTabs) -> dict[str, object]:
    """Return *tabs* in the format that `parse_saved_tabs` reads."""
    sides = [{**side._asdict(), "tabs": [tab._asdict() for tab in side.tabs]} for side in tabs.sides]
    return {**tabs._asdict(), "sides": sides}


def _parse_tab_group(value: object) -> SavedTabGroup:
    fields = _as_table(value)
    tabs = tuple(_parse_tab(tab) for tab in _as_list(fields.get("tabs", []))[:MAX_TABS])
    return SavedTabGroup(tabs, _as_number(fields.get("current", 0)))


def _parse_tab(value: object) -> SavedTab:
    fields = _as_table(value)
    path = fields.get("path")
    if not isinstance(path, str) or not 0 < len(path) <= MAX_SAVED_PATH:
        raise ValueError(WRONG_TYPE)
    editing, pinned = fields.get("editing", False), fields.get("pinned", False)
    return SavedTab(path, _as_number(fields.get("scroll", 0)), _as_bool(editing), _as_bool(pinned))


WRONG_TYPE = "a value has another type"


def _as_table(value: object) -> dict[str, Any]:  # Any: JSON values are checked individually
    if not isinstance(value, dict):
        raise ValueError(WRONG_TYPE)
    return value


def _as_list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(WRONG_TYPE)
    return value


def _as_number(value: object) -> int:
    if type(value) is not int or not 0 <= value < 2**31:
        raise ValueError(WRONG_TYPE)
    return value


def _as_bool(value: object) -> bool:
    if type(value) is not bool:
        raise ValueError(WRONG_TYPE)
    return value


def _as_tuple(values: object, kind: type[_T]) -> tuple[_T, ...]:
    if not isinstance(values, list) or not all(type(value) is kind for value in values):
        raise ValueError(WRONG_TYPE)
    return tuple(values)


def _table_in(fields: dict[str, Any], name: str) -> dict[str, Any]:  # Any: as above
    return _as_table(fields.get(name, {}))


def _texts_in(fields: dict[str, Any], name: str) -> dict[str, str]:  # Any: as above
    table = _table_in(fields, name)
    _as_tuple([*table.values()], str)
    return table


log = logging.getLogger(__name__)

VISIBLE_WIDTH, VISIBLE_HEIGHT = 160, 48
"""Pixels of a window's top that must be on a screen, so that it can be moved."""


FRAME = QMargins(8, 40, 8, 8)
"""Estimated size in pixels of the system's window frame, which is known only once the window is shown."""


@dataclass(frozen=True)
class WindowFrame:
    """Position and panes of one window."""

    place: tuple[int, int, int, int] | None = None
    """Left, top, width, height, when not maximized."""
    maximized: bool = False
    full_screen: bool = False
    sizes: tuple[int, ...] = ()
    """Widths of the three panes."""
    hidden: tuple[str, ...] = ()
    """Names of the hidden panes."""
    pane: str = "note"
    """The pane shown while the window is narrow."""


class SavedChatTab(NamedTuple):
    """A chat that had a tab, and its reading position."""

    key: str
    message_id: str = ""
    """The question at the top of the visible area; empty at the end of the chat."""
    offset: int = 0
    """Number of its pixels above the top."""


@dataclass(frozen=True)
class WindowState(WindowFrame):
    """State of the windows; as a frame, it is the last one used."""

    zoom: float = 1.0
    frames: dict[str, WindowFrame] = field(default_factory=dict)
    """Frame of each vault's own window, by vault."""
    open: tuple[str, ...] = ()
    """Vaults that were open at the end, the active one first."""
    told_tray: bool = False
    """Whether the user was told that the program stays in the tray."""
    notes: dict[str, str] = field(default_factory=dict)
    """The open note, by vault."""
    searches: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Recent searches, the last one first, by vault."""
    chats: dict[str, str] = field(default_factory=dict)
    """Note of the shown chat, by vault."""
    tabs: dict[str, SavedTabs] = field(default_factory=dict)
    """Open tabs, by vault."""
    properties_folded: bool = False
    """Whether the properties above notes are collapsed."""
    templates: dict[str, str] = field(default_factory=dict)
    """Template folder if Obsidian has none, by vault."""
    chat_tabs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Notes of the chats with a tab, in order, by vault."""
    open_chats: dict[str, tuple[SavedChatTab, ...]] = field(default_factory=dict)
    """Saved chats with a tab, in order, by vault; `chats` and `chat_tabs` contain those that are also notes."""
    shown_chat: dict[str, str] = field(default_factory=dict)
    """Key of the saved chat that was shown, by vault."""
    chat_window: WindowFrame = WindowFrame()
    """Frame of the chat's own window."""
    commands: tuple[str, ...] = ()
    """Recent commands of the palette, the last one first."""


VERSION = 1
"""Version of the file format. A newer file is read as far as possible, and copied before it is overwritten."""


class StateFile:
    """Stores a `WindowState` in a JSON file. All windows share one instance and its state."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._state: WindowState | None = None
        self._written = ""
        """Content last written by this program."""
        self._newer: int | None = None
        """Version of the file on disk if it was written by a newer program."""

    @property
    def state(self) -> WindowState:
        """Current state: as loaded, with later changes."""
        if self._state is None:
            self._state = self.load()
        return self._state

    @state.setter
    def state(self, state: WindowState) -> None:
        """Set the state; it is saved by the next `save`."""
        self._state = state

    def load(self) -> WindowState:
        """Return the saved state, or the default if there is no usable one."""
        try:
            value = json.loads(self._file.read_bytes())
            version = value.get("version", VERSION) if isinstance(value, dict) else VERSION
            self._newer = version if isinstance(version, int) and version > VERSION else None
            return _parse_state(value)
        except FileNotFoundError:
            return WindowState()
        except (OSError, ValueError, TypeError, RecursionError) as error:
            log.info("The window's state cannot be read, the default is used: %s", error)
            return WindowState()

    def save(self, state: WindowState) -> None:
        """Save *state*; a failure is only logged."""
        self._state = state
        tabs = {vault: saved_tabs_value(saved) for vault, saved in state.tabs.items()}
        text = json.dumps({"version": VERSION, **asdict(state), "tabs": tabs}, indent=1)
        if text == self._written:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            if self._newer is not None:
                from vaultdesk.core.platform.backups import back_up  # Rarely needed.

                back_up(self._file, self._newer)
                self._newer = None
            new_file = self._file.with_suffix(".new")
            new_file.write_text(text, encoding="utf-8")
            new_file.replace(self._file)
            self._written = text
        except OSError as error:
            log.info("The window's state could not be saved: %s", error)


def _parse_state(value: object) -> WindowState:
    """Parse *value* field by field. Raises `ValueError` if one has another type.

    Done by hand: a library for it would delay the first window.
    """
    fields = _as_table(value)
    zoom = fields.get("zoom", WindowState.zoom)
    if not isinstance(zoom, int | float) or isinstance(zoom, bool):
        raise ValueError(WRONG_TYPE)
    return WindowState(
        **vars(_parse_frame(fields)),
        zoom=float(zoom),
        frames={vault: _parse_frame(frame) for vault, frame in _table_in(fields, "frames").items()},
        open=_as_tuple(fields.get("open", []), str),
        told_tray=_as_bool(fields.get("told_tray", False)),
        notes=_texts_in(fields, "notes"),
        searches={vault: _as_tuple(queries, str) for vault, queries in _table_in(fields, "searches").items()},
        chats=_texts_in(fields, "chats"),
        tabs={vault: parse_saved_tabs(tabs) for vault, tabs in _table_in(fields, "tabs").items()},
        properties_folded=_as_bool(fields.get("properties_folded", False)),
        templates=_texts_in(fields, "templates"),
        chat_tabs={vault: _as_tuple(tabs, str) for vault, tabs in _table_in(fields, "chat_tabs").items()},
        open_chats={vault: _parse_chat_tabs(tabs) for vault, tabs in _table_in(fields, "open_chats").items()},
        shown_chat=_texts_in(fields, "shown_chat"),
        chat_window=_parse_frame(fields.get("chat_window", {})),
        commands=_as_tuple(fields.get("commands", []), str),
    )


def _parse_chat_tabs(value: object) -> tuple[SavedChatTab, ...]:
    if not isinstance(value, list) or not all(isinstance(tab, list) and len(tab) == 3 for tab in value):
        raise ValueError(WRONG_TYPE)
    _as_tuple([text for key, message_id, _ in value for text in (key, message_id)], str)
    _as_tuple([offset for _, _, offset in value], int)
    return tuple(SavedChatTab(*tab) for tab in value)


def _parse_frame(value: object) -> WindowFrame:
    fields = _as_table(value)
    place = fields.get("place")
    if place is not None:
        left, top, width, height = _as_tuple(place, int)
        place = (left, top, width, height)
    (pane,) = _as_tuple([fields.get("pane", WindowFrame.pane)], str)
    return WindowFrame(
        place,
        _as_bool(fields.get("maximized", False)),
        _as_bool(fields.get("full_screen", False)),
        _as_tuple(fields.get("sizes", []), int),
        _as_tuple(fields.get("hidden", []), str),
        pane,
    )


def first_vault(folder: Path | None, state: WindowState, bootstrap: BootstrapSettings) -> Path | None:
    """Return the vault to open at start: *folder*, else the active one of the last session, else the most recent
    one.
    """
    return folder or (Path(state.open[0]) if state.open else next(iter(bootstrap.recent), None))


def available_geometries() -> list[QRect]:
    """Return the area of each screen available to windows and their frames."""
    return [screen.availableGeometry() for screen in QGuiApplication.screens()]


def on_screen(place: tuple[int, int, int, int]) -> QRect | None:
    """Return *place* moved to lie within its screen; None if it would not be visible or movable."""
    left, top, width, _ = place
    title_area = QRect(left, top, width, VISIBLE_HEIGHT)
    for available in available_geometries():
        visible = available.intersected(title_area)
        if visible.width() >= VISIBLE_WIDTH and visible.height() >= VISIBLE_HEIGHT // 2:
            geometry = QRect(*place)
            return geometry if available.contains(geometry) else fitted_within(geometry, available - FRAME)
    return None


def fitted_within(geometry: QRect, available: QRect) -> QRect:
    """Return *geometry* shrunk to *available* if needed and moved into it."""
    size = geometry.size().boundedTo(available.size())
    left = max(available.left(), min(geometry.left(), available.right() + 1 - size.width()))
    top = max(available.top(), min(geometry.top(), available.bottom() + 1 - size.height()))
    return QRect(left, top, size.width(), size.height())


def initial_size(preferred: QSize) -> QSize:
    """Return *preferred* limited to the first screen."""
    return preferred.boundedTo(next(((available - FRAME).size() for available in available_geometries()), preferred))
