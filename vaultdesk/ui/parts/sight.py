"""Sight: which part of a drawing is seen, and how large. Pure; for graphs and canvases."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

LEAST_SCALE, MOST_SCALE = 0.02, 4.0


@dataclass(frozen=True, slots=True)
class Sight:
    """Which part of a scene is seen, and how large: scene coordinates times *scale*, then moved by *x* and *y*."""

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def seen(self, point: Point) -> Point:
        """Return where *point* of the scene is seen."""
        return point[0] * self.scale + self.x, point[1] * self.scale + self.y

    def meant(self, x: float, y: float) -> Point:
        """Return which place of the scene is seen at (*x*, *y*)."""
        return (x - self.x) / self.scale, (y - self.y) / self.scale

    def moved(self, dx: float, dy: float) -> "Sight":
        """Return the sight with the scene moved by so many pixels."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def zoomed(self, factor: float, x: float, y: float) -> "Sight":
        """Return the sight with everything *factor* times as large, and what is seen at (*x*, *y*) still there."""
        scale = min(MOST_SCALE, max(LEAST_SCALE, self.scale * factor))
        real = scale / self.scale
        return Sight(scale, x - (x - self.x) * real, y - (y - self.y) * real)

    def centred(self, point: Point, width: float, height: float) -> "Sight":
        """Return the sight with *point* in the middle of so large a view."""
        return replace(self, x=width / 2 - point[0] * self.scale, y=height / 2 - point[1] * self.scale)


def fitting(places: Sequence[Point], width: float, height: float, margin: float, most: float) -> Sight:
    """Return the sight in which all *places* are seen, at most at the scale *most*."""
    if not places:
        return Sight(most, width / 2, height / 2)
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)
    # Names stand beside what they belong to: the sides need more air.
    room_x, room_y = max(1.0, width - 3 * margin), max(1.0, height - 2 * margin)
    scale = min(most, room_x / max(1.0, right - left), room_y / max(1.0, bottom - top))
    scale = max(LEAST_SCALE, scale)
    return Sight(scale).centred(((left + right) / 2, (top + bottom) / 2), width, height)
