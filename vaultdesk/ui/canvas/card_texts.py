"""CardTexts: the texts of cards laid out when they are first seen, a few at a time, and forgotten when long unseen."""

from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QAbstractTextDocumentLayout, QPainter, QPalette

from vaultdesk.ui.rendering.decorations import Decorations
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.rendered_document import RenderedDocument
from vaultdesk.ui.rendering.text_document_writer import Pictures
from vaultdesk.ui.rendering.text_formats import TextFormats
from vaultdesk.ui.theme.theme import theme

MOST_KEPT = 160
"""Laid out texts that are kept: more than fit legibly on a screen."""

AT_ONCE = 6
"""Texts laid out for one painting: about ten milliseconds."""

LONGEST_SHOWN = 6_000
"""Characters laid out for a card: some four pages; what is below its edge is cut anyway."""


class CardTexts(QObject):
    """Lays out Markdown for cards. `later` is called when texts that were put off can be laid out."""

    def __init__(self, parent: QObject, later: Callable[[], object], pictures: Pictures | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._kept: OrderedDict[tuple[int, str, int], RenderedDocument] = OrderedDict()
        self._left = AT_ONCE
        self._pause = QTimer(self, singleShot=True, interval=0)
        self._pause.timeout.connect(later)
        theme().changed.connect(self.forget)

    def begin(self) -> None:
        """A painting begins: some more texts may be laid out."""
        self._left = AT_ONCE

    def forget(self) -> None:
        """Lay everything out anew."""
        for document in self._kept.values():
            document.deleteLater()
        self._kept.clear()

    def document(self, place: int, text: str, width: float) -> RenderedDocument | None:
        """Return *text*, of the card at *place*, laid out *width* wide; None where its turn is yet to come."""
        key = (place, text, round(width))
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        if self._left <= 0:
            self._pause.start()
            return None
        self._left -= 1
        made = RenderedDocument(TextFormats(theme(), "chat"), self, pictures=self._pictures)
        made.setDefaultFont(made.style.body_font)
        made.setTextWidth(max(20.0, width))
        made.show_plan(plan_of(text[:LONGEST_SHOWN]))
        # A formula that is ready later changes what is seen.
        made.contentsChanged.connect(self._pause.start)
        self._kept[key] = made
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)[1].deleteLater()
        return made

    def draw(self, painter: QPainter, document: RenderedDocument, area: QRectF) -> None:
        """Draw *document* at the top left of *area*, cut at its edges."""
        painter.save()
        painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
        painter.translate(area.topLeft())
        decorations = Decorations(document)
        decorations.paint(painter, decorations.visible(0, area.height()), area.width())
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = QRectF(0, 0, area.width(), area.height())
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, theme().color("text"))
        context.palette = palette
        document.documentLayout().draw(painter, context)
        painter.restore()
