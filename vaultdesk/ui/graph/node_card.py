"""NodeCard: what is known of the node that was chosen, and what can be done with it. Asks nothing itself."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.index.link_graph import GraphNode
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel

WIDE = 336
"""Pixels of LOOK's drawings (mockup 17)."""

LONGEST = 180
"""Characters of a passage."""


class NodeCard(Card):
    """Lies over the picture, at its bottom left; out of sight while nothing is chosen."""

    open_asked = Signal()
    centre_asked = Signal()
    chat_asked = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(14, ground="raised", parent=parent)
        # What is pressed on the card is not meant for the picture under it.
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.content.setSpacing(theme().step(6))
        self.name = ElidedLabel("", Qt.TextElideMode.ElideRight, "text", "heading")
        self.when = PlainLabel("", "muted", "small")
        self._lock = Glyph("lock", "muted", 13)
        self._lock.setAccessibleName(self.tr("Private"))
        head = QHBoxLayout()
        head.setSpacing(theme().step(6))
        head.addWidget(self.name, 1)
        head.addWidget(self._lock)
        head.addWidget(self.when)
        self.content.addLayout(head)
        self.passage = PlainLabel("", "text2", "small", wrap=True)
        self.content.addWidget(self.passage)
        self.open = LinkButton(self.tr("Open"), small=True)
        self.centre = LinkButton(self.tr("Centre here"), small=True)
        self.chat = LinkButton(self.tr("Add to chat"), small=True)
        row = QHBoxLayout()
        row.setSpacing(theme().step(8))
        for button, asked in (
            (self.open, self.open_asked), (self.centre, self.centre_asked), (self.chat, self.chat_asked),
        ):  # fmt: skip
            button.clicked.connect(asked)
            row.addWidget(button)
        row.addStretch(1)
        self.content.addLayout(row)
        self.hide()

    def show_node(self, node: GraphNode, when: str, *, private: bool, centre: bool) -> None:
        """Show *node*, changed *when*; with *centre* the picture can go round it."""
        self.setAccessibleName(node.name)
        self.name.set_text(node.name)
        self.when.setText(when)
        self._lock.setVisible(private)
        words = {"note": self.tr("Open"), "tag": self.tr("Search for it"), "unwritten": self.tr("Create the note")}
        self.open.setText(words[node.kind])
        self.centre.setVisible(centre and node.kind == "note")
        self.chat.setVisible(node.kind != "unwritten")
        self.show_passage("")
        self.show()
        self.raise_()

    def show_passage(self, passage: str, about: str = "") -> None:
        """Show the words that link to the note *about*; nothing where there are none."""
        cut = around(passage, about)
        self.passage.setText(self.tr("“{words}”").format(words=cut) if cut else "")
        self.passage.setVisible(bool(cut))
        self.settle()

    def settle(self) -> None:
        """Lie at the bottom left of what is below."""
        held = self.parentWidget()
        if held is None:
            return
        edge = theme().step(16)
        width = max(1, min(theme().step(WIDE), held.width() - 2 * edge))
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        self.resize(QSize(width, height))
        self.move(edge, held.height() - height - edge)


def around(passage: str, name: str) -> str:
    """Return *passage* cut to what stands around *name*."""
    if len(passage) <= LONGEST:
        return passage
    found = max(0, passage.casefold().find(name.casefold()))
    start = max(0, min(found - LONGEST // 3, len(passage) - LONGEST))
    if start:
        start = passage.find(" ", start, start + 20) + 1 or start
    piece = passage[start : start + LONGEST]
    before, after = "…" if start else "", "…" if start + LONGEST < len(passage) else ""
    return f"{before}{piece.strip()}{after}"
