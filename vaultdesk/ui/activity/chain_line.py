"""Chain line: says whether the record of tool calls is whole, or where it was tampered with. Reads nothing."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.tools.runtime.audit_log import ChainCheck
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel

BREAKS_SHOWN = 3
"""Places named before the rest is counted."""


class ChainLine(QWidget):
    """An icon and a sentence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = Glyph("clock", "muted", 14)
        self._words = PlainLabel("", "muted", "small", wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, theme().step(2))
        row.setSpacing(theme().step(6))
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._words, 1)

    def text(self) -> str:
        """Return the sentence."""
        return self._words.text()

    def wait(self) -> None:
        """Say that it is being looked at."""
        self._say("clock", "muted", self.tr("Looking whether the record is whole…"))

    def tell(self, check: ChainCheck) -> None:
        """Say what was found."""
        if check.whole:
            lines = self.tr("1 line") if check.lines == 1 else self.tr("{n} lines").format(n=format_number(check.lines))
            words = self.tr("The record is whole: {lines}, each tied to the one before.").format(lines=lines)
            if check.torn:
                one, many = self.tr("1 line was cut by a crash."), self.tr("{n} lines were cut by a crash.")
                words += " " + (one if len(check.torn) == 1 else many).format(n=format_number(len(check.torn)))
            self._say("shield-check", "success", words if check.lines else self.tr("Nothing is recorded yet."))
            return
        places = "; ".join(check.breaks[:BREAKS_SHOWN])
        more = len(check.breaks) - BREAKS_SHOWN
        if more > 0:
            places += self.tr("; and {n} more").format(n=format_number(more))
        words = self.tr("The record was changed from outside: {places}. What it says may not be what happened.")
        self._say("warning", "danger", words.format(places=places), "text")

    def fail(self, sentence: str) -> None:
        """Say why nobody can tell."""
        self._say("warning", "danger", sentence, "text")

    def _say(self, icon: str, icon_role: str, words: str, role: str = "muted") -> None:
        self._icon.show_icon(icon, icon_role)
        self._words.set_role(role)
        self._words.setText(words)
        self.setAccessibleName(words)
