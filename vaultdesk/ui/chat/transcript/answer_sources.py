"""Sources of an answer: note links numbered once, cited passages, and the row of source chips."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QDrag, QGuiApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.chat.messages import Source
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.rendering.render_plan import (
    SHORTEST_SEARCH,
    CodeBlock,
    Piece,
    Table,
    TextBlock,
    TextRun,
    TextStyle,
    comparable_letters,
    note_target,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.chips import SourceChip
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.layouts import FlowLayout
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.drop_target import OWN_SOURCE
from vaultdesk.vault.note_path import NOTE_SUFFIX

MAX_LINK_LENGTH = 400
"""Maximum number of characters between `[[` and `]]`; longer text is not a valid file name on any system."""

MAX_SOURCES = 40
"""Maximum number of chips under one answer."""

FEED_SLICE = 4_096
"""Characters processed at a time, which keeps the cost of a text of only links linear in its length."""

MAX_FENCE_INDENT = 64
"""Maximum number of characters of a line checked for a code fence, which stands at its start."""

FENCES = ("```", "~~~")


@dataclass(frozen=True, slots=True)
class AnswerSource:
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
        self._ticks = 0
        self._fence = ""

    def feed(self, text: str) -> str:
        """Process the next piece and return the text to show; the start of an incomplete link is held back."""
        return "".join(self._process(text[start : start + FEED_SLICE]) for start in range(0, len(text), FEED_SLICE))

    def _process(self, text: str) -> str:
        self._pending += text
        shown: list[str] = []
        while (start := self._pending.find("[[")) >= 0:
            shown.append(self._pass(start))
            if self._in_code():
                shown.append(self._pass(2))
                continue
            end = self._pending.find("]]", 2, MAX_LINK_LENGTH)
            if end < 0 and len(self._pending) < MAX_LINK_LENGTH and "\n" not in self._pending:
                return "".join(shown)
            shown.append(self._link(end) if end >= 0 else self._pass(2))
        shown.append(self._pass(len(self._pending) - self._pending.endswith("[")))
        return "".join(shown)

    def finish(self) -> str:
        """Return the text still held back."""
        return self._pass(len(self._pending))

    def _link(self, end: int) -> str:
        target = self._pending[2:end].replace("\\|", "|").partition("|")[0]
        note, _, part = target.partition("#")
        shown = self._pass(end + 2)
        if not note.strip() or "\n" in target or "[[" in target:
            return shown
        number = self._number(note.strip(), part.split("#")[-1].strip())
        return f"{shown}[^{number}]" if number else shown

    def _number(self, target: str, heading: str) -> int:
        for known in self.sources:
            if (known.target, known.heading) == (target, heading):
                return known.number
        if len(self.sources) == MAX_SOURCES:
            return 0
        self.sources.append(AnswerSource(len(self.sources) + 1, target, heading))
        return len(self.sources)

    def _in_code(self) -> bool:
        return bool(self._fence) or self._ticks % 2 == 1

    def _pass(self, length: int) -> str:
        """Pass *length* characters through, keeping track of code."""
        shown, self._pending = self._pending[:length], self._pending[length:]
        *ended, rest = shown.split("\n")
        for line in ended:
            mark = (self._line + line).lstrip()[:3]
            if mark in FENCES:
                self._fence = "" if mark == self._fence else self._fence or mark
            self._line, self._ticks = "", 0
        self._line = (self._line + rest)[:MAX_FENCE_INDENT]
        self._ticks += rest.count("`")
        return shown


def read_sources(read: Iterable[Source]) -> tuple[AnswerSource, ...]:
    """Return each note *read* for an answer once; used if the answer itself contains no links."""
    paths = dict.fromkeys(source.path for source in read if source.characters)
    return tuple(AnswerSource(number, path) for number, path in enumerate(list(paths)[:MAX_SOURCES], 1))


CITATION_EDGES = " \n\u2028—–-"
"""Characters between a quote and its link that belong to neither."""


def note_and_heading(target: str) -> tuple[str, str]:
    """Split `Folder/Name#Heading#Sub` into the note and the last heading."""
    note, _, part = target.partition("#")
    return note.strip(), part.split("#")[-1].strip()


def first_cited_text(pieces: Sequence[Piece], note: str, heading: str) -> str:
    """Return the text cited by the first link to *heading* of *note* that has any; empty if none has."""
    return next((words for piece in pieces if (words := cited_text_at(piece, note, heading))), "")


def cited_text_at(piece: Piece, note: str, heading: str, *, row: int = 0, offset: int = 0) -> str:
    """Return the text cited by the link to *heading* of *note* in *piece*; of several links, the one at *offset*, from
    *row* on.

    The cited text starts after the previous link, because each sentence is followed by its source, or at the start of
    the piece. Empty if it is too short to be found reliably.
    """
    for runs in _lines(piece, row):
        at = _link(runs, note, heading, offset)
        if at is None:
            continue
        since = max((n + 1 for n in range(at) if _is_note(runs[n])), default=0)
        for chosen in (runs[since:at], (*runs[:at], *runs[at + 1 :])):
            words = _cited_words(chosen)
            if len(comparable_letters(words)) >= SHORTEST_SEARCH:
                return words
    return ""


def _lines(piece: Piece, row: int) -> Iterator[Sequence[TextRun]]:
    match piece:
        case TextBlock():
            yield piece.runs
        case Table():
            # The cited text of a link in a table is its row, from all cells.
            for cells in piece.rows[row:]:
                yield [run for cell in cells for run in (*cell, TextRun(" "))]
        case CodeBlock():
            return


def _link(runs: Sequence[TextRun], note: str, heading: str, offset: int) -> int | None:
    found: int | None = None
    start = 0
    for number, run in enumerate(runs):
        meant = _is_note(run) and note_and_heading(note_target(run.href)) == (note, heading)
        if meant and (found is None or start <= offset):
            found = number
        start += len(run.text)
    return found


def _is_note(run: TextRun) -> bool:
    return bool(note_target(run.href))


def _cited_words(runs: Sequence[TextRun]) -> str:
    return " ".join("".join(run.text for run in runs if TextStyle.RAISED not in run.style).split()).strip(
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
            chip.setToolTip(as_tooltip(_place_text(source)))
            chip.clicked.connect(lambda _checked=False, source=source: self.opened.emit(source.target, source.heading))
            chip.drag_started.connect(lambda chip=chip, source=source: _drag(chip, source))
            chip.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            chip.customContextMenuRequested.connect(
                lambda at, chip=chip, source=source: self.open_menu(chip, source, at)
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

    def open_menu(self, chip: QWidget, source: AnswerSource, at: QPoint) -> Menu:
        """Open a menu to show a source or copy a link to it."""
        menu = Menu(_place_text(source), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.add(self.tr("Open"), lambda: self.opened.emit(source.target, source.heading), icon_name="file")
        link = link_to(source)
        menu.add(self.tr("Copy link"), lambda: QGuiApplication.clipboard().setText(link), icon_name="link")
        menu.popup(chip.mapToGlobal(at))
        return menu

    def show_freshness(self, target: str, words: str) -> None:
        """Show how recently the note *target* changed."""
        for source, chip in self._chips:
            if source.target == target:
                chip.setToolTip(as_tooltip(f"{_place_text(source)}\n{words}"))
                chip.setAccessibleDescription(words)


def source_drag_data(source: AnswerSource) -> QMimeData:
    """Return the drag data: a link for text targets, the note itself for a question."""
    data = QMimeData()
    link = link_to(source)
    data.setText(link)
    data.setData(OWN_SOURCE, link[2:-2].encode())
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


def _place_text(source: AnswerSource) -> str:
    return " › ".join(part for part in (source.target, source.heading) if part)
