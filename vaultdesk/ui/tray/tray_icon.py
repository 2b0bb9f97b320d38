"""Tray icon: the program's mark in one colour, as panels want it, with a dot where something goes on."""

import sys
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPen, QPixmap, QPolygonF

from vaultdesk.ui.theme.color_tokens import DARK, LIGHT

TrayState = Literal["idle", "answering", "waiting"]
"""Nothing goes on, an answer is on its way, or the person is waited for."""

SIDES = (16, 22, 24, 32, 44, 64)
"""Pixels of the sizes panels take."""

MARK = (((2.5, 3.5), (8.0, 13.5), (13.5, 3.5)), ((5.8, 3.5), (8.0, 7.6), (10.2, 3.5)))
"""The lines of the mark on a square of sixteen."""


def tray_icon(state: TrayState) -> QIcon:
    """Return the mark in the colour of the system's panels; macOS tints it by itself."""
    made = QIcon()
    for side in SIDES:
        made.addPixmap(_drawn(side, state))
    made.setIsMask(sys.platform == "darwin")
    return made


def _drawn(side: int, state: TrayState) -> QPixmap:
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    # The panel follows the system, whatever look was chosen for the window.
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    tokens = DARK if dark else LIGHT
    ink = QColor("black") if sys.platform == "darwin" else QColor(tokens.hex("text"))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(side / 16, side / 16)
    pen = QPen(ink, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    for line in MARK:
        painter.drawPolyline(QPolygonF([QPointF(*point) for point in line]))
    if state != "idle":
        dot = QRectF(9.6, 9.6, 6.4, 6.4)
        # A gap around the dot keeps it apart from the mark on any panel.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(dot.adjusted(-1.2, -1.2, 1.2, 1.2))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        role = "warning" if state == "waiting" else "accent"
        painter.setBrush(ink if sys.platform == "darwin" else QColor(tokens.hex(role)))
        painter.drawEllipse(dot)
    painter.end()
    return picture
