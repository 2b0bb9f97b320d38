"""Panel: asks what should change about the selected words, and shows the new ones as a difference. Asks no model."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from vaultdesk.ui.rewrite.diff_text import DiffText
from vaultdesk.ui.rewrite.word_diff import Stretch
from vaultdesk.ui.theme.popup_painter import panel
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout

WIDTH = 560
"""Pixels of LOOK's drawings, where the editor has them."""

RADIUS, EDGE = 10, 12


class RewritePanel(QWidget):
    """Stands in the editor, below the selection. Esc closes it, Ctrl+Enter takes the new words."""

    asked = Signal(str)
    """What should change, in the person's words."""
    taken = Signal()
    appended = Signal()
    """The new words are wanted: in the place of the old ones, or below them."""
    left = Signal()

    def __init__(self, editor: QPlainTextEdit) -> None:
        super().__init__(editor)
        self._editor = editor
        self.wish = QLineEdit()
        self.wish.setAccessibleName(self.tr("What should change?"))
        self.wish.setPlaceholderText(self.tr("What should change?"))
        self.quick = QWidget()
        self.said = PlainLabel(role="muted", font="small", wrap=True)
        self.diff = DiffText(self.tr("The selection, written anew"))
        self.replace = PrimaryButton(self.tr("Replace"), keys="Ctrl+Return")
        self.below = PlainButton(self.tr("Insert Below"))
        self.again = LinkButton(self.tr("Try again"))
        self.discard = PlainButton(self.tr("Discard"), keys="Esc")
        self._foot = QWidget()
        self._lay_out()
        self.wish.returnPressed.connect(lambda: self._ask(self.wish.text()))
        self.again.clicked.connect(lambda: self._ask(self.wish.text()))
        self.replace.clicked.connect(self.taken)
        self.below.clicked.connect(self.appended)
        self.discard.clicked.connect(self.left)
        editor.installEventFilter(self)
        editor.updateRequest.connect(self._follow)
        self.show_asking("")

    def show_asking(self, model: str, problem: str = "") -> None:
        """Wait for a wish; *model* is who will be asked, *problem* why the last one led to nothing."""
        self.said.setText(problem or (self.tr("{0} is asked.").format(model) if model else ""))
        self.quick.show()
        self.diff.hide()
        self._foot.hide()
        self.replace.setEnabled(False)
        self._settle()

    def show_writing(self, stretches: Sequence[Stretch]) -> None:
        """Show what came so far; nothing can be taken yet."""
        self.said.setText(self.tr("Writing…"))
        self._show(stretches, done=False)

    def show_written(self, stretches: Sequence[Stretch]) -> None:
        """Show the whole difference, to be taken or left."""
        changed = any(stretch.kind != "same" for stretch in stretches)
        self.said.setText(self.tr("Nothing is changed until you say so.") if changed else self.tr("Nothing to change."))
        self._show(stretches, done=changed)
        (self.replace if changed else self.wish).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Esc, take with Ctrl+Enter."""
        ctrl = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and ctrl and self.replace.isEnabled():
            self.taken.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay beside the selection when the editor changes its size."""
        if watched is self._editor and event.type() == QEvent.Type.Resize:
            self._settle()
        return False

    def showEvent(self, event: QShowEvent) -> None:
        """Take the room the words need: only now is it known."""
        super().showEvent(event)
        self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the words need at this width."""
        super().resizeEvent(event)
        if not self.diff.isHidden():
            self.diff.setFixedHeight(self.diff.wanted_height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box."""
        panel(theme(), QPainter(self), self.rect(), RADIUS)

    def _lay_out(self) -> None:
        step = theme().step
        column = QVBoxLayout(self)
        column.setContentsMargins(*([step(EDGE)] * 4))
        column.setSpacing(step(8))
        flow = FlowLayout(self.quick, step(12))
        for words in self._quick_wishes():
            link = LinkButton(words, small=True)
            link.clicked.connect(lambda _on=False, words=words: self._ask(words))
            flow.addWidget(link)
        foot = FlowLayout(self._foot, step(8))
        for button in (self.replace, self.below, self.discard, self.again):
            foot.addWidget(button)
        self.again.setFixedHeight(self.replace.sizeHint().height())
        for widget in (self.wish, self.quick, self.diff, self.said, self._foot):
            column.addWidget(widget)

    def _quick_wishes(self) -> tuple[str, ...]:
        return (
            self.tr("Correct mistakes"),
            self.tr("Clearer"),
            self.tr("Shorter"),
            self.tr("Longer"),
            self.tr("Friendlier"),
            self.tr("As a list"),
            self.tr("In English"),
        )

    def _ask(self, words: str) -> None:
        if words.strip():
            self.wish.setText(words.strip())
            self.quick.hide()
            self.asked.emit(words.strip())

    def _show(self, stretches: Sequence[Stretch], *, done: bool) -> None:
        self.diff.show_diff(stretches)
        self.diff.show()
        self._foot.show()
        for button in (self.replace, self.below, self.again):
            button.setEnabled(done or button is self.again)
        self._settle()

    def _follow(self, _rect: QRect, by: int) -> None:
        if by:
            self._settle()

    def _settle(self) -> None:
        """Stand below the selection, above it where there is no room, and always inside the editor."""
        step, area = theme().step, self._editor.viewport().geometry()
        width = min(step(WIDTH), area.width() - 2 * step(EDGE))
        self.setFixedWidth(max(width, 1))
        if not self.diff.isHidden():
            self.diff.setFixedHeight(self.diff.wanted_height())
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.resize(width, max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height()))
        cursor = self._editor.textCursor()
        end, start = self._editor.textCursor(), self._editor.textCursor()
        end.setPosition(cursor.selectionEnd())
        start.setPosition(cursor.selectionStart())
        below = self._editor.cursorRect(end).bottom() + step(6)
        above = self._editor.cursorRect(start).top() - step(6) - self.height()
        lowest = area.height() - self.height() - step(EDGE)
        top = below if below <= lowest or above < 0 else above
        left = max(step(EDGE), (area.width() - width) // 2)
        self.move(area.topLeft() + QPoint(left, max(0, min(top, lowest))))
        self.raise_()
