"""Dialog to import chats of other programs: choosing the source, ticking chats, and progress."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Final, Literal, Protocol

from PySide6.QtCore import QAbstractListModel, QRect, QRectF, QStandardPaths, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QListView,
    QProgressBar,
    QStyle,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.chat.importers.chat_files import FORMATS
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.bridge import ask
from vaultdesk.ui.dates import short_time_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.file_checklist import FILE_TICK_SIZE, ROW_HEIGHT, FileIndex, FileRow
from vaultdesk.ui.theme.painting import box, focus_ring, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.form_dialog import FormDialog
from vaultdesk.ui.widgets.frames import CHECKLIST_HEAD_HEIGHT, Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip
from vaultdesk.workspace.chat_import import ImportOutcome, ImportPlan, ImportProgress, PlannedChat

_tr = translator("ImportDialog")


def import_result_text(outcome: ImportOutcome) -> str:
    """Return a sentence about what was written."""
    count = len(outcome.written)
    text = _tr("1 chat was imported.") if count == 1 else _tr("{n} chats were imported.").format(n=format_number(count))
    return f"{text} {_tr('The others were not.')}" if outcome.stopped else text


class SourceCard(Card):
    """One row for each kind of source."""

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
        px = theme().px
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(px(16), px(10), px(16), px(10))
        column.setSpacing(px(2))
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
    try:
        if await ask(dialog) != QFileDialog.DialogCode.Accepted:
            return None
        files = dialog.selectedFiles()
        return Path(files[0]) if files else None
    finally:
        dialog.deleteLater()


PLANNED_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""The role that returns the row's `PlannedChat`."""

MAX_PLANNED_LINE = 300
"""Maximum number of characters of a line; it is elided long before that."""


class PlannedModel(QAbstractListModel):
    """The chats of one plan, of which some are ticked: initially the new ones."""

    ticks_changed = Signal()

    def __init__(self, chats: Sequence[PlannedChat], today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chats = tuple(chats)
        self._today = today
        self._ticked = {chat.number for chat in chats if chat.is_new}

    def rowCount(self, parent: FileIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._chats)

    def ticked(self) -> frozenset[int]:
        """Return the indexes of the ticked chats."""
        return frozenset(self._ticked)

    def tick_all(self, ticked: bool) -> None:
        """Tick every new chat, or none: existing ones are ticked individually only."""
        self._ticked = {chat.number for chat in self._chats if chat.is_new} if ticked else set()
        if self._chats:
            self.dataChanged.emit(self.index(0), self.index(len(self._chats) - 1))
        self.ticks_changed.emit()

    def words(self, chat: PlannedChat) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return the left and right texts of the two lines of a row."""
        count = (
            self.tr("1 message")
            if chat.messages == 1
            else self.tr("{n} messages").format(n=format_number(chat.messages))
        )
        about = [FORMATS[chat.format], count, *chat.remarks[:1]]
        return (chat.title, short_time_text(chat.created, self._today)), (" · ".join(about), self._status_text(chat))

    def data(self, index: FileIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        chat = self._chats[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                words = [word for line in self.words(chat) for word in line]
                return ", ".join(sanitize_text(word) for word in words if word)
            case Qt.ItemDataRole.ToolTipRole:
                told = (chat.title, chat.existing_path or chat.path, chat.source, *chat.remarks)
                return as_tooltip("\n".join(sanitize_text(word) for word in told if word))
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if chat.number in self._ticked else Qt.CheckState.Unchecked
            case _ if role == PLANNED_ROLE:
                return chat
            case _:
                return None

    def setData(self, index: FileIndex, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick one chat."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        chosen = self._chats[index.row()].number
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._ticked.add(chosen)
        else:
            self._ticked.discard(chosen)
        self.dataChanged.emit(index, index)
        self.ticks_changed.emit()
        return True

    def flags(self, index: FileIndex) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def _status_text(self, chat: PlannedChat) -> str:
        if chat.existing_path:
            return self.tr("Already in the vault")
        if chat.duplicate:
            return self.tr("Duplicate in this import")
        return self.tr("Branch") if chat.branch_of else ""


class PlannedRow(FileRow):
    """Draws one chat: tick, title over program and size, date over whether it exists already."""

    def __init__(self, model: PlannedModel, edge: int, parent: QWidget) -> None:
        """*edge* is the side margin in pixels."""
        super().__init__(edge, compact=False, parent=parent)
        self._words = model.words

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: FileIndex) -> None:
        values, px = theme(), theme().px
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        chat = index.data(PLANNED_ROLE)
        assert isinstance(chat, PlannedChat)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(rect)
        if selected:
            painter.fillRect(rect, values.color("accent_tint"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, values.color("hover"))
        painter.setPen(QPen(values.color("border"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        self._draw_tick(painter, rect, index)
        left = rect.left() + self._edge + px(FILE_TICK_SIZE + 10)
        inner = QRect(left, rect.top() + px(6), rect.right() - self._edge - left, rect.height() - px(11))
        for place, (before, after) in enumerate(self._words(chat)):
            # Elided here at its end, because the line itself is elided in the middle, like paths.
            metrics = QFontMetrics(values.font("strong" if place == 0 else "small"))
            room = inner.width() - QFontMetrics(values.font("small")).horizontalAdvance(after) - px(14)
            cut = metrics.elidedText(sanitize_text(before[:MAX_PLANNED_LINE]), Qt.TextElideMode.ElideRight, room)
            self._draw_line(painter, inner, (cut, after), upper=place == 0)
        if state & QStyle.StateFlag.State_HasFocus:
            focus_ring(values, painter, QRectF(rect.adjusted(1, 1, -1, -2)), px(4))
        elif selected and values.tokens.high_contrast:
            box(painter, rect.adjusted(1, 1, -1, -2), px(4), None, values.color("accent"))
        painter.restore()


EDGE = 16
"""Side margin of a row in design pixels."""

MIN_VISIBLE_ROWS = 4
"""Minimum number of visible rows."""


class PlannedChecklist(Card):
    """A list of the chats of a plan with ticks."""

    ticks_changed = Signal()

    def __init__(self, chats: Sequence[PlannedChat], today: date, parent: QWidget | None = None) -> None:
        super().__init__(padding=0, parent=parent)
        self._new = sum(chat.is_new for chat in chats)
        self._total = len(chats)
        self.model = PlannedModel(chats, today, self)
        self.tick = QCheckBox(self)
        self.tick.setTristate(True)
        self.tick.setAccessibleName(self.tr("All new chats"))
        self.count = PlainLabel(font="interface", parent=self)
        self.list = QListView(self)
        self._style_list()
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self._head())
        column.addWidget(SeparatorLine())
        column.addWidget(self.list, 1)
        self.content.setSpacing(0)
        self.content.addLayout(column)
        self.tick.clicked.connect(lambda: self.model.tick_all(len(self.model.ticked()) < self._new))
        self.model.ticks_changed.connect(self._tell)
        self._tell()

    def ticked(self) -> frozenset[int]:
        """Return the indexes of the ticked chats."""
        return self.model.ticked()

    def _head(self) -> QWidget:
        px = theme().px
        head = QWidget(self)
        head.setFixedHeight(px(CHECKLIST_HEAD_HEIGHT))
        everything, nothing = (
            LinkButton(self.tr("Select All"), small=True),
            LinkButton(self.tr("Deselect All"), small=True),
        )
        everything.clicked.connect(lambda: self.model.tick_all(True))
        nothing.clicked.connect(lambda: self.model.tick_all(False))
        row = QHBoxLayout(head)
        row.setContentsMargins(px(EDGE), 0, px(EDGE - 4), 0)
        row.setSpacing(px(4))
        row.addWidget(self.tick)
        row.addSpacing(px(6))
        row.addWidget(self.count, 1)
        row.addWidget(everything)
        row.addSpacing(px(8))
        row.addWidget(nothing)
        for before, after in ((self.tick, everything), (everything, nothing), (nothing, self.list)):
            QWidget.setTabOrder(before, after)
        return head

    def _style_list(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(PlannedRow(self.model, theme().px(EDGE), self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Chats to import; Space ticks"))
        self.list.setMinimumHeight(theme().px(ROW_HEIGHT) * min(MIN_VISIBLE_ROWS, max(2, self._total)))
        self.list.viewport().setAutoFillBackground(False)

    def _tell(self) -> None:
        ticked = len(self.model.ticked())
        full = ticked >= self._new and ticked > 0
        part = Qt.CheckState.PartiallyChecked if ticked else Qt.CheckState.Unchecked
        self.tick.setCheckState(Qt.CheckState.Checked if full else part)
        text = self.tr("{0} of {1} chat") if self._total == 1 else self.tr("{0} of {1} chats")
        self.count.setText(text.format(format_number(ticked), format_number(self._total)))
        self.ticks_changed.emit()


WIDTH, HEIGHT, SHORT_HEIGHT = 720, 600, 270
"""Design pixels: size with the list, and height without it."""

LIST_SHARE = 1000
"""Stretch factor of the list relative to the space below it, which is all there is without a list."""

MAX_TOLD_PROBLEMS = 4
"""Maximum number of problems listed individually; the rest is counted."""

ImportStep = Literal["choose", "read", "look", "write", "told"]


class Importer(Protocol):
    """Plans and performs the import."""

    progress: Feed[ImportProgress]

    async def plan(self, path: Path) -> ImportPlan:
        """Return what would be created. Raises `VaultDeskError`."""
        ...

    async def run(self, plan: ImportPlan, chosen: frozenset[int]) -> ImportOutcome:
        """Write the chosen chats. Raises `VaultDeskError`."""
        ...

    def stop(self) -> None:
        """Stop writing soon."""
        ...


class ImportDialog(FormDialog):
    """Accepted if something was written; `outcome` is then the result."""

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
        self.doing = PlainLabel(role="muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(theme().px(6))
        self.bar.setAccessibleName(self.tr("Progress of the import"))
        self.choose_folder = PlainButton(self.tr("Choose a Folder…"))
        self.foot.insertWidget(0, self.choose_folder)
        for widget in (self.summary, self.source_card, self.doing, self.bar):
            self.content.addWidget(widget)
        self.content.addStretch(1)
        self.done_button.clicked.connect(self._go_on)
        self.choose_folder.clicked.connect(lambda: self._begin(self._choose_one(folder=True)))
        bridge.follow(importer.progress, self._show_progress, owner=self)
        self._show_step("choose")
        self.resize(self.minimumWidth(), self.height())
        self.done_button.setFocus()

    def reject(self) -> None:
        """Stop the operation; before anything is written, close the dialog."""
        if self.step == "write":
            self.cancel.set_disabled_reason(self.tr("The note being written is finished first."))
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
        """Read the source at *path* and show what would be created."""
        self.show_problem("")
        self.doing.setText(self.tr("Reading {0}…").format(sanitize_text(path.name)))
        self._show_step("read")
        try:
            self.plan = await self._importer.plan(path)
        except VaultDeskError as problem:
            self.show_problem(translate_error(problem))
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
        self.show_problem("")
        chosen = self.checklist.ticked()
        self.bar.setRange(0, len(chosen))
        self.bar.setValue(0)
        self._show_step("write")
        try:
            self.outcome = await self._importer.run(self.plan, chosen)
        except VaultDeskError as problem:
            self.show_problem(translate_error(problem))
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
            text = self.tr("{done} of {total} written")
            self.doing.setText(text.format(done=format_number(progress.done), total=format_number(progress.total)))

    def _show_step(self, step: ImportStep) -> None:
        self.step = step
        self.source_card.setVisible(step == "choose")
        self.choose_folder.setVisible(step == "choose")
        self.doing.setVisible(step in ("read", "write"))
        self.bar.setVisible(step == "write")
        self.summary.setVisible(step in ("look", "told") and bool(self.summary.text()))
        if self.checklist is not None:
            self.checklist.setVisible(step in ("look", "write"))
            self.checklist.setEnabled(step == "look")
        self.cancel.setVisible(step != "told")
        self.cancel.set_disabled_reason("")
        self.cancel.setText(self.tr("Stop") if step == "write" else self.tr("Cancel"))
        self.done_button.setVisible(step in ("choose", "look", "told"))
        self.done_button.setText(self.tr("Close") if step == "told" else self.tr("Choose a File…"))
        self.headline.setText(self._headline())
        self.lead.setText(self._lead())
        self.lead.setVisible(bool(self.lead.text()))
        self._fit()

    def _fit(self) -> None:
        """Fit the height to the contents, centred in the window."""
        px, over = theme().px, self._window.frameGeometry()
        wanted = px(HEIGHT) if self.step in ("look", "write") else px(SHORT_HEIGHT)
        self.resize(self.width(), min(wanted, max(over.height() - 16, px(SHORT_HEIGHT))))
        if self.isVisible():
            top = max(self.screen().availableGeometry().top(), over.center().y() - self.height() // 2)
            self.move(over.center().x() - self.width() // 2, top)

    def _headline(self) -> str:
        if self.step == "told" and self.outcome is not None:
            return import_result_text(self.outcome)
        return self.tr("Importing chats") if self.step == "write" else self.tr("Import chats")

    def _lead(self) -> str:
        folder = sanitize_text(self._folder) or self.tr("the vault root")
        if self.step == "choose":
            return self.tr("Import chats from other programs. The files you choose are only read.")
        if self.step == "look":
            return self.tr("Each chat becomes a note in “{0}”. Nothing is written yet.").format(folder)
        return self.tr("Notes are written to “{0}”.").format(folder) if self.step == "write" else ""

    def _count(self) -> None:
        if self.checklist is None or self.step != "look":
            return
        ticked = len(self.checklist.ticked())
        text = self.tr("Import 1 Chat") if ticked == 1 else self.tr("Import {n} Chats").format(n=format_number(ticked))
        self.done_button.setText(text if ticked else self.tr("Import"))
        self.done_button.set_disabled_reason("" if ticked else self.tr("No chat is ticked."))

    def _tell_problems(self, problems: tuple[Phrase, ...], text: str) -> None:
        told = [sanitize_text(translate(problem)[:300]) for problem in problems[:MAX_TOLD_PROBLEMS]]
        if len(problems) > MAX_TOLD_PROBLEMS:
            told.append(self.tr("And {n} more.").format(n=format_number(len(problems) - MAX_TOLD_PROBLEMS)))
        head = text.format(n=format_number(len(problems)))
        self.summary.set_text("\n".join([head, *told]) if problems else "")
