"""SharedDrafts: one draft for a note that is open on two sides. What is typed in one shows in the other."""

from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QTimer

from vaultdesk.ui.note.draft import Draft
from vaultdesk.ui.note.editor import NoteEditor
from vaultdesk.ui.note.page_banner import PageBanner
from vaultdesk.ui.note.saving import Saving
from vaultdesk.vault.note_path import NotePath

SOON, LATER = 60, 500
"""Milliseconds until another editor, or another reading view, shows what was typed: a view is laid out anew."""


class SharingPage(Protocol):
    """A page as far as its draft is shared."""

    path: str
    saving: Saving
    banner: PageBanner
    editor: NoteEditor

    @property
    def editing(self) -> bool:
        """Whether the text is in the editor."""

    def mirror(self, *, stepped: bool = False) -> None:
        """Show the draft as it is now; *stepped* where what changed may be steps that were undone or redone."""


class SharedDrafts(QObject):
    """Knows the pages of one vault and brings those of one note in line."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pages: list[tuple[SharingPage, QTimer]] = []

    def join(self, page: SharingPage, owner: QObject) -> None:
        """Let *page* share its drafts, until *owner* is gone."""
        late = QTimer(owner, singleShot=True)
        late.timeout.connect(lambda: self._show(page))
        entry = (page, late)
        self._pages.append(entry)
        page.editor.installEventFilter(self)
        owner.destroyed.connect(lambda: self._pages.remove(entry) if entry in self._pages else None)
        page.saving.saved.connect(lambda: self._settled(page))
        page.saving.replaced.connect(lambda: self._replaced(page))
        page.saving.dropped.connect(lambda: self._dropped(page))

    def of(self, path: NotePath) -> Draft | None:
        """Return the draft that is open of the note at *path*."""
        drafts = (page.saving.draft for page, _ in self._pages)
        return next((draft for draft in drafts if draft is not None and draft.path == path), None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Bring an editor in line before it is typed in: what was typed elsewhere a moment ago is not to be lost."""
        if event.type() == QEvent.Type.FocusIn:
            for page, late in self._pages:
                if page.editor is watched and late.isActive():
                    late.stop()
                    self._show(page)
        return super().eventFilter(watched, event)

    def _show(self, page: SharingPage) -> None:
        page.mirror(stepped=any(_undone(one) for one in (page, *(other for other, _ in self._others(page)))))

    def typed(self, page: SharingPage) -> None:
        """The text was changed on *page*."""
        for other, late in self._others(page):
            late.start(SOON if other.editing else LATER)

    def _settled(self, page: SharingPage) -> None:
        for other, _ in self._others(page):
            other.banner.clear("outside", "save")

    def _replaced(self, page: SharingPage) -> None:
        for other, late in self._others(page):
            other.banner.clear("outside", "save")
            late.start(0)

    def _dropped(self, page: SharingPage) -> None:
        for other, _ in self._pages:
            draft = other.saving.draft
            if other is not page and draft is not None and draft.path.text == page.path:
                other.saving.drop(draft)

    def _others(self, page: SharingPage) -> list[tuple[SharingPage, QTimer]]:
        draft = page.saving.draft
        shared = ((other, late) for other, late in self._pages if other is not page)
        return [] if draft is None else [(other, late) for other, late in shared if other.saving.draft is draft]


def _undone(page: SharingPage) -> bool:
    """Whether steps were undone in the editor of *page*, and not all of them redone."""
    return page.editing and page.editor.document().isRedoAvailable()
