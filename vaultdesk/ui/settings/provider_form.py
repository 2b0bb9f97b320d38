"""Form of one provider: address, key, model and API flavor, connection test, and selection as the default provider."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import shiboken6
from PySide6.QtCore import QStandardPaths, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import UsageError, VaultDeskError
from vaultdesk.core.phrases import Sentences, verbatim
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.providers.catalog import OFFLINE_LABEL, Catalog
from vaultdesk.providers.gguf.model_file_provider import engine_installed, missing_engine_error
from vaultdesk.providers.gguf.model_files import model_display_name
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.providers.provider_types import provider_address
from vaultdesk.ui.bridge import ask_for_file, start
from vaultdesk.ui.formatting import model_info_text
from vaultdesk.ui.settings.key_field import KeyField
from vaultdesk.ui.settings.provider_list import ProviderRow, provider_rows
from vaultdesk.ui.settings.sheet import SettingsWriter
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox, NumberField, Switch, field_label
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.lists.list_row import ROW_ROLE, ListRow, RowStyle
from vaultdesk.ui.widgets.lists.row_delegate import RowDelegate
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.widgets.text_fields import HintedLine, TextField


class ModelFileButton(PlainButton):
    """Opens a file dialog for a GGUF file."""

    chosen = Signal(str)
    """Emitted with the absolute path of the file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Choose File…"), parent=parent)
        self._folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
        self.clicked.connect(lambda: start(self._choose(), self))

    def start_in_folder_of(self, model: str) -> None:
        """Open later dialogs in the folder of *model* if it is an absolute path."""
        if Path(model).is_absolute():
            self._folder = str(Path(model).parent)

    async def _choose(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a Model File"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Model files (*.gguf)"))
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, self.tr("Choose"))
        dialog.setDirectory(self._folder)
        file = await ask_for_file(dialog)
        if file is not None:
            self.start_in_folder_of(str(file))
            self.chosen.emit(str(file))


MAX_MODEL_ID = 200
"""Maximum number of characters of a model id; longer ones in a response are invalid."""

MAX_MODEL_PATH = 4_096
"""Maximum characters of the path of a model file (PATH_MAX of Linux)."""

MAX_LISTED_MODEL_IDS = 2_000
"""Maximum number of entries; the largest catalogs contain some hundreds."""

MODEL_ROW_STYLE = RowStyle(side=0, chevrons=False, uniform=True)


class ModelBox(QComboBox):
    """Editable combo box; each entry shows the capabilities of its model."""

    finished = Signal()
    """A model was selected, or typed and the field left."""

    def __init__(self, model: str, parent: QWidget | None = None, *, max_length: int = MAX_MODEL_ID) -> None:
        """Ids longer than *max_length* characters are not offered."""
        super().__init__(parent)
        self._max_length = max_length
        self.setLineEdit(HintedLine())
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setItemDelegate(RowDelegate(self.view(), MODEL_ROW_STYLE))
        # Not as wide as the longest id: the form sets the width.
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Model"))
        edit = self.lineEdit()
        assert edit is not None, "it is editable"
        self._edit = edit
        edit.setAccessibleName(self.tr("Model"))
        edit.setMaxLength(max_length)
        edit.setPlaceholderText(self.tr("Click Test for a list, or type a name"))
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
            model.id: model
            for model in models
            if 0 < len(model.id) <= self._max_length and safe_label_text(model.id) == model.id
        }
        offered = list(by_id.values())[:MAX_LISTED_MODEL_IDS]
        chosen = self.chosen()
        self.clear()
        self.addItems([model.id for model in offered])
        for index, model in enumerate(offered):
            text = model_info_text(model)
            self.setItemData(index, ListRow(model.id, model.id, right=text), ROW_ROLE)
            self.setItemData(index, text, Qt.ItemDataRole.AccessibleDescriptionRole)
        self.setCurrentIndex(-1)
        self.setCurrentText(chosen or (offered[0].id if len(offered) == 1 else ""))
        self._edit.setPlaceholderText(self.tr("Choose one of %n, or type a name", "", len(offered)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave wheel events to the page."""
        event.ignore()


LABEL_WIDTH = 88
"""Width of the label column in design pixels."""

MAX_CONTEXT_TOKENS = 10_000_000
"""Maximum context window in tokens, as in the settings."""

CONTEXT_WIDTH = 200
"""Width of a number field in pixels: as wide as the others it would appear to expect text."""

DEFAULT_API_FLAVORS = {"openai": "responses", "openai-compatible": "chat"}
"""Provider types with a choice of API, and the meaning of an empty setting."""

VERSIONED_KINDS: frozenset[ProviderKind] = frozenset({"openai-compatible", "anthropic"})
"""Provider types for which it depends on the server whether `/v1` is part of the address."""

EXAMPLE_ADDRESS = "http://localhost:8080/v1"
"""Placeholder if the user must enter the address."""


class ProviderFields(QWidget):
    """Labels and fields; the test button is to the right of the key, and its result below."""

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
        self.model = ModelBox(settings.model, max_length=MAX_MODEL_PATH if runs_files else MAX_MODEL_ID)
        self.choose_file = ModelFileButton()
        self.tools = ExplainedComboBox(self.tr("Tools"), self._tool_mode_choices(), settings.tools)
        api = settings.api or DEFAULT_API_FLAVORS.get(settings.kind, "")
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
        self.choose_file.start_in_folder_of(settings.model)
        self.choose_file.chosen.connect(self._set_file)
        for box in (self.tools, self.api):
            box.chosen.connect(self.finished)
        self.context.valueChanged.connect(lambda _value: self.finished.emit())
        self.add_v1.toggled.connect(lambda _on: self.finished.emit())

    def entered_settings(self) -> ProviderSettings:
        """Return the settings in the fields."""
        api = self.api.value() if self._kind in DEFAULT_API_FLAVORS else ""
        values = {
            "base_url": self.address_field.text().strip(),
            "name": self.name_field.text().strip(),
            "model": self.model.chosen(),
            "tools": self.tools.value(),
            # Defaults are not stored: the file contains only explicit choices.
            "api": "" if api == DEFAULT_API_FLAVORS.get(self._kind, "") else api,
            "context": self.context.value(),
            "add_v1": self.add_v1.isChecked(),
        }
        settings = self._settings
        return settings.model_copy(
            update={field: value for field, value in values.items() if getattr(settings, field) != value}
        )

    def show_settings(self, settings: ProviderSettings) -> None:
        """Use *settings*, which were saved, as the new base."""
        self._settings = settings

    def show_invalid_address(self, *, missing: bool) -> bool:
        """Show under the address what is wrong with it, including one that is *missing*; return whether anything is."""
        address = self.address_field.text().strip()
        problem = ""
        if address or missing:
            try:
                provider_address(self._kind, address, add_v1=self.add_v1.isChecked())
            except UsageError as error:
                problem = translate_error(error)
        self.address_field.set_problem(problem)
        return bool(problem)

    def _tool_mode_choices(self) -> tuple[tuple[str, str], ...]:
        return (
            ("auto", self.tr("Automatic")),
            ("native", self.tr("Native tool calls")),
            ("sentinel", self.tr("Text-based, <tool_call>")),
            ("xml", self.tr("Text-based, <use_tool>")),
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
                "A GGUF file that VaultDesk runs itself. Nothing leaves this computer. Test lists the "
                "files that Ollama and LM Studio have stored."
            )
            remark = PlainLabel(text, role="muted", font="small", wrap=True)
            # Two buttons beside the field would leave no space for a path.
            buttons = _button_row(self.choose_file, test)
            rows = [(self.tr("Model"), _cell(self.model, buttons, remark, outcome))]
        elif not row.kind.has_address:
            text = self.tr(
                "Uses the program of this name on this computer, with its own account. Test checks "
                "whether it is installed."
            )
            remark = PlainLabel(text, role="muted", font="small", wrap=True)
            rows = [(self.tr("Model"), _cell(_field_with_button(self.model, test), remark, outcome))]
        else:
            key = (self.tr("Key"), _cell(_field_with_button(self.key, test), outcome))
            # A key is bound to its address, which therefore comes first if the user must enter it.
            rows = [address, key, model] if not row.kind.requires_key else [key, address, model]
        if row.name != row.settings.kind:
            rows.insert(0, name)
        rows.append((self.tr("Tools"), _cell(self.tools)))
        if row.settings.kind in DEFAULT_API_FLAVORS:
            rows.append((self.tr("API"), _cell(self.api)))
        if row.settings.kind in VERSIONED_KINDS:
            rows.append((self.tr("Path"), _cell(self.add_v1)))
        if row.settings.kind in ("ollama", "gguf"):
            text = self.tr("Tokens of question and answer together. More tokens need more memory.")
            rows.append(
                (self.tr("Context"), _cell(self.context, PlainLabel(text, role="muted", font="small", wrap=True)))
            )
        return rows

    def _set_file(self, path: str) -> None:
        self.model.setCurrentText(path)
        self.finished.emit()


def _cell(*widgets: QWidget) -> QVBoxLayout:
    # One cell for related widgets: a hidden row of a grid would keep its spacing.
    cell = column_layout(spacing=4)
    for widget in widgets:
        cell.addWidget(widget)
    return cell


def _field_with_button(field: QWidget, button: PlainButton) -> QWidget:
    host = QWidget()
    line = row_layout(host, 8)
    line.addWidget(field, 1)
    line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
    return host


def _button_row(*buttons: PlainButton) -> QWidget:
    host = QWidget()
    line = row_layout(host, 8, margins=(0, 4, 0, 4))
    for button in buttons:
        line.addWidget(button)
    line.addStretch(1)
    return host


class UseProviderRow(QWidget):
    """A sentence and the page's one primary button."""

    def __init__(self, catalog: Catalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._catalog = catalog
        self.status = PlainLabel(role="muted", font="small", wrap=True)
        self.button = PrimaryButton(self.tr("Use in Chats"))
        row = row_layout(self, 12, margins=(0, 4, 0, 0))
        row.addWidget(self.status, 1)
        row.addWidget(self.button)

    def show_default_model(self, default_model: str, page_model: str) -> None:
        """Show that chats use *default_model*; *page_model* is the one of this page, empty if none."""
        self.status.set_role("muted")
        self.button.setDisabled(default_model == page_model)
        if default_model == page_model:
            self.status.setText(self.tr("Chats use this provider now."))
        else:
            self.status.setText(self.tr("Chats use {0} now.").format(self._model_title(default_model)))

    def show_failure(self, problem: str) -> None:
        """Show why the action of the button failed."""
        self.status.set_role("danger")
        self.status.setText(problem)

    def _model_title(self, label: str) -> str:
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
        self.content.addLayout(self._create_header())
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
        reason = self._catalog.model_status(label).tool_mode.reason if label else ""
        self.fields.tools.set_remark(
            translate(reason or self.tr("How tools are offered depends on the model. Choose a model first."))
        )

    def show_default_model(self) -> None:
        """Update which model is used in chats."""
        self.use.show_default_model(self._writer.store.settings.chat.model, self.label())

    def save_fields(self) -> bool:
        """Save the fields; return False if that is not possible."""
        name, entered = self._row.name, self.fields.entered_settings()
        if entered == self._row.settings:
            self.fields.address_field.set_problem("")
            return True
        if self._row.kind.has_address and self.fields.show_invalid_address(missing=False):
            self._outcome.hide()  # It is about another address.
            return False
        if not self._writer.save(lambda settings: settings.with_provider(name, entered)):
            return False
        previous = self._row
        self._row = {row.name: row for row in provider_rows(self._writer.store.settings)}[name]
        self.fields.show_settings(self._row.settings)
        if self._row.origin != previous.origin:
            self._outcome.hide()
            self.fields.key.show_key(self._row)
        self.show_status()
        self.model_changed.emit()
        return True

    def _create_header(self) -> QHBoxLayout:
        header = QHBoxLayout()
        self.more.clicked.connect(lambda: self._open_more(self.more))
        header.addWidget(PlainLabel(self._row.title, font="title"), 1)
        header.addWidget(self.more)
        return header

    def _begin_test(self) -> None:
        # Leaving the key field starts a test, and the click on Test that left it would start another.
        if not self._testing and self.save_fields():
            self._testing = True
            self.fields.key.start_saving(self._row)
            start(self._test(), self)

    async def _test(self) -> None:
        had_focus = self.test_button.hasFocus()
        self.test_button.setEnabled(False)
        try:
            await self._run_test()
        finally:
            if shiboken6.isValid(self):
                self._testing = False
                self.test_button.setEnabled(True)
                if had_focus:
                    self.test_button.setFocus()

    async def _run_test(self) -> None:
        if not self._row.ready:
            self.fields.show_invalid_address(missing=True)
            return
        self._show(None, self.tr("Asking {0}…").format(self._row.host or self._row.title))
        if not await self._save_key():
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

    async def _save_key(self) -> bool:
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
        if not await self._save_key():
            return
        label = self.label()
        if not label:
            self.use.show_failure(self.tr("Choose a model first: click Test, then choose one from the list."))
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
            menu.add(self.tr("Delete the key"), lambda: start(self.forget_key(), self), icon_name="key")
        disabled_reason = "" if self._row.configured else self.tr("This provider is not set up yet.")
        name = self._row.name
        menu.add(
            self.tr("Remove {0}").format(self._row.title),
            lambda: self.remove_requested.emit(name),
            icon_name="close",
            disabled_reason=disabled_reason,
        )
        menu.open_under(button)

    async def forget_key(self) -> bool:
        """Delete the provider's stored key; one in the environment stays. A failure is shown on the page."""
        try:
            await asyncio.to_thread(self._credentials.forget, self._row.name)
        except VaultDeskError as error:
            self._writer.show_problem(translate_error(error))
            return False
        self._outcome.hide()
        self.fields.key.show_key(self._row)
        return True
