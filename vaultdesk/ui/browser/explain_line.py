"""ExplainLine: one line under the search field that opens to what is asked, in words. Searches nothing."""

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel

_ASKS_MORE = re.compile(r"[:\"\[\](/]|(?:^|\s)-\S|\bOR\b")
"""What is more than plain words, as far as a glance tells: only then there is something to explain."""

CHEVRON = 12
"""Pixels of LOOK's drawings; a button that expects a larger picture would draw it out."""


class ExplainLine(QWidget):
    """Hidden while only plain words are asked. What it opens to is worked out when it is open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = ""
        self._open = False
        step = theme().step
        column = QVBoxLayout(self)
        column.setContentsMargins(step(12), 0, step(12), 0)
        column.setSpacing(step(2))
        self.toggle = QToolButton()
        self.toggle.setText(self.tr("Explain search"))
        self.toggle.setAccessibleName(self.tr("Explain search"))
        self.toggle.setAutoRaise(True)
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggle.clicked.connect(self._turn)
        column.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)
        self._words = PlainLabel("", "text2", "small", wrap=True, selectable=True)
        self._words.setContentsMargins(step(6), 0, step(6), step(4))
        self._words.hide()
        column.addWidget(self._words)
        theme().changed.connect(self._dress)
        self._dress()
        self.explain("")

    def explain(self, query: str) -> None:
        """Be about *query* from now on."""
        self._query = query
        self.setVisible(bool(_ASKS_MORE.search(query)))
        self._show()

    def words(self) -> str:
        """Return what is said; empty while the line is folded."""
        return self._words.text() if self._words.isVisibleTo(self) else ""

    def _turn(self) -> None:
        self._open = not self._open
        self.toggle.setAccessibleDescription(self.tr("Open") if self._open else "")
        self._show()

    def _show(self) -> None:
        opened = self._open and not self.isHidden()
        if opened:
            # Not before it is asked for: understanding patterns brings a library of its own along.
            from vaultdesk.index.query_syntax.query_parser import parse_query
            from vaultdesk.ui.browser.explained import explained

            lines = explained(parse_query(self._query, typing=True).root)
            head = [self.tr("Notes with all of these:")] if len(lines) > 1 else []
            self._words.setText("\n".join([*head, *(f"•  {line}" for line in lines)]))
        self._words.setVisible(opened and bool(self._words.text()))
        self._dress()

    def _dress(self) -> None:
        self.toggle.setFont(theme().font("small"))
        self.toggle.setIconSize(QSize(theme().step(CHEVRON), theme().step(CHEVRON)))
        self.toggle.setIcon(icon("chevron-down" if self._open else "chevron-right", size=CHEVRON))
