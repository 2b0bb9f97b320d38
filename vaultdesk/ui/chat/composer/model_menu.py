"""Choice of a model with the answer settings of the chat: button and popup."""

from collections.abc import Sequence

import shiboken6
from msgspec import Struct
from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QGridLayout, QWidget

from vaultdesk.chat.conversation import ChatChoices
from vaultdesk.core.answer_limits import MAX_ANSWER_LENGTH, MAX_ROUNDS, MAX_TEMPERATURE, MIN_ANSWER_LENGTH
from vaultdesk.core.values import replace
from vaultdesk.providers.gguf.model_files import model_display_name
from vaultdesk.providers.provider import Effort
from vaultdesk.ui.chat.vault_protocols import NamedModel
from vaultdesk.ui.formatting import capabilities_text, tool_mode_text
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import SegmentedControl
from vaultdesk.ui.widgets.form_controls import DecimalField, NumberField
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip
from vaultdesk.ui.widgets.layouts import row_layout
from vaultdesk.ui.widgets.lists.entry_list import ENTRY_STYLE, ListPopup
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.menu import ChoiceButton

TEMPERATURE_STEP = 0.1
LENGTH_STEP = 500
"""Tokens added by one press of an arrow."""


class AnswerSettings(Struct, frozen=True):
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
        self.rounds = NumberField(self.tr("Tool rounds per question in this chat"), 0, MAX_ROUNDS)
        self.rounds.setSpecialValueText(self.tr("As in Settings"))
        rows: tuple[tuple[str, QAbstractSpinBox], ...] = (
            (self.tr("Temperature"), self.temperature),
            (self.tr("Longest answer, in tokens"), self.length),
            (self.tr("Tool rounds"), self.rounds),
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
            number.valueChanged.connect(lambda _value: self._emit_changed())
        self.temperature.valueChanged.connect(lambda _value: self._emit_changed())

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

    def _emit_changed(self) -> None:
        if not self._showing:
            self.changed.emit(self.settings())


BUILT_IN_PREFIX = "offline/"
"""Prefix of the label of the assistant without a model."""


def is_built_in(model: NamedModel) -> bool:
    """Return whether *model* is the assistant without a model."""
    return model.label.startswith(BUILT_IN_PREFIX)


def model_ability_text(model: NamedModel) -> str:
    """Return the abilities of *model* in one line."""
    return capabilities_text(
        model.tool_mode, images=model.images, reasoning=model.reasoning, context=model.context, local=model.local
    )


def model_name(model: NamedModel) -> str:
    """Return the name of *model* for use beside its provider's name."""
    name = model_display_name(model.label.partition("/")[2])
    return translate(model.title) if is_built_in(model) else name or model.title


def model_entries(models: Sequence[NamedModel], query: str = "") -> list[ListRow]:
    """Return rows for the *models* whose name or abilities contain every word of *query*, under their providers."""
    words = query.casefold().split()
    groups: dict[str, list[ListRow]] = {}
    for model in models:
        entry = ListRow(
            model.label,
            model_name(model),
            text=model_ability_text(model),
            mark="" if model.tool_mode == "native" else "info",
            description=translate(model.reason),
        )
        text = f"{model.label} {model.title} {entry.title} {entry.text}".casefold()
        if all(word in text for word in words):
            groups.setdefault(_heading(model), []).append(entry)
    # The built-in assistant is always available and comes last: users look for another model.
    ordered = sorted(groups.items(), key=lambda group: group[0] == _built_in())
    return [row for heading, rows in ordered for row in (ListRow(title=heading, heading=True), *rows)]


def _heading(model: NamedModel) -> str:
    if is_built_in(model):
        return _built_in()
    return translate(model.provider)


def _built_in() -> str:
    return QCoreApplication.translate("ModelMenu", "Built in")


EFFORTS: tuple[Effort, ...] = ("", "off", "low", "medium", "high")
"""Reasoning efforts in the order of the switch."""


class ModelPopup(ListPopup):
    """Popup above a button that picks a model, with the reasoning effort and the answer settings of the chat."""

    effort_chosen = Signal(str)
    answers_changed = Signal(object)
    """`AnswerSettings` of the shown chat were changed."""
    settings_requested = Signal()

    preferred_width = 440
    list_style = replace(ENTRY_STYLE, elide=Qt.TextElideMode.ElideMiddle)
    """The end of a model's name tells its variant."""
    detail_lines = 3
    opens_upwards = True

    def __init__(self, anchor: QWidget) -> None:
        names = (self.tr("Automatic"), self.tr("Off"), self.tr("Low"), self.tr("Medium"), self.tr("High"))
        effort, answers, thinking = SegmentedControl(names, self.tr("Thinking")), AnswerSettingsForm(), QWidget()
        row = row_layout(thinking, 12)
        row.addWidget(PlainLabel(self.tr("Thinking"), role="text2", font="small"), 1)
        row.addWidget(effort)
        super().__init__(
            self.tr("Choose a model"),
            self.tr("Find a model"),
            [(self.tr("Set Up Models…"), lambda: self.settings_requested.emit())],
            anchor=anchor,
            extra=(thinking, answers),
        )
        self.list.setAccessibleName(self.tr("Models"))
        self._models: Sequence[NamedModel] = ()
        self._thinking, self.effort, self.answers = thinking, effort, answers
        self.effort.changed.connect(lambda index: self.effort_chosen.emit(EFFORTS[index]))
        self.answers.changed.connect(self.answers_changed)

    def show_models(
        self, models: Sequence[NamedModel], chosen: str, effort: Effort, answers: AnswerSettings | None = None
    ) -> None:
        """Offer *models* with the current one, *chosen*, ticked; may be called again while open.

        *answers* are the chat's answer settings; None if the model is chosen for one question only.
        """
        self._models = tuple(models)
        if answers is not None:
            self.answers.show_settings(answers)
        self.effort.set_current(EFFORTS.index(effort))
        current = next((model for model in models if model.label == chosen), None)
        # Shown only if it may have an effect: hidden for a model known not to reason.
        self._thinking.setVisible(current is None or (current.reasoning is not False and not is_built_in(current)))
        self.answers.setVisible(answers is not None and (current is None or not is_built_in(current)))
        self.ticked = chosen
        if self.isVisible():
            self.refresh()

    def entries(self, query: str) -> list[ListRow]:
        return model_entries(self._models, query)

    def detail_text(self, entry: ListRow | None) -> str:
        model = next(
            (candidate for candidate in self._models if entry is not None and candidate.label == entry.key), None
        )
        if model is None:
            return self.tr("No model matches.")
        price = f"{translate(model.price)}." if model.price else ""
        return " ".join(part for part in (translate(model.reason), price) if part)


class ModelButton(ChoiceButton):
    """Shows the model's name; opens upwards."""

    chosen = Signal(str)
    effort_chosen = Signal(str)
    answers_changed = Signal(object)
    """`AnswerSettings` of the shown chat were changed."""
    settings_requested = Signal()
    opened = Signal()
    """The popup is being opened; model lists may be refreshed."""

    def __init__(self) -> None:
        self._choices: Sequence[NamedModel] = ()
        self._current = ""
        self._effort: Effort = ""
        self._answers: AnswerSettings | None = None
        self._popup: ModelPopup | None = None
        super().__init__("", "", font="small", role="text2")
        self._name = self.tr("Model")
        self.set_opens_upwards(True)
        self.clicked.connect(self.open)

    def set_choices(
        self,
        choices: Sequence[NamedModel],
        current: str,
        effort: Effort = "",
        agent: str = "",
        answers: AnswerSettings | None = None,
    ) -> None:
        """Offer *choices* with *current* as the model in use and *effort* as its reasoning effort.

        *agent* names the agent that sets this model; empty if the user chose it. *answers* are the chat's answer
        settings.
        """
        self._choices, self._current, self._effort, self._answers = tuple(choices), current, effort, answers
        chosen = next((choice for choice in choices if choice.label == current), None)
        self.set_icon_name("chip" if chosen is None or chosen.local else "cloud")
        if chosen is None:
            self.set_shown_text(current or self.tr("Choose a model"))
            self.setToolTip("")
            self.setAccessibleDescription("")
        else:
            remarks = (
                self.tr("agent’s") if agent else "",
                "" if chosen.tool_mode == "native" else tool_mode_text(chosen.tool_mode),
            )
            self.set_shown_text(model_name(chosen), " · ".join(remark for remark in remarks if remark))
            agent_text = (
                self.tr("{0} uses this model. You can choose another one for this chat here.").format(agent)
                if agent
                else ""
            )
            reason = translate(chosen.reason)
            lines = (translate(chosen.title), model_ability_text(chosen), agent_text, reason)
            self.setToolTip(as_tooltip("\n".join(line for line in lines if line)))
            self.setAccessibleDescription(" ".join(line for line in (agent_text, reason) if line))
        if self._popup is not None and shiboken6.isValid(self._popup):
            self._popup.show_models(self._choices, self._current, self._effort, self._answers)

    def open(self) -> ModelPopup:
        """Open the popup above the button."""
        return self.open_over(self)

    def open_over(self, anchor: QWidget) -> ModelPopup:
        """Open the popup above *anchor*: the button itself may be hidden."""
        popup = self._popup = ModelPopup(anchor)
        popup.chosen.connect(self.chosen)
        popup.effort_chosen.connect(self.effort_chosen)
        popup.answers_changed.connect(self.answers_changed)
        popup.settings_requested.connect(self.settings_requested)
        popup.show_models(self._choices, self._current, self._effort, self._answers)
        popup.open_at(self._current)
        self.opened.emit()
        return popup
