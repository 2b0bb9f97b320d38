"""Painted text: every piece of text that a widget paints, with its ink and clip rectangles. Asserts nothing.

The widget is painted onto a device that records text only, so all visible text is found, whether it is drawn by Qt, the
style, a delegate or the widget itself.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import (
    QFontMetrics,
    QFontMetricsF,
    QImage,
    QPaintDevice,
    QPaintEngine,
    QPaintEngineState,
    QPixmap,
    QRegion,
    QTextItem,
)
from PySide6.QtWidgets import QWidget

ELLIPSIS = "…"


@dataclass(frozen=True)
class Painted:
    """One piece of text, in the coordinates of its widget."""

    text: str
    ink: QRectF
    clip: QRectF
    """Clip rectangle of the painter; the rectangle of the widget if there is none."""
    full_text: str
    """The text before it was elided; the same as *text* if it was not."""

    @property
    def shortened(self) -> bool:
        """Whether the text was elided."""
        return self.full_text != self.text


class _Engine(QPaintEngine):
    """Ignores all drawing except text, which it records."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self._bounds = QRectF(widget.rect())
        self.found: list[tuple[str, QRectF, QRectF]] = []

    def begin(self, _device: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, _state: QPaintEngineState) -> None:  # noqa: N802 - Qt's name
        """Do nothing: the state is read from the painter."""

    def drawPixmap(self, _place: QRectF, _picture: QPixmap, _part: QRectF) -> None:  # noqa: N802 - Qt's name
        """Ignore pictures."""

    def drawTiledPixmap(self, _place: QRectF, _picture: QPixmap, _start: QPointF) -> None:  # noqa: N802 - Qt's name
        """Ignore tiled pictures."""

    def drawImage(self, _place: QRectF, _picture: QImage, _part: QRectF, *_flags: object) -> None:  # noqa: N802
        """Ignore images."""

    def drawPath(self, *_what: object) -> None:  # noqa: N802 - Qt's name
        """Ignore shapes."""

    drawRects = drawLines = drawPoints = drawPolygon = drawEllipse = drawPath  # noqa: N815 - Qt's names

    def drawTextItem(self, place: QPointF, item: QTextItem) -> None:  # noqa: N802 - Qt's name
        """Record a piece of text with its position."""
        text = item.text()
        if not text.strip():
            return
        painter = self.painter()
        ink = QFontMetricsF(item.font()).tightBoundingRect(text).translated(place)
        to_device = painter.worldTransform()
        clip = to_device.mapRect(painter.clipBoundingRect()) if painter.hasClipping() else self._bounds
        self.found.append((text, to_device.mapRect(ink), clip))


class _Device(QPaintDevice):
    """Paint device with the size of a widget and an engine that records text."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self._widget = widget
        self.engine = _Engine(widget)

    def paintEngine(self) -> QPaintEngine:  # noqa: N802 - Qt's name
        return self.engine

    def metric(self, what: QPaintDevice.PaintDeviceMetric) -> int:
        kinds = QPaintDevice.PaintDeviceMetric
        match what:
            case kinds.PdmWidth:
                return self._widget.width()
            case kinds.PdmHeight:
                return self._widget.height()
            case kinds.PdmDpiX | kinds.PdmPhysicalDpiX:
                return self._widget.logicalDpiX()
            case kinds.PdmDpiY | kinds.PdmPhysicalDpiY:
                return self._widget.logicalDpiY()
            case kinds.PdmDevicePixelRatio:
                return 1
            case kinds.PdmDevicePixelRatioScaled:
                return int(QPaintDevice.devicePixelRatioFScale())
            case kinds.PdmDepth:
                return 32
            case _:
                return 0


def painted(widget: QWidget) -> list[Painted]:
    """Return the text that *widget* itself paints, without its children."""
    device = _Device(widget)
    with _shortenings() as full_texts:
        widget.render(device, QPoint(), QRegion(), QWidget.RenderFlag(0))
    # A line is painted in several pieces where the font changes, as for an ellipsis.
    lines: list[tuple[str, QRectF, QRectF]] = []
    for text, ink, clip in device.engine.found:
        before = lines[-1] if lines else None
        duplicate = next((line for line in lines if line[:2] == (text, ink)), None)
        if duplicate is not None:
            # Highlighted words are painted twice: once without the highlight, once within it.
            lines[lines.index(duplicate)] = (text, ink, duplicate[2].united(clip))
        elif before is not None and before[0] + text in full_texts:
            lines[-1] = (before[0] + text, before[1].united(ink), before[2])
        else:
            lines.append((text, ink, clip))
    return [Painted(text, ink, clip, _full_text(text, full_texts)) for text, ink, clip in lines]


def _full_text(text: str, wholes: dict[str, str]) -> str:
    if ELLIPSIS not in text:
        return text
    if text in wholes:
        return wholes[text]
    # Painted together with other text, such as a name, an arrow and another name.
    for cut, full in wholes.items():
        text = text.replace(cut, full)
    return text


@contextmanager
def _shortenings() -> Iterator[dict[str, str]]:
    """Yield a dictionary of the texts elided in the block: elided text to full text."""
    if not _recordings:
        _wrap_eliding()
    elided: dict[str, str] = {}
    _recordings.append(elided)
    try:
        yield elided
    finally:
        _recordings.pop()


_recordings: list[dict[str, str]] = []
"""Active recordings. The first entry is unused and marks that the functions are wrapped."""


def _wrap_eliding() -> None:
    """Wrap `elidedText` permanently to record its results; its behavior is unchanged."""
    _recordings.append({})
    for kind in (QFontMetrics, QFontMetricsF):
        kind.elidedText = _recorded(kind.elidedText)  # type: ignore[method-assign]  # results are recorded only


def _recorded(shorten: Callable[..., str]) -> Callable[..., str]:
    def elided(metrics: QFontMetrics | QFontMetricsF, text: str, *how: object) -> str:
        cut = shorten(metrics, text, *how)
        if cut != text and len(_recordings) > 1:
            _recordings[-1][cut] = text
        return cut

    return elided
