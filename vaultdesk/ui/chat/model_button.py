"""Model button: who is asked, and how tools reach it where that is not by its own means. Opens the choice of models."""

from collections.abc import Sequence

import shiboken6
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.providers.provider import Effort
from vaultdesk.ui.chat.chat_vault import NamedModel
from vaultdesk.ui.chat.model_entries import model_name, model_words
from vaultdesk.ui.chat.model_popup import ModelPopup
from vaultdesk.ui.model_words import way_words
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.menu import ChoiceButton


class ModelButton(ChoiceButton):
    """Shows the model's name; opens upwards."""

    chosen = Signal(str)
    effort_chosen = Signal(str)
    settings_requested = Signal()
    opened = Signal()
    """The models are looked at: whoever keeps lists of them may renew them now."""

    def __init__(self) -> None:
        self._choices: Sequence[NamedModel] = ()
        self._current = ""
        self._effort: Effort = ""
        self._popup: ModelPopup | None = None
        super().__init__("", "", font="small", role="text2")
        self._name = self.tr("Model")
        self.set_opens_up(True)
        self.clicked.connect(self.open)

    def set_choices(self, choices: Sequence[NamedModel], current: str, effort: Effort = "", whose: str = "") -> None:
        """Offer *choices*; the one labelled *current* is asked, to think as much as *effort* says.

        *whose* names the agent that asks this model of its own accord; empty where the person chose it.
        """
        self._choices, self._current, self._effort = tuple(choices), current, effort
        chosen = next((choice for choice in choices if choice.label == current), None)
        self.set_icon_name("chip" if chosen is None or chosen.local else "cloud")
        if chosen is None:
            self.set_words(current or self.tr("Choose a model"))
            self.setToolTip("")
            self.setAccessibleDescription("")
        else:
            remarks = (self.tr("agent’s") if whose else "", "" if chosen.way == "native" else way_words(chosen.way))
            self.set_words(model_name(chosen), " · ".join(remark for remark in remarks if remark))
            why = self.tr("{0} asks this model. Choose another one here for this chat.").format(whose) if whose else ""
            lines = (chosen.title, model_words(chosen), why, chosen.why)
            self.setToolTip(as_tooltip("\n".join(line for line in lines if line)))
            self.setAccessibleDescription(" ".join(line for line in (why, chosen.why) if line))
        if self._popup is not None and shiboken6.isValid(self._popup):
            self._popup.show_models(self._choices, self._current, self._effort)

    def open(self) -> ModelPopup:
        """Open the choice over the button."""
        return self.open_over(self)

    def open_over(self, place: QWidget) -> ModelPopup:
        """Open the choice over *place*: the button itself may be out of sight."""
        popup = self._popup = ModelPopup(place)
        popup.chosen.connect(self.chosen)
        popup.effort_chosen.connect(self.effort_chosen)
        popup.settings_requested.connect(self.settings_requested)
        popup.show_models(self._choices, self._current, self._effort)
        popup.open_over(place)
        self.opened.emit()
        return popup
