"""Fold rows: what a folding list shows, as values, and as Qt sees a list. Draws nothing and folds nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vaultdesk.ui.parts.labels import as_tooltip
from vaultdesk.ui.parts.shown_text import shown

LONGEST = 400
"""Characters of a row that are drawn at most."""

Index = QModelIndex | QPersistentModelIndex
Marks = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class FoldRow:
    """One row: a title with what stands beside it, a text below, or both."""

    key: str
    """What is told when it is chosen; each row of a list has its own."""
    title: str = ""
    beside: str = ""
    """Muted words after the title: a folder, a kind."""
    right: str = ""
    """A short word at the right: a count, a time."""
    text: str = ""
    """Plain words below the title, on at most `lines` lines."""
    marks: Marks = ()
    """Where in `text` the words stand that were looked for."""
    lit: Marks = ()
    """Where in `title` the letters stand that were typed."""
    beside_lit: Marks = ()
    """The same in `beside`."""
    icon: str = ""
    sign: str = ""
    """An icon after the words: a lock."""
    cap: str = ""
    """Keys in a small box at the right."""
    depth: int = 0
    folded: bool | None = None
    """Whether what is below it is hidden; None where it has nothing below it."""
    lines: int = 2
    strong: bool = False
    link: bool = False
    """Drawn as something that can be done, not as a thing."""
    muted: bool = False
    heading: bool = False
    """Words over others, which cannot be chosen."""
    stop: bool = True
    """Whether the arrows stop at it."""
    ruled: bool = False
    """A line stands above it."""
    airy: bool = False
    """Set off from what stands above it."""
    said: str | Callable[[], str] = ""
    """What is told of it in the tooltip, and to those who listen. What makes the words is asked where they are told: it
    is to be equal to another that makes the same."""

    @property
    def told(self) -> str:
        """Return `said` in words."""
        return self.said if isinstance(self.said, str) else self.said()


class FoldRows(QAbstractListModel):
    """The rows, in order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[FoldRow, ...] = ()
        self._places: dict[str, int] = {}

    def set_rows(self, rows: Sequence[FoldRow]) -> None:
        """Show *rows* instead of those before."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self._places = {row.key: place for place, row in enumerate(self.rows)}
        self.endResetModel()

    def row(self, place: int) -> FoldRow | None:
        """Return the row at *place*."""
        return self.rows[place] if 0 <= place < len(self.rows) else None

    def place_of(self, key: str) -> int:
        """Return where the row *key* stands, or -1."""
        return self._places.get(key, -1)

    def parent_of(self, place: int) -> int:
        """Return where the row stands that the one at *place* folds away with, or -1."""
        depth = self.rows[place].depth
        for above in range(place - 1, -1, -1):
            row = self.rows[above]
            if row.folded is not None and row.depth < depth:
                return above
        return -1

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return how many there are."""
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let rows be chosen, and not the words over them."""
        row = self.row(index.row())
        if row is None or row.heading:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the words of a row, for the eye, the pointer and the voice."""
        row = self.row(index.row())
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return one_line(row.title or row.text)
            case Qt.ItemDataRole.AccessibleTextRole:
                fold = "" if row.folded is None else self.tr("folded") if row.folded else self.tr("unfolded")
                parts = (row.title, row.beside, row.text, row.right, row.cap, fold)
                return one_line(", ".join(part for part in parts if part))
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return one_line(row.told)
            case Qt.ItemDataRole.ToolTipRole if not row.heading:
                return as_tooltip(row.told or row.title)
            case _:
                return None


def begun_near(text: str, marks: Marks, lead: int, longest: int) -> tuple[str, Marks]:
    """Return *text* begun so near its first mark that this stands in the first line, and where the marks are then."""
    first, begin, before = marks[0][0] if marks else 0, 0, ""
    if first > lead:
        begin, before = text.find(" ", first - lead, first) + 1 or first, "… "
    moved = len(before) - begin
    kept = tuple((start + moved, end + moved) for start, end in marks if begin <= start < begin + longest)
    return before + text[begin : begin + longest], kept


def one_line(text: str) -> str:
    """Return *text* fit for a row."""
    return shown(text, LONGEST).replace("\n", " ")
