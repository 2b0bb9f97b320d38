"""OutlineFollowing: keeps the outline under a note what the note is: its text, what is looked at, where to go."""

from PySide6.QtCore import QObject, QTimer

from vaultdesk.ui.note.heading_places import HeadedPage, HeadingPlaces, go_to_heading
from vaultdesk.ui.note.note_foot import NoteFoot

SETTLE = 60
"""Milliseconds after which what is looked at is found out; scrolling tells of it many times a second."""


class OutlineFollowing(QObject):
    """One for each page, for as long as it lives. Costs nothing while the outline is folded."""

    def __init__(self, page: HeadedPage, foot: NoteFoot, parent: QObject) -> None:
        super().__init__(parent)
        self._page, self._foot = page, foot
        self._outline = foot.outline
        self._places = HeadingPlaces(page)
        self._soon = QTimer(self, singleShot=True, interval=SETTLE)
        self._soon.timeout.connect(self._look)
        page.editor.textChanged.connect(self.renew)
        page.editor.cursorPositionChanged.connect(self._moved)
        page.reader.verticalScrollBar().valueChanged.connect(lambda _value: self._moved())
        page.reader.document_shown.contentsChanged.connect(self.renew)
        foot.outline_opened.connect(self.renew)
        self._outline.chosen.connect(self._go)
        self._outline.counted.connect(lambda _count: self._moved())

    def renew(self) -> None:
        """The note or its text is another one, or the outline is seen for the first time."""
        if self._foot.outline_is_open:
            self._outline.show_text(self._page.text)
            self._moved()

    def _moved(self) -> None:
        if self._foot.outline_is_open and not self._soon.isActive():
            self._soon.start()

    def _look(self) -> None:
        # The editor tells of a key before the draft knows of it.
        self._outline.show_text(self._page.text)
        self._outline.show_reached(self._places.in_sight(self._outline.headings))

    def _go(self, nth: int) -> None:
        go_to_heading(self._page, self._outline.headings, nth)
        self._outline.show_reached(nth)
