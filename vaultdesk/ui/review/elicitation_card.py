"""Card in the chat with a question of the assistant and its choices.

Question and choices are text from a model: plain text, wrapped. The card does not take the focus by itself, so that
text typed elsewhere cannot answer it; Tab reaches it, digits choose.
"""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

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
from vaultdesk.ui.widgets.text_fields import TextField

CHOICE_TICK_SIZE = 16
"""Side of a tick box in pixels."""

MAX_DIGIT_CHOICES = 9
"""Number of choices that can be chosen with a digit."""


class ChoiceLine(QAbstractButton):
    """One choice; its text wraps and is never markup. With *ticked* several can be selected, otherwise a press
    answers.
    """

    def __init__(self, words: str, number: int, *, ticked: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(ticked)
        self.setProperty(CORNER_RADIUS, 6)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(words)
        px = theme().px
        row = QHBoxLayout(self)
        row.setContentsMargins(px(10 + (CHOICE_TICK_SIZE + 10 if ticked else 0)), px(5), px(10), px(5))
        row.setSpacing(px(8))
        label = PlainLabel(words, wrap=True)
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
        look, painter = theme(), QPainter(self)
        background = "pressed" if self.isDown() else "hover" if self.underMouse() else "raised"
        background = "accent_tint" if self.isChecked() else background
        line = "accent" if self.isChecked() and look.tokens.high_contrast else "control"
        box(painter, QRectF(self.rect()), look.px(6), look.color(background), look.color(line))
        if self.isCheckable():
            side = look.px(CHOICE_TICK_SIZE)
            place = QRectF(look.px(10), (self.height() - side) / 2, side, side)
            on = self.isChecked()
            fill, line = ("accent", "accent") if on else ("surface", "outline")
            box(painter, place, look.px(4), look.color(fill), look.color(line))
            if on:
                tick(painter, place, look.color("on_accent"))


class ElicitationCard(Card):
    """Asks once; `answered` carries an `ElicitationAnswer`."""

    answered = Signal(object)

    def __init__(self, elicitation: Elicitation, parent: QWidget | None = None) -> None:
        super().__init__(padding=12, line="control", parent=parent)
        self._elicitation = elicitation
        self._over = False
        self.setAccessibleName(self.tr("The assistant asks"))
        self.setAccessibleDescription(sanitize_text(elicitation.question))
        self.choices: list[ChoiceLine] = []
        self._ticked = QButtonGroup(self)
        self._ticked.setExclusive(False)
        self.words = TextField(self.tr("Your own words"), placeholder=self._hint())
        self.words.setVisible(elicitation.free_text)
        self.answer = PrimaryButton(self.tr("Answer"), small=True)
        self.answer.setVisible(elicitation.free_text or elicitation.multiple)
        self.skip = LinkButton(self.tr("Skip"), small=True)
        self._build_layout()
        self.words.changed.connect(lambda _text: self._renew())
        self.words.submitted.connect(self._answer)
        self._ticked.buttonToggled.connect(lambda *_: self._renew())
        self.answer.clicked.connect(self._answer)
        self.skip.clicked.connect(lambda: self._send_answer(DISMISSED_ANSWER))
        self._renew()
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
        px = theme().px
        head = QHBoxLayout()
        head.setSpacing(px(8))
        head.addWidget(Glyph("help", size=16), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(PlainLabel(sanitize_text(self._elicitation.question, "\n"), font="strong", wrap=True), 1)
        self.content.addLayout(head)
        choices = QVBoxLayout()
        choices.setSpacing(px(6))
        for number, choice in enumerate(self._elicitation.choices, 1):
            choices.addWidget(self._choice(sanitize_text(choice), choice, number))
        if self.choices:
            self.content.addLayout(choices)
        self.content.addWidget(self.words)
        foot = QHBoxLayout()
        foot.setSpacing(px(12))
        foot.addWidget(self.answer)
        foot.addStretch(1)
        foot.addWidget(self.skip)
        self.content.addLayout(foot)
        set_tab_order((*self.choices, self.words.edit, self.answer, self.skip))

    def _choice(self, words: str, choice: str, number: int) -> ChoiceLine:
        line = ChoiceLine(words, number, ticked=self._elicitation.multiple)
        if self._elicitation.multiple:
            self._ticked.addButton(line, number - 1)
        else:
            line.clicked.connect(lambda: self._send_answer(ElicitationAnswer((choice,), self.words.text())))
        self.choices.append(line)
        return line

    @property
    def _chosen(self) -> tuple[str, ...]:
        ticked = (self._ticked.id(button) for button in self._ticked.buttons() if button.isChecked())
        return tuple(self._elicitation.choices[place] for place in sorted(ticked))

    def _renew(self) -> None:
        self.answer.setEnabled(bool(self._chosen or self.words.text().strip()))

    def _answer(self) -> None:
        if self._chosen or self.words.text().strip():
            self._send_answer(ElicitationAnswer(self._chosen, self.words.text()))

    def _send_answer(self, answer: ElicitationAnswer) -> None:
        if not self._over:
            self._over = True
            self.answered.emit(valid_answer(answer, self._elicitation))
