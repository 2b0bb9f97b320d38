"""SVG icons tinted with theme colors, cached as sharp pixmaps for every screen."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from vaultdesk.core.platform.paths import resource_path
from vaultdesk.ui.theme.theme import theme

ICON_SIZE = 16
"""Default size of an icon in design pixels; 13-14 in lines of text, 12 for chevrons."""

_pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}
"""Rendered icons by name, color, size and ratio; a theme change only adds to it, a few hundred."""


def icon(
    name: str,
    role: str = "muted",
    active_role: str | None = "text",
    size: int = ICON_SIZE,
    *,
    disabled_role: str = "disabled",
) -> QIcon:
    """Return the icon *name* in the color of *role*, hovered or checked in that of *active_role*.

    Disabled it has the color of *disabled_role*. *size* is in design pixels; a widget that requests a larger size
    scales it. Call again after `theme().changed`.
    """
    result = QIcon()
    active = active_role or role
    pixels = theme().px(size)
    modes = (
        (role, QIcon.Mode.Normal, QIcon.State.Off),
        (active, QIcon.Mode.Active, QIcon.State.Off),
        (active, QIcon.Mode.Selected, QIcon.State.Off),
        (active, QIcon.Mode.Normal, QIcon.State.On),
        (active, QIcon.Mode.Active, QIcon.State.On),
        (disabled_role, QIcon.Mode.Disabled, QIcon.State.Off),
        (disabled_role, QIcon.Mode.Disabled, QIcon.State.On),
    )
    for ratio in _ratios():
        for color, mode, state in modes:
            result.addPixmap(pixmap(name, color, pixels, ratio), mode, state)
    return result


def pixmap(name: str, role: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Return one pixmap of the icon *name*, *size* device-independent pixels wide."""
    if QGuiApplication.isRightToLeft():
        name = MIRRORED.get(name, name)
    color = theme().tokens.hex(role)
    key = (name, color, size, ratio)
    found = _pixmaps.get(key)
    if found is None:
        found = _pixmaps[key] = _render(name, color, size, ratio)
    return found


MIRRORED = {
    "chevron-left": "chevron-right", "chevron-right": "chevron-left", "panel-left": "panel-right",
    "panel-right": "panel-left",
}  # fmt: skip
"""Replacements of directional icons in right-to-left windows."""


def app_icon() -> QIcon:
    """Return the program's own icon, which has its own colors."""
    result = QIcon()
    renderer = QSvgRenderer(str(resource_path("app", "vaultdesk.svg")))
    for side in (16, 24, 32, 48, 64, 128, 256):
        picture = QPixmap(QSize(side, side))
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        renderer.render(painter, QRectF(0, 0, side, side))
        painter.end()
        result.addPixmap(picture)
    return result


def _ratios() -> list[float]:
    ratios = {screen.devicePixelRatio() for screen in QGuiApplication.screens()}
    return sorted(ratios) or [1.0]


def _render(name: str, color: str, size: int, ratio: float) -> QPixmap:
    side = max(1, round(size * ratio))
    picture = QPixmap(QSize(side, side))
    picture.fill(Qt.GlobalColor.transparent)
    renderer = QSvgRenderer(QByteArray(_source(name).replace("currentColor", color).encode()))
    painter = QPainter(picture)
    renderer.render(painter, QRectF(0, 0, side, side))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


@lru_cache(maxsize=256)
def _source(name: str) -> str:
    return resource_path("icons", f"{name}.svg").read_text(encoding="utf-8")
