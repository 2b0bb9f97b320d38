"""Names: which names of nodes are shown and where, so that none covers another. Pure; draws nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

Area: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""

SQUARE = 96.0
"""Pixels of the squares by which names that may cover each other are found."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name that wants to be shown beside its node."""

    place: int
    x: float
    y: float
    radius: float
    width: float
    must: bool = False
    """Whether it is shown even where it covers another."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A name with the rectangle it is written in."""

    place: int
    area: Area


def placed_names(
    names: Iterable[Name], height: float, gap: float, nodes: Iterable[Area] = (), most: int = 10_000
) -> list[Placed]:
    """Return those of *names* that find room, below their node, above it or at its sides; the earlier win.

    *nodes* are rectangles that no name may cover.
    """
    taken: dict[tuple[int, int], list[Area]] = {}
    for area in nodes:
        _take(taken, area)
    found: list[Placed] = []
    for name in names:
        choices = _choices(name, height, gap)
        free = next((area for area in choices if not _covered(taken, area)), None)
        if free is None and name.must:
            free = choices[0]
        if free is not None:
            _take(taken, free)
            found.append(Placed(name.place, free))
            if len(found) >= most:
                break
    return found


def _choices(name: Name, height: float, gap: float) -> tuple[Area, ...]:
    half, reach = name.width / 2, name.radius + gap
    left, top = name.x - half, name.y - height / 2
    return (
        (left, name.y + reach, left + name.width, name.y + reach + height),
        (left, name.y - reach - height, left + name.width, name.y - reach),
        (name.x + reach, top, name.x + reach + name.width, top + height),
        (name.x - reach - name.width, top, name.x - reach, top + height),
    )


def _squares(area: Area) -> Iterable[tuple[int, int]]:
    for x in range(int(area[0] // SQUARE), int(area[2] // SQUARE) + 1):
        for y in range(int(area[1] // SQUARE), int(area[3] // SQUARE) + 1):
            yield x, y


def _take(taken: dict[tuple[int, int], list[Area]], area: Area) -> None:
    for square in _squares(area):
        taken.setdefault(square, []).append(area)


def _covered(taken: dict[tuple[int, int], list[Area]], area: Area) -> bool:
    left, top, right, bottom = area
    return any(
        other[0] < right and left < other[2] and other[1] < bottom and top < other[3]
        for square in _squares(area)
        for other in taken.get(square, ())
    )
