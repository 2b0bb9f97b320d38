"""List of many notes, each with a remark."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.widgets.lists.list_row import LazyRows, ListRow, RowStyle
from vaultdesk.ui.widgets.lists.row_list import RowList

NOTE_STYLE = RowStyle(row_height=28, side=0, edge=12, chevrons=False, uniform=True)


class NoteLines(RowList):
    """List of notes with a filter; Enter or a double click opens one. A row's remark is created when it is drawn."""

    opened = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, NOTE_STYLE, click_chooses=False, parent=parent)
        self._paths: Sequence[str] = ()
        self._remark_of: Callable[[int], str] = lambda _place: ""
        self._filter_words: list[str] = []
        self._indexes: dict[str, int] = {}
        """Index of each shown note."""
        self.chosen.connect(lambda path, _new_tab: self.opened.emit(path))

    def show_notes(self, paths: Sequence[str], remark_of: Callable[[int], str]) -> None:
        """Show the notes at *paths*; *remark_of* returns the remark for an index in it."""
        self._paths, self._remark_of = paths, remark_of
        self._refresh()

    def set_filter(self, query: str) -> None:
        """Keep only notes whose path or remark contains every word of *query*."""
        self._filter_words = query.casefold().split()
        self._refresh()

    def _refresh(self) -> None:
        self._indexes = {path: index for index, path in enumerate(self._paths) if self._matches(index)}
        self.row_model.set_rows(LazyRows(tuple(self._indexes), self._note_row))

    def _note_row(self, path: str) -> ListRow:
        remark = self._remark_of(self._indexes[path])
        folder, _, name = path.rpartition("/")
        return ListRow(
            path,
            name[:-3] if name.lower().endswith(".md") else name,
            folder,
            remark,
            description=f"{path}\n{remark}",
            spoken=f"{path}: {remark}",
        )

    def _matches(self, index: int) -> bool:
        if not self._filter_words:
            return True
        text = self._paths[index].casefold()
        if all(word in text for word in self._filter_words):
            return True
        text = f"{text} {self._remark_of(index).casefold()}"
        return all(word in text for word in self._filter_words)
