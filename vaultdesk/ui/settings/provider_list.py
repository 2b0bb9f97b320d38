"""Provider list: the providers as rows of a card, one of them chosen, and what is known of each. Asks nobody."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.providers.catalog import Catalog
from vaultdesk.ui.settings.provider_button import ProviderButton, ProviderState
from vaultdesk.ui.settings.provider_rows import ProviderRow
from vaultdesk.ui.widgets.frames import Card


class ProviderList(Card):
    """One stop of Tab; arrows inside."""

    chosen = Signal(str)
    """The name of the provider whose row was pressed."""

    def __init__(self, catalog: Catalog, parent: QWidget | None = None) -> None:
        super().__init__(padding=0, parent=parent)
        self.content.setSpacing(0)
        self._catalog = catalog
        self._current = ""
        self._rows: Sequence[ProviderRow] = ()
        self._states: dict[str, ProviderState] = {}
        self._buttons: dict[str, ProviderButton] = {}

    def show_rows(self, rows: Sequence[ProviderRow]) -> None:
        """Show *rows*, in their order."""
        self._rows = tuple(rows)
        if list(self._buttons) != [row.name for row in rows]:
            self._fill()
        self.renew()

    def renew(self) -> None:
        """Take over what is known of them now."""
        for row in self._rows:
            models = 0 if row.offline or not row.ready else len(self._catalog.listed(row.name))
            state = self._states.get(row.name, "untested")
            self._buttons[row.name].show_row(row, state, chosen=row.name == self._current, models=models)

    def current(self) -> str | None:
        """Return the name of the chosen one; None where it is not there any more."""
        return self._current if self._current in self._buttons else None

    def set_current(self, name: str) -> None:
        """Mark the row of *name* as chosen."""
        self._current = name
        for button_name, button in self._buttons.items():
            button.setChecked(button_name == name)

    def set_state(self, name: str, state: ProviderState, *, keep: bool = False) -> None:
        """Say what is known of *name*; with *keep* only where nothing is known yet."""
        if not keep or name not in self._states:
            self._states[name] = state
        self.renew()

    def button(self, name: str) -> ProviderButton:
        """Return the row of the provider *name*."""
        return self._buttons[name]

    def names(self) -> list[str]:
        """Return the providers in the list."""
        return list(self._buttons)

    def _fill(self) -> None:
        for button in self._buttons.values():
            # Out of the tree at once: deleted only when the loop turns, it would be exclusive with its successors.
            button.setParent(None)
            button.deleteLater()
        self._buttons = {row.name: ProviderButton(first=not number) for number, row in enumerate(self._rows)}
        for name, button in self._buttons.items():
            button.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
            self.content.addWidget(button)
