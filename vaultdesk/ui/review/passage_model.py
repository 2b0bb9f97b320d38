"""Model of the notes and passages that would be sent: their rows, ticks and texts, and the parts of long passages."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, Literal

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.tools.blank_runs import is_blank_line
from vaultdesk.tools.text_sanitizer import ALLOWED_CONTROLS, sanitize_line, sanitize_text
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.review.passage_choices import NoteGroup, PassageChoices, ShownPassage, ShownWithheldNote
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.lists.row_list import CHECK_STATES

_tr_passage_text = translator("PassageText")

MAX_PART_CHARACTERS = 1_500
"""Maximum number of characters of a part, so that it is laid out within a millisecond."""

MAX_BLANK_LINES = 2
"""Number of consecutive empty lines that are shown; more are replaced by their number."""

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")

_TABLE = re.compile(r"\s*\|")


class PassagePart(Struct, frozen=True):
    """Some lines of a passage, all in one font."""

    text: str
    """With invisible characters escaped."""
    marks: tuple[tuple[int, int], ...]
    """Positions of matches in `text`."""
    fixed: bool = False
    """Whether it is a table or code, shown in the fixed-width font."""


def text_parts(text: str, marks: Sequence[tuple[int, int]] = ()) -> Iterator[PassagePart]:
    """Yield the parts of *text*; *marks* must be sorted and must not overlap."""
    position, start, fence = 0, 0, ""
    part_is_fixed: bool | None = None
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end + 1
        line = text[position:end]
        if is_blank_line(line):
            run_end, blank_lines = _blank_run(text, position)
            if blank_lines > MAX_BLANK_LINES:
                if start < position:
                    yield _part(text, start, position, marks, fixed=bool(part_is_fixed))
                yield PassagePart(_blank_text(blank_lines), ())
                position = start = run_end
                part_is_fixed = None
                continue
        fixed = bool(fence) or bool(_TABLE.match(line)) or bool(_FENCE.match(line))
        fence_match = _FENCE.match(line)
        if fence_match is not None:
            opening = fence_match[1]
            if not fence:
                fence = opening
            elif opening[0] == fence[0] and len(opening) >= len(fence):
                fence = ""
        font_changes = part_is_fixed is not None and fixed != part_is_fixed and line.strip()
        if start < position and (font_changes or end - start > MAX_PART_CHARACTERS):
            yield _part(text, start, position, marks, fixed=bool(part_is_fixed))
            start = position
            part_is_fixed = fixed if line.strip() else part_is_fixed
        if part_is_fixed is None or line.strip():
            part_is_fixed = fixed
        while end - start > MAX_PART_CHARACTERS:
            break_at = _break_position(text, start, start + MAX_PART_CHARACTERS)
            yield _part(text, start, break_at, marks, fixed=bool(part_is_fixed))
            start = break_at
        position = end
    if start < len(text):
        yield _part(text, start, len(text), marks, fixed=bool(part_is_fixed))


def _blank_run(text: str, position: int) -> tuple[int, int]:
    """Return the end of the run of empty lines at *position*, and their number."""
    number = 0
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end + 1
        if text[position:end].strip():
            break
        position, number = end, number + 1
    return position, number


def _blank_text(number: int) -> str:
    return _tr_passage_text("({n} empty lines)").format(n=format_number(number))


def _break_position(text: str, start: int, end: int) -> int:
    """Return where to break a long line: after a space near *end*, else at *end*."""
    space = text.rfind(" ", start + (end - start) // 2, end)
    return space + 1 if space >= 0 else end


def _part(text: str, start: int, end: int, marks: Sequence[tuple[int, int]], *, fixed: bool) -> PassagePart:
    """Return *text* from *start* to *end* escaped for display, with its marks at the resulting positions."""
    end -= text[start:end].endswith("\n")
    texts: list[str] = []
    shown_marks: list[tuple[int, int]] = []
    length, position = 0, start
    for first, last in marks:
        first, last = max(first, position), min(last, end)
        if first >= last:
            continue
        for segment, marked in ((text[position:first], False), (text[first:last], True)):
            escaped = _escape(segment)
            if marked:
                shown_marks.append((length, length + len(escaped)))
            texts.append(escaped)
            length += len(escaped)
        position = last
    texts.append(_escape(text[position:end]))
    return PassagePart("".join(texts), tuple(shown_marks), fixed)


def _escape(text: str) -> str:
    # Most text needs no escaping, and testing each character is about a hundred times slower.
    without_breaks = text.replace("\n", "").replace("\t", "")
    if without_breaks.isascii() and (without_breaks.isprintable() or not without_breaks):
        return text
    return sanitize_text(text.replace("\r\n", "\n"), ALLOWED_CONTROLS)


_tr = translator("PassageModel")

PassageIndex = QModelIndex | QPersistentModelIndex

PASSAGE_ROW_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""Role of a row's `PassageRow`."""

COLLAPSED_LINES = 3
"""Lines shown of a collapsed passage."""

COLLAPSED_CHARACTERS = 2_000
"""Characters examined for these lines; no screen shows more in three lines."""

SPOKEN_CHARACTERS = 600
"""Characters in the accessible text of a passage's row; an expanded passage is read row by row."""

MAX_NAME_CHARACTERS = 200
"""Maximum number of characters of a name or heading that are drawn; the line is elided well before that."""

RowKind = Literal["note", "text", "withheld"]
"""Kind of a row: header of a note, part of a passage, private note."""


def tokens_text(tokens: int) -> str:
    """Return `74 tokens`."""
    return plural_text(tokens, _tr("1 token"), _tr("{n} tokens"))


def passage_position_text(passage: ShownPassage) -> str:
    """Return the position of a passage in its note: `Decision · lines 9–10`, `whole note`."""
    if passage.is_whole_note:
        return _tr("whole note")
    lines = ""
    if passage.first_line:
        template = _tr("lines {first}–{last}") if passage.last_line > passage.first_line else _tr("line {first}")
        lines = template.format(first=format_number(passage.first_line), last=format_number(passage.last_line))
    return " · ".join(part for part in (sanitize_line(passage.heading, MAX_NAME_CHARACTERS), lines) if part)


class PassageRow(Struct, frozen=True):
    """One row of the list."""

    kind: RowKind
    group: NoteGroup | None = None
    passage: ShownPassage | None = None
    withheld: ShownWithheldNote | None = None
    parts: tuple[PassagePart, ...] = ()
    """Parts of the passage shown in this row."""
    part_index: int = 0
    """Index of this part in an expanded passage."""
    is_last_part: bool = True
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
        return self.kind == "note" or (self.kind == "text" and not self.part_index and not self.is_single)


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
                self._rows += self._collapsed_rows(group, passage)
        self._rows += [PassageRow("withheld", withheld=note, ends_group=True) for note in choices.withheld]

    def rowCount(self, parent: PassageIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def row(self, index: PassageIndex) -> PassageRow:
        return self._rows[index.row()]

    def refresh(self) -> None:
        """Notify views that ticks or sizes changed."""
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))
        self.ticks_changed.emit()

    def tick_all(self, ticked: bool) -> None:
        """Tick every passage, or none."""
        self.choices.tick_all(ticked)
        self.refresh()

    def toggle(self, index: PassageIndex) -> None:
        """Toggle the tick of a row; a partially ticked note is ticked whole."""
        passages = self._passages(self.row(index))
        if passages:
            self.choices.tick(passages, self.choices.state(passages) != "all")
            self.refresh()

    def set_opened(self, index: PassageIndex, opened: bool) -> None:
        """Show all of a passage, or its first lines."""
        row = self.row(index)
        if row.passage is None or row.group is None or row.is_opened == opened or not (opened or row.is_opened):
            return
        first = index.row() - row.part_index
        count = 1
        while first + count < len(self._rows) and self._rows[first + count].part_index:
            count += 1
        new = self._expanded_rows(row.group, row.passage) if opened else self._collapsed_rows(row.group, row.passage)
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
                return self._accessible_text(row)
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
        self.refresh()
        return True

    def flags(self, index: PassageIndex) -> Qt.ItemFlag:
        """Make every row selectable, and checkable if it has a tick."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if self.row(index).is_tickable else flags

    def size_text(self, row: PassageRow) -> str:
        """Return the text at the right of a row: the number of tokens sent, or that it is not sent."""
        choices = self.choices
        if row.kind == "withheld":
            return self.tr("private: never sent")
        if row.kind == "note" and row.group is not None and not row.is_single:
            count = sum(choices.is_ticked(passage.id) for passage in row.group.passages)
            template = self.tr("{n} of {total} passages")
            return template.format(n=format_number(count), total=format_number(len(row.group.passages)))
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
        return " · ".join(part for part in (passage_position_text(passage), shortened or passage.remark) if part)

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

    def _collapsed_rows(self, group: NoteGroup, passage: ShownPassage) -> list[PassageRow]:
        text = self.choices.text(passage)
        marks = passage.marks if text is passage.text else ()
        start = _collapsed_start(text, marks)
        excerpt = text[start : start + COLLAPSED_CHARACTERS]
        shown_marks = [
            (first - start, last - start) for first, last in marks if first >= start and last - start <= len(excerpt)
        ]
        parts = tuple(islice(text_parts(excerpt, shown_marks), COLLAPSED_LINES))
        has_more = start > 0 or len(text) > start + len(excerpt)
        ends_group = passage is group.passages[-1]
        return [PassageRow("text", group, passage, parts=parts, has_more=has_more, ends_group=ends_group)]

    def _expanded_rows(self, group: NoteGroup, passage: ShownPassage) -> list[PassageRow]:
        text = self.choices.text(passage)
        parts = list(text_parts(text, passage.marks if text is passage.text else ())) or [PassagePart("", ())]
        last_index = len(parts) - 1
        ends_group = passage is group.passages[-1]
        return [
            PassageRow(
                "text",
                group,
                passage,
                parts=(part,),
                part_index=index,
                is_last_part=index == last_index,
                is_opened=True,
                ends_group=ends_group and index == last_index,
            )
            for index, part in enumerate(parts)
        ]

    def _accessible_text(self, row: PassageRow) -> str:
        if row.kind == "text" and row.passage is not None:
            text = "\n".join(part.text for part in row.parts)[:SPOKEN_CHARACTERS]
            details = (self.caption(row.passage), self.size_text(row)) if not row.part_index else ()
            return ", ".join(item for item in (text, *details) if item)
        path = row.withheld.path if row.withheld is not None else row.group.path if row.group is not None else ""
        name, folder = note_names(path)
        reason = row.withheld.reason if row.withheld is not None else ""
        return ", ".join(item for item in (name, folder, self.size_text(row), reason) if item)

    def _tooltip(self, row: PassageRow) -> str:
        if row.withheld is not None:
            return f"{sanitize_text(row.withheld.path)}\n{sanitize_text(row.withheld.reason)}".strip()
        return sanitize_text(row.group.path) if row.group is not None and row.kind == "note" else ""


def _collapsed_start(text: str, marks: Sequence[tuple[int, int]]) -> int:
    """Return the start of the lines shown of a collapsed passage.

    It is the line of the first match if the first `COLLAPSED_LINES` lines contain none.
    """
    first = marks[0][0] if marks else 0
    start = text.rfind("\n", 0, first) + 1
    return start if text.count("\n", 0, start) >= COLLAPSED_LINES else 0


def note_names(path: str) -> tuple[str, str]:
    """Return the display name and folder of a note; a result without a single note has its own name."""
    if not path:
        return _tr("What was found"), ""
    folder, _, name = path.rpartition("/")
    return sanitize_line(name.removesuffix(".md"), MAX_NAME_CHARACTERS), sanitize_line(folder, MAX_NAME_CHARACTERS)
