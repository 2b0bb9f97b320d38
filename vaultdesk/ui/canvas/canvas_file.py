"""Canvas file parsed into cards and arrows, with bounded size."""

import colorsys
import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Literal, TypeAlias

from vaultdesk.vault.frontmatter.frontmatter import JsonValue

MAX_CARDS, MAX_ARROWS = 5_000, 10_000
"""Maximum numbers of cards and arrows drawn."""

MAX_CARD_TEXT = 20_000
"""Maximum number of characters of one card's text that are laid out."""

MAX_COORDINATE, MAX_CARD_SIDE = 1_000_000.0, 20_000.0
"""Limits in pixels of a card's distance from the centre, and of its sides; larger values are clamped."""

CardKind = Literal["text", "file", "link", "group"]
Side = Literal["top", "right", "bottom", "left"]

_Node: TypeAlias = Mapping[str, JsonValue]

COLOR_ROLES = {"1": "danger", "2": "orange", "3": "warning", "4": "success", "5": "accent", "6": "code_word"}
"""Obsidian's six colours as the closest theme tokens; orange is a blend of two."""

_HUES = (("danger", 0.0), ("orange", 28.0), ("warning", 48.0), ("success", 130.0), ("accent", 190.0),
         ("code_word", 280.0), ("danger", 360.0))  # fmt: skip


@dataclass(frozen=True, slots=True)
class CanvasCard:
    """One card, in the coordinates of the file."""

    kind: CardKind
    x: float
    y: float
    width: float
    height: float
    text: str
    """Markdown, a file's path, an address, or a group's name."""
    subpath: str = ""
    """Heading or block of the file, with its `#`."""
    role: str = ""
    """Theme token of its colour; empty if it has none."""

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class CanvasArrow:
    """A line between two cards, by their indexes."""

    start: int
    end: int
    start_side: Side
    end_side: Side
    label: str = ""
    role: str = ""
    start_arrow: bool = False
    end_arrow: bool = True


@dataclass(frozen=True, slots=True)
class CanvasFile:
    """The parsed canvas; the cards in the file's order, from back to front."""

    cards: tuple[CanvasCard, ...] = ()
    arrows: tuple[CanvasArrow, ...] = ()
    left_out: int = 0
    """Number of cards above the limit."""
    broken: bool = False
    """Whether the file is not a valid canvas."""

    def reading_order(self) -> list[int]:
        """Return the cards in reading order: rows before columns, and groups before their contents."""
        places = range(len(self.cards))
        return sorted(places, key=lambda place: (self.cards[place].y // 100, self.cards[place].x, place))


def parse_canvas(written: str) -> CanvasFile:
    """Parse the canvas *written*. Raises nothing; an empty file is an empty canvas."""
    if not written.strip("\ufeff \t\r\n"):
        return CanvasFile()
    try:
        whole = json.loads(written.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return CanvasFile(broken=True)
    nodes = whole.get("nodes", []) if isinstance(whole, dict) else None
    if not isinstance(nodes, list):
        return CanvasFile(broken=True)
    cards: list[CanvasCard] = []
    places: dict[str, int] = {}
    known = [node for node in nodes if isinstance(node, dict)]
    for node in known[:MAX_CARDS]:
        places.setdefault(str(node.get("id", "")), len(cards))
        cards.append(_card(node))
    edges = whole.get("edges", [])
    arrows = [
        arrow for edge in (edges[:MAX_ARROWS] if isinstance(edges, list) else ())
        if isinstance(edge, dict) and (arrow := _arrow(edge, cards, places)) is not None
    ]  # fmt: skip
    return CanvasFile(tuple(cards), tuple(arrows), len(known) - len(cards))


def _card(node: _Node) -> CanvasCard:
    kinds: dict[str, tuple[CardKind, str]] = {
        "file": ("file", "file"), "link": ("link", "url"), "group": ("group", "label"),
    }  # fmt: skip
    kind, key = kinds.get(_text(node, "type"), ("text", "text"))
    x, y = (min(MAX_COORDINATE, max(-MAX_COORDINATE, _number(node, name))) for name in ("x", "y"))
    width, height = (min(MAX_CARD_SIDE, max(20.0, _number(node, name))) for name in ("width", "height"))
    said = _text(node, key)[:MAX_CARD_TEXT]
    return CanvasCard(kind, x, y, width, height, said, _text(node, "subpath")[:500], role_of(_text(node, "color")))


def _arrow(edge: _Node, cards: list[CanvasCard], places: Mapping[str, int]) -> CanvasArrow | None:
    start, end = places.get(_text(edge, "fromNode")), places.get(_text(edge, "toNode"))
    if start is None or end is None:
        return None
    first, last = cards[start], cards[end]
    return CanvasArrow(
        start, end, _side(_text(edge, "fromSide"), first, last), _side(_text(edge, "toSide"), last, first),
        _text(edge, "label")[:500], role_of(_text(edge, "color")),
        _text(edge, "fromEnd") == "arrow", _text(edge, "toEnd") != "none",
    )  # fmt: skip


def _side(written: str, card: CanvasCard, other: CanvasCard) -> Side:
    """Return the side at which an arrow begins: as in the file, else the one facing the other card."""
    sides: tuple[Side, ...] = ("top", "right", "bottom", "left")
    if written in sides:
        return sides[sides.index(written)]
    dx, dy = other.centre[0] - card.centre[0], other.centre[1] - card.centre[1]
    if abs(dx) >= abs(dy):
        return "right" if dx >= 0 else "left"
    return "bottom" if dy >= 0 else "top"


def role_of(color: str) -> str:
    """Return the token for Obsidian's *color*, or the closest one to a custom colour; empty for none."""
    if color in COLOR_ROLES:
        return COLOR_ROLES[color]
    digits = color.removeprefix("#")
    if not color.startswith("#") or len(digits) != 6:
        return ""
    try:
        red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    except ValueError:
        return ""
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    if saturation < 0.12:
        return "outline"
    return min(_HUES, key=lambda known: abs(known[1] - hue * 360))[0]


def _text(node: _Node, key: str) -> str:
    value = node.get(key)
    return value if isinstance(value, str) else ""


def _number(node: _Node, key: str) -> float:
    value = node.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    if isinstance(value, int):
        return float(min(10**12, max(-(10**12), value)))
    return value if isfinite(value) else 0.0
