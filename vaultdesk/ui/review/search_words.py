"""Line of a request with the query that was searched for, which can be edited in place."""

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui.review.consent_text import search_sentence
from vaultdesk.ui.theme.painting import is_right_to_left
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import RADIUS
from vaultdesk.ui.widgets.accessibility import focus_later
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import TextField

LONGEST_WORDS = 300
"""Maximum number of characters of the query shown in the sentence; the field contains all of it."""


class SearchSentence(QAbstractButton):
    """`Found for “heating decision”. …` with the query underlined; a press or a typed character starts editing."""

    typed = Signal(str)
    """A typed character."""

    def __init__(self, words: str, *, found: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._template = search_sentence(found=found)
        self._layout = QTextLayout()
        self._width = -1
        self._height = 0.0
        self._words = ""
        self.setProperty(RADIUS, 4)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_words(words)
        theme().changed.connect(self._apply_theme)

    def set_words(self, words: str) -> None:
        """Show *words* as the query."""
        self._words = sanitize_line(words, LONGEST_WORDS)
        self.setText(self._template.format(words=self._words))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(self.tr("Press to search with other words"))
        self.setToolTip(self.tr("Press to search with other words"))
        self._apply_theme()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start editing with Enter, F2 or Space; a character starts editing with that character."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.click()
        elif event.text().isprintable() and event.text().strip() and not event.modifiers() & _COMMAND:
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        self._break(max(width, 1))
        return round(self._height) + 1

    def sizeHint(self) -> QSize:
        wide = theme().metrics("interface").horizontalAdvance(self.text()) + 2
        width = min(wide, theme().px(560))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(120), theme().line_height("interface"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._break(max(self.width(), 1))
        painter = QPainter(self)
        painter.setPen(theme().color("text2"))
        found = QTextLayout.FormatRange()
        found.start = _units(self._template.partition("{words}")[0])
        found.length = _units(self._words)
        look = QTextCharFormat()
        look.setForeground(theme().color("accent_hover" if self.underMouse() else "accent"))
        look.setFontUnderline(True)
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        found.format = look
        self._layout.draw(painter, QPointF(0, 0), [found])

    def _apply_theme(self) -> None:
        self._layout = QTextLayout(self.text(), theme().font("interface"))
        self._width = -1
        self.updateGeometry()
        self.update()

    def _break(self, width: int) -> None:
        if width == self._width:
            return
        self._width = width
        leftwards = is_right_to_left(self.text(), otherwise=self.isRightToLeft())
        option = QTextOption(Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.RightToLeft if leftwards else Qt.LayoutDirection.LeftToRight)
        self._layout.setTextOption(option)
        pitch = theme().line_height("interface")
        self._layout.beginLayout()
        bottom = 0.0
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            if bottom:
                bottom += max(0.0, pitch - line.height())
            line.setPosition(QPointF(0, bottom))
            bottom += line.height()
        self._layout.endLayout()
        self._height = QRectF(self._layout.boundingRect()).bottom() if bottom else 0.0


_COMMAND = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class SearchWords(QWidget):
    """The sentence, or the field instead of it. Enter in the field searches again; it approves nothing."""

    submitted = Signal(str)
    """Search again for this query."""
    editing_changed = Signal(bool)

    def __init__(self, words: str, *, found: bool = True, parent: QWidget | None = None) -> None:
        """*found* tells whether there are results for *words*."""
        super().__init__(parent)
        px = theme().px
        self._words = words
        self.sentence = SearchSentence(words, found=found)
        self.field = TextField(self.tr("Words to search for"), words)
        self.search_button = LinkButton(self.tr("Search Again"), small=True)
        self.searching = PlainLabel(self.tr("Searching again on this computer…"), role="muted", wrap=True)
        self._editor = QWidget()
        row = QHBoxLayout(self._editor)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(8))
        row.addWidget(self.field, 1)
        row.addWidget(self.search_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for page in (self.sentence, self._editor, self.searching):
            column.addWidget(page)
        self._show_page(self.sentence)
        self.sentence.clicked.connect(lambda: self.edit())
        self.sentence.typed.connect(self._type)
        self.field.submitted.connect(self._submit)
        self.search_button.clicked.connect(self._submit)
        self.field.edit.installEventFilter(self)

    @property
    def is_editing(self) -> bool:
        """Return whether the field is shown."""
        return self._editor.isVisibleTo(self)

    def edit(self, words: str | None = None) -> None:
        """Show the field with *words*, or with the current query."""
        self.field.set_text(self._words if words is None else words)
        self._show_page(self._editor)
        if words is None:
            self.field.edit.selectAll()
        focus_later(self.field.edit)
        self.editing_changed.emit(True)

    def leave(self) -> None:
        """Show the sentence again with the unchanged query."""
        self._show_page(self.sentence)
        focus_later(self.sentence)
        self.editing_changed.emit(False)

    def show_searching(self) -> None:
        """Show that a new search is running."""
        self._show_page(self.searching)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the field with Esc, not the whole request; keep Enter in the field."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.leave()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._submit()
                return True
        return super().eventFilter(watched, event)

    def _show_page(self, page: QWidget) -> None:
        for one in (self.sentence, self._editor, self.searching):
            one.setVisible(one is page)

    def _type(self, letter: str) -> None:
        self.edit(letter)

    def _submit(self) -> None:
        words = self.field.text().strip()
        if not words or words == self._words.strip():
            self.leave()
        else:
            self.submitted.emit(words)


def _units(text: str) -> int:
    """Return the number of characters of *text* as counted by Qt (UTF-16 code units)."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
