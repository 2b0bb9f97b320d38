"""Saving: when a draft goes to disk, and what is said when it does not or when the disk says something else."""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from vaultdesk.core.errors import NoteConflict, NoteNotConfirmed, VaultDeskError
from vaultdesk.ui.bridge import ask, start
from vaultdesk.ui.editor.merge_dialog import MergeDialog
from vaultdesk.ui.note.draft import Draft
from vaultdesk.ui.note.page_banner import PageBanner
from vaultdesk.vault.diff.merge import merge
from vaultdesk.vault.note_path import NotePath

SILENCE = 1_200
"""Milliseconds without typing before the text is saved: often enough to lose nothing, seldom enough for sync tools."""

AT_MOST = 10_000
"""Milliseconds after which the text is saved though the typing goes on: so much is lost when the power goes."""


class Saving(QObject):
    """Looks after the draft of one page; speaks through the page's banner."""

    saved = Signal()
    replaced = Signal()
    """The draft's text is now what was on disk."""

    dropped = Signal()
    """The draft was given up; there is nothing to show."""

    def __init__(self, banner: PageBanner, parent: QObject) -> None:
        super().__init__(parent)
        self._banner = banner
        self._silence = QTimer(self, singleShot=True, interval=SILENCE)
        self._silence.timeout.connect(self.save_soon)
        self._at_most = QTimer(self, singleShot=True, interval=AT_MOST)
        self._at_most.timeout.connect(self.save_soon)
        self.draft: Draft | None = None

    def take(self, draft: Draft | None) -> None:
        """Look after *draft* from now on."""
        self._silence.stop()
        if self.draft is not None:
            # What was typed is still in the editor; soon another text is there.
            _ = self.draft.text
        self.draft = draft
        self._banner.clear()

    def moved(self, path: NotePath) -> None:
        """The note is at *path* now; unsaved text goes there."""
        if self.draft is not None:
            self.draft.path = path

    def edited(self, text: str) -> None:
        """The user changed the text."""
        if self.draft is not None:
            self.draft.text = text
            self._save_later()

    def typed(self, text: Callable[[], str]) -> None:
        """The user is typing; *text* gives all of it when it is needed."""
        if self.draft is not None:
            self.draft.typed(text)
            self._save_later()

    def may_write(self, why_not: str) -> bool:
        """Say *why_not* the note can only be read here; whether it can be written in, which an empty text says."""
        if why_not:
            self._banner.tell("read-only", "warning", why_not)
        else:
            self._banner.clear("read-only")
        return not why_not

    def save_soon(self) -> None:
        """Save without waiting for it."""
        if self.draft is not None and self.draft.dirty:
            start(self.save(), self)

    async def save(self) -> bool:
        """Save now. True when nothing is unsaved; else the banner says why."""
        self._silence.stop()
        self._at_most.stop()
        draft = self.draft
        if draft is None:
            return True
        was_dirty = draft.dirty
        try:
            await draft.save()
        except NoteConflict:
            await self.look()
        except NoteNotConfirmed as error:
            self._banner.tell("save", "warning", str(error))
        except VaultDeskError as error:
            self._tell_unsaved(error)
        else:
            if was_dirty and not draft.dirty:
                self._banner.clear("save")
        if was_dirty and not draft.dirty:
            self.saved.emit()
        return not draft.dirty

    async def look(self) -> None:
        """Compare with the disk, and ask the user where both have changed."""
        draft = self.draft
        if draft is None:
            return
        try:
            found = await draft.look()
        except VaultDeskError as error:
            self._banner.tell("outside", "warning", str(error))
            return
        if draft is not self.draft:
            return
        keep = lambda: start(self.keep(draft), self)  # noqa: E731 - a name for what two banners offer
        if found == "taken over":
            self._banner.clear("outside", "save", "create")
            self.replaced.emit()
        elif found == "same":
            self._banner.clear("outside", "create")
            if draft.dirty:
                self._save_later()  # It was held back while the note was away.
        elif found == "changed":
            words = self.tr("This note was changed outside while you were editing it. Nothing was overwritten.")
            reload = (self.tr("Reload"), lambda: start(self.reload(draft), self))
            merge = (self.tr("Merge…"), lambda: start(self.merge(draft), self))
            self._banner.tell("outside", "danger", words, [reload, (self.tr("Keep mine"), keep), merge])
        else:
            words = self.tr("This note was deleted outside. Its text is kept here until you close it.")
            drop = (self.tr("Let it go"), lambda: self.drop(draft))
            self._banner.tell("outside", "danger", words, [(self.tr("Save again"), keep), drop])

    async def reload(self, draft: Draft) -> None:
        """Take what is on disk and forget what was typed."""
        try:
            await draft.reload()
        except VaultDeskError as error:
            self._tell_unsaved(error)
            return
        self._banner.clear("outside", "save")
        self.replaced.emit()

    async def merge(self, draft: Draft) -> None:
        """Put both versions together; the user chooses where both changed the same lines. Nothing is done before."""
        try:
            theirs = await draft.outside()
        except VaultDeskError as error:
            self._tell_unsaved(error)
            return
        mine = draft.text
        merged = await asyncio.to_thread(merge, draft.base, mine, theirs.text)
        text: str | None = merged.text
        if not merged.is_clean:
            dialog = MergeDialog(merged, self._banner.window())
            text = dialog.text() if await ask(dialog) == MergeDialog.DialogCode.Accepted else None
            dialog.deleteLater()
        # While the choice was made more may have been typed; then the choice was about another text.
        if text is None or draft is not self.draft or draft.text != mine:
            return
        await draft.settle(text, theirs)
        self._banner.clear("outside", "save")
        self.replaced.emit()
        await self.save()

    async def keep(self, draft: Draft) -> None:
        """Put what was typed over what is on disk."""
        try:
            await draft.keep()
        except VaultDeskError as error:
            self._tell_unsaved(error)
            return
        self._banner.clear("outside", "save")
        self.saved.emit()

    def drop(self, draft: Draft) -> None:
        """Give up the text of a note that is gone."""
        if draft is self.draft:
            self.take(None)
            self.dropped.emit()

    def _save_later(self) -> None:
        self._silence.start()
        if not self._at_most.isActive():
            self._at_most.start()

    def _tell_unsaved(self, error: VaultDeskError) -> None:
        text = self.tr("Not saved. {reason}").format(reason=error)
        retry = (self.tr("Try again"), lambda: start(self.save(), self))
        copy = (self.tr("Copy text"), self._copy)
        self._banner.tell("save", "danger", text, [retry, copy])

    def _copy(self) -> None:
        if self.draft is not None:
            QGuiApplication.clipboard().setText(self.draft.text)
