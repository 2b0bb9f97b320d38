"""Dialog to import chats of other programs: choosing the source, ticking chats, and progress."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Literal, Protocol

from PySide6.QtCore import QStandardPaths, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QProgressBar, QWidget

from vaultdesk.chat.importers.chat_files import FORMATS
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.bridge import ask_for_file
from vaultdesk.ui.dates import short_time_text
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.form_dialog import FormDialog
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.lists.list_row import LazyRows, ListRow
from vaultdesk.ui.widgets.lists.row_list import CHECK_STYLE, CheckListHeader, RowList, check_state
from vaultdesk.workspace.chat_import import ImportOutcome, ImportPlan, ImportProgress, PlannedChat

_tr = translator("ImportDialog")


def import_result_text(outcome: ImportOutcome) -> str:
    """Return a sentence about what was written."""
    count = len(outcome.written)
    text = plural_text(count, _tr("1 chat was imported."), _tr("{n} chats were imported."))
    return f"{text} {_tr('The others were not.')}" if outcome.stopped else text


class SourceCard(Card):
    """Card with the programs whose chats can be imported."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(padding=0, parent=parent)
        self.content.setSpacing(0)
        self._add(
            self.tr("ChatGPT, Claude"), self.tr("The export as you downloaded it (.zip), or its unpacked folder.")
        )
        self.content.addWidget(SeparatorLine())
        self._add(
            self.tr("Obsidian Copilot, ChatGPT MD, Gemini Scribe"), self.tr("One chat note, or a folder of them.")
        )

    def _add(self, name: str, text: str) -> None:
        row = QWidget()
        column = column_layout(row, 2, margins=(16, 10, 16, 10))
        column.addWidget(PlainLabel(name, font="strong", wrap=True))
        column.addWidget(PlainLabel(text, "muted", "small", wrap=True))
        self.content.addWidget(row)


async def chosen_source(parent: QWidget, *, folder: bool) -> Path | None:
    """Let the user choose an export or a note, or with *folder* a folder of them; return None if cancelled."""
    dialog = QFileDialog(
        parent,
        _tr("Choose a Folder of Chats") if folder else _tr("Choose an Export"),
    )
    if folder:
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    else:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(_tr("Exports and notes (*.zip *.json *.md)"))
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, _tr("Choose"))
    # Exports are downloaded.
    dialog.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation))
    return await ask_for_file(dialog)


EDGE = 16
"""Side margin of a row in design pixels."""

MIN_VISIBLE_ROWS = 4
"""Minimum number of visible rows."""


class PlannedChecklist(Card):
    """A list of the chats of a plan with ticks."""

    ticks_changed = Signal()

    def __init__(self, chats: Sequence[PlannedChat], today: date, parent: QWidget | None = None) -> None:
        super().__init__(padding=0, parent=parent)
        self._chats = {str(chat.number): chat for chat in chats}
        self._keys = tuple(self._chats)
        self._today = today
        self._ticked = {chat.number for chat in chats if chat.is_new}
        self._new = len(self._ticked)
        px = theme().px
        self.head = CheckListHeader(self.tr("All new chats"), (px(EDGE), px(EDGE - 4)), has_background=False)
        self.list = RowList(self.tr("Chats to import; Space ticks"), replace(CHECK_STYLE, edge=EDGE))
        self.list.setMinimumHeight(px(CHECK_STYLE.row_height) * min(MIN_VISIBLE_ROWS, max(2, len(chats))))
        self.content.setSpacing(0)
        self.content.addLayout(self.head.layout_above(self.list))
        self.head.all_requested.connect(self.tick_all)
        self.list.row_model.tick_requested.connect(self._tick)
        self._update_rows()

    def ticked(self) -> frozenset[int]:
        """Return the indexes of the ticked chats."""
        return frozenset(self._ticked)

    def tick_all(self, ticked: bool) -> None:
        """Tick every new chat, or none: existing ones are ticked individually only."""
        self._ticked = {chat.number for chat in self._chats.values() if chat.is_new} if ticked else set()
        self._update_rows()

    def _tick(self, key: str, ticked: bool) -> None:
        chat = self._chats[key]
        (self._ticked.add if ticked else self._ticked.discard)(chat.number)
        self.list.row_model.update_row(key)
        self._show_count()

    def _update_rows(self) -> None:
        self.list.row_model.set_rows(LazyRows(self._keys, self._row))
        self._show_count()

    def _row(self, key: str) -> ListRow:
        chat = self._chats[key]
        message_count = chat.messages
        count = plural_text(message_count, self.tr("1 message"), self.tr("{n} messages"))
        detail_text = sanitize_text(" · ".join((FORMATS[chat.format], count, *chat.remarks[:1])))
        title, date_text, status = (
            sanitize_text(chat.title),
            short_time_text(chat.created, self._today),
            self._status(chat),
        )
        tooltip_texts = (chat.title, chat.existing_path or chat.path, chat.source, *chat.remarks)
        return ListRow(
            str(chat.number),
            title,
            right=date_text,
            text=detail_text,
            right_below=status,
            font="strong",
            check=Qt.CheckState.Checked if chat.number in self._ticked else Qt.CheckState.Unchecked,
            description="\n".join(sanitize_text(text) for text in tooltip_texts if text),
            spoken=", ".join(text for text in (title, date_text, detail_text, status) if text),
        )

    def _status(self, chat: PlannedChat) -> str:
        if chat.existing_path:
            return self.tr("Already in the vault")
        if chat.duplicate:
            return self.tr("Duplicate in this import")
        return self.tr("Branch") if chat.branch_of else ""

    def _show_count(self) -> None:
        ticked, total = len(self._ticked), len(self._chats)
        template = self.tr("{0} of {1} chat") if total == 1 else self.tr("{0} of {1} chats")
        self.head.show_state(
            check_state(ticked, self._new or total), template.format(format_number(ticked), format_number(total))
        )
        self.ticks_changed.emit()


WIDTH, HEIGHT, SHORT_HEIGHT = 720, 600, 270
"""Design pixels: size with the list, and height without it."""

LIST_SHARE = 1000
"""Stretch factor of the list. The space below it has the factor 1 and gets the whole height without a list."""

MAX_LISTED_PROBLEMS = 4
"""Maximum number of problems listed individually; the rest is counted."""

ImportStep = Literal["choose", "read", "review", "write", "report"]


class Importer(Protocol):
    """Plans and performs the import."""

    progress: Feed[ImportProgress]

    async def plan(self, path: Path) -> ImportPlan:
        """Return what would be created. Raises `VaultDeskError`."""
        ...

    async def run(self, plan: ImportPlan, numbers: frozenset[int]) -> ImportOutcome:
        """Write the chats of *plan* whose number is in *numbers*. Raises `VaultDeskError`."""
        ...

    def stop(self) -> None:
        """Stop after the chat that is being written."""
        ...


class ImportDialog(FormDialog):
    """Dialog to import chats. It is accepted if something was written; `outcome` is then the result."""

    def __init__(
        self,
        importer: Importer,
        folder: str,
        parent: QWidget,
        choose: Callable[..., Awaitable[Path | None]] = chosen_source,
    ) -> None:
        """*folder* is the folder for the notes; *choose* lets the user choose a file or a folder."""
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
        self.step: ImportStep = "choose"
        self.plan: ImportPlan | None = None
        self.outcome: ImportOutcome | None = None
        self.checklist: PlannedChecklist | None = None
        self.summary = Banner("warning", "")
        self.summary.hide()
        self.source_card = SourceCard(self)
        self.progress_label = PlainLabel(role="muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(theme().px(6))
        self.bar.setAccessibleName(self.tr("Progress of the import"))
        self.choose_folder = PlainButton(self.tr("Choose a Folder…"))
        self.footer.insertWidget(0, self.choose_folder)
        for widget in (self.summary, self.source_card, self.progress_label, self.bar):
            self.content.addWidget(widget)
        self.content.addStretch(1)
        self.done_button.clicked.connect(self._continue)
        self.choose_folder.clicked.connect(lambda: self._begin(self._choose_source(folder=True)))
        bridge.follow(importer.progress, self._show_progress, owner=self)
        self._show_step("choose")
        self.resize(self.minimumWidth(), self.height())
        self.done_button.setFocus()

    def reject(self) -> None:
        """Stop writing; in other steps close the dialog."""
        if self.step == "write":
            self.cancel.set_disabled_reason(self.tr("The note being written is finished first."))
            self._importer.stop()
        elif self.step == "report":
            self.accept()
        else:
            if self._work is not None:
                self._work.cancel()
            super().reject()

    def _continue(self) -> None:
        match self.step:
            case "choose":
                self._begin(self._choose_source(folder=False))
            case "review":
                self._begin(self._write())
            case "report":
                self.accept()
            case "read" | "write":
                pass

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        self._work = bridge.start(work, self)

    async def _choose_source(self, *, folder: bool) -> None:
        path = await self._choose(self, folder=folder)
        if path is not None:
            await self.read(path)

    async def read(self, path: Path) -> None:
        """Read the source at *path* and show what would be created."""
        self.show_problem("")
        self.progress_label.setText(self.tr("Reading {0}…").format(sanitize_text(path.name)))
        self._show_step("read")
        try:
            self.plan = await self._importer.plan(path)
        except VaultDeskError as error:
            self.show_problem(translate_error(error))
            self._show_step("choose")
            return
        self._show_plan(self.plan)

    def _show_plan(self, plan: ImportPlan) -> None:
        self.checklist = PlannedChecklist(plan.chats, datetime.now().astimezone().date())
        self.checklist.ticks_changed.connect(self._update_import_button)
        self.content.insertWidget(1, self.checklist, LIST_SHARE)
        self._show_problems(plan.problems, self.tr("{n} could not be read."))
        self._show_step("review")
        self._update_import_button()
        self.checklist.list.setFocus()

    async def _write(self) -> None:
        assert self.plan is not None
        assert self.checklist is not None
        self.show_problem("")
        chosen = self.checklist.ticked()
        self.bar.setRange(0, len(chosen))
        self.bar.setValue(0)
        self.progress_label.setText("")
        self._show_step("write")
        try:
            self.outcome = await self._importer.run(self.plan, chosen)
        except VaultDeskError as error:
            self.show_problem(translate_error(error))
            self._show_step("review")
            return
        if self.outcome.problems:
            self._show_problems(self.outcome.problems, self.tr("{n} could not be imported."))
            self._show_step("report")
        else:
            self.accept()

    def _show_progress(self, progress: ImportProgress) -> None:
        if progress.phase == "reading" and self.step == "read":
            self.progress_label.setText(self.tr("{n} chats found so far…").format(n=format_number(progress.done)))
        elif progress.phase == "writing" and self.step == "write":
            self.bar.setValue(progress.done)
            text = self.tr("{done} of {total} written")
            self.progress_label.setText(
                text.format(done=format_number(progress.done), total=format_number(progress.total))
            )

    def _show_step(self, step: ImportStep) -> None:
        self.step = step
        self.source_card.setVisible(step == "choose")
        self.choose_folder.setVisible(step == "choose")
        self.progress_label.setVisible(step in ("read", "write"))
        self.bar.setVisible(step == "write")
        self.summary.setVisible(step in ("review", "report") and bool(self.summary.text()))
        if self.checklist is not None:
            self.checklist.setVisible(step in ("review", "write"))
            self.checklist.setEnabled(step == "review")
        self.cancel.setVisible(step != "report")
        self.cancel.set_disabled_reason("")
        self.cancel.setText(self.tr("Stop") if step == "write" else self.tr("Cancel"))
        self.done_button.setVisible(step in ("choose", "review", "report"))
        self.done_button.setText(self.tr("Close") if step == "report" else self.tr("Choose a File…"))
        self.headline.setText(self._headline())
        self.lead.setText(self._lead())
        self.lead.setVisible(bool(self.lead.text()))
        self._fit()

    def _fit(self) -> None:
        """Fit the height to the contents, centered in the window."""
        px, window_rect = theme().px, self._window.frameGeometry()
        height = px(HEIGHT) if self.step in ("review", "write") else px(SHORT_HEIGHT)
        self.resize(self.width(), min(height, max(window_rect.height() - 16, px(SHORT_HEIGHT))))
        if self.isVisible():
            top = max(self.screen().availableGeometry().top(), window_rect.center().y() - self.height() // 2)
            self.move(window_rect.center().x() - self.width() // 2, top)

    def _headline(self) -> str:
        if self.step == "report" and self.outcome is not None:
            return import_result_text(self.outcome)
        return self.tr("Importing chats") if self.step == "write" else self.tr("Import chats")

    def _lead(self) -> str:
        folder = sanitize_text(self._folder) or self.tr("the vault root")
        if self.step == "choose":
            return self.tr("Import chats from other programs. The files you choose are only read.")
        if self.step == "review":
            return self.tr("Each chat becomes a note in “{0}”. Nothing is written yet.").format(folder)
        return self.tr("Notes are written to “{0}”.").format(folder) if self.step == "write" else ""

    def _update_import_button(self) -> None:
        if self.checklist is None or self.step != "review":
            return
        ticked = len(self.checklist.ticked())
        text = plural_text(ticked, self.tr("Import 1 Chat"), self.tr("Import {n} Chats"))
        self.done_button.setText(text if ticked else self.tr("Import"))
        self.done_button.set_disabled_reason("" if ticked else self.tr("No chat is ticked."))

    def _show_problems(self, problems: tuple[Phrase, ...], template: str) -> None:
        lines = [sanitize_text(translate(problem)[:300]) for problem in problems[:MAX_LISTED_PROBLEMS]]
        if len(problems) > MAX_LISTED_PROBLEMS:
            lines.append(self.tr("And {n} more.").format(n=format_number(len(problems) - MAX_LISTED_PROBLEMS)))
        summary = template.format(n=format_number(len(problems)))
        self.summary.set_text("\n".join([summary, *lines]) if problems else "")
