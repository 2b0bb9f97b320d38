"""Painted text: every piece of text a widget paints, where its ink lies, what it is cut to. Judges nothing.

The widget is painted onto a device that keeps no picture, so what is found is what a person would see, whoever draws
it: Qt, the style, a delegate or the widget itself.
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
    """What the painter was told to stay within; the widget where it was told nothing."""
    whole: str
    """What *text* was before it was shortened with an ellipsis; the same where it was not."""

    @property
    def shortened(self) -> bool:
        """Whether an ellipsis stands for a part of the text."""
        return self.whole != self.text


class _Engine(QPaintEngine):
    """Takes everything, keeps the text."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self._room = QRectF(widget.rect())
        self.found: list[tuple[str, QRectF, QRectF]] = []

    def begin(self, _device: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, _state: QPaintEngineState) -> None:  # noqa: N802 - Qt's name
        """Nothing: the painter itself is asked."""

    def drawPixmap(self, _place: QRectF, _picture: QPixmap, _part: QRectF) -> None:  # noqa: N802 - Qt's name
        """Pictures hold no text."""

    def drawTiledPixmap(self, _place: QRectF, _picture: QPixmap, _start: QPointF) -> None:  # noqa: N802 - Qt's name
        """Nor do these."""

    def drawImage(self, _place: QRectF, _picture: QImage, _part: QRectF, *_flags: object) -> None:  # noqa: N802
        """Nor these."""

    def drawPath(self, *_what: object) -> None:  # noqa: N802 - Qt's name
        """Nor lines."""

    drawRects = drawLines = drawPoints = drawPolygon = drawEllipse = drawPath  # noqa: N815 - Qt's names

    def drawTextItem(self, place: QPointF, item: QTextItem) -> None:  # noqa: N802 - Qt's name
        """Keep a piece of text, and where it comes."""
        text = item.text()
        if not text.strip():
            return
        painter = self.painter()
        ink = QFontMetricsF(item.font()).tightBoundingRect(text).translated(place)
        to_device = painter.worldTransform()
        clip = to_device.mapRect(painter.clipBoundingRect()) if painter.hasClipping() else self._room
        self.found.append((text, to_device.mapRect(ink), clip))


class _Device(QPaintDevice):
    """As large as a widget, with an engine that keeps its text."""

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
    with _shortenings() as wholes:
        widget.render(device, QPoint(), QRegion(), QWidget.RenderFlag(0))
    # Pieces of one line come one by one where the font changes for a sign, as for an ellipsis.
    lines: list[tuple[str, QRectF, QRectF]] = []
    for text, ink, clip in device.engine.found:
        before = lines[-1] if lines else None
        again = next((one for one in lines if one[:2] == (text, ink)), None)
        if again is not None:
            # Marked words are painted twice: once without the marks, once within them.
            lines[lines.index(again)] = (text, ink, again[2].united(clip))
        elif before is not None and before[0] + text in wholes:
            lines[-1] = (before[0] + text, before[1].united(ink), before[2])
        else:
            lines.append((text, ink, clip))
    return [Painted(text, ink, clip, _whole(text, wholes)) for text, ink, clip in lines]


def _whole(text: str, wholes: dict[str, str]) -> str:
    if ELLIPSIS not in text:
        return text
    if text in wholes:
        return wholes[text]
    # Painted together with other words, as a name, an arrow and another name.
    for cut, whole in wholes.items():
        text = text.replace(cut, whole)
    return text


@contextmanager
def _shortenings() -> Iterator[dict[str, str]]:
    """Yield what is shortened in the block: the shortened text to the whole one."""
    if not _listening:
        _listen()
    told: dict[str, str] = {}
    _listening.append(told)
    try:
        yield told
    finally:
        _listening.pop()


_listening: list[dict[str, str]] = []
"""Who wants to know now; once anybody did, the first is nobody."""


def _listen() -> None:
    """Let the drawing code's shortening of texts be heard from now on; it does what it did."""
    _listening.append({})
    for kind in (QFontMetrics, QFontMetricsF):
        kind.elidedText = _heard(kind.elidedText)  # type: ignore[method-assign]  # it is only listened to


def _heard(shorten: Callable[..., str]) -> Callable[..., str]:
    def elided(metrics: QFontMetrics | QFontMetricsF, text: str, *how: object) -> str:
        cut = shorten(metrics, text, *how)
        if cut != text and len(_listening) > 1:
            _listening[-1][cut] = text
        return cut

    return elided
