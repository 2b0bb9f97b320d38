"""ChoicePopup: a few names under a field, one of them current. Takes no keyboard: the field steps through it."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from vaultdesk.ui.browser.completing import MOST_CHOICES, Choice
from vaultdesk.ui.facts import number
from vaultdesk.ui.widgets.lists.completion_popup import CompletionPopup
from vaultdesk.ui.widgets.lists.entry_list import LINE, ListEntry

LEAST = 240
"""Width it has at least."""


class ChoicePopup(CompletionPopup):
    """Shows names with how many notes have each."""

    def __init__(self, field: QWidget) -> None:
        super().__init__(field, "")
        self.list.setAccessibleName(self.tr("Names"))

    def show_choices(self, choices: Sequence[Choice], icon_name: str) -> None:
        """Show *choices* under the field; nothing where there is none."""
        entries = [
            ListEntry(choice.name, choice.name, icon=icon_name, right=number(choice.count) if choice.count else "")
            for choice in choices
        ]
        self.show_entries(entries, self._field.rect(), (LEAST, MOST_CHOICES * LINE))
