"""View of an answer: its streaming text, its numbered sources, the actions below it, its context menu and its cost."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDrag, QGuiApplication, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.agent.transcript_blocks import AnswerBlock, GrowingText
from vaultdesk.chat.messages import Source
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.tool_text import duration_text, note_name
from vaultdesk.ui.dates import full_time_text
from vaultdesk.ui.formatting import dollars, plural_text
from vaultdesk.ui.rendering.markdown_view import MarkdownView, selected_markdown
from vaultdesk.ui.rendering.render_plan import (
    MIN_SEARCH_LENGTH,
    CodeBlock,
    RenderElement,
    Table,
    TextBlock,
    TextRun,
    TextStyle,
    comparable_letters,
    note_target,
)
from vaultdesk.ui.rendering.rendered_document import StreamingDocument
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.chips import SourceChip
from vaultdesk.ui.widgets.labels import ElidedLabel, as_tooltip, safe_label_text
from vaultdesk.ui.widgets.layouts import FlowLayout, column_layout, row_layout
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.drop_target import SOURCE_MIME_TYPE
from vaultdesk.vault.markdown.sections import closes_fence, opening_fence
from vaultdesk.vault.note_path import NOTE_SUFFIX

MAX_LINK_LENGTH = 400
"""Maximum number of characters between `[[` and `]]`; longer text is not a valid file name on any system."""

MAX_SOURCES = 40
"""Maximum number of chips under one answer."""

FEED_SLICE = 4_096
"""Characters processed at a time, which keeps the cost of a text of only links linear in its length."""

MAX_FENCE_LINE = 64
"""Maximum number of characters of a line checked for a code fence, which stands at its start."""


class AnswerSource(Struct, frozen=True):
    """One source under an answer."""

    number: int
    target: str
    """The note as named in the answer, or its path if a tool read it."""
    heading: str = ""


class SourceNumbers:
    """Numbers the note links of an answer as it streams. Does no I/O; the text may be split anywhere.

    Each link outside code gets a superscript number after it (`[^1]`), the number of its chip.
    """

    def __init__(self, sources: list[AnswerSource]) -> None:
        """*sources* is filled; the texts of one answer share it and thereby their numbering."""
        self.sources = sources
        self._pending = ""
        self._line = ""
        self._backticks = 0
        self._fence = ""

    def feed(self, text: str) -> str:
        """Process the next part and return the text to show; the start of an incomplete link is kept for later."""
        return "".join(self._process(text[start : start + FEED_SLICE]) for start in range(0, len(text), FEED_SLICE))

    def _process(self, text: str) -> str:
        self._pending += text
        shown: list[str] = []
        while (start := self._pending.find("[[")) >= 0:
            shown.append(self._release(start))
            if self._in_code():
                shown.append(self._release(2))
                continue
            end = self._pending.find("]]", 2, MAX_LINK_LENGTH)
            if end < 0 and len(self._pending) < MAX_LINK_LENGTH and "\n" not in self._pending:
                return "".join(shown)
            shown.append(self._link(end) if end >= 0 else self._release(2))
        shown.append(self._release(len(self._pending) - self._pending.endswith("[")))
        return "".join(shown)

    def finish(self) -> str:
        """Return the remaining text, at the end of the answer."""
        return self._release(len(self._pending))

    def _link(self, end: int) -> str:
        target = self._pending[2:end].replace("\\|", "|").partition("|")[0]
        note, _, fragment = target.partition("#")
        shown = self._release(end + 2)
        if not note.strip() or "\n" in target or "[[" in target:
            return shown
        number = self._number(note.strip(), fragment.split("#")[-1].strip())
        return f"{shown}[^{number}]" if number else shown

    def _number(self, target: str, heading: str) -> int:
        for source in self.sources:
            if (source.target, source.heading) == (target, heading):
                return source.number
        if len(self.sources) == MAX_SOURCES:
            return 0
        self.sources.append(AnswerSource(len(self.sources) + 1, target, heading))
        return len(self.sources)

    def _in_code(self) -> bool:
        return bool(self._fence) or self._backticks % 2 == 1

    def _release(self, length: int) -> str:
        """Return the first *length* pending characters, and track whether the text after them is in code."""
        shown, self._pending = self._pending[:length], self._pending[length:]
        *lines, last_line = shown.split("\n")
        for line in lines:
            start_of_line = (self._line + line)[:MAX_FENCE_LINE]
            if not self._fence:
                opening = opening_fence(start_of_line)
                self._fence = opening["marks"] if opening else ""
            elif closes_fence(start_of_line, self._fence):
                self._fence = ""
            self._line, self._backticks = "", 0
        self._line = (self._line + last_line)[:MAX_FENCE_LINE]
        self._backticks += last_line.count("`")
        return shown


def numbered_sources(sources: Iterable[Source]) -> tuple[AnswerSource, ...]:
    """Return each note of *sources* once, numbered; used if the answer itself contains no links."""
    paths = dict.fromkeys(source.path for source in sources if source.characters)
    return tuple(AnswerSource(number, path) for number, path in enumerate(list(paths)[:MAX_SOURCES], 1))


CITATION_EDGES = " \n\u2028—–-"
"""Characters between a quote and its link that belong to neither."""


def note_and_heading(target: str) -> tuple[str, str]:
    """Split `Folder/Name#Heading#Sub` into the note and the last heading."""
    note, _, fragment = target.partition("#")
    return note.strip(), fragment.split("#")[-1].strip()


def first_cited_text(elements: Sequence[RenderElement], note: str, heading: str) -> str:
    """Return the text cited by the first link to *heading* of *note* that has any; empty if none has."""
    return next((text for element in elements if (text := cited_text_at(element, note, heading))), "")


def cited_text_at(element: RenderElement, note: str, heading: str, *, row: int = 0, offset: int = 0) -> str:
    """Return the text cited by the link to *heading* of *note* in *element*, from *row* on; of several links, the one
    at *offset*.

    The cited text starts after the previous link, because each sentence is followed by its source, or at the start of
    the element. Empty if it is too short to be found reliably.
    """
    for runs in _run_rows(element, row):
        link_index = _link_index(runs, note, heading, offset)
        if link_index is None:
            continue
        start = max((index + 1 for index in range(link_index) if _is_note(runs[index])), default=0)
        for cited in (runs[start:link_index], (*runs[:link_index], *runs[link_index + 1 :])):
            text = _cited_text(cited)
            if len(comparable_letters(text)) >= MIN_SEARCH_LENGTH:
                return text
    return ""


def _run_rows(element: RenderElement, row: int) -> Iterator[Sequence[TextRun]]:
    match element:
        case TextBlock():
            yield element.runs
        case Table():
            # The cited text of a link in a table is its row, from all cells.
            for cells in element.rows[row:]:
                yield [run for cell in cells for run in (*cell, TextRun(" "))]
        case CodeBlock():
            return


def _link_index(runs: Sequence[TextRun], note: str, heading: str, offset: int) -> int | None:
    found: int | None = None
    start = 0
    for number, run in enumerate(runs):
        is_match = _is_note(run) and note_and_heading(note_target(run.href)) == (note, heading)
        if is_match and (found is None or start <= offset):
            found = number
        start += len(run.text)
    return found


def _is_note(run: TextRun) -> bool:
    return bool(note_target(run.href))


def _cited_text(runs: Sequence[TextRun]) -> str:
    return " ".join("".join(run.text for run in runs if TextStyle.SUPERSCRIPT not in run.style).split()).strip(
        CITATION_EDGES
    )


class SourceRow(QWidget):
    """Numbered chips that wrap. A press opens the note at the heading; dragging drags a link to it."""

    opened = Signal(str, str)

    def __init__(self, sources: Sequence[AnswerSource], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        flow = FlowLayout(self, theme().px(6))
        self._chips: list[tuple[AnswerSource, SourceChip]] = []
        for source in sources:
            note = note_name(source.target)
            # A note's first heading often equals its name; show it once.
            chip = SourceChip(source.number, note, source.heading if source.heading != note else "")
            chip.setToolTip(as_tooltip(_source_text(source)))
            chip.clicked.connect(lambda _checked=False, source=source: self.opened.emit(source.target, source.heading))
            chip.drag_started.connect(lambda chip=chip, source=source: _drag(chip, source))
            chip.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            chip.customContextMenuRequested.connect(
                lambda position, chip=chip, source=source: self.open_menu(chip, source, position)
            )
            flow.addWidget(chip)
            self._chips.append((source, chip))
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def targets(self) -> tuple[str, ...]:
        """The named notes, without duplicates."""
        return tuple(dict.fromkeys(source.target for source, _ in self._chips))

    def open_menu(self, chip: QWidget, source: AnswerSource, position: QPoint) -> Menu:
        """Open a menu to show a source or copy a link to it."""
        menu = Menu(_source_text(source), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.add(self.tr("Open"), lambda: self.opened.emit(source.target, source.heading), icon_name="file")
        link = link_to(source)
        menu.add(self.tr("Copy link"), lambda: QGuiApplication.clipboard().setText(link), icon_name="link")
        menu.popup(chip.mapToGlobal(position))
        return menu

    def show_freshness(self, target: str, text: str) -> None:
        """Show how recently the note *target* changed."""
        for source, chip in self._chips:
            if source.target == target:
                chip.setToolTip(as_tooltip(f"{_source_text(source)}\n{text}"))
                chip.setAccessibleDescription(text)


def source_drag_data(source: AnswerSource) -> QMimeData:
    """Return the drag data: a link for text targets, the note itself for a question."""
    data = QMimeData()
    link = link_to(source)
    data.setText(link)
    data.setData(SOURCE_MIME_TYPE, link[2:-2].encode())
    return data


def link_to(source: AnswerSource) -> str:
    """Return `[[Note#Heading]]`."""
    note = source.target.removesuffix(NOTE_SUFFIX)
    return f"[[{note}#{source.heading}]]" if source.heading else f"[[{note}]]"


def _drag(chip: SourceChip, source: AnswerSource) -> None:
    drag = QDrag(chip.window())  # The chip may be deleted during the drag.
    drag.setMimeData(source_drag_data(source))
    drag.setPixmap(chip.grab())
    drag.exec(Qt.DropAction.CopyAction)


def _source_text(source: AnswerSource) -> str:
    return " › ".join(part for part in (source.target, source.heading) if part)


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
    saved = exchange.saved_messages
    lines = (
        safe_label_text(exchange.model, MAX_MODEL_NAME),
        full_time_text(saved[0].created, datetime.now().astimezone().date()) if saved else "",
        answer_facts_text(exchange),
    )
    return "\n".join(line for line in lines if line)


AnswerAction = Literal["copy", "insert", "append", "new-note", "retry", "ask-other", "branch"]
"""Actions on an answer; only those that currently apply are shown."""


class AnswerFooter(QWidget):
    """Buttons to copy, insert, append, create a note, ask again, and undo changes; tokens and time at the right."""

    pressed = Signal(str)
    """An `AnswerAction`."""
    undo_pressed = Signal()

    def __init__(
        self, facts: str, actions: frozenset[AnswerAction], details: str = "", parent: QWidget | None = None
    ) -> None:
        """*facts* are shown at the right; *details*, one per line, in their tooltip."""
        super().__init__(parent)
        self._buttons: dict[AnswerAction, IconButton] = {}
        row = row_layout(spacing=4)
        rows: tuple[tuple[AnswerAction, str, str], ...] = (
            ("copy", "copy", self.tr("Copy answer")),
            ("insert", "cursor", self.tr("Insert at the cursor")),
            ("append", "append", self.tr("Append to the open note")),
            ("new-note", "file-plus", self.tr("Save as a new note")),
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
        row.addStretch(1)
        # The facts are elided if there is no space for both.
        self.facts = ElidedLabel(facts, role="muted", font="small", brief=True, details=details)
        row.addWidget(self.facts)
        column = column_layout(self, 4)
        column.addLayout(row)
        # On a line of its own: beside the other buttons its text is wider than the pane in some languages.
        column.addWidget(self.undo_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.set_actions(actions)

    def button(self, action: AnswerAction) -> IconButton:
        """Return the button of *action*, visible or not."""
        return self._buttons[action]

    def set_actions(self, actions: frozenset[AnswerAction]) -> None:
        """Show only the buttons of *actions*."""
        for action, button in self._buttons.items():
            button.setVisible(action in actions)

    def set_undo(self, label: str) -> None:
        """Show the Undo button with *label*; hide it if *label* is empty."""
        self.undo_button.setText(label)
        self.undo_button.setVisible(bool(label))


AnswerCallbacks = Mapping[str, Callable[[], object]]
"""Callbacks by `AnswerAction` or "note" (show the conversation as a note)."""


def answer_menu(callbacks: AnswerCallbacks, offered: frozenset[AnswerAction], parent: QWidget) -> Menu:
    """Return the menu of an answer with those of the *callbacks* that are *offered*."""
    menu = Menu(_tr("Answer"), parent)
    rows: tuple[tuple[AnswerAction, str, str], ...] = (
        ("copy", _tr("Copy answer"), "copy"),
        ("insert", _tr("Insert at the cursor"), "cursor"),
        ("append", _tr("Append to the open note"), "append"),
        ("new-note", _tr("Save as a new note"), "file-plus"),
    )
    for name, text, icon in rows:
        if name in offered and name in callbacks:
            menu.add(text, callbacks[name], icon_name=icon)
    menu.addSeparator()
    if "retry" in offered and "retry" in callbacks:
        menu.add(_tr("Ask again"), callbacks["retry"], icon_name="refresh")
    if "note" in callbacks:
        menu.add(_tr("Open the conversation as a note"), callbacks["note"], icon_name="file")
    return menu


def add_text_entries(menu: Menu, text: MarkdownView, href: str) -> None:
    """Add the entries for *text*, on which the menu was opened at *href*, at the top of *menu*."""
    first = menu.actions()[0]
    reason = "" if text.has_selected_text() else _tr("Nothing is selected.")
    clipboard = QGuiApplication.clipboard()
    entries = [
        menu.add(_tr("Copy"), text.copy, icon_name="copy", keys="Ctrl+C", disabled_reason=reason),
        menu.add(
            _tr("Copy selection as Markdown"),
            lambda: clipboard.setText(selected_markdown(text.rendered_document, text.textCursor())),
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
        self._stream = StreamingDocument(self.rendered_document)
        self._shown_text = GrowingText()
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
        text = self._numbers.feed(block.written.since(self._shown_text))
        self._shown_text = block.written
        if block.done:
            text += self._numbers.finish()
        if text:
            self._stream.feed(text)
        if block.done:
            self._finished = True
            self._stream.finish()

    def cited_text_for(self, note: str, heading: str) -> str:
        """Return the text cited by the first link to *heading* of *note*; empty if there is none."""
        return first_cited_text(self.rendered_document.elements, note, heading)

    def _open_source(self, target: str, _new_tab: bool) -> None:
        note, heading = note_and_heading(target)
        text = self._cited_text_at_cursor(note, heading) or self.cited_text_for(note, heading)
        self.source_opened.emit(note, heading, text)

    def _cited_text_at_cursor(self, note: str, heading: str) -> str:
        """Return the text cited by the clicked link, at which Qt has placed the cursor."""
        cursor, shown = self.textCursor(), self.rendered_document
        start = cursor.selectionStart()
        number = bisect_right(shown.starts, start) - 1
        if number < 0:
            return ""
        table = cursor.currentTable()
        row = table.cellAt(start).row() if table is not None else 0
        offset = start - shown.findBlock(start).position() if table is None else 0
        return cited_text_at(shown.elements[number], note, heading, row=row, offset=offset)

    def _fit(self, height: int) -> None:
        if isinstance(self.rendered_document.elements[-1] if self.rendered_document.elements else None, CodeBlock):
            # Qt does not count the margin below the last block, and the box around code extends into it.
            height += self.rendered_document.style.code_pad
        if height != self.height():
            self.setFixedHeight(height)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Provide Markdown when dragging; copying provides plain text."""
        data = super().createMimeDataFromSelection()
        if self._dragging:
            data.setText(selected_markdown(self.rendered_document, self.textCursor()))
        return data

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark that mime data created from the selection during this event is for a drag."""
        self._dragging = True
        super().mouseMoveEvent(event)
        self._dragging = False

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the transcript."""
        event.ignore()
