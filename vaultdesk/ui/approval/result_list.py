"""Result list: what a tool brought in from outside, as rows with a tick: title over address. See file_checklist.py."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from vaultdesk.tools.network_tool import ResultChoice
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.tools.tool import FileChoice
from vaultdesk.ui.approval.file_list import CHOICE, AnyIndex, FileListModel, FileRow, RowWords, size_in_words
from vaultdesk.ui.widgets.labels import as_tooltip

SHOWN = 400
"""Characters of a title or address that are drawn; the line is elided long before that."""


class ResultListModel(FileListModel):
    """The results of one request and which of them are ticked; their ids stand where files have paths."""

    def __init__(self, results: Sequence[ResultChoice], parent: QWidget | None = None) -> None:
        files = [
            FileChoice(one.id, len(one.text.encode("utf-8", "replace")), "", warning="\n".join(one.warnings))
            for one in results
        ]
        super().__init__(files, parent)
        self._results = tuple(results)

    def result(self, index: AnyIndex) -> ResultChoice:
        """Return what stands in a row."""
        return self._results[index.row()]

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row shows and what a screen reader says."""
        one = self._results[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ", ".join(sanitize_text(part) for part in (one.title, one.address, *one.warnings) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tooltip(
                "\n".join(sanitize_text(part) for part in (one.title, one.address, *one.warnings) if part)
            )
        return super().data(index, role)


class ResultRow(FileRow):
    """Draws one result: tick, title over address; a warning takes the place of its size."""

    def words(self, index: AnyIndex) -> RowWords:
        """Return title and size, address and what is to be known."""
        model, choice = index.model(), index.data(CHOICE)
        assert isinstance(model, ResultListModel)
        assert isinstance(choice, FileChoice)
        one = model.result(index)
        # A title of many lines is one line here; all of it is in the tooltip.
        title = " ".join(one.title.split()) or one.address
        warned = self.tr("look closely") if one.warnings else ""
        return (title[:SHOWN], size_in_words(choice.size)), (one.address[:SHOWN], warned)
