"""Sentence: one row of a card, read aloud as it stands: an icon, words, words that can be exchanged, a remark."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.ui.settings.menu_link import HEIGHT, MenuLink
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout

SPACE = 4
"""Pixels between two words of a sentence at LOOK's font size."""


@dataclass(frozen=True, slots=True)
class Strong:
    """Words of a sentence that carry its meaning."""

    text: str


Piece = str | Strong | MenuLink
"""A part of a sentence."""


class Sentence(QWidget):
    """A row. Without words to exchange it is one label; with them each word is placed by itself."""

    def __init__(
        self,
        icon: str,
        pieces: Sequence[Piece],
        remark: str = "",
        links: Sequence[QWidget] = (),
        parent: QWidget | None = None,
    ) -> None:
        """*links* stand at the right: what can be done with what the sentence says."""
        super().__init__(parent)
        step = theme().step
        self._pieces = _glued(pieces)
        self.setAccessibleName(self.text())
        row = QHBoxLayout(self)
        row.setContentsMargins(step(18), step(11), step(16), step(11))
        row.setSpacing(step(14))
        glyph = Glyph(icon, "text2")
        glyph.setFixedHeight(step(HEIGHT))
        row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(step(2))
        column.addWidget(self._words())
        if remark:
            column.addWidget(PlainLabel(remark, role="muted", font="small", wrap=True))
        row.addLayout(column, 1)
        for link in links:
            row.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)

    def text(self) -> str:
        """Return the sentence as it is read aloud."""
        told = [piece.sentence() if isinstance(piece, MenuLink) else _text(piece) for piece in self._pieces]
        return " ".join(part for part in told if part)

    def _words(self) -> QWidget:
        if all(isinstance(piece, str) for piece in self._pieces):
            label = PlainLabel(self.text(), wrap=True)
            # The first line stands beside the icon, whether or not there is a second one.
            air = max(0, theme().step(HEIGHT) - theme().metrics("interface").height()) // 2
            label.setContentsMargins(0, air, 0, air)
            return label
        host = QWidget()
        flow = FlowLayout(host, theme().step(SPACE))
        for piece in self._pieces:
            if isinstance(piece, MenuLink):
                flow.addWidget(piece)
                continue
            for word in _text(piece).split():
                label = PlainLabel(word, font="strong" if isinstance(piece, Strong) else "interface")
                label.setFixedHeight(theme().step(HEIGHT))
                flow.addWidget(label)
        return host


def _glued(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return *pieces* with every full stop and comma at the words before it: none may begin a line."""
    glued: list[Piece] = []
    for piece in pieces:
        before = glued[-1] if glued else None
        if not isinstance(piece, str) or piece not in (".", ",") or before is None:
            glued.append(piece)
        elif isinstance(before, MenuLink):
            before.set_after(piece)
        else:
            glued[-1] = Strong(before.text + piece) if isinstance(before, Strong) else before + piece
    return tuple(glued)


def _text(piece: str | Strong) -> str:
    return piece.text if isinstance(piece, Strong) else piece
