"""Review of what a request sends to a provider: view, dialog, and its preview from the chat."""

import asyncio
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QFrame,
    QHBoxLayout,
    QListView,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.privacy.disclosure_history import DisclosureHistory
from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureExcerpt, DisclosureRequest
from vaultdesk.tools.runtime.approval_text import destination_text
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.bridge import ask, start
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.conversation_controller import ConversationController
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.formatting import dollars
from vaultdesk.ui.privacy.excerpt_list import (
    EXCERPT_HEAD_HEIGHT,
    ExcerptChoices,
    ExcerptModel,
    ExcerptRow,
    ExcerptText,
    excerpt_at,
)
from vaultdesk.ui.privacy.ledger_text import counted_text, notes_text, tokens_text
from vaultdesk.ui.review.approval_view import QWIDGETSIZE_MAX
from vaultdesk.ui.review.approve_delay import ApproveDelay
from vaultdesk.ui.review.file_checklist import ROW_HEIGHT
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.overlays import Dimmer
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace

_tr = translator("DisclosureDialog")

MAX_NAMED_DISCLOSED_NOTES = 8
"""Notes named in a sentence before the rest is counted."""


def disclosure_text(choices: ExcerptChoices) -> str:
    """Return what goes where, how much, and for how much money."""
    destination = choices.request.destination
    if destination.local:
        words = _tr("{who} runs on this computer, so nothing leaves it. It reads {notes} and about {tokens} in all.")
        notes = notes_text(choices.notes) if choices.notes else _tr("no note")
        return words.format(who=sanitize_text(destination.name), notes=notes, tokens=tokens_text(choices.tokens))
    where = _tr("this computer for {who} at {host}").format(
        who=sanitize_text(destination.name), host=sanitize_text(destination.host)
    )
    rest = _tr("With the chat and the instructions it is about {tokens}").format(tokens=tokens_text(choices.tokens))
    cost = choices.cost
    money = f", {dollars(cost)}" if cost is not None else ""
    if not choices.notes:
        return _tr("No text of a note leaves {where}.").format(where=where) + f" {rest}{money}."
    one, many = _tr("About {tokens} of {notes} leaves {where}."), _tr("About {tokens} of {notes} leave {where}.")
    what = (one if choices.note_tokens == 1 else many).format(
        tokens=tokens_text(choices.note_tokens), notes=notes_text(choices.notes), where=where
    )
    return f"{what} {rest}{money}."


def send_button_text(choices: ExcerptChoices) -> str:
    """Return what the button does."""
    if not choices.request.excerpts:
        return _tr("Send")
    if not choices.notes:
        return _tr("Send without Notes")
    return _tr("Send {notes}").format(notes=notes_text(choices.notes))


def kept_back_texts(request: DisclosureRequest) -> list[str]:
    """Return what of the conversation stays here whatever is answered, one sentence each."""
    told: list[str] = []
    if request.closed_notes:
        shown = request.closed_notes[:MAX_NAMED_DISCLOSED_NOTES]
        names = ", ".join(
            f"{sanitize_text(note_name(one.path))} ({sanitize_text(translate(one.reason))})" for one in shown
        )
        more = len(request.closed_notes) - len(shown)
        names += counted_text(more, _tr(" and 1 more"), _tr(" and {n} more")) if more else ""
        told.append(_tr("Stays here by your rules: {names}.").format(names=names))
    if request.withheld_answers:
        words = counted_text(
            request.withheld_answers, _tr("1 earlier answer stays here"), _tr("{n} earlier answers stay here")
        )
        told.append(_tr("{answers}: they may repeat what is private.").format(answers=words))
    if request.withheld_comments:
        words = counted_text(
            request.withheld_comments, _tr("1 comment is taken out"), _tr("{n} comments are taken out")
        )
        told.append(_tr("{comments} of the notes.").format(comments=words))
    return told


# The person asks for it before they send; the gate asks with it just before something leaves. Nothing differs but
# words.

DIALOG_EDGE = 24
"""Design pixels from the sides to the contents."""


class DisclosureView(QWidget):
    """The whole question."""

    answered = Signal(object)
    """The `DisclosureDecision`."""

    def __init__(
        self, request: DisclosureRequest, *, waits_for_answer: bool, why_not: str = "", parent: QWidget | None = None
    ) -> None:
        """*waits_for_answer*: the egress gate asked and waits. *why_not* says why nothing can be sent now."""
        super().__init__(parent)
        self.choices = ExcerptChoices(request)
        self._done = False
        local = request.destination.local
        titles = self.tr("Send this to {who}?"), self.tr("What would leave this computer")
        stays = self.tr("What {who} would read, on this computer").format(who=sanitize_text(request.destination.name))
        title = (
            titles[0].format(who=sanitize_text(request.destination.name))
            if waits_for_answer
            else stays
            if local
            else titles[1]
        )
        self._headline = PlainLabel(title, font="headline", wrap=True)
        about = f" · “{sanitize_text(request.question)}”" if request.question else ""
        self._who = PlainLabel(
            f"{destination_text(request.destination)} · {sanitize_text(request.model)}{about}", "muted", wrap=True
        )
        self._amount = Banner("info" if local else "leaves", "")
        self.model = ExcerptModel(self.choices, self)
        self.list = QListView()
        self.text = ExcerptText()
        self._count = PlainLabel()
        self.every_send = Switch(self.tr("Look before every send in this chat"))
        self.cancel = PlainButton(self.tr("Cancel") if waits_for_answer else self.tr("Close"))
        self.send = PrimaryButton(self.tr("Send"))
        self._build_layout(request)
        self.arming: ApproveDelay | None = None
        if why_not:
            self.send.set_disabled_reason(why_not)
        else:
            self.arming = ApproveDelay(self.send, self)
        self._connect()
        self.setAccessibleName(title)
        self._update_summary()

    def refuse(self) -> None:
        """Answer no, as Esc and closing do."""
        self._finish(DisclosureDecision(send=False))

    def showEvent(self, event: QShowEvent) -> None:
        """Put the keyboard on Cancel, wherever it was."""
        super().showEvent(event)
        QTimer.singleShot(0, self.cancel, self._focus_cancel)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._focus_cancel()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc refuses; Enter on nothing in particular refuses too."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.refuse()
        else:
            super().keyPressEvent(event)

    def _build_layout(self, request: DisclosureRequest) -> None:
        px = theme().px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(16), 0, px(16))
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(px(DIALOG_EDGE), 0, px(DIALOG_EDGE), px(12))
        head.setSpacing(px(6))
        for widget in (self._headline, self._who, self._amount):
            head.addWidget(widget)
        column.addLayout(head)
        column.addWidget(SeparatorLine())
        column.addWidget(self._excerpts() if request.excerpts else self._no_excerpts(), 1)
        column.addWidget(SeparatorLine())
        foot = QVBoxLayout()
        foot.setContentsMargins(px(DIALOG_EDGE), px(12), px(DIALOG_EDGE), 0)
        foot.setSpacing(px(12))
        staying = kept_back_texts(request)
        if staying:
            foot.addWidget(PlainLabel("\n".join(staying), "text2", "small", wrap=True))
        buttons = QHBoxLayout()
        buttons.setSpacing(px(8))
        buttons.addWidget(self.every_send)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.send)
        foot.addLayout(buttons)
        column.addLayout(foot)
        self.every_send.setVisible(not request.destination.local)
        self.cancel.setDefault(True)
        self.send.setDefault(False)

    def _excerpts(self) -> QWidget:
        px = theme().px
        self.list.setModel(self.model)
        self.list.setItemDelegate(ExcerptRow(px(DIALOG_EDGE), compact=False, parent=self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Excerpts of notes; Space ticks"))
        self.list.setMinimumHeight(px(2 * ROW_HEIGHT))
        self.list.viewport().setAutoFillBackground(False)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._list_head())
        column.addWidget(SeparatorLine())
        column.addWidget(self.list, 1)
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(left, 7)
        line = SeparatorLine()
        line.setFixedSize(1, QWIDGETSIZE_MAX)
        line.setMinimumHeight(0)
        row.addWidget(line)
        row.addWidget(self.text, 8)
        return both

    def _list_head(self) -> QWidget:
        px = theme().px
        head = QWidget()
        head.setFixedHeight(px(EXCERPT_HEAD_HEIGHT))
        row = QHBoxLayout(head)
        row.setContentsMargins(px(DIALOG_EDGE), 0, px(16), 0)
        row.setSpacing(px(12))
        row.addWidget(self._count, 1)
        for words, ticked in ((self.tr("Select All"), True), (self.tr("Deselect All"), False)):
            link = LinkButton(words, small=True)
            link.clicked.connect(lambda _checked=False, ticked=ticked: self.model.tick_all(ticked))
            row.addWidget(link)
        return head

    def _no_excerpts(self) -> QWidget:
        words = self.tr(
            "No text of your notes goes with it: only what is written in this chat, and how tools are used."
        )
        label = PlainLabel(words, "muted", wrap=True)
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(theme().px(DIALOG_EDGE), theme().px(16), theme().px(DIALOG_EDGE), theme().px(16))
        column.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
        return holder

    def _connect(self) -> None:
        self.model.ticks_changed.connect(self._update_summary)
        self.text.cut.connect(self._cut)
        self.cancel.clicked.connect(self.refuse)
        self.send.clicked.connect(self._send)
        if self.choices.request.excerpts:
            self.list.selectionModel().currentChanged.connect(self._show)
            self.list.setCurrentIndex(self.model.index(0))

    def _show(self, current: QModelIndex) -> None:
        excerpt = excerpt_at(current)
        self.text.show_excerpt(excerpt, self.choices.text(excerpt) if excerpt is not None else "")

    def _cut(self, excerpt: DisclosureExcerpt, text: str | None) -> None:
        self.choices.cut(excerpt, text)
        self.model.renew()

    def _update_summary(self) -> None:
        choices = self.choices
        number = len(choices.going)
        self._count.setText(self.tr("{0} of %n excerpts", "", len(choices.request.excerpts)).format(number))
        self._amount.set_text(disclosure_text(choices))
        self.send.setText(send_button_text(choices))

    def _send(self) -> None:
        if self.arming is not None and self.arming.armed:
            self._finish(self.choices.decision())

    def _focus_cancel(self) -> None:
        self.cancel.setFocus(Qt.FocusReason.TabFocusReason)

    def _finish(self, decision: DisclosureDecision) -> None:
        if not self._done:
            self._done = True
            self.answered.emit(decision)


DIALOG_SIZE = (940, 664)
"""Width and height in pixels."""

PLAIN_DIALOG_SIZE = (640, 320)
"""The same where no excerpt is to be shown."""


class DisclosureDialog(QDialog):
    """A window-modal dialog around a `DisclosureView`. `decision` is what was answered; closing is a no."""

    def __init__(self, view: DisclosureView, parent: QWidget) -> None:
        super().__init__(parent)
        self.view = view
        self.decision = DisclosureDecision(send=False)
        self.setWindowTitle(self.tr("What leaves this computer"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(view)
        room, px = parent.window().size(), theme().px
        wide, high = DIALOG_SIZE if view.choices.request.excerpts else PLAIN_DIALOG_SIZE
        self.resize(min(px(wide), max(room.width() - 16, px(320))), min(px(high), max(room.height() - 16, px(240))))
        view.answered.connect(self._finish_with)
        palette = self.palette()
        for role in (palette.ColorRole.Window, palette.ColorRole.Base):
            palette.setColor(role, theme().color("raised"))
        self.setPalette(palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("raised"))

    def reject(self) -> None:
        self.view.refuse()
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.view.refuse()
        super().closeEvent(event)

    def _finish_with(self, decision: DisclosureDecision) -> None:
        self.decision = decision
        self.done(QDialog.DialogCode.Accepted if decision.send else QDialog.DialogCode.Rejected)


@dataclass(frozen=True, slots=True)
class _PreviewDecision:
    """An answer given a moment before the gate asked for it, and to what."""

    seen: tuple[object, ...]
    decision: DisclosureDecision


class WindowDisclosureReviewer:
    """A `DisclosureReviewer` for the desktop. Where no window can be seen, nobody agreed
    (vaultdesk/tools/README.md, "Approval rules", 8)."""

    def __init__(self, window: QWidget, history: DisclosureHistory) -> None:
        self._window = window
        self._history = history
        self._one_at_a_time = asyncio.Lock()
        self._previewed: dict[str, _PreviewDecision] = {}

    async def review(self, request: DisclosureRequest) -> DisclosureDecision:
        """Show *request*, which waits to be sent, and return the answer; being cancelled takes it away unanswered."""
        given = self._previewed.pop(request.conversation_id, None)
        if given is not None and given.seen == _request_identity(request):
            return given.decision  # The person looked at this very request and pressed Send: once is enough.
        async with self._one_at_a_time:
            if not shiboken6.isValid(self._window) or not self._window.isVisible():
                return DisclosureDecision(send=False, reason="The window was not open, so nobody could be asked.")
            QApplication.alert(self._window)
            return await self._show(request, waits_for_answer=True)

    async def preview(self, request: DisclosureRequest, why_not: str = "") -> DisclosureDecision:
        """Show *request* because the person asked to see it; *why_not* says why it cannot be sent now."""
        async with self._one_at_a_time:
            decision = await self._show(request, waits_for_answer=False, why_not=why_not)
        if decision.send:
            self._previewed[request.conversation_id] = _PreviewDecision(_request_identity(request), decision)
        return decision

    def forget(self) -> None:
        """Forget answers that nobody asked for: what is sent from now on is another request."""
        self._previewed.clear()

    async def _show(
        self, request: DisclosureRequest, *, waits_for_answer: bool, why_not: str = ""
    ) -> DisclosureDecision:
        history = self._history.of(request.conversation_id)
        view = DisclosureView(request, waits_for_answer=waits_for_answer, why_not=why_not)
        view.every_send.setChecked(history.review_all)

        def show_preview(every_send: bool) -> None:
            history.review_all = every_send

        view.every_send.toggled.connect(show_preview)
        dialog = DisclosureDialog(view, self._window)
        Dimmer(self._window).dim_behind(dialog)
        try:
            await ask(dialog)
            return dialog.decision
        finally:
            if shiboken6.isValid(dialog):
                dialog.deleteLater()


def _request_identity(request: DisclosureRequest) -> tuple[object, ...]:
    """Return what tells a request from others to a person who looked at it."""
    excerpts = tuple((excerpt.id, excerpt.path, excerpt.text) for excerpt in request.excerpts)
    return (request.destination, request.model, request.question, excerpts)


class DisclosureReviewController(QObject):
    """Is asked by the gate as long as it lives; call `close` before the vault is let go."""

    def __init__(self, window: MainWindow, workspace: Workspace, chat: ChatDock, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        self._chat = chat
        self.reviewer = WindowDisclosureReviewer(window, workspace.egress_policy.history)
        workspace.egress_policy.reviewer = self.reviewer
        window.commands.bind("what-leaves", self.show_preview)
        chat.composer.disclosure_requested.connect(self.show_preview)
        chat.model_changed.connect(lambda _words: self._offer())
        window.commands.keys_changed.connect(self._offer)
        chat.running_changed.connect(lambda running: None if running else self.reviewer.forget())
        self._offer()

    def close(self) -> None:
        """Be asked no more."""
        self._window.commands.keys_changed.disconnect(self._offer)
        if self._workspace.egress_policy.reviewer is self.reviewer:
            self._workspace.egress_policy.reviewer = None

    def show_preview(self) -> None:
        """Show what asking the typed question would send now."""
        start(self._show_preview(), self)

    def _controller(self) -> ConversationController:
        shown = self._chat.conversation_id
        return next(controller for controller in self._chat.conversations if controller.conversation.id == shown)

    async def _show_preview(self) -> None:
        controller, text = self._controller(), self._chat.composer.text.strip()
        models = self._chat.models
        try:
            profile = await self._chat.agents.profile(controller)
            shown = await self._workspace.preview(
                controller.conversation, text, models.chosen(controller), profile=profile
            )
        except VaultDeskError as problem:
            self._window.notify(translate_error(problem))
            return
        decision = await self.reviewer.preview(shown, self._why_not(controller, text))
        if not decision.send:
            return
        self._workspace.egress_policy.apply_preview(shown, decision)
        if self._controller() is controller and self._chat.composer.text.strip() == text:
            self._chat.composer.submit()

    def _why_not(self, controller: ConversationController, text: str) -> str:
        if controller.running or controller.held:
            return self.tr("An answer is on its way. Wait for it, or stop it.")
        return "" if text else self.tr("Type a question to send it.")

    def _offer(self) -> None:
        model = self._chat.models.shown
        self._chat.composer.set_elsewhere(
            model is not None and not model.local, self._window.commands.keys("what-leaves")
        )
