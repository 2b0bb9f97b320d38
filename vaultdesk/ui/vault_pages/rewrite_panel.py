"""Rewriting of the selection in the editor: the command, the panel with the recipient, and the word diff."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from typing import Literal

import shiboken6
from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import popup_panel
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout, row_layout
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.frontmatter.frontmatter import frontmatter_damage, lost_properties, lost_properties_phrase
from vaultdesk.vault.line_diff import differences
from vaultdesk.workspace.available_models import ModelChoice
from vaultdesk.workspace.passage_rewriter import PassageRewriter, PassageToRewrite, RewriteRoute, fit_rewrite

_tr = translator("RewriteRouteLine")

MAX_OFFERED_MODELS = 4
"""Maximum number of local models that are listed."""


class RewriteRouteLine(QWidget):
    """Line that shows where the passage is sent; hidden until that is known."""

    model_chosen = Signal(str)
    """The label of a local model for rewriting the passage."""
    setup_requested = Signal()
    """The user wants to set up a model on this computer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glyph = Glyph("", size=14)
        self.text = PlainLabel(font="small", wrap=True)
        self.remark = PlainLabel(self.tr("you see the change first"), "muted", "small")
        self._choices = QWidget()
        self._flow = FlowLayout(self._choices, theme().px(12))
        self.offered: tuple[LinkButton, ...] = ()
        """The buttons of the alternatives."""
        row = row_layout(spacing=8)
        row.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.text, 1)
        row.addWidget(self.remark, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        # Space for the separator that the panel draws above it.
        column.setContentsMargins(0, theme().px(9), 0, 0)
        column.setSpacing(theme().px(6))
        column.addLayout(row)
        column.addWidget(self._choices)
        self.hide()

    def show_route(self, route: RewriteRoute) -> None:
        """Show where the passage is sent, or why it is not and the alternatives."""
        text = route_text(route)
        is_new = text != self.text.text()
        self.text.setText(text)
        icon, role = _route_icon(route)
        self._glyph.show_icon(icon, role)
        self.remark.setVisible(route.is_possible)
        self._offer(route)
        self.show()
        if is_new:
            announce(self, text)

    def _offer(self, route: RewriteRoute) -> None:
        for old in self.offered:
            self._flow.removeWidget(old)
            old.hide()
            old.deleteLater()
        buttons: list[LinkButton] = []
        if not route.is_possible:
            buttons = [self._model_button(choice) for choice in route.local_models[:MAX_OFFERED_MODELS]]
            if not buttons and not route.is_closed_here:
                setup = LinkButton(self.tr("Set up a model on this computer…"), small=True)
                setup.clicked.connect(self.setup_requested)
                buttons = [setup]
        for button in buttons:
            self._flow.addWidget(button)
            button.show()
        self.offered = tuple(buttons)
        self._choices.setVisible(bool(buttons))

    def _model_button(self, choice: ModelChoice) -> LinkButton:
        name = choice.label.partition("/")[2] or translate(choice.title)
        button = LinkButton(self.tr("Use {model}").format(model=name), small=True, icon_name="chip")
        button.setAccessibleDescription(self.tr("It runs on this computer."))
        button.clicked.connect(lambda _checked=False: self.model_chosen.emit(choice.label))
        return button


def route_text(route: RewriteRoute) -> str:
    """Return where the passage is sent, as a sentence."""
    reach, receiver = route.reach, translate(route.destination.name)
    reasons = ", ".join(map(translate, reach.reasons)) or _tr("by a rule for private notes")
    count = format_number(route.words)
    if route.is_closed_here:
        return _tr("This note is private ({why}): no model reads it").format(why=reasons)
    if reach.is_withheld:
        return _tr("This note is private ({why}): choose a model on this computer").format(why=reasons)
    if route.is_offline:
        return _tr("The offline assistant cannot rewrite: choose a model")
    is_single = route.words == 1
    if route.destination.local:
        template = (
            _tr("This word stays on this computer") if is_single else _tr("These {n} words stay on this computer")
        )
        return template.format(n=count)
    if reach.asked:
        template = (
            _tr("This word is sent to {receiver} after you are asked: the note is private ({why})")
            if is_single
            else _tr("These {n} words are sent to {receiver} after you are asked: the note is private ({why})")
        )
    else:
        template = (
            _tr("This word is sent to {receiver}") if is_single else _tr("These {n} words are sent to {receiver}")
        )
    return template.format(n=count, receiver=receiver, why=reasons)


def _route_icon(route: RewriteRoute) -> tuple[str, str]:
    if route.reach.is_withheld:
        return "lock", "warning"
    if route.is_offline:
        return "info", "muted"
    return ("shield-check", "muted") if route.destination.local else ("arrow-up-right", "warning")


_WORDS = re.compile(r"\w+|\s+|[^\w\s]")

SegmentKind = Literal["same", "removed", "added"]


class DiffSegment(Struct, frozen=True):
    """Adjacent words with the same change."""

    kind: SegmentKind
    text: str


def word_diff(old: str, new: str) -> list[DiffSegment]:
    """Return the word diff from *old* to *new*; inserted words follow the words they replace."""
    return list(_merged(_segments(_WORDS.findall(old), _WORDS.findall(new))))


def _segments(old: list[str], new: list[str]) -> Iterator[DiffSegment]:
    position = 0
    for span in differences(old, new):
        yield DiffSegment("same", "".join(old[position : span.old_start]))
        yield DiffSegment("removed", "".join(old[span.old_start : span.old_end]))
        yield DiffSegment("added", "".join(new[span.new_start : span.new_end]))
        position = span.old_end
    yield DiffSegment("same", "".join(old[position:]))


def _merged(unmerged: Iterator[DiffSegment]) -> Iterator[DiffSegment]:
    """Drop empty segments, and merge a space between two changes into them: separate words would be hard to read."""
    segments = [segment for segment in unmerged if segment.text]
    removed = added = ""
    for index, segment in enumerate(segments):
        if segment.kind == "removed":
            removed += segment.text
        elif segment.kind == "added":
            added += segment.text
        elif (
            (removed or added) and index + 1 < len(segments) and segment.text.strip() == "" and "\n" not in segment.text
        ):
            removed, added = removed + segment.text, added + segment.text
        else:
            yield from _changed(removed, added)
            removed = added = ""
            yield segment
    yield from _changed(removed, added)


def _changed(removed: str, added: str) -> Iterator[DiffSegment]:
    if removed:
        yield DiffSegment("removed", removed)
    if added:
        yield DiffSegment("added", added)


MAX_PANEL_LINES = 14
"""Maximum number of visible lines; more scroll."""

SEGMENT_BACKGROUNDS: dict[SegmentKind, str] = {"removed": "danger_tint", "added": "success_tint"}
SEGMENT_COLORS: dict[SegmentKind, str] = {"same": "text", "removed": "danger", "added": "success"}


class DiffText(QPlainTextEdit):
    """Read-only word diff.

    Removed text is struck through and inserted text underlined, because color alone is not accessible.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.viewport().setAutoFillBackground(False)
        self._shown: tuple[DiffSegment, ...] = ()
        theme().changed.connect(self._draw)

    def show_diff(self, segments: Sequence[DiffSegment]) -> None:
        self._shown = tuple(segments)
        self._draw()

    def preferred_height(self) -> int:
        """Return the height for all its lines, up to the maximum."""
        lines = sum(block.layout().lineCount() for block in _blocks(self))
        return self.fontMetrics().lineSpacing() * max(2, min(MAX_PANEL_LINES, lines)) + theme().px(12)

    def _draw(self) -> None:
        self.setFont(theme().font("interface"))
        self.clear()
        cursor = QTextCursor(self.document())
        for segment in self._shown:
            cursor.insertText(segment.text, _format(segment.kind))
        self.moveCursor(QTextCursor.MoveOperation.Start)


def _format(kind: SegmentKind) -> QTextCharFormat:
    char_format = QTextCharFormat()
    char_format.setForeground(QColor(theme().color(SEGMENT_COLORS[kind])))
    if kind != "same":
        char_format.setBackground(QColor(theme().color(SEGMENT_BACKGROUNDS[kind])))
    char_format.setFontStrikeOut(kind == "removed")
    char_format.setFontUnderline(kind == "added")
    return char_format


def _blocks(editor: QPlainTextEdit) -> Iterator[QTextBlock]:
    block = editor.document().begin()
    while block.isValid():
        yield block
        block = block.next()


WIDTH = 560
"""Preferred width in design pixels."""

RADIUS, EDGE = 10, 12


class RewritePanel(QWidget):
    """Panel in the editor below the selection. Esc closes it, Ctrl+Enter accepts the new text."""

    requested = Signal(str)
    """The user's description of the change."""
    accepted = Signal()
    appended = Signal()
    """The new text should replace the old one, or be inserted below it."""
    closed = Signal()

    def __init__(self, editor: QPlainTextEdit) -> None:
        super().__init__(editor)
        self.editor = editor
        self.instruction = QLineEdit()
        self.instruction.setAccessibleName(self.tr("What should change?"))
        self.instruction.setPlaceholderText(self.tr("What should change?"))
        self.quick = QWidget()
        self.problem_label = PlainLabel(role="muted", font="small", wrap=True)
        self.route = RewriteRouteLine()
        self.diff = DiffText(self.tr("The rewritten selection"))
        self.replace = PrimaryButton(self.tr("Replace"), keys="Ctrl+Return")
        self.below = PlainButton(self.tr("Insert Below"))
        self.retry = LinkButton(self.tr("Try again"))
        self.discard = PlainButton(self.tr("Discard"), keys="Esc")
        self._footer = QWidget()
        self._build_layout()
        self.instruction.returnPressed.connect(lambda: self._ask(self.instruction.text()))
        self.retry.clicked.connect(lambda: self._ask(self.instruction.text()))
        self.replace.clicked.connect(self.accepted)
        self.below.clicked.connect(self.appended)
        self.discard.clicked.connect(self.closed)
        editor.installEventFilter(self)
        editor.updateRequest.connect(self._follow_scroll)
        self.wait()

    def wait(self, problem: str = "") -> None:
        """Wait for a description; *problem* is why the last one failed."""
        self.problem_label.setText(problem)
        self.problem_label.setVisible(bool(problem))
        self.quick.setVisible(self.instruction.isEnabled())
        self.diff.hide()
        self._footer.hide()
        self.replace.setEnabled(False)
        self._update_geometry()

    def show_route(self, route: RewriteRoute) -> None:
        """Show where the passage is sent; if that is not allowed, the field is disabled."""
        self.route.show_route(route)
        was_possible = self.instruction.isEnabled()
        self.instruction.setEnabled(route.is_possible)
        if self.diff.isHidden():
            self.quick.setVisible(route.is_possible)
        if not route.is_possible and self.route.offered:
            self.route.offered[0].setFocus()
        elif route.is_possible and not was_possible:
            self.instruction.setFocus()
        self._update_geometry()

    def show_writing(self, segments: Sequence[DiffSegment]) -> None:
        """Show the text so far; it cannot be accepted yet."""
        self.problem_label.show()
        self.problem_label.setText(self.tr("Writing…"))
        self._show(segments, done=False)

    def show_written(self, segments: Sequence[DiffSegment], *, damage: str = "", loss: str = "") -> None:
        """Show the difference, to be accepted or rejected.

        *damage* describes how the new text would damage the properties of the note; it then cannot be accepted. *loss*
        describes which properties would be lost.
        """
        changed = any(segment.kind != "same" for segment in segments)
        self.problem_label.show()
        default_text = (
            self.tr("Nothing is changed until you choose Replace or Insert.")
            if changed
            else self.tr("No changes suggested.")
        )
        self.problem_label.setText(damage or loss or default_text)
        self._show(segments, done=changed)
        self.replace.setEnabled(changed and not damage)
        (self.replace if changed and not damage else self.instruction).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ctrl = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and ctrl and self.replace.isEnabled():
            self.accepted.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the selection when the editor is resized."""
        if watched is self.editor and event.type() == QEvent.Type.Resize:
            self._update_geometry()
        return False

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height, which depends on the layout."""
        super().showEvent(event)
        self._update_geometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to the text at this width."""
        super().resizeEvent(event)
        if not self.diff.isHidden():
            self.diff.setFixedHeight(self.diff.preferred_height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        popup_panel(theme(), painter, self.rect(), RADIUS)
        if self.route.isVisible():
            painter.fillRect(1, self.route.y(), self.width() - 2, 1, theme().color("border"))

    def _build_layout(self) -> None:
        px = theme().px
        column = QVBoxLayout(self)
        column.setContentsMargins(*([px(EDGE)] * 4))
        column.setSpacing(px(8))
        flow = FlowLayout(self.quick, px(12))
        for instruction in self._quick_instructions():
            link = LinkButton(instruction, small=True)
            link.clicked.connect(lambda _on=False, instruction=instruction: self._ask(instruction))
            flow.addWidget(link)
        footer = FlowLayout(self._footer, px(8))
        for button in (self.replace, self.below, self.discard, self.retry):
            footer.addWidget(button)
        self.retry.setFixedHeight(self.replace.sizeHint().height())
        for widget in (self.instruction, self.quick, self.diff, self.problem_label, self._footer, self.route):
            column.addWidget(widget)

    def _quick_instructions(self) -> tuple[str, ...]:
        return (
            self.tr("Correct mistakes"),
            self.tr("Clearer"),
            self.tr("Shorter"),
            self.tr("Longer"),
            self.tr("Friendlier"),
            self.tr("As a list"),
            self.tr("In English"),
        )

    def _ask(self, text: str) -> None:
        if text.strip():
            self.instruction.setText(text.strip())
            self.quick.hide()
            self.requested.emit(text.strip())

    def _show(self, segments: Sequence[DiffSegment], *, done: bool) -> None:
        self.diff.show_diff(segments)
        self.diff.show()
        self._footer.show()
        for button in (self.replace, self.below, self.retry):
            button.setEnabled(done or button is self.retry)
        self._update_geometry()

    def _follow_scroll(self, _rect: QRect, dy: int) -> None:
        if dy:
            self._update_geometry()

    def _update_geometry(self) -> None:
        """Position it below the selection, or above it if there is not enough space, inside the editor."""
        px, area = theme().px, self.editor.viewport().geometry()
        width = min(px(WIDTH), area.width() - 2 * px(EDGE))
        self.setFixedWidth(max(width, 1))
        if not self.diff.isHidden():
            self.diff.setFixedHeight(self.diff.preferred_height())
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.resize(width, max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height()))
        cursor = self.editor.textCursor()
        end, start = self.editor.textCursor(), self.editor.textCursor()
        end.setPosition(cursor.selectionEnd())
        start.setPosition(cursor.selectionStart())
        below = self.editor.cursorRect(end).bottom() + px(6)
        above = self.editor.cursorRect(start).top() - px(6) - self.height()
        lowest = area.height() - self.height() - px(EDGE)
        top = below if below <= lowest or above < 0 else above
        left = max(px(EDGE), (area.width() - width) // 2)
        self.move(area.topLeft() + QPoint(left, max(0, min(top, lowest))))
        self.raise_()


PARAGRAPH_SEPARATOR = "\u2029"
"""Qt's character for a line break in a selection."""

REDRAW_INTERVAL = 0.1
"""Seconds between two updates while the text is written: each computes a diff."""


class RewriteCommand(QObject):
    """Command that rewrites the selection of the open note. Created and closed with the views of a vault."""

    setup_requested = Signal()
    """The user wants to set up a model on this computer."""

    def __init__(
        self, window: MainWindow, rewriting: PassageRewriter, rules: Feed[None], chat: ChatDock, notes: NoteArea
    ) -> None:
        """*rules* publishes a value when the set of private notes changes."""
        super().__init__(notes)
        self._window = window
        self._rewriting = rewriting
        self._chat = chat
        self._notes = notes
        self.panel: RewritePanel | None = None
        """The panel, while it is open."""
        self._range: QTextCursor | None = None
        self._passage: PassageToRewrite | None = None
        self._new_text = ""
        self._task: asyncio.Task[None] | None = None
        self._model = ""
        """The local model chosen for this passage; empty for the chat's."""
        window.commands.bind("rewrite", self.open)
        chat.models.changed.connect(self._update_route)
        bridge.follow(rules, lambda _: self._update_route(), owner=self)

    def close(self) -> None:
        """Close the panel."""
        if self._task is not None:
            self._task.cancel()
        self._task = self._range = self._passage = None
        self._model = ""
        panel, self.panel = self.panel, None
        # Its page may be closed already.
        if panel is not None and shiboken6.isValid(panel):
            editor = panel.parentWidget()
            panel.hide()
            panel.deleteLater()
            if isinstance(editor, QPlainTextEdit):
                editor.setFocus()

    def open(self) -> None:
        """Open the panel at the selection, or without one for the paragraph at the cursor."""
        page = self._notes.current_page
        if page is None or page.text is None:
            self._window.notify(self.tr("Open a note first, and select the text to rewrite."))
            return
        if not page.editing:
            page.toggle_edit()
        if not page.editing or page.editor.isReadOnly():
            self._window.notify(self.tr("This note is read-only here."))
            return
        self.close()
        self._begin(page)

    def _begin(self, page: NotePage) -> None:
        editor = page.editor
        cursor = editor.textCursor()
        if not cursor.hasSelection():
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            if cursor.selectedText().startswith(PARAGRAPH_SEPARATOR):
                # Qt's selection begins with the line break before the paragraph.
                end = cursor.selectionEnd()
                cursor.setPosition(cursor.selectionStart() + 1)
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            editor.setTextCursor(cursor)
        text = cursor.selectedText().replace(PARAGRAPH_SEPARATOR, "\n")
        if not text.strip():
            self._window.notify(self.tr("There is nothing to rewrite here. Select some text."))
            return
        first, last = (
            editor.document().findBlock(position).blockNumber() + 1
            for position in (cursor.selectionStart(), cursor.selectionEnd())
        )
        self._range = cursor
        self._passage = PassageToRewrite(text, page.path, first, last)
        self.panel = panel = RewritePanel(editor)
        panel.requested.connect(self._ask)
        panel.accepted.connect(lambda: self._apply(below=False))
        panel.appended.connect(lambda: self._apply(below=True))
        panel.closed.connect(self.close)
        panel.route.model_chosen.connect(self._use_model)
        panel.route.setup_requested.connect(self._set_up)
        panel.show()
        panel.instruction.setFocus()
        self._update_route()

    def _use_model(self, model: str) -> None:
        self._model = model
        self._update_route()

    def _set_up(self) -> None:
        self.close()
        self.setup_requested.emit()

    def _update_route(self) -> None:
        if self.panel is not None:
            bridge.start(self._show_route(), owner=self)

    async def _show_route(self) -> RewriteRoute | None:
        """Show in the panel where the passage is sent."""
        passage, panel, model = self._passage, self.panel, self._model or self._chat.model_label
        if passage is None or panel is None:
            return None
        try:
            route = await self._rewriting.route(passage, model)
        except VaultDeskError as error:
            panel.wait(translate_error(error))
            return None
        if panel is not self.panel or not shiboken6.isValid(panel):
            return None
        panel.show_route(route)
        return route

    def _ask(self, instruction: str) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = bridge.start(self._write(instruction), owner=self)

    async def _write(self, instruction: str) -> None:
        passage, panel, route = self._passage, self.panel, await self._show_route()
        if passage is None or panel is None or route is None or not route.is_possible:
            return
        model, answer, last_update = route.model, "", 0.0
        clock = asyncio.get_running_loop()
        panel.show_writing(())
        try:
            async with aclosing(self._rewriting.rewrite(passage, instruction, model)) as texts:
                async for answer in texts:
                    if clock.time() - last_update > REDRAW_INTERVAL:
                        last_update = clock.time()
                        # The text is incomplete, so only the same length of the old text is compared.
                        panel.show_writing(word_diff(passage.text[: len(answer)], answer))
        except VaultDeskError as error:
            panel.wait(translate_error(error))
            panel.instruction.setFocus()
            return
        self._new_text = fit_rewrite(passage.text, answer)
        if self._new_text.strip():
            old, new = self._note_texts(below=False)
            damage = translate(frontmatter_damage(old, new))
            loss = translate(lost_properties_phrase(lost_properties(old, new)))
            panel.show_written(word_diff(passage.text, self._new_text), damage=damage, loss=loss)
        else:
            panel.wait(self.tr("The model returned no text. Rephrase your instruction, or choose another model."))

    def _note_texts(self, *, below: bool) -> tuple[str, str]:
        """Return the note's text, and the text with the new words in place of the selection or *below* it."""
        assert self._range is not None
        cursor = QTextCursor(self._range.document())
        parts: list[str] = []
        for position in (self._range.selectionStart(), self._range.selectionEnd()):
            cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
            parts.append(cursor.selectedText().replace(PARAGRAPH_SEPARATOR, "\n"))
            cursor.setPosition(position)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        before, selected = parts
        after = cursor.selectedText().replace(PARAGRAPH_SEPARATOR, "\n")
        replacement = f"{selected}{self._below_text()}" if below else self._new_text
        return f"{before}{selected}{after}", f"{before}{replacement}{after}"

    def _below_text(self) -> str:
        return f"\n\n{self._new_text.strip()}"

    def _apply(self, *, below: bool) -> None:
        """Insert the new text into the editor as one undo step."""
        cursor, passage = self._range, self._passage
        if cursor is None or passage is None:
            return
        if not below and cursor.selectedText().replace(PARAGRAPH_SEPARATOR, "\n") != passage.text:
            text = self.tr("The selection has changed since. Insert the new text below it, or try again.")
            if self.panel is not None:
                self.panel.problem_label.setText(text)
            return
        if damage := frontmatter_damage(*self._note_texts(below=below)):
            if self.panel is not None:
                self.panel.problem_label.setText(translate(damage))
            return
        cursor.beginEditBlock()
        if below:
            cursor.setPosition(cursor.selectionEnd())
            cursor.insertText(self._below_text())
        else:
            cursor.insertText(self._new_text)
        cursor.endEditBlock()
        self.close()
