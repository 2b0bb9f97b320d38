"""Form for the answer settings of one chat: temperature, length and rounds of tool calls."""

from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QGridLayout, QWidget

from vaultdesk.chat.conversation import ChatChoices
from vaultdesk.core.answer_limits import MAX_ANSWER_LENGTH, MAX_ROUNDS, MAX_TEMPERATURE, MIN_ANSWER_LENGTH
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.form_controls import DecimalField, NumberField
from vaultdesk.ui.widgets.labels import PlainLabel

TEMPERATURE_STEP = 0.1
LENGTH_STEP = 500
"""Tokens added by one press of an arrow."""


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """Answer settings of one chat; None uses the model's or the global setting."""

    temperature: float | None = None
    max_tokens: int | None = None
    rounds: int | None = None


def answer_settings(choices: ChatChoices) -> AnswerSettings:
    return AnswerSettings(choices.temperature, choices.max_tokens, choices.rounds)


def with_answer_settings(choices: ChatChoices, settings: AnswerSettings) -> ChatChoices:
    return replace(choices, temperature=settings.temperature, max_tokens=settings.max_tokens, rounds=settings.rounds)


class AnswerSettingsForm(QWidget):
    """Three rows; one step below the minimum of a field selects the model's or the global setting."""

    changed = Signal(object)
    """The changed `AnswerSettings`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.temperature = DecimalField(self.tr("Temperature in this chat"), (-TEMPERATURE_STEP, MAX_TEMPERATURE))
        self.temperature.setDecimals(2)
        self.temperature.setSingleStep(TEMPERATURE_STEP)
        self.temperature.setSpecialValueText(self.tr("Automatic"))
        self.length = NumberField(
            self.tr("Longest answer in this chat, in tokens"), MIN_ANSWER_LENGTH - 1, MAX_ANSWER_LENGTH
        )
        self.length.setSingleStep(LENGTH_STEP)
        self.length.setSpecialValueText(self.tr("Automatic"))
        self.rounds = NumberField(self.tr("Rounds of tools for a question in this chat"), 0, MAX_ROUNDS)
        self.rounds.setSpecialValueText(self.tr("As in Settings"))
        rows: tuple[tuple[str, QAbstractSpinBox], ...] = (
            (self.tr("Temperature"), self.temperature),
            (self.tr("Longest answer, in tokens"), self.length),
            (self.tr("Rounds of tools"), self.rounds),
        )
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme().px(12))
        grid.setVerticalSpacing(theme().px(6))
        grid.setColumnStretch(0, 1)
        grid.addWidget(PlainLabel(self.tr("For this chat"), role="muted", font="caption"), 0, 0, 1, 2)
        for row, (title, field) in enumerate(rows, start=1):
            grid.addWidget(PlainLabel(title, role="text2", font="small"), row, 0, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(field, row, 1)
        self._showing = False
        self.show_settings(AnswerSettings())
        for number in (self.length, self.rounds):
            number.valueChanged.connect(lambda _value: self._tell())
        self.temperature.valueChanged.connect(lambda _value: self._tell())

    def settings(self) -> AnswerSettings:
        temperature, length, rounds = round(self.temperature.value(), 2), self.length.value(), self.rounds.value()
        return AnswerSettings(
            temperature if temperature >= 0 else None,
            length if length >= MIN_ANSWER_LENGTH else None,
            rounds or None,
        )

    def show_settings(self, settings: AnswerSettings) -> None:
        """Show *settings* without emitting `changed`."""
        self._showing = True
        self.temperature.setValue(-TEMPERATURE_STEP if settings.temperature is None else settings.temperature)
        self.length.setValue(MIN_ANSWER_LENGTH - 1 if settings.max_tokens is None else settings.max_tokens)
        self.rounds.setValue(settings.rounds or 0)
        self._showing = False

    def _tell(self) -> None:
        if not self._showing:
            self.changed.emit(self.settings())
