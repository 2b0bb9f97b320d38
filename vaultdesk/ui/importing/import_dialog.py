"""Import dialog: what is imported is chosen, read, looked at, ticked and written, one step after the other.

Nothing is written before the person says so; Esc and Cancel leave everything as it is, and stop a writing half-way.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QProgressBar, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.form_dialog import FormDialog
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.importing.import_words import written_words
from vaultdesk.ui.importing.planned_checklist import PlannedChecklist
from vaultdesk.ui.importing.source_card import SourceCard
from vaultdesk.ui.importing.source_dialog import chosen_source
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.workspace.import_plan import ImportOutcome, ImportPlan, ImportProgress

WIDTH, HEIGHT, SHORT = 720, 600, 270
"""Pixels of LOOK's drawings: with the list, and without it."""

LIST_SHARE = 1000
"""How much more the list grows than the air below it, which is all there is where no list is shown."""

TOLD = 4
"""Problems that are told one by one; the rest is counted."""

Step = Literal["choose", "read", "look", "write", "told"]


class Importer(Protocol):
    """What does the work."""

    progress: Feed[ImportProgress]

    async def plan(self, path: Path) -> ImportPlan:
        """Return what would be created. Raises `VaultDeskError`."""
        ...

    async def carry_out(self, plan: ImportPlan, chosen: frozenset[int]) -> ImportOutcome:
        """Write what was chosen. Raises `VaultDeskError`."""
        ...

    def stop(self) -> None:
        """End the writing soon."""
        ...


class ImportDialog(FormDialog):
    """Finishes accepted where something was written; then `outcome` says what."""

    def __init__(
        self,
        importer: Importer,
        folder: str,
        parent: QWidget,
        choose: Callable[..., Awaitable[Path | None]] = chosen_source,
    ) -> None:
        """*folder* is where the notes go; *choose* lets the person choose a file or a folder."""
        super().__init__(
            _tr("Import chats"),
            "",
            _tr("Choose a File…"),
            parent,
            width=WIDTH,
        )
        self._importer = importer
        self._folder = folder
        self._choose = choose
        self._window = parent.window()
        self._work: asyncio.Task[None] | None = None
        self.step: Step = "choose"
        self.plan: ImportPlan | None = None
        self.outcome: ImportOutcome | None = None
        self.checklist: PlannedChecklist | None = None
        self.told = Banner("warning", "")
        self.told.hide()
        self.ways = SourceCard(self)
        self.doing = PlainLabel(role="muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(theme().step(6))
        self.bar.setAccessibleName(self.tr("Progress of the import"))
        self.choose_folder = PlainButton(self.tr("Choose a Folder…"))
        self.foot.insertWidget(0, self.choose_folder)
        for widget in (self.told, self.ways, self.doing, self.bar):
            self.content.addWidget(widget)
        self.content.addStretch(1)
        self.done_button.clicked.connect(self._go_on)
        self.choose_folder.clicked.connect(lambda: self._begin(self._choose_one(folder=True)))
        bridge.follow(importer.progress, self._show_progress, owner=self)
        self._show_step("choose")
        self.resize(self.minimumWidth(), self.height())
        self.done_button.setFocus()

    def reject(self) -> None:
        """Stop what is being done; before anything is written, that is the end."""
        if self.step == "write":
            self.cancel.set_why_disabled(self.tr("What is just being written is finished first."))
            self._importer.stop()
        elif self.step == "told":
            self.accept()
        else:
            if self._work is not None:
                self._work.cancel()
            super().reject()

    def _go_on(self) -> None:
        match self.step:
            case "choose":
                self._begin(self._choose_one(folder=False))
            case "look":
                self._begin(self._write())
            case "told":
                self.accept()
            case "read" | "write":
                pass

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        self._work = bridge.start(work, self)

    async def _choose_one(self, *, folder: bool) -> None:
        path = await self._choose(self, folder=folder)
        if path is not None:
            await self.read(path)

    async def read(self, path: Path) -> None:
        """Read what is at *path* and show what would be created."""
        self.tell("")
        self.doing.setText(self.tr("Reading {0}…").format(sanitize_text(path.name)))
        self._show_step("read")
        try:
            self.plan = await self._importer.plan(path)
        except VaultDeskError as problem:
            self.tell(str(problem))
            self._show_step("choose")
            return
        self._look_at(self.plan)

    def _look_at(self, plan: ImportPlan) -> None:
        self.checklist = PlannedChecklist(plan.chats, datetime.now().astimezone().date())
        self.checklist.ticks_changed.connect(self._count)
        self.content.insertWidget(1, self.checklist, LIST_SHARE)
        self._tell_problems(plan.problems, self.tr("{n} could not be read."))
        self._show_step("look")
        self._count()
        self.checklist.list.setFocus()

    async def _write(self) -> None:
        assert self.plan is not None
        assert self.checklist is not None
        self.tell("")
        chosen = self.checklist.ticked()
        self.bar.setRange(0, len(chosen))
        self.bar.setValue(0)
        self._show_step("write")
        try:
            self.outcome = await self._importer.carry_out(self.plan, chosen)
        except VaultDeskError as problem:
            self.tell(str(problem))
            self._show_step("look")
            return
        if self.outcome.problems:
            self._tell_problems(self.outcome.problems, self.tr("{n} could not be imported."))
            self._show_step("told")
        else:
            self.accept()

    def _show_progress(self, progress: ImportProgress) -> None:
        if progress.phase == "reading" and self.step == "read":
            self.doing.setText(self.tr("{n} chats found so far…").format(n=format_number(progress.done)))
        elif progress.phase == "writing" and self.step == "write":
            self.bar.setValue(progress.done)
            words = self.tr("{done} of {total} written")
            self.doing.setText(words.format(done=format_number(progress.done), total=format_number(progress.total)))

    def _show_step(self, step: Step) -> None:
        self.step = step
        self.ways.setVisible(step == "choose")
        self.choose_folder.setVisible(step == "choose")
        self.doing.setVisible(step in ("read", "write"))
        self.bar.setVisible(step == "write")
        self.told.setVisible(step in ("look", "told") and bool(self.told.text()))
        if self.checklist is not None:
            self.checklist.setVisible(step in ("look", "write"))
            self.checklist.setEnabled(step == "look")
        self.cancel.setVisible(step != "told")
        self.cancel.set_why_disabled("")
        self.cancel.setText(self.tr("Stop") if step == "write" else self.tr("Cancel"))
        self.done_button.setVisible(step in ("choose", "look", "told"))
        self.done_button.setText(self.tr("Close") if step == "told" else self.tr("Choose a File…"))
        self.headline.setText(self._headline())
        self.words.setText(self._lead())
        self.words.setVisible(bool(self.words.text()))
        self._fit()

    def _fit(self) -> None:
        """Be as high as there is something to show, over the middle of the window."""
        step, over = theme().step, self._window.frameGeometry()
        wanted = step(HEIGHT) if self.step in ("look", "write") else step(SHORT)
        self.resize(self.width(), min(wanted, max(over.height() - 16, step(SHORT))))
        if self.isVisible():
            top = max(self.screen().availableGeometry().top(), over.center().y() - self.height() // 2)
            self.move(over.center().x() - self.width() // 2, top)

    def _headline(self) -> str:
        if self.step == "told" and self.outcome is not None:
            return written_words(self.outcome)
        return self.tr("Importing chats") if self.step == "write" else self.tr("Import chats")

    def _lead(self) -> str:
        folder = sanitize_text(self._folder) or self.tr("the vault’s root")
        if self.step == "choose":
            return self.tr("Bring along what you talked about elsewhere. What you choose is only read.")
        if self.step == "look":
            return self.tr("Each becomes a note in “{0}”. Nothing is written yet.").format(folder)
        return self.tr("Notes are written to “{0}”.").format(folder) if self.step == "write" else ""

    def _count(self) -> None:
        if self.checklist is None or self.step != "look":
            return
        ticked = len(self.checklist.ticked())
        words = self.tr("Import 1 Chat") if ticked == 1 else self.tr("Import {n} Chats").format(n=format_number(ticked))
        self.done_button.setText(words if ticked else self.tr("Import"))
        self.done_button.set_why_disabled("" if ticked else self.tr("No chat is ticked."))

    def _tell_problems(self, problems: tuple[str, ...], words: str) -> None:
        told = [sanitize_text(problem[:300]) for problem in problems[:TOLD]]
        if len(problems) > TOLD:
            told.append(self.tr("And {n} more.").format(n=format_number(len(problems) - TOLD)))
        head = words.format(n=format_number(len(problems)))
        self.told.set_text("\n".join([head, *told]) if problems else "")


def _tr(text: str) -> str:
    return QCoreApplication.translate("ImportDialog", text)
