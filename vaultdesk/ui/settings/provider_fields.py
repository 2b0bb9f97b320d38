"""Input fields of one provider: address, key, model and API flavour."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.providers.provider_types import provider_address
from vaultdesk.ui.formatting import model_info_text
from vaultdesk.ui.settings.key_field import KeyField
from vaultdesk.ui.settings.model_file_button import ModelFileButton
from vaultdesk.ui.settings.provider_entries import ProviderRow
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox, NumberField, Switch, field_label
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.text_fields import HintedLine, TextField

MAX_MODEL_ID = 200
"""Maximum number of characters of a model id; longer ones in a response are invalid."""

MAX_MODEL_PATH = 4_096
"""Maximum characters of the path of a model file (PATH_MAX of Linux)."""

MAX_LISTED_MODEL_IDS = 2_000
"""Maximum number of entries; the largest catalogs contain some hundreds."""

MODEL_TEXT_ROLE = Qt.ItemDataRole.UserRole + 1
"""Role of the text about an entry's capabilities."""


class ModelBox(QComboBox):
    """Editable combo box; each entry shows the capabilities of its model."""

    finished = Signal()
    """A model was selected, or typed and the field left."""

    def __init__(self, model: str, parent: QWidget | None = None, *, longest: int = MAX_MODEL_ID) -> None:
        """Ids longer than *longest* characters are not offered."""
        super().__init__(parent)
        self._longest = longest
        self.setLineEdit(HintedLine())
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setItemDelegate(_ModelDelegate(self))
        # Not as wide as the longest id: the form sets the width.
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Model"))
        edit = self.lineEdit()
        assert edit is not None, "it is editable"
        self._edit = edit
        edit.setAccessibleName(self.tr("Model"))
        edit.setMaxLength(longest)
        edit.setPlaceholderText(self.tr("Test for a list, or type a name"))
        edit.editingFinished.connect(self.finished)
        self.setCurrentText(model)
        self.activated.connect(lambda _index: self.finished.emit())

    def chosen(self) -> str:
        """Return the id of the selected model."""
        return self.currentText().strip()

    def models(self) -> list[str]:
        """Return the ids in the list."""
        return [self.itemText(number) for number in range(self.count())]

    def offer(self, models: Sequence[ModelInfo]) -> None:
        """List *models*; the selection is kept, and a single model is selected if none was."""
        by_id = {
            one.id: one for one in models if 0 < len(one.id) <= self._longest and safe_label_text(one.id) == one.id
        }
        fit = list(by_id.values())[:MAX_LISTED_MODEL_IDS]
        chosen = self.chosen()
        self.clear()
        self.addItems([one.id for one in fit])
        for place, one in enumerate(fit):
            text = model_info_text(one)
            self.setItemData(place, text, MODEL_TEXT_ROLE)
            self.setItemData(place, text, Qt.ItemDataRole.AccessibleDescriptionRole)
        self.setCurrentIndex(-1)
        self.setCurrentText(chosen or (fit[0].id if len(fit) == 1 else ""))
        self._edit.setPlaceholderText(self.tr("Choose one of %n, or type a name", "", len(fit)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave wheel events to the page."""
        event.ignore()


class _ModelDelegate(QStyledItemDelegate):
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        values, rect = theme(), QRect(option.rect)
        words = str(index.data(MODEL_TEXT_ROLE) or "")
        name = values.metrics("interface").horizontalAdvance(str(index.data()))
        room = rect.width() - name - values.px(40)
        if not words or room < values.px(40):
            return
        painter.save()
        painter.setFont(values.font("small"))
        painter.setPen(values.color("muted"))
        place = rect.adjusted(rect.width() - room - values.px(10), 0, -values.px(10), 0)
        cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), cut)
        painter.restore()


LABEL_WIDTH = 88
"""Width of the label column in design pixels."""

MAX_CONTEXT_TOKENS = 10_000_000
"""Maximum context window in tokens, as in the settings."""

CONTEXT_WIDTH = 200
"""Width of a number field in pixels: as wide as the others it would appear to expect text."""

DEFAULT_API_FLAVOURS = {"openai": "responses", "openai-compatible": "chat"}
"""Provider types with a choice of API, and the meaning of an empty setting."""

VERSIONED_KINDS: frozenset[ProviderKind] = frozenset({"openai-compatible", "anthropic"})
"""Provider types for which it depends on the server whether `/v1` is part of the address."""

EXAMPLE_ADDRESS = "http://localhost:8080/v1"
"""Placeholder if the user must enter the address."""


class ProviderFields(QWidget):
    """Labels and fields; the test button and its result are beside the key."""

    finished = Signal()
    """A field was left with a new value, or a value was selected."""

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
        runs_files = settings.kind == "gguf"
        self.model = ModelBox(settings.model, longest=MAX_MODEL_PATH if runs_files else MAX_MODEL_ID)
        self.choose_file = ModelFileButton()
        self.tools = ExplainedComboBox(self.tr("Tools"), self._tool_mode_choices(), settings.tools)
        api = settings.api or DEFAULT_API_FLAVOURS.get(settings.kind, "")
        self.api = ExplainedComboBox(
            self.tr("API"),
            (("responses", self.tr("Responses")), ("chat", self.tr("Chat Completions"))),
            api,
        )
        self.context = NumberField(self.tr("Context window"), 0, MAX_CONTEXT_TOKENS)
        self.context.setSpecialValueText(self.tr("Automatic") if runs_files else self.tr("As the model says"))
        self.context.setSingleStep(1024)
        self.context.setValue(settings.context)
        self.context.setFixedWidth(theme().px(CONTEXT_WIDTH))
        self.add_v1 = Switch(self.tr("Add /v1 to an address without a version"))
        self.add_v1.setChecked(settings.add_v1)
        self._build_layout(row, test, outcome)
        for field in (self.address_field, self.name_field):
            field.edit.editingFinished.connect(self.finished)
        self.model.finished.connect(self.finished)
        self.choose_file.begin_at(settings.model)
        self.choose_file.chosen.connect(self._take_file)
        for box in (self.tools, self.api):
            box.chosen.connect(self.finished)
        self.context.valueChanged.connect(lambda _value: self.finished.emit())
        self.add_v1.toggled.connect(lambda _on: self.finished.emit())

    def wanted(self) -> ProviderSettings:
        """Return the settings in the fields."""
        api = self.api.value() if self._kind in DEFAULT_API_FLAVOURS else ""
        wanted = {
            "base_url": self.address_field.text().strip(),
            "name": self.name_field.text().strip(),
            "model": self.model.chosen(),
            "tools": self.tools.value(),
            # Defaults are not stored: the file contains only explicit choices.
            "api": "" if api == DEFAULT_API_FLAVOURS.get(self._kind, "") else api,
            "context": self.context.value(),
            "add_v1": self.add_v1.isChecked(),
        }
        settings = self._settings
        return settings.model_copy(
            update={field: value for field, value in wanted.items() if getattr(settings, field) != value}
        )

    def show_settings(self, settings: ProviderSettings) -> None:
        """Use *settings*, which were saved, as the new base."""
        self._settings = settings

    def show_invalid_address(self, *, missing: bool) -> bool:
        """Show under the address what is wrong with it, including one that is *missing*; return whether anything is."""
        written = self.address_field.text().strip()
        problem = ""
        if written or missing:
            try:
                provider_address(self._kind, written, add_v1=self.add_v1.isChecked())
            except UsageError as wrong:
                problem = translate_error(wrong)
        self.address_field.set_problem(problem)
        return bool(problem)

    def _tool_mode_choices(self) -> tuple[tuple[str, str], ...]:
        return (
            ("auto", self.tr("Automatic")),
            ("native", self.tr("By the model’s own means")),
            ("sentinel", self.tr("By text, <tool_call>")),
            ("xml", self.tr("By text, <use_tool>")),
            ("none", self.tr("None")),
        )

    def _build_layout(self, row: ProviderRow, test: PlainButton, outcome: QWidget) -> None:
        px = theme().px
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(px(12))
        grid.setColumnMinimumWidth(0, px(LABEL_WIDTH))
        grid.setColumnStretch(1, 1)
        for number, (title, cell) in enumerate(self._rows(row, test, outcome)):
            grid.addWidget(field_label(title), number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addLayout(cell, number, 1)
        for field in (
            self.name_field,
            self.address_field,
            self.key,
            self.api,
            self.context,
            self.add_v1,
            self.choose_file,
        ):
            # A field without a row is kept, hidden.
            if field.parentWidget() is None:
                field.setParent(self)
                field.hide()

    def _rows(self, row: ProviderRow, test: PlainButton, outcome: QWidget) -> list[tuple[str, QVBoxLayout]]:
        name = (self.tr("Name"), _cell(self.name_field))
        address = (self.tr("Address"), _cell(self.address_field))
        model = (self.tr("Model"), _cell(self.model))
        if row.settings.kind == "gguf":
            text = self.tr(
                "A GGUF file that VaultDesk runs itself; nothing leaves this computer. "
                "Test lists the files that Ollama and LM Studio keep."
            )
            remark = PlainLabel(text, role="muted", font="small", wrap=True)
            rows = [(self.tr("Model"), _cell(_field_with_buttons(self.model, self.choose_file, test), remark, outcome))]
        elif not row.kind.has_address:
            text = self.tr(
                "Asks the program of that name on this computer, with its own account. Test tells whether it is there."
            )
            remark = PlainLabel(text, role="muted", font="small", wrap=True)
            rows = [(self.tr("Model"), _cell(_field_with_buttons(self.model, test), remark, outcome))]
        else:
            key = (self.tr("Key"), _cell(_field_with_buttons(self.key, test), outcome))
            # A key is bound to its address, which therefore comes first if the user must enter it.
            rows = [address, key, model] if not row.kind.requires_key else [key, address, model]
        if row.name != row.settings.kind:
            rows.insert(0, name)
        rows.append((self.tr("Tools"), _cell(self.tools)))
        if row.settings.kind in DEFAULT_API_FLAVOURS:
            rows.append((self.tr("API"), _cell(self.api)))
        if row.settings.kind in VERSIONED_KINDS:
            rows.append((self.tr("Path"), _cell(self.add_v1)))
        if row.settings.kind in ("ollama", "gguf"):
            text = self.tr("Tokens of question and answer together. More tokens take more memory.")
            rows.append(
                (self.tr("Context"), _cell(self.context, PlainLabel(text, role="muted", font="small", wrap=True)))
            )
        return rows

    def _take_file(self, path: str) -> None:
        self.model.setCurrentText(path)
        self.finished.emit()


def _cell(*widgets: QWidget) -> QVBoxLayout:
    # One cell for related widgets: a hidden row of a grid would keep its spacing.
    cell = QVBoxLayout()
    cell.setSpacing(theme().px(4))
    for widget in widgets:
        cell.addWidget(widget)
    return cell


def _field_with_buttons(field: QWidget, *buttons: PlainButton) -> QWidget:
    host = QWidget()
    line = QHBoxLayout(host)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(theme().px(8))
    line.addWidget(field, 1)
    for button in buttons:
        line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
    return host
