"""Untrusted text for read-only boxes, with runs of blank lines and spaces folded to a line with a count, which can be
expanded.
"""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QPlainTextEdit

from vaultdesk.tools.blank_runs import FoldedText, fold_blank_runs
from vaultdesk.ui.translation import translator

_tr = translator("FoldedText")


def folded_text(text: str) -> FoldedText:
    """Return *text* with its blank runs folded, with markers in the user's language."""
    return fold_blank_runs(text, _lines_mark, _blanks_mark)


def _lines_mark(count: int) -> str:
    if count == 1:
        return _tr("⋯ 1 blank line")
    return _tr("⋯ {n} blank lines").format(n=count)


def _blanks_mark(count: int) -> str:
    if count == 1:
        return _tr("⋯ 1 blank ⋯")
    return _tr("⋯ {n} blanks ⋯").format(n=count)


class BlankFolds:
    """Shows a text in *box* with its blank runs folded; a click on a fold, or Space, expands them all.

    The box forwards its keys and clicks.
    """

    def __init__(self, box: QPlainTextEdit) -> None:
        self._box = box
        self._whole = ""
        self._shown = FoldedText("", ())

    @property
    def has_folds(self) -> bool:
        """Whether anything is folded."""
        return self._shown.is_changed

    def show_text(self, text: str) -> None:
        """Show *text* from its beginning."""
        self._whole, self._shown = text, folded_text(text)
        self._box.setPlainText(self._shown.text)
        hint = _open_hint() if self.has_folds else ""
        self._box.setToolTip(hint)
        self._box.setAccessibleDescription(hint)

    def open(self) -> None:
        """Expand all folds."""
        if not self.has_folds:
            return
        at = self._box.verticalScrollBar().value()
        self._shown = FoldedText(self._whole, ())
        self._box.setPlainText(self._whole)
        self._box.verticalScrollBar().setValue(at)
        self._box.setToolTip("")
        self._box.setAccessibleDescription("")

    def line_number(self, block: int) -> int:
        """Return the number in the whole text, from 1, of the line shown as *block*, from 0."""
        numbers = self._shown.numbers
        return numbers[block] if block < len(numbers) else block + 1

    def take_key(self, event: QKeyEvent) -> bool:
        """Expand the folds on Space; return whether *event* was handled."""
        if not self.has_folds or event.key() != Qt.Key.Key_Space:
            return False
        self.open()
        return True

    def take_click(self, event: QMouseEvent) -> bool:
        """Expand the folds on a click on one; return whether *event* was handled."""
        if not self.has_folds or event.button() != Qt.MouseButton.LeftButton:
            return False
        block = self._box.cursorForPosition(event.position().toPoint()).blockNumber()
        if block not in self._shown.folds or self._box.textCursor().hasSelection():
            return False
        self.open()
        return True


def _open_hint() -> str:
    return QCoreApplication.translate(
        "FoldedText", "Blank lines are folded. Click on the fold or press Space to show them."
    )
