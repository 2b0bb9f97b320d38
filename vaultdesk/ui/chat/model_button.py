"""Model button: who is asked, and the menu to ask somebody else. Knows names only; the workspace knows models."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal

from vaultdesk.ui.chat.chat_vault import NamedModel
from vaultdesk.ui.parts.menu import Menu, MenuButton


class ModelButton(MenuButton):
    """Shows the model's name; opens upwards."""

    chosen = Signal(str)
    settings_requested = Signal()

    def __init__(self) -> None:
        self._choices: Sequence[NamedModel] = ()
        self._current = ""
        super().__init__("", "", self._fill_menu, font="small", role="text2")
        self._name = self.tr("Model")
        self.set_opens_up(True)

    def set_choices(self, choices: Sequence[NamedModel], current: str) -> None:
        """Offer *choices*; the one labelled *current* is asked."""
        self._choices, self._current = tuple(choices), current
        chosen = next((choice for choice in choices if choice.label == current), None)
        self.set_icon_name("chip" if chosen is None or chosen.local else "cloud")
        self.set_words(chosen.title if chosen else current or self.tr("Choose a model"))

    def _fill_menu(self, menu: Menu) -> None:
        for choice in self._choices:
            menu.add(choice.title, partial(self.chosen.emit, choice.label), checked=choice.label == self._current)
        menu.addSeparator()
        menu.add(self.tr("Set up models…"), self.settings_requested.emit, icon_name="sliders")
