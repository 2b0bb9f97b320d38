"""First decision for a vault and a destination, in a sheet or a card: whether the assistant may search the notes."""

from typing import get_args

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.tools.runtime.approvals import FirstUseAnswer, FirstUseRequest
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui.bridge import first_value
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.approve_delay import ApproveDelay, RingDelay
from vaultdesk.ui.review.consent_text import Sentence, destination_name
from vaultdesk.ui.review.text_box import FittedScrollArea
from vaultdesk.ui.theme.painting import box, chevron, mirror_painting, rounded_path
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.accessibility import set_tab_order
from vaultdesk.ui.widgets.buttons import AccentButton, PlainButton
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.glyphs import AppLogo, Glyph
from vaultdesk.ui.widgets.labels import PlainLabel, draw_wrapped_text, wrapped_height
from vaultdesk.ui.widgets.layouts import column_layout, row_layout, wrapping_policy
from vaultdesk.ui.widgets.modal_sheet import SHEET_RADIUS, ModalSheet, RefusableView, RequestCard

_tr = translator("FirstUse")

FIRST_USE_WIDTH = 520
"""Width of the sheet in design pixels."""

SHEET_EDGE, CARD_EDGE = 32, 16
"""Horizontal margins in design pixels, in the sheet and in the card."""

MAX_QUESTION_CHARACTERS, MAX_NAME_CHARACTERS = 160, 80
"""Maximum numbers of characters shown of the question and of the vault's name."""

ROW_HEIGHT = 54
"""Minimum height of an answer's row in design pixels."""

ANSWERS: tuple[FirstUseAnswer, ...] = get_args(FirstUseAnswer)
"""The answers, in the order shown."""


def question_sentence(request: FirstUseRequest, *, compact: bool) -> str:
    """Return the sentence about what the notes are needed for."""
    question = sanitize_line(request.question.strip(), MAX_QUESTION_CHARACTERS)
    if compact or not question:
        return _tr("To answer the question above.")
    return _tr("To answer “{question}”").format(question=question)


def fact_sentences(request: FirstUseRequest) -> list[tuple[str, str, Sentence]]:
    """Return the facts about the request: the icon of each, its color role, and the sentence."""
    recipient = destination_name(request.destination)
    search_template = _tr("It searches your 1 note on this computer.")
    if request.notes != 1:
        search_template = _tr("It searches all {n} notes on this computer.")
    facts = [("search", "muted", Sentence(search_template, {"n": format_number(request.notes)}))]
    private = request.private_notes
    if request.destination.local:
        facts.append(("chip", "muted", Sentence(_tr("**Nothing leaves this computer.**"))))
        private_template = (
            _tr("Your 1 private note is not read.") if private == 1 else _tr("Your {n} private notes are not read.")
        )
        if private:
            facts.append(("lock", "muted", Sentence(private_template, {"n": format_number(private)})))
    else:
        host = sanitize_line(request.destination.host, MAX_NAME_CHARACTERS)
        sent_template = _tr("Matching passages are sent to **{who}**, {host}.")
        if not host or host == recipient:
            sent_template = _tr("Matching passages are sent to **{who}**.")
        facts.append(("arrow-up-right", "warning", Sentence(sent_template, {"who": recipient, "host": host})))
        private_template = (
            _tr("Your 1 private note is never sent.") if private == 1 else _tr("Your {n} private notes are never sent.")
        )
        if not private:
            private_template = _tr("You have marked no note as private.")
        facts.append(("lock", "muted", Sentence(private_template, {"n": format_number(private)})))
    facts.append(("pencil", "muted", Sentence(_tr("Changes to notes still need your approval each time."))))
    return facts


def answer_name(answer: FirstUseAnswer) -> str:
    """Return the label of an answer."""
    names: dict[FirstUseAnswer, str] = {"always": _tr("Always here"), "once": _tr("This time"), "no": _tr("No")}
    return names[answer]


def answer_effect(answer: FirstUseAnswer, request: FirstUseRequest) -> str:
    vault, recipient = sanitize_line(request.vault_name, MAX_NAME_CHARACTERS), destination_name(request.destination)
    local = request.destination.local
    match answer:
        case "always":
            template = _tr("In {vault}. Each answer lists what it read.")
            if not local:
                template = _tr("In {vault}, with {who}. Each answer lists what it sent.")
            return template.format(vault=vault, who=recipient)
        case "once":
            if local:
                return _tr("You tick the passages before they are read.")
            return _tr("You tick the passages before they are sent.")
        case "no":
            return _tr("It answers without your notes.")


def remark_sentence(request: FirstUseRequest) -> str:
    """Return the sentence about the scope of the answer "Always here", and where it can be revoked."""
    template = _tr(
        "“Always here” applies to {vault}. Each answer lists what it read. You can revoke this in Permissions."
    )
    if not request.destination.local:
        template = _tr(
            "“Always here” applies to {vault} and {who}. Each answer lists what it sent. You can "
            "revoke this in Permissions."
        )
    return template.format(
        vault=sanitize_line(request.vault_name, MAX_NAME_CHARACTERS), who=destination_name(request.destination)
    )


class AnswerRow(QAbstractButton):
    """Button of an answer in the sheet: its name, its effect, and a chevron."""

    def __init__(self, name: str, effect: str, *, is_refusal: bool, name_width: int) -> None:
        """*name_width* is the width of the column of names, in pixels."""
        super().__init__()
        self._effect, self._is_refusal, self._name_width = effect, is_refusal, name_width
        self.setText(name)
        self.setAccessibleName(name)
        self.setAccessibleDescription(effect)
        self.setProperty(CORNER_RADIUS, 8)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(wrapping_policy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed))
        theme().changed.connect(self.updateGeometry)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        px = theme().px
        text_height = wrapped_height(self._effect, "interface", self._effect_rect(width).width())
        return max(px(ROW_HEIGHT), text_height + px(16))

    def sizeHint(self) -> QSize:
        width = theme().px(440)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._name_width + theme().px(140), theme().px(ROW_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        values, painter = theme(), QPainter(self)
        mirror_painting(painter, self.rect())
        px = values.px
        if self.isEnabled() and (self.isDown() or self.underMouse()):
            box(painter, self.rect(), px(8), values.color("pressed" if self.isDown() else "hover"))
        elif self.hasFocus():
            box(painter, self.rect(), px(8), values.color("raised"))
        left_middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        role = "text" if self._is_refusal else "accent"
        painter.setPen(values.color(role if self.isEnabled() else "disabled"))
        name_rect = QRect(px(18), 0, self._name_width, self.height())
        draw_wrapped_text(painter, name_rect, left_middle, self.text(), "heading")
        painter.setPen(values.color("text2"))
        draw_wrapped_text(painter, self._effect_rect(self.width()), left_middle, self._effect, "interface")
        size = px(12)
        chevron_rect = QRectF(self.width() - px(18) - size, (self.height() - size) / 2, size, size)
        chevron(painter, chevron_rect, values.color("muted"), "right")

    def _effect_rect(self, width: int) -> QRect:
        px = theme().px
        left = px(18) + self._name_width + px(20)
        return QRect(left, 0, max(px(80), width - left - px(18 + 12 + 28)), self.height())


class FirstUseView(RefusableView):
    """The question with its facts and answers. It answers once; delays prevent accidental answers by key."""

    answered = Signal(str)

    def __init__(self, request: FirstUseRequest, *, compact: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._request = request
        self._compact = compact
        self._done = False
        px = theme().px
        edge = px(CARD_EDGE if compact else SHEET_EDGE)
        self._headline = PlainLabel(
            self.tr("Let the assistant search and read your notes?"), font="title" if compact else "headline", wrap=True
        )
        self.buttons: dict[FirstUseAnswer, QAbstractButton] = {}
        column = column_layout(self)
        facts = QWidget()
        header = QVBoxLayout(facts)
        header.setContentsMargins(edge, px(16 if compact else 28), edge, px(14 if compact else 22))
        header.setSpacing(px(6))
        if not compact:
            header.addWidget(AppLogo(40), 0, Qt.AlignmentFlag.AlignLeft)
            header.addSpacing(px(10))
        header.addWidget(self._headline)
        header.addWidget(PlainLabel(question_sentence(request, compact=compact), role="text2", wrap=True))
        header.addSpacing(px(4 if compact else 10))
        self.facts = [self._fact(*fact) for fact in fact_sentences(request)]
        for row in self.facts:
            header.addLayout(row)
        column.addWidget(FittedScrollArea(facts, None, self.tr("Request")) if compact else facts, 1)
        column.addWidget(SeparatorLine())
        self._answers = QWidget()
        self._add_answers(compact, edge)
        column.addWidget(self._answers)
        self.approve_delays = [ApproveDelay(self.buttons[answer], self) for answer in ("always", "once")]
        self.refuse_delay = RingDelay(self.buttons["no"])
        for answer, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, answer=answer: self._answer(answer))
        self.setAccessibleName(self._headline.text())
        self.setAccessibleDescription(" ".join(fact[2].text for fact in fact_sentences(request)))

    @property
    def request(self) -> FirstUseRequest:
        return self._request

    def texts(self) -> list[str]:
        """Return headline, question and facts, as shown."""
        return [label.text() for label in self.findChildren(PlainLabel)]

    def refusal_button(self) -> QAbstractButton:
        return self.buttons["no"]

    def refuse(self) -> None:
        """Answer no, as Esc and closing do."""
        self._answer("no")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between the answers with the arrow keys."""
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Left:
                self.focusPreviousChild()
            case Qt.Key.Key_Down | Qt.Key.Key_Right:
                self.focusNextChild()
            case _:
                super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background of the answers, with the rounded corners of the host."""
        values, painter = theme(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._compact:
            painter.setClipPath(rounded_path(QRectF(self.rect()), values.px(SHEET_RADIUS) - 1))
            painter.fillRect(self._answers.geometry(), values.color("background"))

    def _fact(self, icon: str, role: str, sentence: Sentence) -> QHBoxLayout:
        row = row_layout(spacing=12, margins=(0, 3, 0, 3))
        label = PlainLabel(wrap=True)
        label.set_sentence(sentence.template, **sentence.values)
        glyph = Glyph(icon, role)
        glyph.setFixedHeight(label.fontMetrics().height())
        row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(label, 1)
        return row

    def _add_answers(self, compact: bool, edge: int) -> None:
        px = theme().px
        if compact:
            row = QHBoxLayout(self._answers)
            row.setContentsMargins(edge, px(12), edge, px(14))
            row.setSpacing(px(10))
            for answer in reversed(ANSWERS):
                kind = PlainButton if answer == "no" else AccentButton
                button: QAbstractButton = kind(answer_name(answer))
                button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
                button.setAccessibleDescription(answer_effect(answer, self._request))
                self.buttons[answer] = button
                row.addWidget(button, 1)
        else:
            column = QVBoxLayout(self._answers)
            column.setContentsMargins(edge - px(18), px(8), edge - px(18), px(12))
            column.setSpacing(px(2))
            metrics = theme().metrics("heading")
            name_width = max(metrics.horizontalAdvance(answer_name(answer)) for answer in ANSWERS)
            name_width = min(max(name_width + 2, px(76)), px(160))
            for answer in ANSWERS:
                effect = answer_effect(answer, self._request)
                answer_row = AnswerRow(answer_name(answer), effect, is_refusal=answer == "no", name_width=name_width)
                self.buttons[answer] = answer_row
                column.addWidget(answer_row)
        set_tab_order(tuple(self.buttons.values()))

    def _answer(self, answer: FirstUseAnswer) -> None:
        if not self._done and (answer == "no" or self.buttons[answer].isEnabled()):
            self._done = True
            self.answered.emit(answer)


class FirstUseSheet(ModalSheet):
    """Sheet with the question; closing means no."""

    answered = Signal(str)

    def __init__(self, request: FirstUseRequest, parent: QWidget) -> None:
        super().__init__(parent, FIRST_USE_WIDTH)
        self.view: FirstUseView = FirstUseView(request)
        self.body.addWidget(self.view)
        self.setWindowTitle(self.view.accessibleName())
        self.setAccessibleName(self.view.accessibleName())
        self.view.answered.connect(self._finish)

    def _finish(self, answer: str) -> None:
        self.answered.emit(answer)
        self.done(QDialog.DialogCode.Rejected if answer == "no" else QDialog.DialogCode.Accepted)


class FirstUseCard(RequestCard):
    """Card in the chat with the question, and a sentence below about the answer "Always here"."""

    answered = Signal(str)

    def __init__(self, request: FirstUseRequest, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self.view: FirstUseView = FirstUseView(request, compact=True)
        self.setAccessibleName(self.view.accessibleName())
        self.column.setContentsMargins(1, 1, 1, 0)
        self.column.setSpacing(px(10))
        self.column.addWidget(self.view)
        remark = PlainLabel(remark_sentence(request), role="muted", font="small", wrap=True)
        remark.setContentsMargins(px(2), 0, px(2), 0)
        self.column.addWidget(remark)
        self.view.answered.connect(self.answered)


FirstUseHost = FirstUseSheet | FirstUseCard
"""Container of the question."""


async def wait_for_first_use(host: FirstUseHost) -> FirstUseAnswer:
    """Return the answer to the question in *host*; no if it is destroyed before."""
    with first_value(host.answered, host, "no") as answer:
        value = await answer
    return next((candidate for candidate in ANSWERS if candidate == value), "no")
