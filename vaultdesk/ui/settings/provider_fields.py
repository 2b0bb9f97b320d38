"""Provider fields: what one provider is set up by: only the rows that its kind has. Keeps and asks nothing."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.providers.provider_types import provider_address
from vaultdesk.ui.settings.key_field import KeyField
from vaultdesk.ui.settings.model_box import ModelBox
from vaultdesk.ui.settings.provider_rows import ProviderRow
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox, NumberField, field_label
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import TextField

LABEL_WIDTH = 88
"""Pixels of the column of names at LOOK's font size."""

LARGEST_CONTEXT = 10_000_000
"""Tokens that may be set for a window, as the settings have it."""

CONTEXT_WIDTH = 200
"""Pixels of the field of a number: as wide as the others it would look as if it wanted a sentence."""

USUAL_API = {"openai": "responses", "openai-compatible": "chat"}
"""Kinds with a choice of protocol, and what an empty setting stands for."""

EXAMPLE_ADDRESS = "http://localhost:8080/v1"
"""Shown where the address is the person's to say."""


class ProviderFields(QWidget):
    """Rows of names and fields; the test's button and its outcome stand where the key is."""

    finished = Signal()
    """A field was left with another value, or a value chosen."""

    def __init__(self, row: ProviderRow, credentials: Credentials, test: PlainButton, outcome: QWidget) -> None:
        super().__init__()
        settings, kind = row.settings, row.kind
        self._kind = settings.kind
        self._settings = settings
        self.name_field = TextField(self.tr("Name"), settings.name, placeholder=row.title)
        self.address_field = TextField(
            self.tr("Address"), settings.base_url, placeholder=kind.base_url or EXAMPLE_ADDRESS
        )
        self.key = KeyField(credentials)
        self.model = ModelBox(settings.model)
        self.tools = ExplainedComboBox(self.tr("Tools"), self._ways(), settings.tools)
        api = settings.api or USUAL_API.get(settings.kind, "")
        self.api = ExplainedComboBox(
            self.tr("API"),
            (("responses", self.tr("Responses")), ("chat", self.tr("Chat Completions"))),
            api,
        )
        self.context = NumberField(self.tr("Context window"), 0, LARGEST_CONTEXT)
        self.context.setSpecialValueText(self.tr("As the model says"))
        self.context.setSingleStep(1024)
        self.context.setValue(settings.context)
        self.context.setFixedWidth(theme().step(CONTEXT_WIDTH))
        self._lay_out(row, test, outcome)
        for field in (self.address_field, self.name_field):
            field.edit.editingFinished.connect(self.finished)
        self.model.finished.connect(self.finished)
        for box in (self.tools, self.api):
            box.chosen.connect(self.finished)
        self.context.valueChanged.connect(lambda _value: self.finished.emit())

    def wanted(self) -> ProviderSettings:
        """Return the settings as the fields have them."""
        api = self.api.value() if self._kind in USUAL_API else ""
        wanted = {
            "base_url": self.address_field.text().strip(),
            "name": self.name_field.text().strip(),
            "model": self.model.chosen(),
            "tools": self.tools.value(),
            # What is usual is not written down: a file says only what somebody chose.
            "api": "" if api == USUAL_API.get(self._kind, "") else api,
            "context": self.context.value(),
        }
        settings = self._settings
        return settings.model_copy(
            update={field: value for field, value in wanted.items() if getattr(settings, field) != value}
        )

    def show_kept(self, settings: ProviderSettings) -> None:
        """Build on *settings* from now on: they were kept."""
        self._settings = settings

    def show_wrong_address(self, *, missing: bool) -> bool:
        """Say under the address what is wrong with it, one that is *missing* included; tell whether anything is."""
        written = self.address_field.text().strip()
        problem = ""
        if written or missing:
            try:
                provider_address(self._kind, written)
            except UsageError as wrong:
                problem = str(wrong)
        self.address_field.set_problem(problem)
        return bool(problem)

    def _ways(self) -> tuple[tuple[str, str], ...]:
        return (
            ("auto", self.tr("Automatic")),
            ("native", self.tr("By the model’s own means")),
            ("sentinel", self.tr("By text, <tool_call>")),
            ("xml", self.tr("By text, <use_tool>")),
            ("none", self.tr("None")),
        )

    def _lay_out(self, row: ProviderRow, test: PlainButton, outcome: QWidget) -> None:
        step = theme().step
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(step(12))
        grid.setVerticalSpacing(step(12))
        grid.setColumnMinimumWidth(0, step(LABEL_WIDTH))
        grid.setColumnStretch(1, 1)
        for number, (title, cell) in enumerate(self._rows(row, test, outcome)):
            grid.addWidget(field_label(title), number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addLayout(cell, number, 1)
        for field in (self.name_field, self.address_field, self.key, self.api, self.context):
            # A field without a row lives as long as the others all the same, out of sight.
            if field.parentWidget() is None:
                field.setParent(self)
                field.hide()

    def _rows(self, row: ProviderRow, test: PlainButton, outcome: QWidget) -> list[tuple[str, QVBoxLayout]]:
        name = (self.tr("Name"), _cell(self.name_field))
        address = (self.tr("Address"), _cell(self.address_field))
        model = (self.tr("Model"), _cell(self.model))
        if not row.kind.has_address:
            words = self.tr(
                "Asks the program of that name on this computer, with its own account. Test tells whether it is there."
            )
            remark = PlainLabel(words, role="muted", font="small", wrap=True)
            rows = [(self.tr("Model"), _cell(_beside(self.model, test), remark, outcome))]
        else:
            key = (self.tr("Key"), _cell(_beside(self.key, test), outcome))
            # A key is bound to its address: that comes first where it is the person's to fill in.
            rows = [address, key, model] if not row.kind.wants_key else [key, address, model]
        if row.name != row.settings.kind:
            rows.insert(0, name)
        rows.append((self.tr("Tools"), _cell(self.tools)))
        if row.settings.kind in USUAL_API:
            rows.append((self.tr("API"), _cell(self.api)))
        if row.settings.kind == "ollama":
            words = self.tr("Tokens of question and answer together. Ollama takes the memory for it.")
            rows.append(
                (self.tr("Context"), _cell(self.context, PlainLabel(words, role="muted", font="small", wrap=True)))
            )
        return rows


def _cell(*widgets: QWidget) -> QVBoxLayout:
    # One cell for what belongs together: a hidden row of a grid would keep its spacing.
    cell = QVBoxLayout()
    cell.setSpacing(theme().step(4))
    for widget in widgets:
        cell.addWidget(widget)
    return cell


def _beside(field: QWidget, button: PlainButton) -> QWidget:
    host = QWidget()
    line = QHBoxLayout(host)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(theme().step(8))
    line.addWidget(field, 1)
    line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
    return host
