"""Dialog for an undo that conflicts with later changes. It shows both versions, and offers a merge where possible."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui.review.diff_items import DiffNote
from vaultdesk.ui.review.diff_view import DiffView
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton, SegmentedControl
from vaultdesk.ui.widgets.form_dialog import SizedDialog
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.vault.change_set import Hunk, hunks_between
from vaultdesk.vault.line_diff import MergeConflict
from vaultdesk.vault.undo import UndoItem, UndoPlan

_tr = translator("UndoConflict")

_HEAD = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")


def unified_hunks(diff: str) -> tuple[Hunk, ...]:
    """Return the hunks of *diff*, one for each run of changed lines, with the surrounding lines as context."""
    hunks: list[Hunk] = []
    for old_start, new_start, lines in _groups(diff.split("\n")):
        hunks.extend(_hunks(old_start, new_start, lines, len(hunks)))
    return tuple(hunks)


def _groups(lines: Sequence[str]) -> Iterator[tuple[int, int, list[str]]]:
    """Yield each group of the diff: its first line in the old and the new text, and its lines."""
    group: tuple[int, int, list[str]] | None = None
    for line in lines:
        header = _HEAD.match(line)
        if header is not None:
            if group is not None:
                yield group
            # For an empty range, a unified diff contains the number of the line before it.
            old, new = (int(header[start]) + (header[count] == "0") for start, count in ((1, 2), (3, 4)))
            group = (old, new, [])
        elif group is not None and line[:1] in (" ", "+", "-"):
            group[2].append(line)
    if group is not None:
        yield group


def _hunks(old: int, new: int, lines: Sequence[str], number: int) -> Iterator[Hunk]:
    runs = [(is_context, list(run)) for is_context, run in groupby(lines, key=lambda line: line[0] == " ")]
    before: tuple[str, ...] = ()
    for index, (is_context, run) in enumerate(runs):
        texts = tuple(line[1:] for line in run)
        if is_context:
            # Context belongs to the change above it; only the first context belongs to the change below.
            before = texts if index == 0 else ()
            old, new = old + len(texts), new + len(texts)
            continue
        removed = tuple(line[1:] for line in run if line[0] == "-")
        added = tuple(line[1:] for line in run if line[0] == "+")
        after = tuple(line[1:] for line in runs[index + 1][1]) if index + 1 < len(runs) else ()
        number += 1
        yield Hunk(f"h{number}", old, removed, new, added, before, after)
        before = ()
        old, new = old + len(removed), new + len(added)


def changed_items(plan: UndoPlan) -> tuple[UndoItem, ...]:
    """Return the notes that prevent the undo."""
    return tuple(item for item in plan.items if item.state == "changed")


def later_changes(plan: UndoPlan) -> tuple[DiffNote, ...]:
    """Return the later changes of each note that prevents the undo."""
    return tuple(
        DiffNote(
            item.path, item.path, hunks=unified_hunks(item.diff), remark=translate("" if item.diff else item.problem)
        )
        for item in changed_items(plan)
    )


def merged_notes(plan: UndoPlan) -> tuple[DiffNote, ...]:
    """Return each note with both changes merged; conflicting lines are shown as a conflict.

    The left side of a conflict is the current text of the note, the right side the text before the change.
    """
    return tuple(_merged(item) for item in changed_items(plan))


def _merged(item: UndoItem) -> DiffNote:
    if item.merge is None:
        return DiffNote(item.path, item.path, remark=translate(item.problem))
    if item.merge.is_clean:
        remark = "" if item.merge.text != item.now else _tr("is not changed")
        return DiffNote(
            item.path, item.path, hunks=hunks_between(item.now, item.merge.text), old_text=item.now, remark=remark
        )
    count = len(item.merge.conflicts)
    remark = _tr("1 conflict") if count == 1 else _tr("{0} conflicts").format(count)
    remark = _tr("{0}: − is the current text, + the earlier text").format(remark)
    return DiffNote(item.path, item.path, hunks=tuple(_conflicts(item.merge.conflicts)), remark=remark)


def _conflicts(conflicts: tuple[MergeConflict, ...]) -> Iterator[Hunk]:
    for number, conflict in enumerate(conflicts, 1):
        title = _tr("Both changed these lines")
        yield Hunk(f"h{number}", conflict.line, conflict.mine, conflict.line, conflict.theirs, title=title)


DIALOG_SIZE = (760, 620)
"""Width and height in design pixels."""

MAX_LINKED_NOTES = 3
"""Maximum number of notes that can be opened from here; the diff contains all."""


class UndoConflictDialog(SizedDialog):
    """Dialog shown before anything is undone. After it is accepted, `merge_requested` is true; closing means Cancel."""

    def __init__(self, plan: UndoPlan, open_note: Callable[[str], object], parent: QWidget) -> None:
        """*open_note* shows a note by its path."""
        is_single = len(changed_items(plan)) == 1
        headline = self.tr("This note has changed since") if is_single else self.tr("These notes have changed since")
        text = self.tr("{0} was not done. Nothing was changed.").format(sanitize_line(translate(plan.title), 200))
        super().__init__(headline, text, self.tr("Merge"), parent, DIALOG_SIZE)
        self.merge_requested = False
        self._plan = plan
        self._open_note = open_note
        self._views = SegmentedControl(
            [self.tr("What has changed since"), self._merge_title()], self.tr("Which version")
        )
        self.diff = DiffView(headline)
        self._banner = Banner("success" if plan.can_merge else "warning", self._advice(), self._links())
        self.header.setSpacing(theme().px(8))
        self.header.addWidget(self._banner)
        self.header.addWidget(self._views, 0, Qt.AlignmentFlag.AlignLeft)
        self.content.addWidget(SeparatorLine())
        self.content.addWidget(self.diff, 1)
        self._views.changed.connect(self._show)
        self.done_button.clicked.connect(self._merge)
        self.done_button.setVisible(plan.can_merge)
        self._views.set_current(0)
        self._show(0)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def links(self) -> tuple[LinkButton, ...]:
        """The links to the notes."""
        return self._banner.links

    def _merge_title(self) -> str:
        return self.tr("With both merged") if self._plan.can_merge else self.tr("Conflicting changes")

    def _advice(self) -> str:
        if self._plan.can_merge:
            return self.tr("Merging undoes the change and keeps later changes.")
        return self.tr(
            "The same lines have changed since, so they cannot be merged automatically. Change them in the note."
        )

    def _links(self) -> list[tuple[str, Callable[[], object]]]:
        paths = [item.path for item in changed_items(self._plan)][:MAX_LINKED_NOTES]
        name = self.tr("Open {0}")
        return [(name.format(sanitize_line(path.rpartition("/")[2], 40)), partial(self._go_to, path)) for path in paths]

    def _show(self, index: int) -> None:
        self.diff.set_notes(merged_notes(self._plan) if index else later_changes(self._plan))

    def _go_to(self, path: str) -> None:
        self.reject()
        self._open_note(path)

    def _merge(self) -> None:
        self.merge_requested = True
        self.accept()

    def _apply_theme(self) -> None:
        palette = self.palette()
        for role in (palette.ColorRole.Window, palette.ColorRole.Base):
            palette.setColor(role, theme().color("raised"))
        self.setPalette(palette)
        self.update()
