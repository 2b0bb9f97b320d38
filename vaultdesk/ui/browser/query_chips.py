"""QueryChips: what is asked, as chips under the search field; the cross of one takes it out. Searches nothing."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.ui.browser.query_parts import QueryPart, query_parts, without_part
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.chips import MentionChip, Piece
from vaultdesk.ui.widgets.layouts import FlowLayout


class QueryChips(QWidget):
    """Hidden while only plain words are asked: the field itself says those."""

    changed = Signal(str)
    """The query without what was taken out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = ""
        self.parts: tuple[QueryPart, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        step = theme().step
        self._flow = FlowLayout(self, step(6))
        self._flow.setContentsMargins(step(12), step(4), step(12), step(2))
        self.hide()

    def show_query(self, query: str, *, wanted: bool = True) -> None:
        """Show the chips of *query*; none where they are not *wanted*."""
        parts = query_parts(query) if wanted else ()
        if all(part.is_plain for part in parts) or not all(part.is_simple for part in parts):
            parts = ()
        if (parts, query) == (self.parts, self._query):
            return
        self.parts, self._query = parts, query
        self._flow.clear()
        for part in parts:
            self._flow.addWidget(self._chip(part))
        self.setVisible(bool(parts))
        self.updateGeometry()

    def _chip(self, part: QueryPart) -> MentionChip:
        chip = MentionChip("", f"{part.kind} {part.words}".strip())
        pieces: list[Piece] = [(part.kind, "muted", "small"), (part.words, "text", "small")]
        chip.set_pieces(pieces)
        chip.removed.connect(partial(self._remove, part))
        return chip

    def _remove(self, part: QueryPart, _checked: bool = False) -> None:
        self.changed.emit(without_part(self._query, part))
