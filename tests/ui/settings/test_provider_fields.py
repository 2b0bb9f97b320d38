"""Provider fields: each kind has the rows it needs and no other; a file is told only what somebody chose."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from tests.ui.settings.settings_desk import settings_desk
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui.settings.provider_fields import ProviderFields
from vaultdesk.ui.settings.provider_rows import provider_rows
from vaultdesk.ui.widgets.buttons import PlainButton


def fields_of(qtbot: QtBot, folder: Path, settings: ProviderSettings, name: str = "") -> ProviderFields:
    row = provider_rows(Settings(providers={name or settings.kind: settings}))[0]
    fields = ProviderFields(row, settings_desk(folder).credentials, PlainButton("Test"), QWidget())
    qtbot.addWidget(fields)
    fields.resize(500, 400)
    fields.show()
    return fields


def rows_of(fields: ProviderFields) -> list[str]:
    names = {"Name", "Address", "Key", "Model", "Tools", "API", "Context"}
    return [line for line in words_of(fields).split("\n") if line in names]


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("openai", "Key Address Model Tools API"),
        ("anthropic", "Key Address Model Tools"),
        ("gemini", "Key Address Model Tools"),
        ("openrouter", "Key Address Model Tools"),
        ("ollama", "Address Key Model Tools Context"),
        ("lmstudio", "Address Key Model Tools"),
        ("codex", "Model Tools"),
    ],
)
def test_each_kind_has_its_rows(qtbot: QtBot, tmp_path: Path, kind: ProviderKind, rows: str) -> None:
    fields = fields_of(qtbot, tmp_path, ProviderSettings(kind=kind))
    assert rows_of(fields) == rows.split()


def test_a_server_of_ones_own_has_a_name_and_its_address_first(qtbot: QtBot, tmp_path: Path) -> None:
    fields = fields_of(qtbot, tmp_path, ProviderSettings(kind="openai-compatible"), "server")
    assert rows_of(fields) == ["Name", "Address", "Key", "Model", "Tools", "API"]
    second = fields_of(qtbot, tmp_path, ProviderSettings(kind="anthropic", name="Work"), "anthropic-2")
    assert rows_of(second) == ["Name", "Key", "Address", "Model", "Tools"]


def test_untouched_fields_change_nothing_and_mark_nothing_as_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    settings = ProviderSettings(kind="openai", model="gpt-x")
    wanted = fields_of(qtbot, tmp_path, settings).wanted()
    assert wanted == settings
    assert wanted.model_fields_set == {"kind", "model"}


def test_what_is_chosen_is_wanted(qtbot: QtBot, tmp_path: Path) -> None:
    fields = fields_of(qtbot, tmp_path, ProviderSettings(kind="openai"))
    told: list[ProviderSettings] = []
    fields.finished.connect(lambda: told.append(fields.wanted()))
    fields.tools.box.setCurrentIndex(3)
    fields.tools.box.activated.emit(3)
    fields.api.box.setCurrentIndex(1)
    fields.api.box.activated.emit(1)
    assert told[-1] == ProviderSettings(kind="openai", tools="xml", api="chat")
    fields.api.box.setCurrentIndex(0)
    fields.api.box.activated.emit(0)
    assert told[-1] == ProviderSettings(kind="openai", tools="xml")


def test_a_window_of_ollama_is_a_number_and_none_is_the_models_own(qtbot: QtBot, tmp_path: Path) -> None:
    fields = fields_of(qtbot, tmp_path, ProviderSettings(kind="ollama"))
    assert fields.context.text() == "As the model says"
    told: list[int] = []
    fields.finished.connect(lambda: told.append(fields.wanted().context))
    fields.context.setValue(16_384)
    assert told == [16_384]


def test_a_missing_address_is_wrong_only_where_it_is_needed_now(qtbot: QtBot, tmp_path: Path) -> None:
    fields = fields_of(qtbot, tmp_path, ProviderSettings(kind="openai-compatible"), "server")
    assert not fields.show_wrong_address(missing=False)
    assert fields.show_wrong_address(missing=True)
    assert "no address" in fields.address_field.problem()
    fields.address_field.set_text("http://localhost:5000")
    assert not fields.show_wrong_address(missing=True)
    assert fields.address_field.problem() == ""


def test_every_field_has_a_name(qtbot: QtBot, tmp_path: Path) -> None:
    fields = fields_of(qtbot, tmp_path, ProviderSettings(kind="ollama"))
    named = [fields.address_field.edit, fields.key.field.edit, fields.model, fields.tools.box, fields.context]
    assert all(widget.accessibleName() for widget in named)
