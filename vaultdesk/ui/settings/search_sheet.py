"""Settings page of semantic search: the embedding model, where it runs and what is sent to it."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.catalog import Catalog, EmbeddingTestResult, check_embeddings
from vaultdesk.providers.embedding_provider import EMBEDDING_KINDS
from vaultdesk.ui.bridge import start
from vaultdesk.ui.settings.provider_entries import provider_rows
from vaultdesk.ui.settings.settings_form import LABEL_WIDTH, SettingsForm
from vaultdesk.ui.settings.sheet import SettingsWriter, Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton, PrimaryButton
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox, field_label
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.lists.list_page import FilterBox
from vaultdesk.ui.widgets.text_fields import TextField

BUILT_IN, SERVER, OFF = "built-in", "server", "off"
"""The three options; the first and last are also the values in the settings."""


class SearchSheet(Sheet):
    """Selects the model. A server's model is saved only after a test, and after the user was told what is sent to
    it.
    """

    def __init__(self, store: SettingsStore, catalog: Catalog, parent: QWidget | None = None) -> None:
        text = self.tr("Search by meaning finds passages that say what you mean in other words.")
        super().__init__(self.tr("Search"), text, parent=parent)
        self._writer = SettingsWriter(store, self.problem)
        self._catalog = catalog
        self._request_id = 0
        choices = [
            (BUILT_IN, self.tr("The model that comes along, on this computer")),
            (SERVER, self.tr("A model of a server")),
            (OFF, self.tr("Off")),
        ]
        self.location = ExplainedComboBox(self.tr("Read notes for meaning with"), choices, BUILT_IN)
        self.server = QWidget()
        self.provider = FilterBox(self.tr("Server"))
        self.model = TextField(self.tr("Model"), placeholder="nomic-embed-text")
        self.try_button = PlainButton(self.tr("Try It"))
        self.use_button = PrimaryButton(self.tr("Use This Model"))
        self.outcome = Banner("success", "")
        self.battery = SettingsForm(store.settings.meaning, ("on_battery",), self._change)
        self._build_layout()
        self.location.chosen.connect(self._choose)
        self.provider.chosen.connect(self._forget_trial)
        self.model.changed.connect(lambda _text: self._forget_trial())
        self.model.submitted.connect(self._try)
        self.try_button.clicked.connect(self._try)
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
        name, _, own = model.partition("/")
        self._show_location(SERVER)
        self.provider.set_value(name)
        if self.model.text() != own:
            self.model.edit.setText(own)
        self.use_button.setEnabled(False)

    @property
    def label(self) -> str:
        """Return the model in the fields, as written in the settings."""
        return f"{self.provider.value()}/{self.model.text().strip()}"

    def _build_layout(self) -> None:
        px = theme().px
        card = Card()
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(px(8))
        grid.setColumnMinimumWidth(0, px(LABEL_WIDTH))
        grid.setColumnStretch(1, 1)
        grid.addWidget(field_label(self.tr("Model")), 0, 0)
        grid.addWidget(self.location, 0, 1)
        card.content.addLayout(grid)
        own = QGridLayout(self.server)
        own.setContentsMargins(0, 0, 0, 0)
        own.setHorizontalSpacing(px(16))
        own.setVerticalSpacing(px(8))
        own.setColumnMinimumWidth(0, px(LABEL_WIDTH))
        own.setColumnStretch(1, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(px(8))
        buttons.addWidget(self.try_button)
        buttons.addWidget(self.use_button)
        buttons.addStretch(1)
        for row, (title, widget) in enumerate(((self.tr("Server"), self.provider), (self.tr("Name"), self.model))):
            own.addWidget(field_label(title), row, 0)
            own.addWidget(widget, row, 1)
        own.addWidget(self.outcome, 2, 1)
        own.addLayout(buttons, 3, 1)
        self.outcome.hide()
        card.content.addWidget(self.server)
        card.content.addWidget(self.battery)
        self.content.addWidget(card)

    def _show_location(self, way: str) -> None:
        self.location.box.setCurrentIndex(max(0, self.location.box.findData(way)))
        remarks = {
            BUILT_IN: self.tr("Nothing leaves this computer. Reading a large vault takes a while, in the background."),
            SERVER: self.tr("Try the model first: it is then said where your notes would go."),
            OFF: self.tr("Notes are found by their words only."),
        }
        self.location.set_remark(remarks[way])
        self.server.setVisible(way == SERVER)

    def _choose(self) -> None:
        way = self.location.value()
        self._show_location(way)
        if way != SERVER:
            self._change("model", way)
        self._forget_trial()

    def _change(self, name: str, value: object) -> str:
        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"meaning": settings.meaning.model_copy(update={name: value})})

        if not self._writer.save(changed):
            self.refresh(self._writer.store.settings)
        return ""

    def _forget_trial(self) -> None:
        self._request_id += 1
        self.outcome.hide()
        self.use_button.setEnabled(False)
        self.try_button.setEnabled(bool(self.provider.value() and self.model.text().strip()))

    def _try(self) -> None:
        if self.try_button.isEnabled():
            start(self._ask(self.label), self)

    async def _ask(self, label: str) -> None:
        self._forget_trial()
        request_id = self._request_id
        self.outcome.set_kind("info")
        self.outcome.set_text(self.tr("Asking {model}…").format(model=label))
        self.outcome.show()
        came = await check_embeddings(self._catalog, label)
        if request_id == self._request_id:
            self._show_trial(came)

    def _show_trial(self, came: EmbeddingTestResult) -> None:
        self.outcome.set_kind("success" if came.ok else "danger")
        text = translate(came.message)
        if came.ok and came.destination is not None and not came.destination.local:
            self.outcome.set_kind("leaves")
            text = f"{text} {embedding_disclosure_text(came.destination)}"
        self.outcome.set_text(text)
        self.use_button.setEnabled(came.ok)

    def _use(self) -> None:
        self._change("model", self.label)
        self.use_button.setEnabled(False)


def embedding_disclosure_text(destination: Destination) -> str:
    """Return the text about what would be sent to a remote model."""
    words = QCoreApplication.translate(
        "SearchSheet",
        "If you use it, all notes that are not private, and your questions, are sent to {host}, piece by piece.",
    )
    return words.format(host=destination.host)
