"""Refusal dialog: why an undo was not done: the notes that changed since, both versions, a merge where it is clean."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui.changes.diff_view import DiffView
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.undo.refused_notes import changed, merged, since
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton, PrimaryButton, SegmentedControl
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.transactions.undo_plan import UndoPlan

SIZE = (760, 620)
"""Width and height in pixels of LOOK's drawings."""

NAMED_NOTES = 3
"""Notes that can be opened from here; more are in the diff."""

EDGE = 24
"""Pixels from the sides to the contents (LOOK, Parts)."""


class RefusalDialog(QDialog):
    """Nothing was touched. `merge_wanted` says whether the person asked for the merge; closing is Cancel."""

    def __init__(self, plan: UndoPlan, open_note: Callable[[str], object], parent: QWidget) -> None:
        """*open_note* shows a note, by its path."""
        super().__init__(parent)
        self.merge_wanted = False
        self._plan = plan
        self._open_note = open_note
        notes = changed(plan)
        one = len(notes) == 1
        headline = self.tr("This note changed since") if one else self.tr("These notes changed since")
        self.setWindowTitle(headline)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAccessibleName(headline)
        self._views = SegmentedControl([self.tr("What changed since"), self._merge_title()], self.tr("Which version"))
        self.diff = DiffView(headline)
        self.cancel_button = PlainButton(self.tr("Cancel"))
        self.merge_button = PrimaryButton(self.tr("Merge"))
        self._banner = Banner("success" if plan.can_merge else "warning", self._advice(), self._links())
        self._lay_out(headline)
        self._views.changed.connect(self._show)
        self.cancel_button.clicked.connect(self.reject)
        self.merge_button.clicked.connect(self._merge)
        self.cancel_button.setDefault(True)
        self.merge_button.setVisible(plan.can_merge)
        self._views.set_current(0)
        self._show(0)
        room, step = parent.window().size(), theme().step
        self.resize(min(step(SIZE[0]), max(room.width() - 16, step(320))), min(step(SIZE[1]), room.height() - 16))
        self.cancel_button.setFocus(Qt.FocusReason.TabFocusReason)
        theme().changed.connect(self._dress)
        self._dress()

    @property
    def links(self) -> tuple[LinkButton, ...]:
        """What leads to the notes."""
        return self._banner.links

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground of what floats."""
        QPainter(self).fillRect(self.rect(), theme().color("raised"))

    def _lay_out(self, headline: str) -> None:
        step = theme().step
        edge = step(EDGE)
        head = QVBoxLayout()
        head.setContentsMargins(edge, step(20), edge, step(12))
        head.setSpacing(step(8))
        head.addWidget(PlainLabel(headline, font="headline", wrap=True))
        words = self.tr("{0} was not done. Nothing was touched.").format(sanitize_line(self._plan.title, 200))
        head.addWidget(PlainLabel(words, role="text2", wrap=True))
        head.addWidget(self._banner)
        head.addWidget(self._views, 0, Qt.AlignmentFlag.AlignLeft)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(edge, step(12), edge, step(18))
        buttons.setSpacing(step(8))
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.merge_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(SeparatorLine())
        column.addWidget(self.diff, 1)
        column.addWidget(SeparatorLine())
        column.addLayout(buttons)

    def _merge_title(self) -> str:
        return self.tr("With both merged") if self._plan.can_merge else self.tr("What stands in the way")

    def _advice(self) -> str:
        if self._plan.can_merge:
            return self.tr("Merging takes the change back and keeps what came since.")
        return self.tr("The same lines changed since, so only you can say what is right. Change them in the note.")

    def _links(self) -> list[tuple[str, Callable[[], object]]]:
        paths = [item.path for item in changed(self._plan)][:NAMED_NOTES]
        name = self.tr("Open {0}")
        return [(name.format(sanitize_line(path.rpartition("/")[2], 40)), partial(self._go_to, path)) for path in paths]

    def _show(self, place: int) -> None:
        self.diff.set_notes(merged(self._plan) if place else since(self._plan))

    def _go_to(self, path: str) -> None:
        self.reject()
        self._open_note(path)

    def _merge(self) -> None:
        self.merge_wanted = True
        self.accept()

    def _dress(self) -> None:
        palette = self.palette()
        for role in (palette.ColorRole.Window, palette.ColorRole.Base):
            palette.setColor(role, theme().color("raised"))
        self.setPalette(palette)
        self.update()
