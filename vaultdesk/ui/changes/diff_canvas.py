"""Diff canvas: draws a diff and scrolls it. What a click or a key does is diff_view.py."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from vaultdesk.ui.changes.diff_document import DiffDocument, stop_key
from vaultdesk.ui.changes.diff_geometry import columns_for, measures_for
from vaultdesk.ui.changes.diff_heads import HeadLook, HeadPainter
from vaultdesk.ui.changes.diff_items import FoldKey, Lines
from vaultdesk.ui.changes.diff_lines import LinePainter
from vaultdesk.ui.changes.diff_note import AllShown, DiffNote, HunkStates
from vaultdesk.ui.changes.hunk_editor import HunkEditor
from vaultdesk.ui.theme.primitives import focus_ring
from vaultdesk.ui.theme.theme import theme


class DiffCanvas(QAbstractScrollArea):
    """One painted view, however many lines there are; only what is in sight is laid out and drawn."""

    def __init__(self, name: str, look: HeadLook, *, both_numbers: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._both = both_numbers
        self._current: FoldKey | None = None
        self._editor: HunkEditor | None = None
        self._document = DiffDocument((), AllShown())
        self._columns = columns_for(1, look.edge, both=both_numbers)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setMouseTracking(True)
        theme().changed.connect(self._measure)

    @property
    def document(self) -> DiffDocument:
        """What is shown, and where it is."""
        return self._document

    def set_notes(self, notes: Sequence[DiffNote], states: HunkStates | None = None) -> None:
        """Show *notes*; *states* is asked what of them is taken."""
        self._drop_editor()
        self._current = None
        self._document = DiffDocument(notes, states or AllShown())
        self.verticalScrollBar().setValue(0)
        self._measure()

    def show_note(self, key: str) -> None:
        """Scroll to a note."""
        place = self._document.place_of(key)
        if place is not None:
            self._document.fresh(place)
            self._settle()
            self.verticalScrollBar().setValue(self._document.top_of(place))

    def renew(self, key: str | None = None) -> None:
        """Show anew what was decided about the note *key*, or about all."""
        self._document.renew(key)
        self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew."""
        super().resizeEvent(event)
        self._measure()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Lay out what comes into sight."""
        self._settle()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what is in sight."""
        painter = QPainter(self.viewport())
        clip = event.rect()
        scrolled, wide = self.verticalScrollBar().value(), self.viewport().width()
        document, opened = self._document, self._document.opened
        heads = HeadPainter(painter, self.viewport(), self._look, document.states)
        line = document.measures.line
        for placed, top in document.between(scrolled + clip.top(), scrolled + clip.bottom() + 1):
            item, area = placed.item, QRect(0, top - scrolled, wide, placed.height)
            if isinstance(item, Lines):
                taken = not item.hunk_id or document.states.hunk_taken(item.note.key, item.hunk_id)
                LinePainter(painter, self._columns, wide, line).draw(placed, area.top(), clip, opened, taken=taken)
            else:
                heads.draw(item, area, current=self.hasFocus() and stop_key(item) == self._current)
        self._draw_ring(painter)

    def _draw_ring(self, painter: QPainter) -> None:
        """Say that the keyboard is here, where it is on none of the heads."""
        if not self.hasFocus() or self._editor is not None:
            return
        if self._current is not None and ":" not in self._current[1]:
            return  # It is on a head or a fold, which draws its own.
        stop = self._document.stop(self._current) if self._current is not None else None
        if stop is None:
            area = self.viewport().rect().toRectF()
        else:
            top = stop.top - self.verticalScrollBar().value()
            area = QRect(0, top, self.viewport().width(), stop.height).toRectF()
        focus_ring(theme(), painter, area.adjusted(1, 1, -1, -1), theme().step(4))

    def _measure(self) -> None:
        self._columns = columns_for(self._document.last_line, self._look.edge, both=self._both)
        fitting = self._columns.fitting(self.viewport().width())
        editor = self._editor.wanted_height() if self._editor is not None else 0
        self._document.set_measures(measures_for(fitting, editor))
        self._settle()

    def _settle(self) -> None:
        """Lay out what is in sight, and tell the scroll bar how much there is."""
        bar, seen = self.verticalScrollBar(), self.viewport().height()
        shift = self._document.lay_out(bar.value(), bar.value() + seen)
        bar.setPageStep(seen)
        bar.setSingleStep(self._document.measures.line * 2)
        bar.setRange(0, max(0, self._document.height - seen))
        if shift:
            bar.setValue(bar.value() + shift)
        self._place_editor()
        self.viewport().update()

    def _place_editor(self) -> None:
        editing = self._document.editing
        stop = self._document.stop((editing[0], f"@{editing[1]}")) if editing is not None else None
        if self._editor is not None and stop is not None:
            top = stop.top + stop.height - self.verticalScrollBar().value()
            self._editor.setGeometry(0, top, self.viewport().width(), self._document.measures.editor)

    def _drop_editor(self) -> None:
        if self._editor is not None:
            self._editor.hide()
            self._editor.deleteLater()
            self._editor = None
        self._document.editing = None
