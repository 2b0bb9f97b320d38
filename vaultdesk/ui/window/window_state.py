"""State of a window saved for the next start: geometry, panes, open tabs."""

import json
import logging
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtGui import QGuiApplication

from vaultdesk.core.settings.bootstrap_settings import BootstrapSettings

MOST_TABS = 200
"""Maximum number of tabs of one side that are restored; a file with more was not written by this program."""

LONGEST_PATH = 4_096
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


def parse_saved_tabs(kept: object) -> SavedTabs:
    """Parse the value in the state file. Raises `ValueError` if it has another type."""
    fields = _fields(kept)
    sides = tuple(_side(side) for side in _list(fields.get("sides", []))[:2])
    share = fields.get("share", 0.5)
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise ValueError("a field is of another kind")
    return SavedTabs(sides, _number(fields.get("current", 0)), _truth(fields.get("down", False)), float(share))


def saved_tabs_value(tabs: SavedTabs) -> dict[str, object]:
    """Return *tabs* in the format that `parse_saved_tabs` reads."""
    sides = [{**side._asdict(), "tabs": [tab._asdict() for tab in side.tabs]} for side in tabs.sides]
    return {**tabs._asdict(), "sides": sides}


def _side(kept: object) -> SavedTabGroup:
    fields = _fields(kept)
    tabs = tuple(_tab(tab) for tab in _list(fields.get("tabs", []))[:MOST_TABS])
    return SavedTabGroup(tabs, _number(fields.get("current", 0)))


def _tab(kept: object) -> SavedTab:
    fields = _fields(kept)
    path = fields.get("path")
    if not isinstance(path, str) or not 0 < len(path) <= LONGEST_PATH:
        raise ValueError("a field is of another kind")
    editing, pinned = fields.get("editing", False), fields.get("pinned", False)
    return SavedTab(path, _number(fields.get("scroll", 0)), _truth(editing), _truth(pinned))


def _fields(kept: object) -> dict[str, object]:
    if not isinstance(kept, dict):
        raise ValueError("a field is of another kind")
    return kept


def _list(kept: object) -> list[object]:
    if not isinstance(kept, list):
        raise ValueError("a field is of another kind")
    return kept


def _number(kept: object) -> int:
    if type(kept) is not int or not 0 <= kept < 2**31:
        raise ValueError("a field is of another kind")
    return kept


def _truth(kept: object) -> bool:
    if type(kept) is not bool:
        raise ValueError("a field is of another kind")
    return kept


log = logging.getLogger(__name__)

_T = TypeVar("_T")

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
            kept = json.loads(self._file.read_bytes())
            version = kept.get("version", VERSION) if isinstance(kept, dict) else VERSION
            self._newer = version if isinstance(version, int) and version > VERSION else None
            return _state_of(kept)
        except FileNotFoundError:
            return WindowState()
        except (OSError, ValueError, TypeError, RecursionError) as error:
            log.info("The window's state cannot be read and begins anew: %s", error)
            return WindowState()

    def save(self, state: WindowState) -> None:
        """Save *state*; a failure is only logged."""
        self._state = state
        tabs = {vault: saved_tabs_value(one) for vault, one in state.tabs.items()}
        text = json.dumps({"version": VERSION, **asdict(state), "tabs": tabs}, indent=1)
        if text == self._written:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            if self._newer is not None:
                from vaultdesk.core.platform.backups import back_up  # Rarely needed.

                back_up(self._file, self._newer)
                self._newer = None
            fresh = self._file.with_suffix(".new")
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(self._file)
            self._written = text
        except OSError as error:
            log.info("The window's state was not kept: %s", error)


def _state_of(kept: object) -> WindowState:
    """Parse *kept* field by field. Raises `ValueError` if one has another type.

    Done by hand: a library for it would delay the first window.
    """
    if not isinstance(kept, dict):
        raise ValueError("the file holds no object")
    state = WindowState()
    zoom = kept.get("zoom", state.zoom)
    frames, notes, searches, chats = (_table(kept, name) for name in ("frames", "notes", "searches", "chats"))
    if not isinstance(zoom, int | float) or isinstance(zoom, bool):
        raise ValueError("a field is of another kind")
    _listed([*notes.values(), *chats.values()], str)
    told_tray, folded = _listed([kept.get("told_tray", False), kept.get("properties_folded", False)], bool)
    templates = _table(kept, "templates")
    _listed([*templates.values()], str)
    return WindowState(
        **vars(_frame_of(kept)), zoom=float(zoom), frames={vault: _frame_of(frame) for vault, frame in frames.items()},
        open=_listed(kept.get("open", []), str), told_tray=told_tray, notes=notes,
        searches={vault: _listed(asked, str) for vault, asked in searches.items()}, chats=chats,
        tabs={vault: parse_saved_tabs(tabs) for vault, tabs in _table(kept, "tabs").items()}, properties_folded=folded,
        templates=templates,
        chat_tabs={vault: _listed(open_, str) for vault, open_ in _table(kept, "chat_tabs").items()},
        open_chats={vault: _chat_tabs_of(open_) for vault, open_ in _table(kept, "open_chats").items()},
        shown_chat=_table_of_texts(kept, "shown_chat"),
        chat_window=_frame_of(kept.get("chat_window", {})), commands=_listed(kept.get("commands", []), str),
    )  # fmt: skip


def _chat_tabs_of(kept: object) -> tuple[SavedChatTab, ...]:
    if not isinstance(kept, list) or not all(isinstance(one, list) and len(one) == 3 for one in kept):
        raise ValueError("a field is of another kind")
    _listed([text for key, message_id, _ in kept for text in (key, message_id)], str)
    _listed([offset for _, _, offset in kept], int)
    return tuple(SavedChatTab(*one) for one in kept)


def _table_of_texts(kept: dict[str, Any], name: str) -> dict[str, str]:  # Any: as below
    table = _table(kept, name)
    _listed([*table.values()], str)
    return table


def _frame_of(kept: object) -> WindowFrame:
    if not isinstance(kept, dict):
        raise ValueError("a field is of another kind")
    place = kept.get("place")
    if place is not None:
        left, top, width, height = _listed(place, int)
        place = (left, top, width, height)
    maximized, full_screen = _listed([kept.get("maximized", False), kept.get("full_screen", False)], bool)
    (pane,) = _listed([kept.get("pane", WindowFrame.pane)], str)
    sizes, hidden = _listed(kept.get("sizes", []), int), _listed(kept.get("hidden", []), str)
    return WindowFrame(place, maximized, full_screen, sizes, hidden, pane)


def _table(kept: dict[str, Any], name: str) -> dict[str, Any]:  # Any: JSON values are checked individually
    table = kept.get(name, {})
    if not isinstance(table, dict):
        raise ValueError("a field is of another kind")
    return table


def _listed(values: object, kind: type[_T]) -> tuple[_T, ...]:
    if not isinstance(values, list) or not all(type(value) is kind for value in values):
        raise ValueError("a field is of another kind")
    return tuple(values)


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
    handle = QRect(left, top, width, VISIBLE_HEIGHT)
    for room in available_geometries():
        visible = room.intersected(handle)
        if visible.width() >= VISIBLE_WIDTH and visible.height() >= VISIBLE_HEIGHT // 2:
            whole = QRect(*place)
            return whole if room.contains(whole) else fitted_within(whole, room - FRAME)
    return None


def fitted_within(place: QRect, room: QRect) -> QRect:
    """Return *place* shrunk to *room* if needed and moved into it."""
    size = place.size().boundedTo(room.size())
    left = max(room.left(), min(place.left(), room.right() + 1 - size.width()))
    top = max(room.top(), min(place.top(), room.bottom() + 1 - size.height()))
    return QRect(left, top, size.width(), size.height())


def initial_size(wanted: QSize) -> QSize:
    """Return *wanted* limited to the first screen."""
    return wanted.boundedTo(next(((room - FRAME).size() for room in available_geometries()), wanted))
