"""Provider form: one provider's key, address and model, tested on the spot. A test sends no note."""

import asyncio

import shiboken6
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.credentials import Credentials
from vaultdesk.errors import UsageError, VaultDeskError
from vaultdesk.providers.catalog import Catalog
from vaultdesk.settings import ProviderSettings, Settings
from vaultdesk.ui.bridge import start
from vaultdesk.ui.parts.banner import Banner
from vaultdesk.ui.parts.buttons import IconButton, PlainButton, PrimaryButton
from vaultdesk.ui.parts.card import Card
from vaultdesk.ui.parts.fields import TextField
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.parts.menu import Menu
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.form import row_label
from vaultdesk.ui.settings.key_field import KeyField
from vaultdesk.ui.settings.model_box import ModelBox
from vaultdesk.ui.settings.provider_rows import VENDORS, ProviderRow, address_of, provider_rows
from vaultdesk.ui.theme.theme import theme

LABEL_WIDTH = 88
"""Pixels of the column of names at LOOK's font size."""

USUAL_ADDRESSES = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com"}
"""What a vendor's empty address stands for."""


class ProviderForm(Card):
    """The right half of the providers page."""

    tested = Signal(str, bool)
    """The provider's name, and whether it answered."""

    def __init__(
        self,
        row: ProviderRow,
        keeper: Keeper,
        credentials: Credentials,
        catalog: Catalog,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent=parent)
        self._row = row
        self._keeper = keeper
        self._credentials = credentials
        self._catalog = catalog
        self._testing = False
        self.own = row.name not in VENDORS
        usual = USUAL_ADDRESSES.get(row.settings.kind, "http://localhost:8080/v1")
        self.name_field = TextField(self.tr("Name"), row.settings.name, placeholder=row.title)
        self.address_field = TextField(self.tr("Address"), row.settings.base_url, placeholder=usual)
        self.key = KeyField(credentials)
        self.model = ModelBox(row.settings.model)
        self.test_button = PlainButton(self.tr("Test"))
        self.use_button = PrimaryButton(self.tr("Use in Chats"))
        self._outcome = Banner("success", "")
        self._outcome.hide()
        self.content.addLayout(self._head())
        self.content.addLayout(self._grid())
        self.test_button.clicked.connect(self._begin_test)
        self.key.entered.connect(self._begin_test)
        self.use_button.clicked.connect(self._begin_use)
        for field in (self.address_field, self.name_field):
            field.edit.editingFinished.connect(self._keep_fields)
        self.model.finished.connect(self._keep_fields)
        self.key.look(row)

    def outcome(self) -> str:
        """Return what the last test said; empty before one."""
        return self._outcome.text() if self._outcome.isVisibleTo(self) else ""

    def _head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        more = IconButton("more", self.tr("More"))
        more.clicked.connect(lambda: self._open_more(more))
        head.addWidget(PlainLabel(self._row.title, font="title"), 1)
        head.addWidget(more)
        return head

    def _grid(self) -> QGridLayout:
        step = theme().step
        grid = QGridLayout()
        grid.setHorizontalSpacing(step(12))
        grid.setVerticalSpacing(step(12))
        grid.setColumnMinimumWidth(0, step(LABEL_WIDTH))
        grid.setColumnStretch(1, 1)
        line = QHBoxLayout()
        line.setSpacing(step(8))
        line.addWidget(self.key, 1)
        line.addWidget(self.test_button, 0, Qt.AlignmentFlag.AlignTop)
        # With the outcome in one cell: a hidden row of a grid would keep its spacing.
        key = QVBoxLayout()
        key.setSpacing(step(8))
        key.addLayout(line)
        key.addWidget(self._outcome)
        rows = [(self.tr("Key"), key), (self.tr("Address"), _alone(self.address_field))]
        if self.own:
            # A key is bound to its address: that comes first where it is the person's to fill in.
            rows = [(self.tr("Name"), _alone(self.name_field)), rows[1], rows[0]]
        rows.append((self.tr("Model"), _alone(self.model)))
        for number, (title, cell) in enumerate(rows):
            grid.addWidget(row_label(title), number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addLayout(cell, number, 1)
        use = QHBoxLayout()
        use.addWidget(PlainLabel(self.tr("Who answers in the chat."), role="muted", font="small", wrap=True), 1)
        use.addWidget(self.use_button)
        grid.addLayout(use, len(rows), 1)
        return grid

    def _keep_fields(self) -> bool:
        name, wanted = self._row.name, self._settings()
        if wanted == self._row.settings:
            self.address_field.set_problem("")
            return True
        wrong = "" if not wanted.base_url and self.own else self._wrong_address(wanted)
        self.address_field.set_problem(wrong)
        if wrong or not self._keeper.keep(lambda settings: settings.with_provider(name, wanted)):
            return False
        before = self._row
        self._row = {row.name: row for row in provider_rows(self._keeper.store.settings)}[name]
        if self._row.origin != before.origin:
            self._outcome.hide()
            self.key.look(self._row)
        return True

    def _settings(self) -> ProviderSettings:
        return self._row.settings.model_copy(
            update={
                "base_url": self.address_field.text().strip(),
                "name": self.name_field.text().strip(),
                "model": self.model.chosen(),
            }
        )

    def _wrong_address(self, wanted: ProviderSettings) -> str:
        try:
            address_of(wanted)
        except UsageError as problem:
            return str(problem)
        return ""

    def _begin_test(self) -> None:
        # Leaving the key's field begins a test, and the click on Test that left it would begin another.
        if not self._testing and self._keep_fields():
            self._testing = True
            self.key.begin_keeping(self._row)
            start(self._test(), self)

    async def _test(self) -> None:
        had_keyboard = self.test_button.hasFocus()
        self.test_button.setEnabled(False)
        try:
            await self._ask()
        finally:
            if shiboken6.isValid(self):
                self._testing = False
                self.test_button.setEnabled(True)
                if had_keyboard:
                    self.test_button.setFocus()

    async def _ask(self) -> None:
        if not self._row.origin:
            self.address_field.set_problem(self._wrong_address(self._row.settings))
            return
        self._show(None, self.tr("Asking {0}…").format(self._row.host))
        if not await self._keep_key():
            self._outcome.hide()
            return
        test = await self._catalog.test(self._row.name)
        self._show(test.ok, self.tr("{0} No note was sent for this test.").format(test.message))
        if test.ok:
            self.model.offer([model.id for model in test.models])
            self._keep_fields()
        self.tested.emit(self._row.name, test.ok)

    async def _keep_key(self) -> bool:
        row = self._row
        if not self.key.typed():
            return True
        if not await self.key.keep(row):
            return False
        if row.name not in self._keeper.store.settings.providers:
            return self._keeper.keep(lambda settings: settings.with_provider(row.name, row.settings))
        return True

    def _begin_use(self) -> None:
        if self._keep_fields():
            self.key.begin_keeping(self._row)
            start(self._use_in_chats(), self)

    async def _use_in_chats(self) -> None:
        if not await self._keep_key():
            return
        model = self.model.chosen()
        if not model:
            self._show(False, self.tr("Choose a model first: test, then pick one from the list."))
            self.model.setFocus()
            return
        label = f"{self._row.name}/{model}"

        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={"model": label})})

        if self._keeper.keep(changed):
            self._show(True, self.tr("Chats now ask {0}.").format(f"{self._row.title} · {model}"))

    def _show(self, ok: bool | None, words: str) -> None:
        self._outcome.set_kind("info" if ok is None else "success" if ok else "danger")
        self._outcome.set_text(words)
        self._outcome.show()

    def _open_more(self, button: IconButton) -> None:
        menu = Menu(self.tr("More"), button)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.add(self.tr("Forget the key"), lambda: start(self.forget_key(), self), icon_name="key")
        if self.own:
            menu.add(self.tr("Remove this provider"), lambda: start(self.remove(), self), icon_name="close")
        menu.open_under(button)

    async def forget_key(self) -> bool:
        """Forget the provider's key everywhere but in the environment; a failure is told on the page."""
        try:
            await asyncio.to_thread(self._credentials.forget, self._row.name)
        except VaultDeskError as problem:
            self._keeper.tell(str(problem))
            return False
        self._outcome.hide()
        self.key.look(self._row)
        return True

    async def remove(self) -> None:
        """Remove the provider and its key; chats that asked it ask the offline assistant."""
        name = self._row.name

        def without(settings: Settings) -> Settings:
            chat = settings.chat
            if chat.model.startswith(f"{name}/"):
                chat = chat.model_copy(update={"model": "offline/offline"})
            return settings.with_provider(name, None).model_copy(update={"chat": chat})

        if await self.forget_key():
            self._keeper.keep(without)


def _alone(field: QWidget) -> QVBoxLayout:
    cell = QVBoxLayout()
    cell.addWidget(field)
    return cell
