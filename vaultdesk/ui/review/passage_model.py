"""Model of the notes and passages that would be sent: their rows, ticks and texts, and a passage in parts that are
laid out separately."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.tools.blank_runs import is_blank_line
from vaultdesk.tools.text_sanitizer import KEPT_CONTROLS, sanitize_line, sanitize_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.passage_choices import NoteGroup, PassageChoices, ShownPassage, ShownWithheldNote
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.lists.row_list import CHECK_STATES

_tr_passage_text = translator("PassageText")

PIECE_CHARACTERS = 1_500
"""Maximum number of characters of a part, so that it is laid out within a millisecond."""

KEPT_BLANK_LINES = 2
"""Number of consecutive empty lines that are shown; more are replaced by their number."""

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")

_TABLE = re.compile(r"\s*\|")


@dataclass(frozen=True, slots=True)
class PassagePiece:
    """Some lines of a passage, all in one font."""

    text: str
    """With invisible characters escaped."""
    marks: tuple[tuple[int, int], ...]
    """Positions of matches in `text`."""
    fixed: bool = False
    """Whether it is a table or code, shown in the fixed-width font."""


def text_pieces(text: str, marks: Sequence[tuple[int, int]] = ()) -> Iterator[PassagePiece]:
    """Yield the parts of *text*; *marks* are in order and do not overlap. Parts are prepared only when taken."""
    place, start, fence = 0, 0, ""
    kind: bool | None = None
    while place < len(text):
        end = text.find("\n", place)
        end = len(text) if end < 0 else end + 1
        line = text[place:end]
        if is_blank_line(line):
            run_end, number = _blank_run(text, place)
            if number > KEPT_BLANK_LINES:
                if start < place:
                    yield _piece(text, start, place, marks, fixed=bool(kind))
                yield PassagePiece(_blank_text(number), ())
                place = start = run_end
                kind = None
                continue
        fixed = bool(fence) or bool(_TABLE.match(line)) or bool(_FENCE.match(line))
        found = _FENCE.match(line)
        if found is not None:
            opening = found[1]
            if not fence:
                fence = opening
            elif opening[0] == fence[0] and len(opening) >= len(fence):
                fence = ""
        different = kind is not None and fixed != kind and line.strip()
        if start < place and (different or end - start > PIECE_CHARACTERS):
            yield _piece(text, start, place, marks, fixed=bool(kind))
            start = place
            kind = fixed if line.strip() else kind
        if kind is None or line.strip():
            kind = fixed
        while end - start > PIECE_CHARACTERS:
            cut = _cut(text, start, start + PIECE_CHARACTERS)
            yield _piece(text, start, cut, marks, fixed=bool(kind))
            start = cut
        place = end
    if start < len(text):
        yield _piece(text, start, len(text), marks, fixed=bool(kind))


def _blank_run(text: str, place: int) -> tuple[int, int]:
    """Return the end of the run of empty lines at *place*, and their number."""
    number = 0
    while place < len(text):
        end = text.find("\n", place)
        end = len(text) if end < 0 else end + 1
        if text[place:end].strip():
            break
        place, number = end, number + 1
    return place, number


def _blank_text(number: int) -> str:
    return _tr_passage_text("({n} empty lines)").format(n=format_number(number))


def _cut(text: str, start: int, end: int) -> int:
    """Return where to break a long line: after a space near *end*, else at *end*."""
    space = text.rfind(" ", start + (end - start) // 2, end)
    return space + 1 if space >= 0 else end


def _piece(text: str, start: int, end: int, marks: Sequence[tuple[int, int]], *, fixed: bool) -> PassagePiece:
    """Return *text* from *start* to *end* escaped for display, with its marks at the resulting positions."""
    end -= text[start:end].endswith("\n")
    shown: list[str] = []
    kept: list[tuple[int, int]] = []
    length, place = 0, start
    for first, last in marks:
        first, last = max(first, place), min(last, end)
        if first >= last:
            continue
        for part, marked in ((text[place:first], False), (text[first:last], True)):
            fit = _fit(part)
            if marked:
                kept.append((length, length + len(fit)))
            shown.append(fit)
            length += len(fit)
        place = last
    shown.append(_fit(text[place:end]))
    return PassagePiece("".join(shown), tuple(kept), fixed)


def _fit(text: str) -> str:
    # Testing each character is about a hundred times slower, and most text needs no escaping.
    bare = text.replace("\n", "").replace("\t", "")
    if bare.isascii() and (bare.isprintable() or not bare):
        return text
    return sanitize_text(text.replace("\r\n", "\n"), KEPT_CONTROLS)


_tr = translator("PassageModel")

PassageIndex = QModelIndex | QPersistentModelIndex

PASSAGE_ROW_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""Role of a row's `PassageRow`."""

CLOSED_LINES = 3
"""Lines shown of a collapsed passage."""

CLOSED_CHARACTERS = 2_000
"""Characters examined for these lines; no screen shows more in three lines."""

SPOKEN_CHARACTERS = 600
"""Characters in the accessible text of a passage's row; an expanded passage is read row by row."""

LONGEST_NAME = 200
"""Maximum number of characters of a name or heading that are drawn; the line is elided well before that."""

RowKind = Literal["note", "text", "withheld"]
"""Kind of a row: head of a note, part of a passage, private note."""


def tokens_text(tokens: int) -> str:
    """Return `74 tokens`."""
    return _tr("1 token") if tokens == 1 else _tr("{n} tokens").format(n=format_number(tokens))


def place_text(passage: ShownPassage) -> str:
    """Return the position of a passage in its note: `Decision · lines 9–10`, `whole note`."""
    if passage.is_whole_note:
        return _tr("whole note")
    lines = ""
    if passage.first_line:
        words = _tr("lines {first}–{last}") if passage.last_line > passage.first_line else _tr("line {first}")
        lines = words.format(first=format_number(passage.first_line), last=format_number(passage.last_line))
    return " · ".join(part for part in (sanitize_line(passage.heading, LONGEST_NAME), lines) if part)


@dataclass(frozen=True, slots=True)
class PassageRow:
    """One row of the list."""

    kind: RowKind
    group: NoteGroup | None = None
    passage: ShownPassage | None = None
    withheld: ShownWithheldNote | None = None
    pieces: tuple[PassagePiece, ...] = ()
    """Parts of the passage shown in this row."""
    piece: int = 0
    """Index of this part in an expanded passage."""
    is_last_piece: bool = True
    is_opened: bool = False
    has_more: bool = False
    """Whether a collapsed passage has more text than is shown."""
    ends_group: bool = False

    @property
    def is_single(self) -> bool:
        """Whether its note has one passage: then the note's tick is the passage's."""
        return self.group is not None and len(self.group.passages) == 1

    @property
    def is_tickable(self) -> bool:
        """Whether the row has a tick."""
        return self.kind == "note" or (self.kind == "text" and not self.piece and not self.is_single)


class PassageListModel(QAbstractListModel):
    """The rows of one request. An expanded passage has a row for each part of its text."""

    ticks_changed = Signal()

    def __init__(self, choices: PassageChoices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choices = choices
        self._rows: list[PassageRow] = []
        for group in choices.groups:
            self._rows.append(PassageRow("note", group))
            for passage in group.passages:
                self._rows += self._closed(group, passage)
        self._rows += [PassageRow("withheld", withheld=note, ends_group=True) for note in choices.withheld]

    def rowCount(self, parent: PassageIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def row(self, index: PassageIndex) -> PassageRow:
        return self._rows[index.row()]

    def renew(self) -> None:
        """Notify views that ticks or sizes changed."""
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))
        self.ticks_changed.emit()

    def tick_all(self, ticked: bool) -> None:
        """Tick every passage, or none."""
        self.choices.tick_all(ticked)
        self.renew()

    def toggle(self, index: PassageIndex) -> None:
        """Toggle the tick of a row; a partially ticked note is ticked whole."""
        passages = self._passages(self.row(index))
        if passages:
            self.choices.tick(passages, self.choices.state(passages) != "all")
            self.renew()

    def set_opened(self, index: PassageIndex, opened: bool) -> None:
        """Show all of a passage, or its first lines."""
        row = self.row(index)
        if row.passage is None or row.group is None or row.is_opened == opened or not (opened or row.is_opened):
            return
        first = index.row() - row.piece
        count = 1
        while first + count < len(self._rows) and self._rows[first + count].piece:
            count += 1
        new = self._opened(row.group, row.passage) if opened else self._closed(row.group, row.passage)
        if len(new) > count:
            self.beginInsertRows(QModelIndex(), first + count, first + len(new) - 1)
            self._rows[first : first + count] = new
            self.endInsertRows()
        elif len(new) < count:
            self.beginRemoveRows(QModelIndex(), first + len(new), first + count - 1)
            self._rows[first : first + count] = new
            self.endRemoveRows()
        else:
            self._rows[first : first + count] = new
        self.dataChanged.emit(self.index(first), self.index(first + len(new) - 1))
        self.layoutChanged.emit()

    def data(self, index: PassageIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row shows and its accessible text."""
        row = self.row(index)
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row)
            case Qt.ItemDataRole.ToolTipRole:
                return as_tooltip(self._tooltip(row))
            case Qt.ItemDataRole.CheckStateRole if row.is_tickable:
                return CHECK_STATES[self.choices.state(self._passages(row))]
            case _ if role == PASSAGE_ROW_ROLE:
                return row
            case _:
                return None

    def setData(self, index: PassageIndex, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick a row."""
        passages = self._passages(self.row(index))
        if role != Qt.ItemDataRole.CheckStateRole or not passages:
            return False
        self.choices.tick(passages, Qt.CheckState(value) == Qt.CheckState.Checked)
        self.renew()
        return True

    def flags(self, index: PassageIndex) -> Qt.ItemFlag:
        """Make every row selectable, and checkable if it has a tick."""
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual | Qt.ItemFlag.ItemIsUserCheckable if self.row(index).is_tickable else usual

    def size_text(self, row: PassageRow) -> str:
        """Return the text at the right of a row: the number of tokens sent, or that it is not sent."""
        choices = self.choices
        if row.kind == "withheld":
            return self.tr("private: never sent")
        if row.kind == "note" and row.group is not None and not row.is_single:
            number = sum(choices.is_ticked(passage.id) for passage in row.group.passages)
            words = self.tr("{n} of {total} passages")
            return words.format(n=format_number(number), total=format_number(len(row.group.passages)))
        passages = self._passages(row)
        if choices.state(passages) == "none":
            return self.stays_here_text()
        return tokens_text(sum(map(choices.size, passages)))

    def stays_here_text(self) -> str:
        """Return the text at the right of what is not sent."""
        return self.tr("stays here")

    def caption(self, passage: ShownPassage) -> str:
        """Return the line below a passage: its position and further information."""
        shortened = self.tr("shortened by you") if self.choices.is_shortened(passage) else ""
        return " · ".join(part for part in (place_text(passage), shortened or passage.remark) if part)

    def is_ticked(self, row: PassageRow) -> bool:
        """Return whether anything shown in a row is sent."""
        passages = (row.passage,) if row.passage is not None else self._passages(row)
        return self.choices.state(passages) != "none"

    def _passages(self, row: PassageRow) -> tuple[ShownPassage, ...]:
        if row.group is None:
            return ()
        if row.kind == "note" or row.is_single:
            return row.group.passages
        return (row.passage,) if row.passage is not None else ()

    def _closed(self, group: NoteGroup, passage: ShownPassage) -> list[PassageRow]:
        text = self.choices.text(passage)
        marks = passage.marks if text is passage.text else ()
        start = _closed_start(text, marks)
        head = text[start : start + CLOSED_CHARACTERS]
        shown = [(first - start, last - start) for first, last in marks if first >= start and last - start <= len(head)]
        pieces = tuple(islice(text_pieces(head, shown), CLOSED_LINES))
        more = start > 0 or len(text) > start + len(head)
        last_one = passage is group.passages[-1]
        return [PassageRow("text", group, passage, pieces=pieces, has_more=more, ends_group=last_one)]

    def _opened(self, group: NoteGroup, passage: ShownPassage) -> list[PassageRow]:
        text = self.choices.text(passage)
        pieces = list(text_pieces(text, passage.marks if text is passage.text else ())) or [PassagePiece("", ())]
        last = len(pieces) - 1
        ends = passage is group.passages[-1]
        return [
            PassageRow(
                "text",
                group,
                passage,
                pieces=(piece,),
                piece=number,
                is_last_piece=number == last,
                is_opened=True,
                ends_group=ends and number == last,
            )
            for number, piece in enumerate(pieces)
        ]

    def _spoken(self, row: PassageRow) -> str:
        if row.kind == "text" and row.passage is not None:
            text = "\n".join(piece.text for piece in row.pieces)[:SPOKEN_CHARACTERS]
            told = (self.caption(row.passage), self.size_text(row)) if not row.piece else ()
            return ", ".join(part for part in (text, *told) if part)
        path = row.withheld.path if row.withheld is not None else row.group.path if row.group is not None else ""
        name, folder = note_names(path)
        why = row.withheld.reason if row.withheld is not None else ""
        return ", ".join(part for part in (name, folder, self.size_text(row), why) if part)

    def _tooltip(self, row: PassageRow) -> str:
        if row.withheld is not None:
            return f"{sanitize_text(row.withheld.path)}\n{sanitize_text(row.withheld.reason)}".strip()
        return sanitize_text(row.group.path) if row.group is not None and row.kind == "note" else ""


def _closed_start(text: str, marks: Sequence[tuple[int, int]]) -> int:
    """Return the start of the lines shown of a collapsed passage: at the first match if that is further below."""
    first = marks[0][0] if marks else 0
    start = text.rfind("\n", 0, first) + 1
    return start if text.count("\n", 0, start) >= CLOSED_LINES else 0


def note_names(path: str) -> tuple[str, str]:
    """Return the display name and folder of a note; a result without a single note has its own name."""
    if not path:
        return _tr("What was found"), ""
    folder, _, name = path.rpartition("/")
    return sanitize_line(name.removesuffix(".md"), LONGEST_NAME), sanitize_line(folder, LONGEST_NAME)
