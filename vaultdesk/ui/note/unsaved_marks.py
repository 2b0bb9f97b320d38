"""UnsavedMarks: shows on the tabs which notes are unsaved, and tells when none is. Saves nothing."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal

from vaultdesk.ui.note.note_page import NotePage
from vaultdesk.ui.note.sides import Sides


class UnsavedMarks(QObject):
    """Follows every page it is told of, for as long as both live."""

    all_saved = Signal()
    """A note was saved, reloaded or closed, and nothing is unsaved any more."""

    def __init__(self, sides: Sides, parent: QObject) -> None:
        super().__init__(parent)
        self._sides = sides

    def follow(self, page: NotePage) -> None:
        """Show from now on whether the note of *page* is unsaved."""
        page.editor.edited.connect(lambda: self.mark(page))
        for settled in (page.saving.saved, page.saving.replaced, page.saving.dropped):
            settled.connect(self.settle)

    def mark(self, page: NotePage) -> None:
        """Show it on all tabs of the note of *page*: it may be open on both sides."""
        for one in self._pages():
            if one is page or one.path == page.path:
                group = self._sides.group_of(one)
                number, draft = group.number_of(one), one.saving.draft
                unsaved = draft is not None and draft.dirty
                group.tabs.mark(number, unsaved=unsaved, pinned=group.tabs.is_pinned(number))

    def settle(self) -> None:
        """Something was saved, reloaded or closed."""
        pages = list(self._pages())
        for page in pages:
            self.mark(page)
        if not any(page.saving.draft is not None and page.saving.draft.dirty for page in pages):
            self.all_saved.emit()

    def _pages(self) -> Iterator[NotePage]:
        for group in self._sides.groups:
            yield from (page for page in group.widgets if isinstance(page, NotePage))
