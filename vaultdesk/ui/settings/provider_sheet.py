"""Provider sheet: where questions may be answered: the list at the left, the chosen provider at the right."""

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from vaultdesk.credentials import Credentials, NoKey
from vaultdesk.providers.catalog import Catalog
from vaultdesk.settings import ProviderSettings, Settings, SettingsStore
from vaultdesk.ui.bridge import start
from vaultdesk.ui.parts.buttons import PlainButton, PrimaryButton
from vaultdesk.ui.parts.card import Card
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.provider_button import ProviderButton, ProviderState
from vaultdesk.ui.settings.provider_form import ProviderForm
from vaultdesk.ui.settings.provider_rows import ProviderRow, free_name, provider_rows
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.theme.theme import theme

LIST_WIDTH = 300
"""Pixels of the list of providers (mockup 09)."""

SIDE_BY_SIDE = 740
"""Pixels of the page from which list and form stand side by side; below, the form stands under the list."""


class ProviderSheet(Sheet):
    """The providers page."""

    def __init__(
        self, store: SettingsStore, credentials: Credentials, catalog: Catalog, parent: QWidget | None = None
    ) -> None:
        words = self.tr("Where questions may be answered. Keys are never written into a settings file.")
        super().__init__(self.tr("Providers"), words, wide=True, parent=parent)
        self._place = PlainLabel(role="muted", wrap=True)
        self._place.hide()
        self.add_remark(self._place)
        self._keeper = Keeper(store, self.problem)
        self._credentials = credentials
        self._catalog = catalog
        self._chosen = ""
        self._states: dict[str, ProviderState] = {}
        self._buttons: dict[str, ProviderButton] = {}
        self.form: QWidget | None = None
        self._list = Card(padding=0)
        self._list.content.setSpacing(0)
        self._left, self._right = QWidget(), QVBoxLayout()
        self._panes = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        self.refresh(store.settings)
        start(self._look_for_keys(), self)

    def refresh(self, settings: Settings) -> None:
        """Show the providers there are now."""
        rows = provider_rows(settings)
        if list(self._buttons) != [row.name for row in rows]:
            self._fill_list(rows)
        for row in rows:
            state = self._states.get(row.name, "untested")
            self._buttons[row.name].show_row(row, state, chosen=row.name == self._chosen)
        if self._chosen not in self._buttons:
            self.choose(settings.chat.model.partition("/")[0])

    def choose(self, name: str) -> None:
        """Show the provider *name* at the right; the first one where there is no such."""
        rows = {row.name: row for row in provider_rows(self._keeper.store.settings)}
        row = rows.get(name) or next(iter(rows.values()))
        self._chosen = row.name
        if self.form is not None:
            self._right.removeWidget(self.form)
            self.form.deleteLater()
        self.form = self._offline(row) if row.offline else self._provider_form(row)
        self._right.insertWidget(0, self.form)
        for button_name, button in self._buttons.items():
            button.setChecked(button_name == row.name)

    def add(self) -> None:
        """Add a server of the person's own, to be filled in."""
        name = free_name(self._keeper.store.settings)
        fresh = ProviderSettings(kind="openai-compatible", name=self.tr("My server"))
        if self._keeper.keep(lambda settings: settings.with_provider(name, fresh)):
            self.refresh(self._keeper.store.settings)
            self.choose(name)
            if isinstance(self.form, ProviderForm):
                # One turn of the loop: a field that is not laid out yet cannot take the focus.
                address = self.form.address_field.edit
                QTimer.singleShot(0, address, address.setFocus)

    def button(self, name: str) -> ProviderButton:
        """Return the row of the provider *name*."""
        return self._buttons[name]

    def place_words(self) -> str:
        """Return the sentence that tells where keys are kept; empty until it is known."""
        return self._place.text()

    def stacked(self) -> bool:
        """Tell whether the form stands under the list."""
        return self._panes.direction() == QBoxLayout.Direction.TopToBottom

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the form beside the list, or under it where there is no room."""
        super().resizeEvent(event)
        step = theme().step
        narrow = event.size().width() < step(SIDE_BY_SIDE)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if way != self._panes.direction():
            self._panes.setDirection(way)
        self._left.setMinimumWidth(0 if narrow else step(LIST_WIDTH))
        self._left.setMaximumWidth(step(SIDE_BY_SIDE) if narrow else step(LIST_WIDTH))

    def _lay_out(self) -> None:
        step = theme().step
        add = PlainButton(self.tr("Add Server…"), icon_name="plus")
        add.clicked.connect(self.add)
        left = QVBoxLayout(self._left)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(step(12))
        left.addWidget(self._list)
        left.addWidget(add)
        left.addStretch(1)
        self._right.addStretch(1)
        self._panes.setSpacing(step(20))
        self._panes.addWidget(self._left)
        self._panes.addLayout(self._right, 1)
        self.content.addLayout(self._panes)

    def _fill_list(self, rows: Sequence[ProviderRow]) -> None:
        for button in self._buttons.values():
            # Out of the tree at once: deleted only when the loop turns, it would be exclusive with its successors.
            button.setParent(None)
            button.deleteLater()
        self._buttons = {row.name: ProviderButton(first=not number) for number, row in enumerate(rows)}
        for name, button in self._buttons.items():
            button.clicked.connect(lambda _checked=False, name=name: self.choose(name))
            self._list.content.addWidget(button)

    def _provider_form(self, row: ProviderRow) -> ProviderForm:
        form = ProviderForm(row, self._keeper, self._credentials, self._catalog)
        form.tested.connect(self._note_test)
        return form

    def _offline(self, row: ProviderRow) -> QWidget:
        card = Card()
        words = self.tr(
            "Built in, without a language model. It finds the best sentences in your notes and quotes them "
            "with a link to each. Nothing leaves this computer."
        )
        card.content.addWidget(PlainLabel(row.title, font="title"))
        card.content.addWidget(PlainLabel(words, role="text2", wrap=True))
        use = PrimaryButton(self.tr("Use in Chats"))
        use.clicked.connect(self._use_offline)
        card.content.addWidget(use)
        return card

    def _use_offline(self) -> None:
        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={"model": "offline/offline"})})

        self._keeper.keep(changed)

    def _note_test(self, name: str, ok: bool) -> None:
        self._states[name] = "works" if ok else "fails"
        self.refresh(self._keeper.store.settings)

    async def _look_for_keys(self) -> None:
        """Say where keys are kept and which vendors have none; a keyring may take its time."""
        place = await asyncio.to_thread(lambda: self._credentials.place)
        self._place.setText(place.words)
        self._place.show()
        for row in provider_rows(self._keeper.store.settings):
            if row.wants_key and row.origin:
                found = await asyncio.to_thread(self._credentials.find, row.name, row.origin, row.settings.api_key_env)
                if isinstance(found, NoKey) and found.reason == "none":
                    self._states.setdefault(row.name, "no key")
        self.refresh(self._keeper.store.settings)
