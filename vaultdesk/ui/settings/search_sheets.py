"""Settings pages of search: the embedding model of semantic search, and the search engine of the web."""

import asyncio

from msgspec import Struct
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.core.credentials import Credentials, origin_of
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.core.transmission import Destination, TransmissionLog
from vaultdesk.providers.catalog import Catalog, EmbeddingTestResult, check_embeddings
from vaultdesk.providers.embedding_provider import EMBEDDING_KINDS
from vaultdesk.ui.bridge import start
from vaultdesk.ui.settings.key_field import KeyField
from vaultdesk.ui.settings.provider_list import provider_rows
from vaultdesk.ui.settings.sheet import FormGrid, GroupForm, SettingsForm, SettingsWriter, Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.banner import Banner, BannerKind
from vaultdesk.ui.widgets.buttons import PlainButton, PrimaryButton
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox, field_label
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.lists.list_page import FilterBox
from vaultdesk.ui.widgets.text_fields import TextField
from vaultdesk.web.web_search import ENGINES, WebSearch

BUILT_IN, SERVER, OFF = "built-in", "server", "off"
"""The three options; the first and last are also the values in the settings."""


class SearchSheet(Sheet):
    """Selects the model. A server's model is saved only after a test and after showing what is sent to it."""

    def __init__(self, store: SettingsStore, catalog: Catalog, parent: QWidget | None = None) -> None:
        text = self.tr("Search by meaning finds passages that say the same in other words.")
        super().__init__(self.tr("Search"), text, parent=parent)
        self._writer = SettingsWriter(store, self.problem)
        self._catalog = catalog
        self._request_id = 0
        choices = [
            (BUILT_IN, self.tr("The included model, on this computer")),
            (SERVER, self.tr("A model on a server")),
            (OFF, self.tr("Off")),
        ]
        self.location = ExplainedComboBox(self.tr("Index notes for search by meaning with"), choices, BUILT_IN)
        self.server = FormGrid()
        self.provider = FilterBox(self.tr("Server"))
        self.model = TextField(self.tr("Model"), placeholder="nomic-embed-text")
        self.try_button = PlainButton(self.tr("Try It"))
        self.use_button = PrimaryButton(self.tr("Use This Model"))
        self.outcome = Banner("success", "")
        self.battery = SettingsForm(store.settings.meaning, ("on_battery",), self._change)
        self._build_layout()
        self.location.chosen.connect(self._choose)
        self.provider.chosen.connect(self._discard_test)
        self.model.changed.connect(lambda _text: self._discard_test())
        self.model.submitted.connect(self._start_test)
        self.try_button.clicked.connect(self._start_test)
        self.use_button.clicked.connect(self._use)
        self.refresh(store.settings)

    def refresh(self, settings: Settings) -> None:
        offered = [(row.name, row.title) for row in provider_rows(settings) if row.kind.kind in EMBEDDING_KINDS]
        self.provider.set_choices(offered)
        self.battery.show_values(settings.meaning)
        model = settings.meaning.model
        if model in (BUILT_IN, OFF):
            self._show_location(model)
            return
        name, _, model_name = model.partition("/")
        self._show_location(SERVER)
        self.provider.set_value(name)
        if self.model.text() != model_name:
            self.model.edit.setText(model_name)
        self.use_button.setEnabled(False)

    @property
    def label(self) -> str:
        """Return the model in the fields, as written in the settings."""
        return f"{self.provider.value()}/{self.model.text().strip()}"

    def _build_layout(self) -> None:
        card = Card()
        form = FormGrid()
        form.add_field(self.tr("Model"), self.location, wide=True)
        card.content.addWidget(form)
        button_row = QWidget()
        buttons = row_layout(button_row, 8)
        buttons.addWidget(self.try_button)
        buttons.addWidget(self.use_button)
        buttons.addStretch(1)
        for title, widget in ((self.tr("Server"), self.provider), (self.tr("Name"), self.model)):
            self.server.add_field(title, widget, wide=True)
        self.server.add_below(self.outcome)
        self.server.add_below(button_row)
        self.outcome.hide()
        card.content.addWidget(self.server)
        card.content.addWidget(self.battery)
        self.content.addWidget(card)

    def _show_location(self, location: str) -> None:
        self.location.box.setCurrentIndex(max(0, self.location.box.findData(location)))
        remarks = {
            BUILT_IN: self.tr("Nothing leaves this computer. Indexing a large vault takes a while, in the background."),
            SERVER: self.tr("Try the model first. Then you see where your notes would be sent."),
            OFF: self.tr("Notes are found by their words only."),
        }
        self.location.set_remark(remarks[location])
        self.server.setVisible(location == SERVER)

    def _choose(self) -> None:
        location = self.location.value()
        self._show_location(location)
        if location != SERVER:
            self._change("model", location)
        self._discard_test()

    def _change(self, name: str, value: object) -> str:
        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"meaning": settings.meaning.model_copy(update={name: value})})

        if not self._writer.save(changed):
            self.refresh(self._writer.store.settings)
        return ""

    def _discard_test(self) -> None:
        self._request_id += 1
        self.outcome.hide()
        self.use_button.setEnabled(False)
        self.try_button.setEnabled(bool(self.provider.value() and self.model.text().strip()))

    def _start_test(self) -> None:
        if self.try_button.isEnabled():
            start(self._run_test(self.label), self)

    async def _run_test(self, label: str) -> None:
        self._discard_test()
        request_id = self._request_id
        self.outcome.set_kind("info")
        self.outcome.set_text(self.tr("Asking {model}…").format(model=label))
        self.outcome.show()
        result = await check_embeddings(self._catalog, label)
        if request_id == self._request_id:
            self._show_test_result(result)

    def _show_test_result(self, result: EmbeddingTestResult) -> None:
        self.outcome.set_kind("success" if result.ok else "danger")
        text = translate(result.message)
        if result.ok and result.destination is not None and not result.destination.local:
            self.outcome.set_kind("leaves")
            text = f"{text} {embedding_disclosure_text(result.destination)}"
        self.outcome.set_text(text)
        self.use_button.setEnabled(result.ok)

    def _use(self) -> None:
        self._change("model", self.label)
        self.use_button.setEnabled(False)


def embedding_disclosure_text(destination: Destination) -> str:
    """Return the text about what would be sent to a remote model."""
    text = QCoreApplication.translate(
        "SearchSheet",
        "If you use it, all notes that are not private, and your questions, are sent to {host} in parts.",
    )
    return text.format(host=destination.host)


TEST_QUERY = "weather"
"""Test query: not personal, and every engine has results for it."""

TEST_RESULTS = 3
"""Number of results requested by the test."""


class SearchEngineTest(QWidget):
    """Makes a request only when pressed; only the latest one counts."""

    def __init__(self, search: WebSearch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._search = search
        self._request_id = 0
        self.button = PlainButton(self.tr("Test"))
        self.button.setToolTip(self.tr("Searches for “{0}”").format(TEST_QUERY))
        self.button.setAccessibleName(self.tr("Test the search engine with the word “{0}”").format(TEST_QUERY))
        self.outcome = Banner("info", "")
        self.outcome.hide()
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addStretch(1)
        column = column_layout(self, 8)
        column.addLayout(row)
        column.addWidget(self.outcome)
        self.button.clicked.connect(lambda: start(self._run_test(), self))

    def forget(self) -> None:
        """Discard the result of an earlier test because the settings changed."""
        self._request_id += 1
        self.button.setEnabled(True)
        self.outcome.hide()

    async def _run_test(self) -> None:
        self.forget()
        request_id = self._request_id
        kind: BannerKind
        self.button.setEnabled(False)
        try:
            self._show_outcome("info", self.tr("Asking {0}…").format(self._search.destination.name))
            found = await self._search.search(TEST_QUERY, TEST_RESULTS)
            kind, text = "success", self.tr("It answers: %n results.", "", len(found))
            if not found:
                kind, text = "warning", self.tr("It answers, but found nothing.")
        except VaultDeskError as error:
            kind, text = "danger", translate_error(error)
        if request_id == self._request_id:
            self.button.setEnabled(True)
            self._show_outcome(kind, text)

    def _show_outcome(self, kind: BannerKind, text: str) -> None:
        self.outcome.set_kind(kind)
        self.outcome.set_text(text)
        self.outcome.show()


ENGINE_NAMES = {"searxng": "SearXNG", "duckduckgo": "DuckDuckGo"}
"""Engine names with a spelling other than a capital first letter."""


class SearchEngineEntry(Struct, frozen=True):
    """The selected engine, as the owner of a key."""

    name: str
    origin: str
    wants_key: bool
    api_key_env: str


def search_engine_entry(web: WebSettings) -> SearchEngineEntry | None:
    """Return the engine selected in *web*; None if there is none, or if it needs no key."""
    engine = ENGINES.get(web.engine)
    if engine is None or (not engine.wants_key and not web.api_key_env):
        return None
    try:
        origin = origin_of(web.base_url.strip() or engine.url)
    except VaultDeskError:
        origin = ""
    return SearchEngineEntry(engine.name, origin, engine.wants_key, web.api_key_env)


class WebSheet(Sheet):
    """Selects the engine; each search still needs approval."""

    def __init__(
        self,
        store: SettingsStore,
        credentials: Credentials,
        log: TransmissionLog | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """*log* records what the test of an engine sends."""
        text = self.tr(
            "Web searches of an assistant are sent to the search engine you choose. You are asked each time."
        )
        super().__init__(self.tr("Web"), text, parent=parent)
        self._writer = SettingsWriter(store, self.problem)
        self._saving: asyncio.Task[None] | None = None
        self.form = GroupForm(self._writer, "web", ("engine", "base_url", "api_key_env"), ENGINE_NAMES)
        self.disclosure = Banner("leaves", "")
        self.key = KeyField(credentials)
        self.test = SearchEngineTest(WebSearch(lambda: store.settings.web, credentials, log))
        self._key_row = QWidget()
        column = QVBoxLayout(self._key_row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(4))
        column.addWidget(field_label(self.tr("Key")))
        column.addWidget(self.key)
        card = Card()
        card.content.addWidget(self.form)
        card.content.addWidget(self._key_row)
        card.content.addWidget(self.disclosure)
        card.content.addWidget(self.test)
        self.content.addWidget(card)
        self.key.entered.connect(self._save_key)
        self.refresh(store.settings)

    def refresh(self, settings: Settings) -> None:
        self.form.refresh(settings)
        row = search_engine_entry(settings.web)
        self._key_row.setVisible(row is not None)
        if row is not None:
            self.key.show_key(row)
        engine = ENGINES.get(settings.web.engine)
        self.disclosure.setVisible(engine is not None)
        self.test.setVisible(engine is not None)
        self.test.forget()
        if engine is not None:
            text = self.tr("The words of each search you allow are sent to {0}.")
            self.disclosure.set_text(text.format(settings.web.base_url.strip() or engine.name))

    def _save_key(self) -> None:
        row = search_engine_entry(self._writer.store.settings.web)
        if row is not None and (self._saving is None or self._saving.done()):
            self._saving = start(self._store_key(row), self)

    async def _store_key(self, row: SearchEngineEntry) -> None:
        await self.key.save(row)
