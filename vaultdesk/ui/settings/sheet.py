"""Frame of a settings page and the form rows generated from the fields of a settings model, with saving, error and
undo banners."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel, JsonValue, ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from vaultdesk.core.errors import VaultDeskError, VaultError
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error, translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.form_controls import (
    HEIGHT,
    MAX_NUMBER,
    Choice,
    NumberField,
    WheelSafeComboBox,
    field_label,
)
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.text_fields import TextField
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath


class SettingsWriter:
    """Writes changes to the store; a failure is shown in *banner* and nothing is lost."""

    def __init__(self, store: SettingsStore, banner: Banner) -> None:
        self.store = store
        self._banner = banner

    def save(self, change: Callable[[Settings], Settings]) -> bool:
        """Apply *change* and return whether it was saved."""
        try:
            self.store.change(change)
        except (VaultDeskError, ValidationError) as error:
            self.show_problem(
                translate_error(error) if isinstance(error, VaultDeskError) else f"{error.errors()[0]['msg']}."
            )
            return False
        self._banner.hide()
        return True

    def show_problem(self, problem: str) -> None:
        """Show what failed."""
        self._banner.set_text(problem)
        self._banner.show()


class UndoBanner(Banner):
    """Shown until it is closed, until Undo, or until another change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("info", "", closable=True, parent=parent)
        self.hide()

    def offer(self, text: str, undo: Callable[[], object]) -> None:
        """Show what was done; *undo* reverts it."""

        def undo_and_hide() -> None:
            self.hide()
            undo()

        self.set_text(text)
        self.set_actions([(self.tr("Undo"), undo_and_hide)])
        self.show()


COLUMN_WIDTH, TWO_PANE_WIDTH = 760, 1000
"""Width in pixels of the column, and of one with two panes."""


class Sheet(QScrollArea):
    """One page. Add widgets to `content`; errors are shown in `problem`."""

    def __init__(self, title: str, text: str, *, wide: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Its space is always reserved: the column is at the same place on all pages. An empty one draws nothing.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.title = title
        self.problem = Banner("danger", "", closable=True)
        self.problem.hide()
        self.content = column_layout(spacing=16)
        column_host = QWidget()
        column_host.setMaximumWidth(px(TWO_PANE_WIDTH if wide else COLUMN_WIDTH))
        self._header = column_layout(spacing=4)
        self._header.addWidget(PlainLabel(title, font="page"))
        self._header.addWidget(PlainLabel(text, role="muted", wrap=True))
        column = column_layout(column_host, 8, margins=(0, 32, 0, 32))
        column.addLayout(self._header)
        column.addWidget(self.problem)
        column.addSpacing(px(8))
        column.addLayout(self.content)
        column.addStretch(1)
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(px(24), 0, px(24), 0)
        row.addStretch(1)
        row.addWidget(column_host, 1000)
        row.addStretch(1)
        self.setWidget(page)

    def add_remark(self, remark: PlainLabel) -> None:
        """Add another sentence under the title."""
        self._header.addWidget(remark)

    def refresh(self, settings: Settings) -> None:
        """Update to the current settings; does nothing on a page without settings."""

    def showEvent(self, event: QShowEvent) -> None:
        """Align the fields of all forms of the page."""
        super().showEvent(event)
        forms = self.findChildren(FormGrid)
        width = max((form.natural_label_width() for form in forms), default=0)
        for form in forms:
            form.set_label_width(width)

    def all_text(self) -> str:
        """Return all text of the page, for the search."""
        labels = [label.text() for label in self.findChildren(PlainLabel)]
        buttons = [button.accessibleName() or button.text() for button in self.findChildren(QAbstractButton)]
        return "\n".join([*labels, *buttons])


# Creating all pages at once takes 0.4 s, during which the window does not respond. The visible page is created
# immediately, the others one by one when the event loop is idle, so that all exist when the user searches.


class SheetStack(QStackedWidget):
    """Shows one sheet at a time."""

    def __init__(self, factories: Sequence[Callable[[], Sheet]], parent: QWidget | None = None) -> None:
        """*factories* create one sheet each, in order."""
        super().__init__(parent)
        self._factories = tuple(factories)
        self._sheets: dict[int, Sheet] = {}
        self._idle_timer = QTimer(self, interval=0, singleShot=True)
        self._idle_timer.timeout.connect(self._create_next)
        for _ in factories:
            self.addWidget(QWidget())

    def show_sheet(self, number: int) -> None:
        """Show the sheet at that index."""
        self.setCurrentWidget(self.sheet(number))

    def sheet(self, number: int) -> Sheet:
        """Return the sheet at that index, creating it if needed."""
        if number not in self._sheets:
            sheet = self._sheets[number] = self._factories[number]()
            empty = self.widget(number)
            self.insertWidget(number, sheet)
            if empty is not None:
                self.removeWidget(empty)
                empty.deleteLater()
        return self._sheets[number]

    def created_sheets(self) -> Iterator[Sheet]:
        """Yield the sheets created so far."""
        yield from self._sheets.values()

    def showEvent(self, event: QShowEvent) -> None:
        """Start creating the others."""
        super().showEvent(event)
        self._idle_timer.start()

    def _create_next(self) -> None:
        missing = next((number for number in range(len(self._factories)) if number not in self._sheets), None)
        if missing is not None:
            self.sheet(missing)
            self._idle_timer.start()


_tr = translator("GroupForm")

LABEL_WIDTH, FIELD_WIDTH = 150, 320
"""Minimum width of the labels, and width of a text field, in design pixels."""

FieldChange = Callable[[str, JsonValue], str]
"""Called with the field's name and its new value; returns what is wrong with the value, or an empty text."""


class FormGrid(QWidget):
    """Labels beside fields, with remarks below the fields. All forms of a sheet get labels of the same width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self._labels: list[PlainLabel] = []
        self._rows = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(px(16))
        self._grid.setVerticalSpacing(px(4))
        self._grid.setColumnMinimumWidth(0, px(LABEL_WIDTH))
        self._grid.setColumnStretch(1, 1)

    def add_field(self, title: str, field: QWidget, *, wide: bool = False) -> None:
        """Add a row for *field*; a *wide* one fills its column."""
        if self._rows:
            self._grid.setRowMinimumHeight(self._rows, theme().px(8))
            self._rows += 1
        label = field_label(title)
        label.setBuddy(field)
        self._labels.append(label)
        self._grid.addWidget(label, self._rows, 0, Qt.AlignmentFlag.AlignTop)
        alignment = Qt.AlignmentFlag.AlignTop if wide else Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(field, self._rows, 1, alignment)
        self._rows += 1

    def add_below(self, remark: QWidget) -> None:
        """Add *remark* below the last field."""
        self._grid.addWidget(remark, self._rows, 1)
        self._rows += 1

    def natural_label_width(self) -> int:
        """Return the width that the widest label needs, or the minimum one."""
        return max([theme().px(LABEL_WIDTH), *(label.sizeHint().width() for label in self._labels)])

    def set_label_width(self, width: int) -> None:
        """Set the width of the labels' column."""
        self._grid.setColumnMinimumWidth(0, width)


class SettingsForm(FormGrid):
    """One group of settings. Each change is reported immediately; `show_values` updates the fields."""

    def __init__(
        self,
        model: BaseModel,
        names: tuple[str, ...],
        change: FieldChange,
        choice_texts: Mapping[str, str] | None = None,
        choices: Mapping[str, Sequence[Choice]] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """*choice_texts* are display texts of choices that differ from the values in the file.

        *choices* are the values and texts for a field whose model does not restrict the values.
        """
        super().__init__(parent)
        self._change = change
        self._choice_texts = choice_texts or {}
        self._choices = choices or {}
        self._values_shown = False
        self._fields: dict[str, QWidget] = {}
        for name in names:
            self._add_row(name, type(model).model_fields[name])
        self.show_values(model)

    def field(self, name: str) -> QWidget:
        """Return the control of one field."""
        return self._fields[name]

    def show_values(self, model: BaseModel) -> None:
        """Show the values of *model* without reporting changes. An invalid input is kept for correction."""
        self._values_shown = False
        for name, field in self._fields.items():
            value = getattr(model, name)
            match field:
                case QComboBox():
                    field.setCurrentIndex(max(0, field.findData(value)))
                case QCheckBox():
                    field.setChecked(bool(value))
                case NumberField():
                    field.setValue(int(value))
                case TextField() if not field.problem() and not field.edit.hasFocus():
                    field.set_text(str(value))
        self._values_shown = True

    def _add_row(self, name: str, info: FieldInfo) -> None:
        title = setting_text(info.title or name)
        field = self._fields[name] = self._create_field(name, title, info)
        self.add_field(title, field)
        self.add_below(PlainLabel(setting_text(info.description or ""), role="muted", font="small", wrap=True))

    def _create_field(self, name: str, title: str, info: FieldInfo) -> QWidget:
        kind = info.annotation
        if name in self._choices:
            return self._create_choice(name, title, self._choices[name])
        if get_origin(kind) is Literal:
            return self._create_choice(
                name, title, [(str(value), self._choice_text(str(value))) for value in get_args(kind)]
            )
        if kind is bool:
            return self._create_check_box(name, title)
        if kind is int:
            return self._create_number_field(name, title, info)
        return self._create_text_field(name, title)

    def _create_choice(self, name: str, title: str, choices: Sequence[Choice]) -> QWidget:
        box = WheelSafeComboBox()
        box.setAccessibleName(title)
        for value, text in choices:
            box.addItem(text, value)
        # The width is measured in X, which leaves some space: text exactly as wide as the box may be cut off.
        box.setMinimumContentsLength(max(len(text) for _, text in choices) + 1)
        box.currentIndexChanged.connect(lambda _index: self._change_shown(name, str(box.currentData())))
        return box

    def _choice_text(self, choice: str) -> str:
        return self._choice_texts.get(choice) or setting_text(choice.replace("-", " ").capitalize()) or self.tr("None")

    def _create_check_box(self, name: str, title: str) -> QWidget:
        box = QCheckBox()
        box.setAccessibleName(title)
        box.setFixedHeight(theme().px(HEIGHT))
        box.toggled.connect(lambda on: self._change_shown(name, on))
        return box

    def _create_number_field(self, name: str, title: str, info: FieldInfo) -> QWidget:
        limits = info.metadata
        minimum = next((limit.ge for limit in limits if isinstance(limit, Ge)), 0)
        maximum = next((limit.le for limit in limits if isinstance(limit, Le)), MAX_NUMBER)
        field = NumberField(title, int(str(minimum)), int(str(maximum)))
        field.valueChanged.connect(lambda value: self._change_shown(name, value))
        return field

    def _create_text_field(self, name: str, title: str) -> QWidget:
        line = TextField(title)
        line.setFixedWidth(theme().px(FIELD_WIDTH))
        line.edit.editingFinished.connect(lambda: line.set_problem(self._change_shown(name, line.text().strip())))
        return line

    def _change_shown(self, name: str, value: JsonValue) -> str:
        return self._change(name, value) if self._values_shown else ""


def setting_text(text: str) -> str:
    """Return the translation of a title, description or choice of the settings model."""
    return QCoreApplication.translate("Settings", text) if text else ""


class GroupForm(SettingsForm):
    """Rows for some fields of one table, such as `chat` or `web`."""

    def __init__(
        self,
        writer: SettingsWriter,
        group: str,
        names: tuple[str, ...],
        choice_texts: Mapping[str, str] | None = None,
        choices: Mapping[str, Sequence[Choice]] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """*choice_texts* and *choices* are those of `SettingsForm`."""
        self._writer = writer
        self._group = group
        super().__init__(self._group_settings(writer.store.settings), names, self._save, choice_texts, choices, parent)

    def refresh(self, settings: Settings) -> None:
        self.show_values(self._group_settings(settings))

    def _group_settings(self, settings: Settings) -> BaseModel:
        group = getattr(settings, self._group)
        assert isinstance(group, BaseModel), "the settings are a tree of tables"
        return group

    def _save(self, name: str, value: JsonValue) -> str:
        if isinstance(value, str) and (problem := vault_path_problem(name, value)):
            return problem

        def changed(settings: Settings) -> Settings:
            table = self._group_settings(settings).model_copy(update={name: value})
            return settings.model_copy(update={self._group: table})

        if not self._writer.save(changed):
            self.refresh(self._writer.store.settings)
        return ""


def vault_path_problem(name: str, text: str) -> str:
    """Return why *text* is not a valid folder or note path of a vault, if the field *name* requires one; else empty."""
    folder, note = name == "folder" or name.endswith("_folder"), name == "note"
    if not (folder or note):
        return ""
    if not text:
        return _tr("Enter a folder in the vault.") if folder else _tr("Enter a note in the vault.")
    if note and not text.endswith(NOTE_SUFFIX):
        return _tr("The name of a note must end in .md.")
    try:
        NotePath.parse(text)
    except VaultError:
        return _tr("This is not a folder in the vault.") if folder else _tr("This is not a note in the vault.")
    return ""
