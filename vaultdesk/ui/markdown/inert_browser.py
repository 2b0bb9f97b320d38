"""InertBrowser: a text browser that follows no link and opens no file by itself (THREATS 0.3)."""

from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QHelpEvent, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser, QToolTip, QWidget

from vaultdesk.ui.markdown.copying import selected_text
from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.hrefs import note_target
from vaultdesk.ui.markdown.parser import is_own, is_web
from vaultdesk.ui.parts.labels import as_tooltip
from vaultdesk.ui.parts.menu import Menu
from vaultdesk.vault.obsidian.obsidian_uri import is_obsidian_uri

SIDEWAYS = 24
"""Pixels a document must be wider than the view before it can be scrolled sideways: a table that cannot be narrower."""

TOOLTIP_LIMIT = 300
"""Characters of an address shown under the pointer."""


class InertBrowser(QTextBrowser):
    """Shows a `RenderedDocument` and tells what was clicked."""

    link_activated = Signal(str)
    """A web or mail address was clicked, or one of this program's own; opening it is the receiver's decision."""

    obsidian_requested = Signal(str)
    """An address that only Obsidian understands was clicked; what it would do there is for the receiver to find out."""

    menu_opening = Signal(object)
    """The `Menu` of the text is about to be shown: others may add to it."""

    note_requested = Signal(str, bool)
    """A note link was clicked: the target as written, and whether a new tab was asked for."""

    def __init__(self, document: RenderedDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document_shown = document
        document.setParent(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setLineWrapMode(QTextBrowser.LineWrapMode.WidgetWidth)
        self.setDocument(document)
        self.anchorClicked.connect(self._clicked)
        self._never_sideways = False
        self.horizontalScrollBar().rangeChanged.connect(lambda: self.offer_sideways(never=self._never_sideways))

    def offer_sideways(self, *, never: bool = False) -> None:
        """Let the text be scrolled sideways only where it really cannot be narrower."""
        self._never_sideways = never
        # Qt measures a document before its margins settle and then offers to scroll a few empty pixels for ever. How
        # wide it is says the bar: the document itself, asked, would first be laid out to its end, a book for long.
        excess = self.horizontalScrollBar().maximum()
        wide = not never and excess > self.document_shown.style.step(SIDEWAYS)
        wanted = Qt.ScrollBarPolicy.ScrollBarAsNeeded if wide else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if self.horizontalScrollBarPolicy() != wanted:
            self.setHorizontalScrollBarPolicy(wanted)

    def stay_at(self, scroll: int) -> None:
        """Have the text laid out as far as it is seen at *scroll*, and be there: at another width Qt begins anew."""
        below = QPointF(0, scroll + self.viewport().height())
        self.document_shown.documentLayout().hitTest(below, Qt.HitTestAccuracy.FuzzyHit)
        self.verticalScrollBar().setValue(scroll)

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Load nothing, whatever the text names."""

    def doSetSource(
        self, name: QUrl | str, type: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource
    ) -> None:
        """Go nowhere: a click on an address must never load it into the view."""

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy as plain text."""
        data = QMimeData()
        data.setText(selected_text(self.document_shown, self.textCursor()))
        return data

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy what is selected or the address under the pointer."""
        menu = Menu(self.tr("Text"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        reason = "" if self.textCursor().hasSelection() else self.tr("Nothing is selected.")
        menu.add(self.tr("Copy"), self.copy, why_disabled=reason)
        href = self.anchorAt(event.pos())
        if href:
            address = note_target(href) or href
            menu.add(self.tr("Copy link"), lambda: QGuiApplication.clipboard().setText(address))
        if note_target(href):
            menu.add(self.tr("Open in new tab"), lambda: self.note_requested.emit(note_target(href), True))
        menu.add(self.tr("Select all"), self.selectAll)
        self.menu_opening.emit(menu)
        menu.popup(event.globalPos())

    def event(self, event: QEvent) -> bool:
        """Tell a link's address in the tooltip, literally."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            href = self.anchorAt(self.viewport().mapFrom(self, event.pos()))
            address = note_target(href) or href
            QToolTip.showText(event.globalPos(), as_tooltip(address[:TOOLTIP_LIMIT]), self)
            return True
        return super().event(event)

    def _clicked(self, address: QUrl) -> None:
        href = address.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        target = note_target(href)
        if target:
            control = Qt.KeyboardModifier.ControlModifier
            self.note_requested.emit(target, bool(QGuiApplication.keyboardModifiers() & control))
        elif is_web(href) or is_own(href):
            self.link_activated.emit(href)
        elif is_obsidian_uri(href):
            self.obsidian_requested.emit(href)
