"""Settings page of web search: the search engine, its address and key, and a test request."""

import asyncio
from dataclasses import dataclass

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.core.credentials import Credentials, origin_of
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.core.transmission import TransmissionLog
from vaultdesk.ui.bridge import start
from vaultdesk.ui.settings.key_field import KeyField
from vaultdesk.ui.settings.settings_form import GroupForm
from vaultdesk.ui.settings.sheet import SettingsWriter, Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.banner import Banner, BannerKind
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.form_controls import field_label
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.web.web_search import ENGINES, WebSearch

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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addLayout(row)
        column.addWidget(self.outcome)
        self.button.clicked.connect(lambda: start(self._ask(), self))

    def forget(self) -> None:
        """Discard the result of an earlier test because the settings changed."""
        self._request_id += 1
        self.button.setEnabled(True)
        self.outcome.hide()

    async def _ask(self) -> None:
        self.forget()
        request_id = self._request_id
        kind: BannerKind
        self.button.setEnabled(False)
        try:
            self._tell("info", self.tr("Asking {0}…").format(self._search.destination.name))
            found = await self._search.search(TEST_QUERY, TEST_RESULTS)
            kind, words = "success", self.tr("It answers: %n results.", "", len(found))
            if not found:
                kind, words = "warning", self.tr("It answers, but found nothing.")
        except VaultDeskError as problem:
            kind, words = "danger", translate_error(problem)
        if request_id == self._request_id:
            self.button.setEnabled(True)
            self._tell(kind, words)

    def _tell(self, kind: BannerKind, text: str) -> None:
        self.outcome.set_kind(kind)
        self.outcome.set_text(text)
        self.outcome.show()


ENGINE_NAMES = {"searxng": "SearXNG", "duckduckgo": "DuckDuckGo"}
"""Engine names with a spelling other than a capital first letter."""


@dataclass(frozen=True, slots=True)
class SearchEngineEntry:
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
        text = self.tr("What an assistant searches on the web goes to the engine you choose; you are asked each time.")
        super().__init__(self.tr("Web"), text, parent=parent)
        self._writer = SettingsWriter(store, self.problem)
        self._keeping: asyncio.Task[None] | None = None
        self.form = GroupForm(self._writer, "web", ("engine", "base_url", "api_key_env"), ENGINE_NAMES)
        self.disclosure = Banner("leaves", "")
        self.key = KeyField(credentials)
        self.trial = SearchEngineTest(WebSearch(lambda: store.settings.web, credentials, log))
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
        card.content.addWidget(self.trial)
        self.content.addWidget(card)
        self.key.entered.connect(self._keep_key)
        self.refresh(store.settings)

    def refresh(self, settings: Settings) -> None:
        self.form.refresh(settings)
        row = search_engine_entry(settings.web)
        self._key_row.setVisible(row is not None)
        if row is not None:
            self.key.show_key(row)
        engine = ENGINES.get(settings.web.engine)
        self.disclosure.setVisible(engine is not None)
        self.trial.setVisible(engine is not None)
        self.trial.forget()
        if engine is not None:
            text = self.tr("The words of each search you allow are sent to {0}.")
            self.disclosure.set_text(text.format(settings.web.base_url.strip() or engine.name))

    def _keep_key(self) -> None:
        row = search_engine_entry(self._writer.store.settings.web)
        if row is not None and (self._keeping is None or self._keeping.done()):
            self._keeping = start(self._store_key(row), self)

    async def _store_key(self, row: SearchEngineEntry) -> None:
        await self.key.save(row)
