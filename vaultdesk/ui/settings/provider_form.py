"""Form of one provider, with connection test and selection as the default provider."""

import asyncio

import shiboken6
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import UsageError, VaultDeskError
from vaultdesk.core.phrases import Sentences, verbatim
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.providers.catalog import OFFLINE_LABEL, Catalog
from vaultdesk.providers.gguf.model_file_provider import engine_installed, missing_engine_error
from vaultdesk.providers.gguf.model_files import model_display_name
from vaultdesk.ui.bridge import start
from vaultdesk.ui.settings.provider_entries import ProviderRow, provider_rows
from vaultdesk.ui.settings.provider_fields import ProviderFields
from vaultdesk.ui.settings.sheet import SettingsWriter
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.menu import Menu


class UseProviderRow(QWidget):
    """A sentence and the page's one primary button."""

    def __init__(self, catalog: Catalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._catalog = catalog
        self._words = PlainLabel(role="muted", font="small", wrap=True)
        self.button = PrimaryButton(self.tr("Use in Chats"))
        px = theme().px
        row = QHBoxLayout(self)
        row.setContentsMargins(0, px(4), 0, 0)
        row.setSpacing(px(12))
        row.addWidget(self._words, 1)
        row.addWidget(self.button)

    def status_text(self) -> str:
        return self._words.text()

    def show_default_model(self, default_model: str, here: str) -> None:
        """Show that chats use *default_model*; *here* is the one of this page, empty if none."""
        self._words.set_role("muted")
        if default_model == here:
            self._words.setText(self.tr("Chats ask this one now."))
        else:
            self._words.setText(self.tr("Chats ask {0} now.").format(self._called(default_model)))

    def refuse(self, why: str) -> None:
        """Show why the action of the button failed."""
        self._words.set_role("danger")
        self._words.setText(why)

    def _called(self, label: str) -> str:
        name, _, model = label.partition("/")
        try:
            title = translate(self._catalog.provider_title(name))
        except VaultDeskError:
            return label  # The provider in the settings does not exist.
        return title if label == OFFLINE_LABEL or not model else f"{title} · {model_display_name(model)}"


class OfflineForm(Card):
    """Right half of the providers page for the assistant without a model."""

    def __init__(self, title: str, writer: SettingsWriter, catalog: Catalog, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._writer = writer
        self.use = UseProviderRow(catalog)
        text = self.tr(
            "Built in, without a language model. It finds the best sentences in your notes and quotes them "
            "with a link to each. Nothing leaves this computer."
        )
        self.content.addWidget(PlainLabel(title, font="title"))
        self.content.addWidget(PlainLabel(text, role="text2", wrap=True))
        self.content.addWidget(self.use)
        self.use.button.clicked.connect(self._use)
        self.show_default_model()

    @property
    def tab_ends(self) -> tuple[QWidget, QWidget]:
        """First and last widget in the tab order."""
        return self.use.button, self.use.button

    def show_default_model(self) -> None:
        """Update which model is used in chats."""
        self.use.show_default_model(self._writer.store.settings.chat.model, OFFLINE_LABEL)

    def _use(self) -> None:
        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={"model": OFFLINE_LABEL})})

        if self._writer.save(changed):
            self.show_default_model()


class ProviderForm(Card):
    """Right half of the providers page."""

    tested = Signal(str, bool)
    """The provider's name, and whether the test succeeded."""
    model_changed = Signal()
    """The selected model or the provider's display name changed."""
    remove_requested = Signal(str)
    """The provider's name."""

    def __init__(
        self,
        row: ProviderRow,
        writer: SettingsWriter,
        credentials: Credentials,
        catalog: Catalog,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent=parent)
        self._row = row
        self._writer = writer
        self._credentials = credentials
        self._catalog = catalog
        self._testing = False
        self.test_button = PlainButton(self.tr("Test"))
        self.more = IconButton("more", self.tr("More"))
        self.use = UseProviderRow(catalog)
        self._outcome = Banner("success", "")
        self._outcome.hide()
        self.fields = ProviderFields(row, credentials, self.test_button, self._outcome)
        self.content.addLayout(self._head())
        self.content.addWidget(self.fields)
        self.content.addWidget(self.use)
        self.test_button.clicked.connect(self._begin_test)
        self.fields.key.entered.connect(self._begin_test)
        self.use.button.clicked.connect(self._begin_use)
        self.fields.finished.connect(self.save_fields)
        if row.kind.has_address:
            self.fields.key.show_key(row)
        if row.ready and (models := catalog.cached_models(row.name)):
            self.fields.model.offer(models)
        if row.settings.kind == "gguf" and not engine_installed():
            self._show(None, translate_error(missing_engine_error()))
        self.show_status()

    @property
    def model(self) -> str:
        """The selected model."""
        return self.fields.model.chosen()

    @property
    def title(self) -> str:
        """Display name of the provider."""
        return self._row.title

    @property
    def tab_ends(self) -> tuple[QWidget, QWidget]:
        """First and last widget in the tab order."""
        return self.more, self.use.button

    @property
    def first_field(self) -> QWidget:
        """The first field to be completed."""
        if not self._row.kind.has_address:
            return self.test_button
        return self.fields.key.field.edit if self._row.wants_key or self._row.origin else self.fields.address_field.edit

    def label(self) -> str:
        """Return the model label for the settings; empty if no model is selected and there is no default."""
        if self.model:
            return f"{self._row.name}/{self.model}"
        try:
            return self._catalog.model_status(self._row.name).label
        except UsageError:
            return ""

    def outcome(self) -> str:
        """Return the result of the last test, or what is missing for one; else empty."""
        return self._outcome.text() if self._outcome.isVisibleTo(self) else ""

    def show_status(self) -> None:
        """Show below the tool mode how the selected model uses tools, and why."""
        label = self.label() if self._row.ready else ""
        self.show_default_model()
        words = self._catalog.model_status(label).tool_mode.reason if label else ""
        self.fields.tools.set_remark(
            translate(words or self.tr("How they are given depends on the model. Choose one first."))
        )

    def show_default_model(self) -> None:
        """Update which model is used in chats."""
        self.use.show_default_model(self._writer.store.settings.chat.model, self.label())

    def save_fields(self) -> bool:
        """Save the fields; return False if that is not possible."""
        name, wanted = self._row.name, self.fields.wanted()
        if wanted == self._row.settings:
            self.fields.address_field.set_problem("")
            return True
        if self._row.kind.has_address and self.fields.show_invalid_address(missing=False):
            return False
        if not self._writer.save(lambda settings: settings.with_provider(name, wanted)):
            return False
        before = self._row
        self._row = {row.name: row for row in provider_rows(self._writer.store.settings)}[name]
        self.fields.show_settings(self._row.settings)
        if self._row.origin != before.origin:
            self._outcome.hide()
            self.fields.key.show_key(self._row)
        self.show_status()
        self.model_changed.emit()
        return True

    def _head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        self.more.clicked.connect(lambda: self._open_more(self.more))
        head.addWidget(PlainLabel(self._row.title, font="title"), 1)
        head.addWidget(self.more)
        return head

    def _begin_test(self) -> None:
        # Leaving the key field starts a test, and the click on Test that left it would start another.
        if not self._testing and self.save_fields():
            self._testing = True
            self.fields.key.start_saving(self._row)
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
        if not self._row.ready:
            self.fields.show_invalid_address(missing=True)
            return
        self._show(None, self.tr("Asking {0}…").format(self._row.host or self._row.title))
        if not await self._keep_key():
            self._outcome.hide()
            return
        test = await self._catalog.test_key(self._row.name)
        nothing_sent = verbatim(self.tr("No note was sent for this test."))
        self._show(test.ok, translate(Sentences(test.message, nothing_sent)))
        if test.ok:
            self.fields.model.offer(test.models)
            self.save_fields()
            self.show_status()
        self.tested.emit(self._row.name, test.ok)

    async def _keep_key(self) -> bool:
        row = self._row
        if not self.fields.key.typed():
            return True
        if not await self.fields.key.save(row):
            return False
        if row.name not in self._writer.store.settings.providers:
            return self._writer.save(lambda settings: settings.with_provider(row.name, row.settings))
        return True

    def _begin_use(self) -> None:
        if self.save_fields():
            self.fields.key.start_saving(self._row)
            start(self._use_in_chats(), self)

    async def _use_in_chats(self) -> None:
        if not await self._keep_key():
            return
        label = self.label()
        if not label:
            self.use.refuse(self.tr("Choose a model first: test, then pick one from the list."))
            self.fields.model.setFocus()
            return

        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={"model": label})})

        if self._writer.save(changed):
            self.show_default_model()

    def _show(self, ok: bool | None, text: str) -> None:
        self._outcome.set_kind("info" if ok is None else "success" if ok else "danger")
        self._outcome.set_text(text)
        self._outcome.show()

    def _open_more(self, button: IconButton) -> None:
        menu = Menu(self.tr("More"), button)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._row.kind.has_address:
            menu.add(self.tr("Forget the key"), lambda: start(self.forget_key(), self), icon_name="key")
        not_there = "" if self._row.configured else self.tr("It is not set up yet.")
        name = self._row.name
        menu.add(
            self.tr("Remove {0}").format(self._row.title),
            lambda: self.remove_requested.emit(name),
            icon_name="close",
            disabled_reason=not_there,
        )
        menu.open_under(button)

    async def forget_key(self) -> bool:
        """Delete the provider's stored key; one in the environment stays. A failure is shown on the page."""
        try:
            await asyncio.to_thread(self._credentials.forget, self._row.name)
        except VaultDeskError as problem:
            self._writer.show_problem(translate_error(problem))
            return False
        self._outcome.hide()
        self.fields.key.show_key(self._row)
        return True
