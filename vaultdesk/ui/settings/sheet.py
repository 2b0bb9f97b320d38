"""Sheet: the frame of one settings page: a title, a sentence, and what is chosen there, in a column that scrolls."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.labels import PlainLabel

NARROW, WIDE = 760, 1000
"""Pixels of the column, and of one with two panes (LOOK, Measures)."""


class Sheet(QScrollArea):
    """One page. Put things into `content`; say what went wrong in `problem`."""

    def __init__(self, title: str, words: str, *, wide: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.title = title
        self.problem = Banner("danger", "", closable=True)
        self.problem.hide()
        self.content = QVBoxLayout()
        self.content.setSpacing(step(16))
        column_host = QWidget()
        column_host.setMaximumWidth(step(WIDE if wide else NARROW))
        self._head = QVBoxLayout()
        self._head.setSpacing(step(4))
        self._head.addWidget(PlainLabel(title, font="page"))
        self._head.addWidget(PlainLabel(words, role="muted", wrap=True))
        column = QVBoxLayout(column_host)
        column.setContentsMargins(0, step(32), 0, step(32))
        column.setSpacing(step(8))
        column.addLayout(self._head)
        column.addWidget(self.problem)
        column.addSpacing(step(8))
        column.addLayout(self.content)
        column.addStretch(1)
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(step(24), 0, step(24), 0)
        row.addStretch(1)
        row.addWidget(column_host, 1000)
        row.addStretch(1)
        self.setWidget(page)

    def add_remark(self, remark: PlainLabel) -> None:
        """Put one more sentence under the title."""
        self._head.addWidget(remark)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now; a page that shows no setting has nothing to do."""

    def words(self) -> str:
        """Return all that stands on the page, for the search."""
        labels = [label.text() for label in self.findChildren(PlainLabel)]
        buttons = [button.accessibleName() or button.text() for button in self.findChildren(QAbstractButton)]
        return "\n".join([*labels, *buttons])
