"""View of an answer: its streaming text, the actions below it, its context menu and its cost."""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Literal

from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from vaultdesk.agent.transcript_blocks import AnswerBlock, GrowingText
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.tool_text import duration_text, plural_text
from vaultdesk.ui.chat.transcript.answer_sources import (
    AnswerSource,
    SourceNumbers,
    cited_text_at,
    first_cited_text,
    note_and_heading,
)
from vaultdesk.ui.dates import full_time_text
from vaultdesk.ui.formatting import dollars
from vaultdesk.ui.rendering.markdown_view import MarkdownView, selected_markdown
from vaultdesk.ui.rendering.render_plan import CodeBlock, note_target
from vaultdesk.ui.rendering.rendered_document import StreamingDocument
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.labels import ElidedLabel, safe_label_text
from vaultdesk.ui.widgets.menu import Menu

_tr = translator("AnswerView")

MAX_AGENT_NAME, MAX_MODEL_NAME = 60, 120
"""Maximum number of characters of an agent's name under its answer, and of a model's name in the details."""


def answer_facts_text(exchange: Exchange) -> str:
    """Return `Default assistant · 4,120 tokens · $0.014 · 5.1 s`, as far as known."""
    tokens = exchange.tokens
    parts = [safe_label_text(exchange.agent, MAX_AGENT_NAME)] if exchange.agent else []
    parts += [plural_text(tokens, _tr("{n} token"), _tr("{n} tokens"))] if tokens else []
    parts += [dollars(exchange.cost)] if exchange.cost is not None else []
    parts += [duration_text(exchange.seconds)] if exchange.seconds else []
    return " · ".join(parts)


def answer_details_text(exchange: Exchange) -> str:
    """Return the agent, model and time of the answer, one per line."""
    kept = exchange.kept
    lines = (
        safe_label_text(exchange.model, MAX_MODEL_NAME),
        full_time_text(kept[0].created, datetime.now().astimezone().date()) if kept else "",
        answer_facts_text(exchange),
    )
    return "\n".join(line for line in lines if line)


FootAction = Literal["copy", "insert", "append", "new-note", "retry", "ask-other", "branch"]
"""Actions on an answer; only those that currently apply are shown."""


class AnswerFooter(QWidget):
    """Buttons to copy, insert, append, create a note, ask again, and undo changes; tokens and time at the right."""

    pressed = Signal(str)
    """A `FootAction`."""
    undo_pressed = Signal()

    def __init__(
        self, facts: str, actions: frozenset[FootAction], details: str = "", parent: QWidget | None = None
    ) -> None:
        """*facts* are shown at the right; *details*, one per line, in their tooltip."""
        super().__init__(parent)
        px = theme().px
        self._buttons: dict[FootAction, IconButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(4))
        rows: tuple[tuple[FootAction, str, str], ...] = (
            ("copy", "copy", self.tr("Copy answer")),
            ("insert", "cursor", self.tr("Insert at the cursor")),
            ("append", "append", self.tr("Append to the open note")),
            ("new-note", "file-plus", self.tr("Make it a new note")),
            ("retry", "refresh", self.tr("Ask again")),
            ("ask-other", "chip", self.tr("Ask another model")),
            ("branch", "branch", self.tr("Branch from here")),
        )
        for action, icon, name in rows:
            button = IconButton(icon, name, side=22)
            button.clicked.connect(lambda _checked=False, action=action: self.pressed.emit(action))
            row.addWidget(button)
            self._buttons[action] = button
        self.undo_button = LinkButton("", icon_name="undo", small=True)
        self.undo_button.clicked.connect(self.undo_pressed)
        self.undo_button.hide()
        row.addWidget(self.undo_button)
        row.addStretch(1)
        # The facts are elided if there is no space for both.
        self.facts = ElidedLabel(facts, role="muted", font="small", brief=True, details=details)
        row.addWidget(self.facts)
        self.set_actions(actions)

    def button(self, action: FootAction) -> IconButton:
        """Return the button of *action*, visible or not."""
        return self._buttons[action]

    def set_actions(self, actions: frozenset[FootAction]) -> None:
        """Show only the buttons of *actions*."""
        for action, button in self._buttons.items():
            button.setVisible(action in actions)

    def set_undo(self, words: str) -> None:
        """Show the Undo button with the label *words*; hide it if empty."""
        self.undo_button.setText(words)
        self.undo_button.setVisible(bool(words))


AnswerCallbacks = Mapping[str, Callable[[], object]]
"""Callbacks by `FootAction` or "note" (show the conversation as a note)."""


def answer_menu(callbacks: AnswerCallbacks, offered: frozenset[FootAction], parent: QWidget) -> Menu:
    """Return the menu of an answer with those of the *callbacks* that are *offered*."""
    menu = Menu(_tr("Answer"), parent)
    rows: tuple[tuple[FootAction, str, str], ...] = (
        ("copy", _tr("Copy answer"), "copy"),
        ("insert", _tr("Insert at the cursor"), "cursor"),
        ("append", _tr("Append to the open note"), "append"),
        ("new-note", _tr("Make it a new note"), "file-plus"),
    )
    for name, words, icon in rows:
        if name in offered and name in callbacks:
            menu.add(words, callbacks[name], icon_name=icon)
    menu.addSeparator()
    if "retry" in offered and "retry" in callbacks:
        menu.add(_tr("Ask again"), callbacks["retry"], icon_name="refresh")
    if "note" in callbacks:
        menu.add(_tr("Open the conversation as a note"), callbacks["note"], icon_name="file")
    return menu


def add_text_entries(menu: Menu, text: MarkdownView, href: str) -> None:
    """Add the entries for *text*, on which the menu was opened at *href*, at the top of *menu*."""
    first = menu.actions()[0]
    reason = "" if text.textCursor().hasSelection() else _tr("Nothing is selected.")
    clipboard = QGuiApplication.clipboard()
    entries = [
        menu.add(_tr("Copy"), text.copy, icon_name="copy", keys="Ctrl+C", disabled_reason=reason),
        menu.add(
            _tr("Copy selection as Markdown"),
            lambda: clipboard.setText(selected_markdown(text.document_shown, text.textCursor())),
            disabled_reason=reason,
        ),
    ]
    if href:
        address = note_target(href) or href
        entries.append(menu.add(_tr("Copy link"), lambda: clipboard.setText(address), icon_name="link"))
    if note_target(href):
        entries.append(menu.add(_tr("Open in new tab"), lambda: text.note_requested.emit(note_target(href), True)))
    entries.append(menu.add(_tr("Select all"), text.selectAll))
    entries.append(menu.addSeparator())
    for entry in entries:
        menu.insertAction(first, entry)


class AnswerView(MarkdownView):
    """View of one text block, as high as its content; never scrolls itself."""

    source_opened = Signal(str, str, str)
    """A note link was clicked: the note as named, a heading or empty, and the text it is a source of."""

    menu_requested = Signal(object, QPoint, str)
    """A context menu is requested: this view, a global position, and the link target or empty."""

    def __init__(self, sources: list[AnswerSource], parent: QWidget | None = None) -> None:
        """*sources* is shared by the texts of one answer and filled with the notes they link to."""
        super().__init__("chat", parent)
        self._numbers = SourceNumbers(sources)
        self._stream = StreamingDocument(self.document_shown)
        self._taken = GrowingText()
        self._finished = False
        self._dragging = False
        self.set_growing()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(self.tr("Answer"))
        self.content_height_changed.connect(self._fit)
        self.note_requested.connect(self._open_source)
        self.setFixedHeight(1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the answer; if opened with the keyboard, at the cursor."""
        self.menu_requested.emit(self, event.globalPos(), self.anchorAt(event.pos()))

    def show_block(self, block: AnswerBlock) -> None:
        """Append what was added to *block*."""
        if self._finished:
            return
        text = self._numbers.feed(block.written.since(self._taken))
        self._taken = block.written
        if block.done:
            text += self._numbers.finish()
        if text:
            self._stream.feed(text)
        if block.done:
            self._finished = True
            self._stream.finish()

    def cited_text_for(self, note: str, heading: str) -> str:
        """Return the text cited by the first link to *heading* of *note*; empty if there is none."""
        return first_cited_text(self.document_shown.pieces, note, heading)

    def _open_source(self, target: str, _new_tab: bool) -> None:
        note, heading = note_and_heading(target)
        words = self._cited_text_at_cursor(note, heading) or self.cited_text_for(note, heading)
        self.source_opened.emit(note, heading, words)

    def _cited_text_at_cursor(self, note: str, heading: str) -> str:
        """Return the text cited by the clicked link, at which Qt has placed the cursor."""
        cursor, shown = self.textCursor(), self.document_shown
        start = cursor.selectionStart()
        number = bisect_right(shown.starts, start) - 1
        if number < 0:
            return ""
        table = cursor.currentTable()
        row = table.cellAt(start).row() if table is not None else 0
        offset = start - shown.findBlock(start).position() if table is None else 0
        return cited_text_at(shown.pieces[number], note, heading, row=row, offset=offset)

    def _fit(self, height: int) -> None:
        if isinstance(self.document_shown.pieces[-1] if self.document_shown.pieces else None, CodeBlock):
            # Qt does not count the margin below the last block, and the box around code extends into it.
            height += self.document_shown.style.code_pad
        if height != self.height():
            self.setFixedHeight(height)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Provide Markdown when dragging; copying provides plain text."""
        data = super().createMimeDataFromSelection()
        if self._dragging:
            data.setText(selected_markdown(self.document_shown, self.textCursor()))
        return data

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark that mime data created from the selection during this event is for a drag."""
        self._dragging = True
        super().mouseMoveEvent(event)
        self._dragging = False

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the transcript."""
        event.ignore()
