"""LeavesView: what a request would take out of this computer, excerpt by excerpt, and the answer. Answers once.

The person asks for it before they send; the gate asks with it just before something leaves. Nothing differs but words.
"""

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureExcerpt, DisclosureRequest
from vaultdesk.tools.runtime.approval_text import destination_text
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.approval.arming import Arming
from vaultdesk.ui.approval.file_list import ROW_HEIGHT
from vaultdesk.ui.approval.request_view import QWIDGETSIZE_MAX
from vaultdesk.ui.privacy.excerpt_choices import ExcerptChoices
from vaultdesk.ui.privacy.excerpt_list import ExcerptModel, ExcerptRow, excerpt_at
from vaultdesk.ui.privacy.excerpt_text import HEAD_HEIGHT, ExcerptText
from vaultdesk.ui.privacy.leaves_words import leaves_words, send_words, staying_words
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel

EDGE = 24
"""Pixels from the sides to the contents (LOOK, Parts: Request)."""


class LeavesView(QWidget):
    """The whole question."""

    answered = Signal(object)
    """The `DisclosureDecision`."""

    def __init__(
        self, request: DisclosureRequest, *, asked: bool, why_not: str = "", parent: QWidget | None = None
    ) -> None:
        """*asked*: the gate asks, and the request waits. *why_not* says why nothing can be sent now."""
        super().__init__(parent)
        self.choices = ExcerptChoices(request)
        self._done = False
        local = request.destination.local
        titles = self.tr("Send this to {who}?"), self.tr("What would leave this computer")
        stays = self.tr("What {who} would read, on this computer").format(who=sanitize_text(request.destination.name))
        title = (
            titles[0].format(who=sanitize_text(request.destination.name)) if asked else stays if local else titles[1]
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
        self.cancel = PlainButton(self.tr("Cancel") if asked else self.tr("Close"))
        self.send = PrimaryButton(self.tr("Send"))
        self._lay_out(request)
        self.arming: Arming | None = None
        if why_not:
            self.send.set_why_disabled(why_not)
        else:
            self.arming = Arming(self.send, self)
        self._connect()
        self.setAccessibleName(title)
        self._tell()

    def refuse(self) -> None:
        """Answer no, as Esc and closing do."""
        self._finish(DisclosureDecision(send=False))

    def showEvent(self, event: QShowEvent) -> None:
        """Put the keyboard on Cancel, wherever it was."""
        super().showEvent(event)
        QTimer.singleShot(0, self.cancel, self._focus_cancel)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keyboard on to Cancel."""
        self._focus_cancel()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc refuses; Enter on nothing in particular refuses too."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.refuse()
        else:
            super().keyPressEvent(event)

    def _lay_out(self, request: DisclosureRequest) -> None:
        step = theme().step
        column = QVBoxLayout(self)
        column.setContentsMargins(0, step(16), 0, step(16))
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(step(EDGE), 0, step(EDGE), step(12))
        head.setSpacing(step(6))
        for widget in (self._headline, self._who, self._amount):
            head.addWidget(widget)
        column.addLayout(head)
        column.addWidget(SeparatorLine())
        column.addWidget(self._excerpts() if request.excerpts else self._no_excerpts(), 1)
        column.addWidget(SeparatorLine())
        foot = QVBoxLayout()
        foot.setContentsMargins(step(EDGE), step(12), step(EDGE), 0)
        foot.setSpacing(step(12))
        staying = staying_words(request)
        if staying:
            foot.addWidget(PlainLabel("\n".join(staying), "text2", "small", wrap=True))
        buttons = QHBoxLayout()
        buttons.setSpacing(step(8))
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
        step = theme().step
        self.list.setModel(self.model)
        self.list.setItemDelegate(ExcerptRow(step(EDGE), compact=False, parent=self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Excerpts of notes; Space ticks"))
        self.list.setMinimumHeight(step(2 * ROW_HEIGHT))
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
        step = theme().step
        head = QWidget()
        head.setFixedHeight(step(HEAD_HEIGHT))
        row = QHBoxLayout(head)
        row.setContentsMargins(step(EDGE), 0, step(16), 0)
        row.setSpacing(step(12))
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
        column.setContentsMargins(theme().step(EDGE), theme().step(16), theme().step(EDGE), theme().step(16))
        column.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
        return holder

    def _connect(self) -> None:
        self.model.ticks_changed.connect(self._tell)
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

    def _tell(self) -> None:
        choices = self.choices
        number = len(choices.going)
        self._count.setText(self.tr("{0} of %n excerpts", "", len(choices.request.excerpts)).format(number))
        self._amount.set_text(leaves_words(choices))
        self.send.setText(send_words(choices))

    def _send(self) -> None:
        if self.arming is not None and self.arming.armed:
            self._finish(self.choices.decision())

    def _focus_cancel(self) -> None:
        self.cancel.setFocus(Qt.FocusReason.TabFocusReason)

    def _finish(self, decision: DisclosureDecision) -> None:
        if not self._done:
            self._done = True
            self.answered.emit(decision)
