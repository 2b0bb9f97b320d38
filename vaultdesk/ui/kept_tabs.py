"""Kept tabs: which notes were open on which side, as values that go into the window's state. Opens nothing."""

from typing import NamedTuple

MOST_TABS = 200
"""Tabs of one side that come back; a file that names more was not written by this program."""

LONGEST_PATH = 4_096
"""Characters of a path in the file."""


class KeptTab(NamedTuple):
    """One tab."""

    path: str
    scroll: int = 0
    """Pixels."""
    editing: bool = False
    pinned: bool = False


class KeptSide(NamedTuple):
    """One row of tabs."""

    tabs: tuple[KeptTab, ...] = ()
    current: int = 0


class KeptTabs(NamedTuple):
    """All tabs of one vault."""

    sides: tuple[KeptSide, ...] = ()
    current: int = 0
    """The side that was used last."""
    down: bool = False
    """Whether the sides lie under each other."""
    share: float = 0.5
    """How much of the room the first side had."""


def kept_tabs(kept: object) -> KeptTabs:
    """Return what a file of the window's state says. Raises `ValueError` where it is of another kind."""
    fields = _fields(kept)
    sides = tuple(_side(side) for side in _list(fields.get("sides", []))[:2])
    share = fields.get("share", 0.5)
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise ValueError("a field is of another kind")
    return KeptTabs(sides, _number(fields.get("current", 0)), _truth(fields.get("down", False)), float(share))


def as_kept(tabs: KeptTabs) -> dict[str, object]:
    """Return *tabs* as the file has them: what `kept_tabs` reads."""
    sides = [{**side._asdict(), "tabs": [tab._asdict() for tab in side.tabs]} for side in tabs.sides]
    return {**tabs._asdict(), "sides": sides}


def _side(kept: object) -> KeptSide:
    fields = _fields(kept)
    tabs = tuple(_tab(tab) for tab in _list(fields.get("tabs", []))[:MOST_TABS])
    return KeptSide(tabs, _number(fields.get("current", 0)))


def _tab(kept: object) -> KeptTab:
    fields = _fields(kept)
    path = fields.get("path")
    if not isinstance(path, str) or not 0 < len(path) <= LONGEST_PATH:
        raise ValueError("a field is of another kind")
    editing, pinned = fields.get("editing", False), fields.get("pinned", False)
    return KeptTab(path, _number(fields.get("scroll", 0)), _truth(editing), _truth(pinned))


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
