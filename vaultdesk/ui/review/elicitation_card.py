"""Card in the chat with a question of the assistant and its choices.

Question and choices are text from a model and are shown as plain text. The card does not take the focus by itself, so
that text typed elsewhere cannot answer it.
"""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from vaultdesk.tools.elicitation import DISMISSED_ANSWER, Elicitation, ElicitationAnswer, valid_answer
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.theme.painting import box, tick
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.widgets.accessibility import announce, set_tab_order
from vaultdesk.ui.widgets.buttons import LinkButton, PrimaryButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph, KeyCap
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.text_fields import TextField

CHOICE_TICK_SIZE = 16
"""Side of a tick box in pixels."""

MAX_DIGIT_CHOICES = 9
"""Number of choices that can be chosen with a digit."""


class ChoiceLine(QAbstractButton):
    """Button of one choice, with wrapping plain text. With *ticked* several can be selected, else a press answers."""

    def __init__(self, text: str, number: int, *, ticked: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(ticked)
        self.setProperty(CORNER_RADIUS, 6)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(text)
        row = row_layout(self, 8, margins=(10 + (CHOICE_TICK_SIZE + 10 if ticked else 0), 5, 10, 5))
        label = PlainLabel(text, wrap=True)
        label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row.addWidget(label, 1)
        if number <= MAX_DIGIT_CHOICES:
            row.addWidget(KeyCap(str(number)), 0, Qt.AlignmentFlag.AlignVCenter)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Treat Enter as a press too if a press answers."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.isCheckable():
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background and the tick; the text is a label, and the theme draws the focus ring."""
        values, painter = theme(), QPainter(self)
        background = "pressed" if self.isDown() else "hover" if self.underMouse() else "raised"
        background = "accent_tint" if self.isChecked() else background
        line = "accent" if self.isChecked() and values.tokens.high_contrast else "control"
        box(painter, QRectF(self.rect()), values.px(6), values.color(background), values.color(line))
        if self.isCheckable():
            size = values.px(CHOICE_TICK_SIZE)
            check_rect = QRectF(values.px(10), (self.height() - size) / 2, size, size)
            is_checked = self.isChecked()
            fill, line = ("accent", "accent") if is_checked else ("surface", "outline")
            box(painter, check_rect, values.px(4), values.color(fill), values.color(line))
            if is_checked:
                tick(painter, check_rect, values.color("on_accent"))


class ElicitationCard(Card):
    """Card with a question. It emits `answered` once, with an `ElicitationAnswer`."""

    answered = Signal(object)

    def __init__(self, elicitation: Elicitation, parent: QWidget | None = None) -> None:
        super().__init__(padding=12, line="control", parent=parent)
        self._elicitation = elicitation
        self._is_answered = False
        self.setAccessibleName(self.tr("The assistant asks"))
        self.setAccessibleDescription(sanitize_text(elicitation.question))
        self.choices: list[ChoiceLine] = []
        self._ticked = QButtonGroup(self)
        self._ticked.setExclusive(False)
        self.text_field = TextField(self.tr("Your own words"), placeholder=self._hint())
        self.text_field.setVisible(elicitation.free_text)
        self.answer_button = PrimaryButton(self.tr("Answer"), small=True)
        self.answer_button.setVisible(elicitation.free_text or elicitation.multiple)
        self.skip_button = LinkButton(self.tr("Skip"), small=True)
        self._build_layout()
        self.text_field.changed.connect(lambda _text: self._update_answer_button())
        self.text_field.submitted.connect(self._answer)
        self._ticked.buttonToggled.connect(lambda *_: self._update_answer_button())
        self.answer_button.clicked.connect(self._answer)
        self.skip_button.clicked.connect(lambda: self._send_answer(DISMISSED_ANSWER))
        self._update_answer_button()
        announce(self, sanitize_text(elicitation.question))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with a digit; keep every key from the surrounding chat."""
        number = event.key() - Qt.Key.Key_0
        if 1 <= number <= min(MAX_DIGIT_CHOICES, len(self.choices)):
            self.choices[number - 1].click()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._answer()
        event.accept()

    def _hint(self) -> str:
        return self.tr("Or in your own words…") if self._elicitation.choices else self.tr("Your answer…")

    def _build_layout(self) -> None:
        header = row_layout(spacing=8)
        header.addWidget(Glyph("help", size=16), 0, Qt.AlignmentFlag.AlignTop)
        header.addWidget(PlainLabel(sanitize_text(self._elicitation.question, "\n"), font="strong", wrap=True), 1)
        self.content.addLayout(header)
        choices = column_layout(spacing=6)
        for number, choice in enumerate(self._elicitation.choices, 1):
            choices.addWidget(self._choice(sanitize_text(choice), choice, number))
        if self.choices:
            self.content.addLayout(choices)
        self.content.addWidget(self.text_field)
        footer = row_layout(spacing=12)
        footer.addWidget(self.answer_button)
        footer.addStretch(1)
        footer.addWidget(self.skip_button)
        self.content.addLayout(footer)
        set_tab_order((*self.choices, self.text_field.edit, self.answer_button, self.skip_button))

    def _choice(self, text: str, choice: str, number: int) -> ChoiceLine:
        button = ChoiceLine(text, number, ticked=self._elicitation.multiple)
        if self._elicitation.multiple:
            self._ticked.addButton(button, number - 1)
        else:
            button.clicked.connect(lambda: self._send_answer(ElicitationAnswer((choice,), self.text_field.text())))
        self.choices.append(button)
        return button

    @property
    def _chosen(self) -> tuple[str, ...]:
        ticked = (self._ticked.id(button) for button in self._ticked.buttons() if button.isChecked())
        return tuple(self._elicitation.choices[index] for index in sorted(ticked))

    def _update_answer_button(self) -> None:
        self.answer_button.setEnabled(bool(self._chosen or self.text_field.text().strip()))

    def _answer(self) -> None:
        if self._chosen or self.text_field.text().strip():
            self._send_answer(ElicitationAnswer(self._chosen, self.text_field.text()))

    def _send_answer(self, answer: ElicitationAnswer) -> None:
        if not self._is_answered:
            self._is_answered = True
            self.answered.emit(valid_answer(answer, self._elicitation))
