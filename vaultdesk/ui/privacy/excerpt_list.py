"""The excerpts of a request about to be sent: choices, list with ticks, and text that can be shortened."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QStyle, QStyleOptionViewItem, QVBoxLayout, QWidget

from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureExcerpt, DisclosureRequest
from vaultdesk.tools.runtime.approval_text import estimate_tokens
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.privacy.ledger_text import tokens_text
from vaultdesk.ui.review.file_checklist import FILE_TICK_SIZE, FileRow
from vaultdesk.ui.review.text_box import TextBox
from vaultdesk.ui.theme.primitives import box, focus_ring
from vaultdesk.ui.theme.right_to_left import mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.labels import ElidedLabel, as_tooltip, safe_label_text

_tr = translator("ExcerptList")


class ExcerptChoices:
    """One request and its ticks. What was kept back before begins unticked, all else ticked."""

    def __init__(self, request: DisclosureRequest) -> None:
        self.request = request
        self._ticked = {excerpt.id for excerpt in request.excerpts if excerpt.state != "kept"}
        self._cut: dict[str, str] = {}

    def ticked(self, name: str) -> bool:
        """Whether the excerpt called *name* may go."""
        return name in self._ticked

    def tick(self, name: str, ticked: bool) -> None:
        """Let an excerpt go, or keep it back."""
        if ticked:
            self._ticked.add(name)
        else:
            self._ticked.discard(name)

    def tick_all(self, ticked: bool) -> None:
        """Let every excerpt go, or none."""
        self._ticked = {excerpt.id for excerpt in self.request.excerpts} if ticked else set()

    def text(self, excerpt: DisclosureExcerpt) -> str:
        """Return what would be sent of *excerpt* if it goes."""
        return self._cut.get(excerpt.id, excerpt.text)

    def is_cut(self, excerpt: DisclosureExcerpt) -> bool:
        """Whether something else is sent in the place of *excerpt*."""
        return excerpt.id in self._cut

    def cut(self, excerpt: DisclosureExcerpt, text: str | None) -> None:
        """Send *text* in the place of *excerpt*; None sends it as it is."""
        if text is None or text == excerpt.text:
            self._cut.pop(excerpt.id, None)
        else:
            self._cut[excerpt.id] = text

    def size(self, excerpt: DisclosureExcerpt) -> int:
        """Return about how many tokens of *excerpt* go, if it goes."""
        return estimate_tokens(len(self._cut[excerpt.id])) if excerpt.id in self._cut else excerpt.tokens

    @property
    def going(self) -> tuple[DisclosureExcerpt, ...]:
        """The excerpts that go."""
        return tuple(excerpt for excerpt in self.request.excerpts if excerpt.id in self._ticked)

    @property
    def notes(self) -> int:
        """How many notes something leaves of."""
        return len({excerpt.path for excerpt in self.going})

    @property
    def note_tokens(self) -> int:
        """About how many tokens of notes leave."""
        return sum(self.size(excerpt) for excerpt in self.going)

    @property
    def tokens(self) -> int:
        """About how many tokens leave in all."""
        as_asked = sum(excerpt.tokens for excerpt in self.request.excerpts if excerpt.state != "kept")
        return max(0, self.request.tokens - as_asked + self.note_tokens)

    @property
    def cost(self) -> float | None:
        """About what the question costs in US dollars; None where the price is not known."""
        price = self.request.price
        return None if price is None else self.tokens * price.input / 1_000_000

    def decision(self) -> DisclosureDecision:
        """Return the answer "send" with these choices."""
        cut: dict[str, str | None] = dict(self._cut_going())
        released: list[str] = []
        for excerpt in self.request.excerpts:
            goes = excerpt.id in self._ticked
            if not goes and excerpt.state != "kept":
                cut[excerpt.id] = None
            elif goes and excerpt.state == "kept" and excerpt.id not in cut:
                released.append(excerpt.id)
        return DisclosureDecision(send=True, cut=cut, released=tuple(released))

    def _cut_going(self) -> Mapping[str, str]:
        return {name: text for name, text in self._cut.items() if name in self._ticked}


ExcerptIndex = QModelIndex | QPersistentModelIndex

EXCERPT_ROLE: Final = Qt.ItemDataRole.UserRole + 1
EXCERPT_TEXTS_ROLE: Final = Qt.ItemDataRole.UserRole + 2
"""The roles that give a row's `DisclosureExcerpt`, and its four texts: name, size, place, state."""


class ExcerptModel(QAbstractListModel):
    """The excerpts of one request."""

    ticks_changed = Signal()

    def __init__(self, choices: ExcerptChoices, parent: QWidget) -> None:
        super().__init__(parent)
        self._choices = choices
        self._excerpts = choices.request.excerpts

    def rowCount(self, parent: ExcerptIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._excerpts)

    def tick_all(self, ticked: bool) -> None:
        """Tick every excerpt, or none."""
        self._choices.tick_all(ticked)
        self.renew()

    def renew(self) -> None:
        """Tell that ticks or sizes are different now."""
        if self._excerpts:
            self.dataChanged.emit(self.index(0), self.index(len(self._excerpts) - 1))
        self.ticks_changed.emit()

    def data(self, index: ExcerptIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row shows and what a screen reader says."""
        excerpt = self._excerpts[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(sanitize_text(word) for word in (excerpt.path, *self._words(excerpt)[1:]) if word)
            case Qt.ItemDataRole.ToolTipRole:
                return as_tooltip(
                    "\n".join(sanitize_text(word) for word in (excerpt.path, *self._words(excerpt)[2:]) if word)
                )
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if self._choices.ticked(excerpt.id) else Qt.CheckState.Unchecked
            case _ if role == EXCERPT_ROLE:
                return excerpt
            case _ if role == EXCERPT_TEXTS_ROLE:
                return self._words(excerpt)
            case _:
                return None

    def setData(self, index: ExcerptIndex, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick one excerpt."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        name = self._excerpts[index.row()].id
        self._choices.tick(name, Qt.CheckState(value) == Qt.CheckState.Checked)
        self.dataChanged.emit(index, index)
        self.ticks_changed.emit()
        return True

    def flags(self, index: ExcerptIndex) -> Qt.ItemFlag:
        """Every excerpt can be chosen and ticked."""
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def _words(self, excerpt: DisclosureExcerpt) -> tuple[str, str, str, str]:
        folder, _, name = excerpt.path.rpartition("/")
        place = " · ".join(part for part in (excerpt_part_text(excerpt), folder) if part)
        size = tokens_text(self._choices.size(excerpt))
        return name.removesuffix(".md"), size, place, self._state(excerpt)

    def _state(self, excerpt: DisclosureExcerpt) -> str:
        if self._choices.ticked(excerpt.id) and self._choices.is_cut(excerpt):
            return self.tr("shortened by you")
        match excerpt.state:
            case "ask":
                return self.tr("private: {why}").format(why=excerpt.reason) if excerpt.reason else self.tr("private")
            case "sent":
                return self.tr("sent there before")
            case "kept":
                return self.tr("kept back by you before")
            case "new":
                return ""


class ExcerptRow(FileRow):
    """Draws one excerpt: tick, note over place, size over what is to be known of it."""

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ExcerptIndex) -> None:
        look, px = theme(), theme().px
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        name, size, place, told = index.data(EXCERPT_TEXTS_ROLE)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(rect)
        if selected:
            painter.fillRect(rect, look.color("accent_tint"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.color("hover"))
        painter.setPen(QPen(look.color("border"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        self._draw_tick(painter, rect, index)
        left = rect.left() + self._edge + px(FILE_TICK_SIZE + 10)
        inner = QRect(left, rect.top() + px(6), rect.right() - self._edge - left, rect.height() - 2 * px(6) + px(1))
        self._draw_line(painter, inner, (name, size), upper=True)
        self._draw_line(painter, inner, (place, told), upper=False)
        if state & QStyle.StateFlag.State_HasFocus:
            focus_ring(look, painter, QRectF(rect.adjusted(1, 1, -1, -2)), px(4))
        elif selected and look.tokens.high_contrast:
            box(painter, rect.adjusted(1, 1, -1, -2), px(4), None, look.color("accent"))
        painter.restore()


def excerpt_at(index: QModelIndex) -> DisclosureExcerpt | None:
    """Return the excerpt of a row."""
    excerpt = index.data(EXCERPT_ROLE) if index.isValid() else None
    return excerpt if isinstance(excerpt, DisclosureExcerpt) else None


def excerpt_part_text(excerpt: DisclosureExcerpt) -> str:
    """Return which part of its note an excerpt is."""
    if excerpt.is_whole_note:
        return _tr("whole note")
    lines = ""
    if excerpt.first_line:
        several = excerpt.last_line > excerpt.first_line
        words = _tr("lines {first}–{last}") if several else _tr("line {first}")
        lines = words.format(first=excerpt.first_line, last=excerpt.last_line)
    return ", ".join(part for part in (excerpt.heading, lines) if part)


MAX_EXCERPT_TEXT = 200_000
"""Characters of an excerpt that are shown; a result that a tool gives is far shorter. One that is cut here cannot be
shortened by hand: nobody would see what is left of it."""

EXCERPT_HEAD_HEIGHT = 36
"""Pixels of the head row (as in a request)."""


class ExcerptText(QWidget):
    """Shows one excerpt. What is edited is what is seen: invisible characters stand there as `U+XXXX`, and go so."""

    cut = Signal(object, object)
    """An excerpt, and what is sent in its place; None sends it as it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self._excerpt: DisclosureExcerpt | None = None
        self._before = ""
        self._title = ElidedLabel("", Qt.TextElideMode.ElideMiddle, "muted", "small")
        self.shorten = LinkButton(self.tr("Shorten…"), small=True)
        self.restore = LinkButton(self.tr("Send all of it"), small=True)
        self.box = _Box(self.tr("Text of the excerpt"))
        head = QWidget()
        head.setFixedHeight(px(EXCERPT_HEAD_HEIGHT))
        row = QHBoxLayout(head)
        row.setContentsMargins(px(12), 0, px(16), 0)
        row.setSpacing(px(12))
        row.addWidget(self._title, 1)
        row.addWidget(self.shorten)
        row.addWidget(self.restore)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(SeparatorLine())
        column.addWidget(self.box, 1)
        self.shorten.clicked.connect(self._begin)
        self.restore.clicked.connect(self._restore)
        self.box.textChanged.connect(self._changed)
        self.box.done.connect(self._end)

    def show_excerpt(self, excerpt: DisclosureExcerpt | None, text: str) -> None:
        """Show *text*, which would be sent of *excerpt*."""
        self._end()
        self._excerpt = excerpt
        self._before = safe_label_text(text, MAX_EXCERPT_TEXT)
        self.box.setPlainText(self._before)
        place = excerpt_part_text(excerpt) if excerpt is not None else ""
        path = sanitize_text(excerpt.path) if excerpt is not None else ""
        self._title.set_text(" · ".join(part for part in (path, place) if part))
        self.shorten.setVisible(excerpt is not None)
        too_long = self.tr("This is too long to be shortened by hand. Leave it out instead.")
        self.shorten.set_disabled_reason(too_long if len(text) > MAX_EXCERPT_TEXT else "")
        self.restore.setVisible(excerpt is not None and text != excerpt.text)

    def _begin(self) -> None:
        self.box.setReadOnly(False)
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)
        self.box.moveCursor(QTextCursor.MoveOperation.Start)
        self.shorten.setVisible(False)
        self.restore.setVisible(True)

    def _end(self) -> None:
        self.box.setReadOnly(True)
        self.shorten.setVisible(self._excerpt is not None)

    def _restore(self) -> None:
        excerpt = self._excerpt
        if excerpt is not None:
            self.cut.emit(excerpt, None)
            self.show_excerpt(excerpt, excerpt.text)

    def _changed(self) -> None:
        if self.box.isReadOnly() or self._excerpt is None:
            return
        text = self.box.toPlainText()
        if len(text) > len(self._before):
            # It can be made shorter, not other: what is added would go out as if the note said it.
            self.box.undo()
            return
        self._before = text
        self.cut.emit(self._excerpt, text)


class _Box(TextBox):
    """A text box that can be written in for a while; Esc ends that."""

    done = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(name, "interface")
        self.setUndoRedoEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End the writing by Esc, and not the whole question."""
        if event.key() == Qt.Key.Key_Escape and not self.isReadOnly():
            self.done.emit()
            event.accept()
            return
        super().keyPressEvent(event)
