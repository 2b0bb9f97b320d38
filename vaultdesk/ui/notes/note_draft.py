"""Draft of an open note: saves after typing, finds conflicts with other programs and lets the user merge them,
shared between two views."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeAlias

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.core.errors import NoteConflict, NoteNotConfirmed, NoteNotFound, VaultDeskError
from vaultdesk.ui.bridge import ask, start
from vaultdesk.ui.editor.note_editor import NoteEditor
from vaultdesk.ui.notes.page_states import PageBanner
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.buttons import SegmentedControl
from vaultdesk.ui.widgets.form_dialog import EDGE, SizedDialog
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout, transparent_scroll_area
from vaultdesk.vault.line_diff import Merge, MergeConflict, merge
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.vault import Vault

# Each write passes the digest of the text read last, so that a change by another program is never overwritten
# unnoticed.

OutsideState: TypeAlias = Literal["same", "taken over", "changed", "gone"]
"""State on disk relative to the draft: unchanged; changed and adopted; changed in conflict with the draft; deleted."""


class NoteDraft:
    """The user's text and the saved text it is based on."""

    def __init__(self, vault: Vault, path: NotePath, note: NoteText) -> None:
        self._vault = vault
        self._disk_digest: str | None = note.digest
        self._saved = note.text
        self._lock = asyncio.Lock()
        self._text = note.text
        self._typed: Callable[[], str] | None = None
        self.path = path
        self.suspended = False
        """True while the disk conflicts with the draft: nothing is written until the user decides."""

    @property
    def text(self) -> str:
        """Text including unsaved changes."""
        if self._typed is not None:
            self._text, self._typed = self._typed(), None
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        self._text, self._typed = text, None

    @property
    def base(self) -> str:
        """The text last saved or read, on which the draft is based."""
        return self._saved

    def typed(self, text: Callable[[], str]) -> None:
        """Mark the draft as changed; *text* returns the new text and is called only when needed.

        This avoids copying a long note at each key press. Another view of the draft must read `text` before showing it.
        """
        self._typed = text

    @property
    def dirty(self) -> bool:
        """Whether the text differs from what was last saved or read; typed changes count without comparison."""
        return self._typed is not None or self._text != self._saved

    async def save(self) -> None:
        """Write the text if it changed. Raises the errors of `Vault.write`; the text remains in the draft."""
        async with self._lock:
            while (text := self.text) != self._saved and not self.suspended:
                try:
                    written = await self._vault.write(self.path, text, self._disk_digest)
                except NoteNotConfirmed:
                    # It was written nonetheless (vaultdesk/vault/README.md, "Written, not confirmed"): only the
                    # confirmation is missing.
                    self._set_base((await self._vault.read(self.path)).digest, text)
                    raise
                self._set_base(written.digest, text)

    async def look(self) -> OutsideState:
        """Compare with the disk; adopt a change if there is no unsaved text. Raises the errors of reading."""
        async with self._lock:
            try:
                note = await self._vault.read(self.path)
            except NoteNotFound:
                self.suspended = True
                return "gone"
            if note.digest == self._disk_digest or note.text == self.text:
                self._set_base(note.digest, note.text)
                self.suspended = False
                return "same"
            if self.dirty:
                self.suspended = True
                return "changed"
            self._set_base(note.digest, note.text)
            self.text = note.text
            self.suspended = False
            return "taken over"

    async def reload(self) -> None:
        """Replace the draft by the text on disk. Raises the errors of reading."""
        async with self._lock:
            note = await self._vault.read(self.path)
            self._set_base(note.digest, note.text)
            self.text = note.text
            self.suspended = False

    async def outside(self) -> NoteText:
        """Return the text on disk. Raises the errors of reading."""
        return await self._vault.read(self.path)

    async def settle(self, text: str, theirs: NoteText) -> None:
        """Continue with *text*, which takes *theirs* from the disk into account; the next save writes it."""
        async with self._lock:
            self._set_base(theirs.digest, theirs.text)
            self.text = text
            self.suspended = False

    async def keep(self) -> None:
        """Overwrite the file on disk with the draft, or create it again. Raises the errors of writing."""
        async with self._lock:
            try:
                self._disk_digest = (await self._vault.read(self.path)).digest
            except NoteNotFound:
                self._disk_digest = None
            text = self.text
            written = await self._vault.write(self.path, text, self._disk_digest)
            self._set_base(written.digest, text)
            self.suspended = False

    def _set_base(self, digest: str, text: str) -> None:
        self._disk_digest, self._saved = digest, text


SAVE_DELAY = 1_200
"""Milliseconds without typing before saving: soon enough to lose little, late enough for sync tools."""

MAX_SAVE_DELAY = 10_000
"""Milliseconds after which text is saved during continuous typing: the most that a power failure loses."""


class DraftSaver(QObject):
    """Saves the draft of one page; reports on the page's banner."""

    saved = Signal()
    replaced = Signal()
    """The draft was replaced by the text on disk."""

    dropped = Signal()
    """The draft was discarded; nothing is shown."""

    def __init__(self, banner: PageBanner, parent: QObject) -> None:
        super().__init__(parent)
        self._banner = banner
        self._idle_timer = QTimer(self, singleShot=True, interval=SAVE_DELAY)
        self._idle_timer.timeout.connect(self.save_soon)
        self._limit_timer = QTimer(self, singleShot=True, interval=MAX_SAVE_DELAY)
        self._limit_timer.timeout.connect(self.save_soon)
        self.draft: NoteDraft | None = None

    def take(self, draft: NoteDraft | None) -> None:
        """Save *draft* from now on."""
        self._idle_timer.stop()
        if self.draft is not None:
            # The typed text is still in the editor, which will show another text soon.
            _ = self.draft.text
        self.draft = draft
        self._banner.clear()

    def moved(self, path: NotePath) -> None:
        """Update to the note's new *path*; unsaved text is written there."""
        if self.draft is not None:
            self.draft.path = path

    def edited(self, text: str) -> None:
        """Handle a changed text."""
        if self.draft is not None:
            self.draft.text = text
            self._save_later()

    def typed(self, text: Callable[[], str]) -> None:
        """Handle typing; *text* returns the whole text when needed."""
        if self.draft is not None:
            self.draft.typed(text)
            self._save_later()

    def may_write(self, reason: str) -> bool:
        """Return whether the note is writable, that is whether *reason* is empty; otherwise show the reason."""
        if reason:
            self._banner.show_message("read-only", "warning", reason)
        else:
            self._banner.clear("read-only")
        return not reason

    def save_soon(self) -> None:
        """Start saving."""
        if self.draft is not None and self.draft.dirty:
            start(self.save(), self)

    async def save(self) -> bool:
        """Save now. Return True if no unsaved text remains; otherwise the banner shows the reason."""
        self._idle_timer.stop()
        self._limit_timer.stop()
        draft = self.draft
        if draft is None:
            return True
        was_dirty = draft.dirty
        try:
            await draft.save()
        except NoteConflict:
            await self.look()
        except NoteNotConfirmed as error:
            self._banner.show_message("save", "warning", translate_error(error))
        except VaultDeskError as error:
            self._show_unsaved(error)
        else:
            if was_dirty and not draft.dirty:
                self._banner.clear("save")
        if was_dirty and not draft.dirty:
            self.saved.emit()
        return not draft.dirty

    async def look(self) -> None:
        """Compare with the disk, and ask the user if both changed."""
        draft = self.draft
        if draft is None:
            return
        try:
            state = await draft.look()
        except VaultDeskError as error:
            self._banner.show_message("outside", "warning", translate_error(error))
            return
        if draft is not self.draft:
            return
        keep = lambda: start(self.keep(draft), self)  # noqa: E731 - an action of two banners
        if state == "taken over":
            self._banner.clear("outside", "save", "create")
            self.replaced.emit()
        elif state == "same":
            self._banner.clear("outside", "create")
            if draft.dirty:
                self._save_later()  # Saving was suspended while the note was missing.
        elif state == "changed":
            text = self.tr(
                "This note was changed by another program while you were editing it. Nothing was overwritten."
            )
            reload = (self.tr("Reload"), lambda: start(self.reload(draft), self))
            merge = (self.tr("Merge…"), lambda: start(self.merge(draft), self))
            self._banner.show_message("outside", "danger", text, [reload, (self.tr("Keep mine"), keep), merge])
        else:
            text = self.tr("This note was deleted by another program. Its text is kept here until you close it.")
            drop = (self.tr("Discard"), lambda: self.drop(draft))
            self._banner.show_message("outside", "danger", text, [(self.tr("Save again"), keep), drop])

    async def reload(self, draft: NoteDraft) -> None:
        """Read the file again and discard the typed text."""
        try:
            await draft.reload()
        except VaultDeskError as error:
            self._show_unsaved(error)
            return
        self._banner.clear("outside", "save")
        self.replaced.emit()

    async def merge(self, draft: NoteDraft) -> None:
        """Merge both versions; the user chooses where both changed the same lines. Nothing is changed before that."""
        try:
            theirs = await draft.outside()
        except VaultDeskError as error:
            self._show_unsaved(error)
            return
        mine = draft.text
        merged = await asyncio.to_thread(merge, draft.base, mine, theirs.text)
        text: str | None = merged.text
        if not merged.is_clean:
            dialog = MergeDialog(merged, self._banner.window())
            text = dialog.text() if await ask(dialog) == MergeDialog.DialogCode.Accepted else None
            dialog.deleteLater()
        # The user may have typed during the choice, which then refers to an outdated text.
        if text is None or draft is not self.draft or draft.text != mine:
            return
        await draft.settle(text, theirs)
        self._banner.clear("outside", "save")
        self.replaced.emit()
        await self.save()

    async def keep(self, draft: NoteDraft) -> None:
        """Overwrite the file on disk with the typed text."""
        try:
            await draft.keep()
        except VaultDeskError as error:
            self._show_unsaved(error)
            return
        self._banner.clear("outside", "save")
        self.saved.emit()

    def drop(self, draft: NoteDraft) -> None:
        """Discard the text of a deleted note."""
        if draft is self.draft:
            self.take(None)
            self.dropped.emit()

    def _save_later(self) -> None:
        self._idle_timer.start()
        if not self._limit_timer.isActive():
            self._limit_timer.start()

    def _show_unsaved(self, error: VaultDeskError) -> None:
        text = self.tr("Not saved. {reason}").format(reason=translate_error(error))
        retry = (self.tr("Try again"), lambda: start(self.save(), self))
        copy = (self.tr("Copy text"), self._copy)
        self._banner.show_message("save", "danger", text, [retry, copy])

    def _copy(self) -> None:
        if self.draft is not None:
            QGuiApplication.clipboard().setText(self.draft.text)


MIRROR_DELAY, READER_MIRROR_DELAY = 60, 500
"""Milliseconds until another editor, or another reading view, shows typed text: the view is laid out again."""


class SharingPage(Protocol):
    """The parts of a page that shared drafts use."""

    path: str
    saving: DraftSaver
    banner: PageBanner
    editor: NoteEditor

    @property
    def editing(self) -> bool:
        """Whether the editor is shown."""

    def mirror(self, *, may_be_undo: bool = False) -> None:
        """Show the current draft; *may_be_undo* if the change may come from undo or redo."""


class SharedDrafts(QObject):
    """Shares drafts between the pages of one vault and synchronizes the pages of one note."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pages: list[tuple[SharingPage, QTimer]] = []

    def join(self, page: SharingPage, owner: QObject) -> None:
        """Share the drafts of *page* until *owner* is destroyed."""
        timer = QTimer(owner, singleShot=True)
        timer.timeout.connect(lambda: self._show(page))
        entry = (page, timer)
        self._pages.append(entry)
        page.editor.installEventFilter(self)
        owner.destroyed.connect(lambda: self._pages.remove(entry) if entry in self._pages else None)
        page.saving.saved.connect(lambda: self._settled(page))
        page.saving.replaced.connect(lambda: self._replaced(page))
        page.saving.dropped.connect(lambda: self._dropped(page))

    def of(self, path: NotePath) -> NoteDraft | None:
        """Return the open draft of the note at *path*."""
        drafts = (page.saving.draft for page, _ in self._pages)
        return next((draft for draft in drafts if draft is not None and draft.path == path), None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Synchronize an editor before it receives input, so that text just typed elsewhere is not lost."""
        if event.type() == QEvent.Type.FocusIn:
            for page, timer in self._pages:
                if page.editor is watched and timer.isActive():
                    timer.stop()
                    self._show(page)
        return super().eventFilter(watched, event)

    def _show(self, page: SharingPage) -> None:
        pages = (page, *(other for other, _ in self._others(page)))
        page.mirror(may_be_undo=any(map(_has_undone_steps, pages)))

    def typed(self, page: SharingPage) -> None:
        """Handle a change of the text on *page*."""
        for other, timer in self._others(page):
            timer.start(MIRROR_DELAY if other.editing else READER_MIRROR_DELAY)

    def _settled(self, page: SharingPage) -> None:
        for other, _ in self._others(page):
            other.banner.clear("outside", "save")

    def _replaced(self, page: SharingPage) -> None:
        for other, timer in self._others(page):
            other.banner.clear("outside", "save")
            timer.start(0)

    def _dropped(self, page: SharingPage) -> None:
        for other, _ in self._pages:
            draft = other.saving.draft
            if other is not page and draft is not None and draft.path.text == page.path:
                other.saving.drop(draft)

    def _others(self, page: SharingPage) -> list[tuple[SharingPage, QTimer]]:
        draft = page.saving.draft
        shared = ((other, timer) for other, timer in self._pages if other is not page)
        return [] if draft is None else [(other, timer) for other, timer in shared if other.saving.draft is draft]


def _has_undone_steps(page: SharingPage) -> bool:
    """Return whether the editor of *page* has undone steps that can be redone."""
    return page.editing and page.editor.document().isRedoAvailable()


# Writes nothing: `text()` is the chosen text once the dialog is accepted. Without a choice both versions are kept.

DIALOG_SIZE = (820, 600)
"""Width and height in design pixels."""

MAX_SHOWN_LINES = 40
"""Maximum number of lines of one version that are shown; the choice applies to all of them."""

MINE, THEIRS, BOTH = 0, 1, 2


class _Version(QWidget):
    """One version of the lines, with a tint if selected."""

    def __init__(self, name: str, lines: Sequence[str], empty_text: str) -> None:
        super().__init__()
        self._selected = False
        column = column_layout(self, 4, margins=(12, 8, 12, 10))
        column.addWidget(PlainLabel(name, "muted", "caption"))
        shown = "\n".join(lines[:MAX_SHOWN_LINES]) + ("\n…" if len(lines) > MAX_SHOWN_LINES else "")
        has_text = shown.strip()
        column.addWidget(
            PlainLabel(shown if has_text else empty_text, "text" if has_text else "muted", "fixed", wrap=True)
        )
        column.addStretch(1)

    def set_selected(self, selected: bool) -> None:
        self._selected = selected
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        has_border = values.tokens.high_contrast and self._selected
        background = values.color("success_tint" if self._selected else "sunken")
        box(QPainter(self), self.rect(), values.px(6), background, values.color("success") if has_border else None)


class _Conflict(Card):
    """One conflict, and the choice for it."""

    def __init__(self, number: int, conflict: MergeConflict) -> None:
        super().__init__(12)
        self.conflict = conflict
        title = self.tr("Conflict {number}, line {line}").format(number=number, line=conflict.line)
        self.choice = SegmentedControl([self.tr("Mine"), self.tr("From outside"), self.tr("Both")], title)
        self.choice.set_current(BOTH)
        head = QHBoxLayout()
        head.addWidget(PlainLabel(title, "text", "strong"))
        head.addStretch(1)
        head.addWidget(self.choice)
        empty_text = self.tr("These lines are removed.")
        self._versions = (
            _Version(self.tr("Mine"), conflict.mine, empty_text),
            _Version(self.tr("From outside"), conflict.theirs, empty_text),
        )
        row = row_layout(spacing=8)
        for version in self._versions:
            row.addWidget(version, 1)
        self.content.addLayout(head)
        self.content.addLayout(row)
        self.choice.changed.connect(lambda _index: self._show())
        self._show()

    def lines(self) -> tuple[str, ...]:
        """Return the chosen lines."""
        mine, theirs = self.conflict.mine, self.conflict.theirs
        return {MINE: mine, THEIRS: theirs, BOTH: (*mine, *theirs)}[self.choice.current()]

    def _show(self) -> None:
        choice = self.choice.current()
        self._versions[MINE].set_selected(choice != THEIRS)
        self._versions[THEIRS].set_selected(choice != MINE)


class MergeDialog(SizedDialog):
    """Asks which version of each conflicting part to keep. Open it with `bridge.ask`; Cancel has the focus and leaves
    everything unchanged.
    """

    def __init__(self, merged: Merge, parent: QWidget) -> None:
        text = self.tr(
            "These lines were changed both here and outside VaultDesk. All other changes are already merged."
        )
        super().__init__(self.tr("Merge both versions"), text, self.tr("Merge"), parent, DIALOG_SIZE)
        self._merged = merged
        self.conflict_cards = [_Conflict(number, conflict) for number, conflict in enumerate(merged.conflicts, 1)]
        self.done_button.clicked.connect(self.accept)
        content = QWidget()
        column = column_layout(content, 12, margins=(EDGE, 4, EDGE, 16))
        for conflict_card in self.conflict_cards:
            column.addWidget(conflict_card)
        column.addStretch(1)
        self.content.addWidget(transparent_scroll_area(content))

    def text(self) -> str:
        """Return the note with the choices applied."""
        lines = self._merged.text.split("\n")
        # From the last conflict up, so that earlier line numbers stay valid.
        for conflict_card in reversed(self.conflict_cards):
            start = conflict_card.conflict.line - 1
            lines[start : start + len(conflict_card.conflict.mine)] = conflict_card.lines()
        return "\n".join(lines)
