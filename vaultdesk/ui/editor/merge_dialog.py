"""Dialog for merging lines that both the user and another program changed.

Writes nothing: `text()` is the chosen text once the dialog is accepted. Without a choice both versions are kept.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton, PrimaryButton, SegmentedControl
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.overlays import Dimmer
from vaultdesk.vault.line_diff import Merge, MergeConflict

DIALOG_SIZE = (820, 600)
"""Width and height in design pixels."""

DIALOG_EDGE = 24
"""Horizontal margins in design pixels."""

MAX_SHOWN_LINES = 40
"""Maximum number of lines of one version that are shown; the choice applies to all of them."""

MINE, THEIRS, BOTH = 0, 1, 2


class _Version(QWidget):
    """One version of the lines, with a tint if selected."""

    def __init__(self, name: str, lines: Sequence[str], none: str) -> None:
        super().__init__()
        self._taken = False
        px = theme().px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(12), px(8), px(12), px(10))
        column.setSpacing(px(4))
        column.addWidget(PlainLabel(name, "muted", "caption"))
        shown = "\n".join(lines[:MAX_SHOWN_LINES]) + ("\n…" if len(lines) > MAX_SHOWN_LINES else "")
        said = shown.strip()
        column.addWidget(PlainLabel(shown if said else none, "text" if said else "muted", "fixed", wrap=True))
        column.addStretch(1)

    def set_taken(self, taken: bool) -> None:
        self._taken = taken
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        contrast = look.tokens.high_contrast and self._taken
        ground = look.color("success_tint" if self._taken else "sunken")
        box(QPainter(self), self.rect(), look.px(6), ground, look.color("success") if contrast else None)


class _Conflict(Card):
    """One conflict, and the choice for it."""

    def __init__(self, number: int, conflict: MergeConflict) -> None:
        super().__init__(12)
        self.conflict = conflict
        place = self.tr("Place {number}, line {line}").format(number=number, line=conflict.line)
        self.choice = SegmentedControl([self.tr("Mine"), self.tr("From outside"), self.tr("Both")], place)
        self.choice.set_current(BOTH)
        head = QHBoxLayout()
        head.addWidget(PlainLabel(place, "text", "strong"))
        head.addStretch(1)
        head.addWidget(self.choice)
        none = self.tr("These lines are taken away.")
        self._versions = (
            _Version(self.tr("Mine"), conflict.mine, none),
            _Version(self.tr("From outside"), conflict.theirs, none),
        )
        row = QHBoxLayout()
        row.setSpacing(theme().px(8))
        for version in self._versions:
            row.addWidget(version, 1)
        self.content.addLayout(head)
        self.content.addLayout(row)
        self.choice.changed.connect(lambda _index: self._show())
        self._show()

    def lines(self) -> tuple[str, ...]:
        """Return the chosen lines."""
        mine, theirs = self.conflict.mine, self.conflict.theirs
        return {MINE: mine, THEIRS: theirs, BOTH: (*mine, *theirs)}[self.choice.current()]

    def _show(self) -> None:
        chosen = self.choice.current()
        self._versions[MINE].set_taken(chosen != THEIRS)
        self._versions[THEIRS].set_taken(chosen != MINE)


class MergeDialog(QDialog):
    """Open it with `bridge.ask`; Cancel has the focus and leaves everything unchanged."""

    def __init__(self, merged: Merge, parent: QWidget) -> None:
        super().__init__(parent)
        self._merged = merged
        title = self.tr("Put both versions together")
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAccessibleName(title)
        self.places = [_Conflict(number, one) for number, one in enumerate(merged.conflicts, 1)]
        self.cancel_button = PlainButton(self.tr("Cancel"))
        self.merge_button = PrimaryButton(self.tr("Merge"))
        self.cancel_button.setDefault(True)
        self.cancel_button.clicked.connect(self.reject)
        self.merge_button.clicked.connect(self.accept)
        self._build_layout(title)
        room, px = parent.window().size(), theme().px
        self.resize(
            min(px(DIALOG_SIZE[0]), max(room.width() - 16, px(320))), min(px(DIALOG_SIZE[1]), room.height() - 16)
        )
        self.cancel_button.setFocus(Qt.FocusReason.TabFocusReason)
        theme().changed.connect(self.update)
        Dimmer(parent.window()).dim_behind(self)

    def text(self) -> str:
        """Return the note with the choices applied."""
        lines = self._merged.text.split("\n")
        # From the last conflict up, so that earlier line numbers stay valid.
        for place in reversed(self.places):
            start = place.conflict.line - 1
            lines[start : start + len(place.conflict.mine)] = place.lines()
        return "\n".join(lines)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("raised"))

    def _build_layout(self, title: str) -> None:
        px = theme().px
        edge = px(DIALOG_EDGE)
        head = QVBoxLayout()
        head.setContentsMargins(edge, px(20), edge, px(12))
        head.setSpacing(px(4))
        head.addWidget(PlainLabel(title, font="headline", wrap=True))
        words = self.tr("These lines were changed here and outside. All other changes are in the note already.")
        head.addWidget(PlainLabel(words, role="muted", wrap=True))
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(edge, px(4), edge, px(16))
        column.setSpacing(px(12))
        for place in self.places:
            column.addWidget(place)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.viewport().setAutoFillBackground(False)
        scroll.setWidget(inner)
        inner.setAutoFillBackground(False)
        foot = QHBoxLayout()
        foot.setContentsMargins(edge, px(12), edge, px(12))
        foot.setSpacing(px(8))
        foot.addStretch(1)
        foot.addWidget(self.cancel_button)
        foot.addWidget(self.merge_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(scroll, 1)
        whole.addWidget(SeparatorLine())
        whole.addLayout(foot)
