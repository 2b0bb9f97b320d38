"""Provider form: one provider's key, address and model, tested on the spot. A test sends no note."""

import asyncio

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QWidget

from vaultdesk.credentials import Credentials
from vaultdesk.errors import VaultDeskError
from vaultdesk.providers.catalog import Catalog, KeyTest
from vaultdesk.settings import ProviderSettings, Settings
from vaultdesk.ui.bridge import start
from vaultdesk.ui.parts.banner import Banner
from vaultdesk.ui.parts.buttons import IconButton, PlainButton, PrimaryButton
from vaultdesk.ui.parts.card import Card
from vaultdesk.ui.parts.fields import TextField
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.parts.menu import Menu
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.form import LABEL_WIDTH
from vaultdesk.ui.settings.provider_rows import VENDORS, ProviderRow, provider_rows
from vaultdesk.ui.theme.theme import theme


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
        self._key = TextField(self.tr("Key"), secret=True, placeholder=self._key_words(False))
        self._address = TextField(self.tr("Address"), row.settings.base_url, placeholder=self._usual_address())
        self._name = TextField(self.tr("Name"), row.settings.name, placeholder=row.title)
        self._model = QComboBox()
        self._test = PlainButton(self.tr("Test"))
        self._use = PrimaryButton(self.tr("Use in Chats"))
        self._outcome = Banner("success", "")
        self._outcome.hide()
        self._lay_out()
        self._test.clicked.connect(lambda: start(self._run_test(), self))
        self._use.clicked.connect(self._use_in_chats)
        self._key.edit.returnPressed.connect(self._test.click)
        self._address.edit.editingFinished.connect(self._keep_fields)
        self._name.edit.editingFinished.connect(self._keep_fields)
        self._model.lineEdit().editingFinished.connect(self._keep_fields)
        start(self._look_for_key(), self)

    def outcome(self) -> str:
        """Return what the last test said; empty before one."""
        return self._outcome.text() if self._outcome.isVisibleTo(self) else ""

    def key_field(self) -> TextField:
        """Return the field the key is typed into."""
        return self._key

    def test_button(self) -> PlainButton:
        """Return the button that tests."""
        return self._test

    def model_box(self) -> QComboBox:
        """Return the field the model is typed into or chosen from."""
        return self._model

    def use_button(self) -> PlainButton:
        """Return the button that makes this the model of chats."""
        return self._use

    def _lay_out(self) -> None:
        step = theme().step
        head = QHBoxLayout()
        head.addWidget(PlainLabel(self._row.title, font="title"), 1)
        if self._row.name not in VENDORS:
            more = IconButton("more", self.tr("More"))
            more.clicked.connect(lambda: self._open_more(more))
            head.addWidget(more)
        self._model.setEditable(True)
        self._model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._model.setAccessibleName(self.tr("Model"))
        self._model.setCurrentText(self._row.settings.model)
        self._model.lineEdit().setPlaceholderText(self.tr("Test to fetch the list, or type a model’s name"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(step(12))
        grid.setVerticalSpacing(step(12))
        grid.setColumnMinimumWidth(0, step(LABEL_WIDTH * 2 // 3))
        grid.setColumnStretch(1, 1)
        key_row = QHBoxLayout()
        key_row.setSpacing(step(8))
        key_row.addWidget(self._key, 1)
        key_row.addWidget(self._test)
        rows: list[tuple[str, QHBoxLayout | QWidget]] = [(self.tr("Key"), key_row), ("", self._outcome)]
        if self._row.name not in VENDORS:
            rows.insert(0, (self.tr("Name"), self._name))
        rows += [(self.tr("Address"), self._address), (self.tr("Model"), self._model)]
        for number, (title, field) in enumerate(rows):
            grid.addWidget(PlainLabel(title, role="text2"), number, 0, Qt.AlignmentFlag.AlignTop)
            if isinstance(field, QHBoxLayout):
                grid.addLayout(field, number, 1)
            else:
                grid.addWidget(field, number, 1)
        use_row = QHBoxLayout()
        use_row.addWidget(PlainLabel(self.tr("Who answers in the chat."), role="muted", font="small"), 1)
        use_row.addWidget(self._use)
        grid.addLayout(use_row, len(rows), 1)
        self.content.addLayout(head)
        self.content.addLayout(grid)

    def _usual_address(self) -> str:
        usual = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com"}
        return usual.get(self._row.settings.kind, "http://localhost:8080/v1")

    def _key_words(self, kept: bool) -> str:
        if kept:
            return self.tr("A key is kept. Type a new one to replace it.")
        wanted = self._row.settings.kind != "openai-compatible"
        return self.tr("Paste your key") if wanted else self.tr("Only if the server wants one")

    async def _look_for_key(self) -> None:
        if not self._row.origin:
            return
        row = self._row
        found = await asyncio.to_thread(self._credentials.get, row.name, row.origin, row.settings.api_key_env)
        if found is not None:
            words = self._key_words(True)
            if found.place == "environment":
                words = self.tr("Taken from the environment")
            self._key.edit.setPlaceholderText(words)

    def _settings(self) -> ProviderSettings:
        return self._row.settings.model_copy(
            update={
                "base_url": self._address.text().strip(),
                "name": self._name.text().strip(),
                "model": self._model.currentText().strip(),
            }
        )

    def _keep_fields(self) -> bool:
        name, wanted = self._row.name, self._settings()
        if wanted == self._row.settings:
            return True
        if not self._keeper.keep(lambda settings: settings.with_provider(name, wanted)):
            return False
        rows = {row.name: row for row in provider_rows(self._keeper.store.settings)}
        self._row = rows[name]
        return True

    async def _run_test(self) -> None:
        if not self._keep_fields():
            return
        self._test.setEnabled(False)
        self._show(None, self.tr("Asking {0}…").format(self._row.host or self._row.title))
        try:
            await self._keep_key()
            test = await self._catalog.test(self._row.name)
        except VaultDeskError as problem:
            test = KeyTest(False, 0.0, (), str(problem))
        finally:
            self._test.setEnabled(True)
        words = self.tr("{0} No note was sent for this test.").format(test.message) if test.ok else test.message
        self._show(test.ok, words)
        if test.ok:
            self._offer_models(test)
        self.tested.emit(self._row.name, test.ok)

    async def _keep_key(self) -> None:
        secret = self._key.text().strip()
        if not secret:
            return
        row = self._row
        await asyncio.to_thread(self._credentials.set, row.name, row.origin, secret)
        self._key.set_text("")
        self._key.edit.setPlaceholderText(self._key_words(True))
        if row.name not in self._keeper.store.settings.providers:
            self._keeper.keep(lambda settings: settings.with_provider(row.name, row.settings))

    def _offer_models(self, test: KeyTest) -> None:
        chosen = self._model.currentText()
        self._model.clear()
        self._model.addItems([model.id for model in test.models])
        self._model.setCurrentText(chosen)

    def _use_in_chats(self) -> None:
        model = self._model.currentText().strip()
        if not model:
            self._show(False, self.tr("Choose a model first: test, then pick one from the list."))
            return
        label = f"{self._row.name}/{model}"

        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={"model": label})})

        if self._keep_fields() and self._keeper.keep(changed):
            self._show(True, self.tr("Chats now ask {0}.").format(label))

    def _show(self, ok: bool | None, words: str) -> None:
        self._outcome.set_kind("info" if ok is None else "success" if ok else "danger")
        self._outcome.set_text(words)
        self._outcome.show()

    def _open_more(self, button: IconButton) -> None:
        menu = Menu(self.tr("More"), button)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.add(self.tr("Remove this provider"), lambda: start(self._remove(), self), icon_name="close")
        menu.open_under(button)

    async def _remove(self) -> None:
        name = self._row.name
        await asyncio.to_thread(self._credentials.forget, name)

        def without(settings: Settings) -> Settings:
            chat = settings.chat
            if chat.model.startswith(f"{name}/"):
                chat = chat.model_copy(update={"model": "offline/offline"})
            return settings.with_provider(name, None).model_copy(update={"chat": chat})

        self._keeper.keep(without)
