"""Tests of ui/settings/provider_fields.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from tests.ui.settings.settings_desk import settings_desk
from tests.ui.settings.wheel import wheel_over
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.ui.settings.provider_entries import provider_rows
from vaultdesk.ui.settings.provider_fields import (
    MAX_LISTED_MODEL_IDS,
    MAX_MODEL_ID,
    MODEL_TEXT_ROLE,
    ModelBox,
    ProviderFields,
)
from vaultdesk.ui.widgets.buttons import PlainButton

# Model box: typed or picked; what a server lists is never trusted to be short or visible.


def models(*ids: str) -> list[ModelInfo]:
    return [ModelInfo(one) for one in ids]


def box_of(qtbot: QtBot, model: str = "") -> ModelBox:
    box = ModelBox(model)
    qtbot.addWidget(box)
    box.show()
    return box


def test_a_typed_model_is_told_when_the_field_is_left(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    told: list[str] = []
    box.finished.connect(lambda: told.append(box.chosen()))
    edit = box.lineEdit()
    assert edit is not None
    QTest.keyClicks(edit, " qwen3:8b ")
    assert told == []
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert set(told) == {"qwen3:8b"}


def test_a_list_leaves_the_chosen_model_alone(qtbot: QtBot) -> None:
    box = box_of(qtbot, "mine")
    box.offer(models("a", "b", "a"))
    assert (box.chosen(), box.models()) == ("mine", ["a", "b"])


def test_the_only_model_of_a_server_is_chosen_and_of_two_none(qtbot: QtBot) -> None:
    one, two = box_of(qtbot), box_of(qtbot)
    one.offer(models("only"))
    two.offer(models("a", "b"))
    assert (one.chosen(), two.chosen()) == ("only", "")
    edit = two.lineEdit()
    assert edit is not None
    assert edit.placeholderText() == "Choose one of 2, or type a name"


def test_a_picked_model_is_told_at_once(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    told: list[str] = []
    box.finished.connect(lambda: told.append(box.chosen()))
    box.offer(models("a", "b"))
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert told == ["b"]


def test_ids_that_are_endless_invisible_or_too_many_are_left_out(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    box.offer(
        models(
            "",
            "x" * (MAX_MODEL_ID + 1),
            "a\u202eb",
            "fine",
            *(f"m{number}" for number in range(MAX_LISTED_MODEL_IDS * 2)),
        )
    )
    assert box.models()[0] == "fine"
    assert len(box.models()) == MAX_LISTED_MODEL_IDS


def test_a_long_id_does_not_widen_the_form(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    before = box.minimumSizeHint().width()
    box.offer(models("x" * MAX_MODEL_ID))
    assert box.minimumSizeHint().width() == before


def test_each_entry_says_what_its_model_can_do_to_eye_and_voice(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    box.offer([ModelInfo("a", tools=True, images=True, context=200_000), ModelInfo("b", tools=False), ModelInfo("c")])
    words = [box.itemData(place, MODEL_TEXT_ROLE) for place in range(3)]
    assert words == ["tools · sees pictures · 200k", "tools by text", ""]
    assert box.itemData(0, Qt.ItemDataRole.AccessibleDescriptionRole) == words[0]
    box.resize(400, box.sizeHint().height())
    box.showPopup()
    assert not box.view().grab().isNull()
    box.hidePopup()


def test_the_wheel_over_it_is_the_pages(qtbot: QtBot) -> None:
    box = box_of(qtbot, "b")
    box.offer(models("a", "b", "c"))
    box.setFocus()
    assert wheel_over(box) is False
    assert box.chosen() == "b"


# Provider fields: each kind has the rows it needs and no other; a file is told only what somebody chose.


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
        ("gguf", "Model Tools Context"),
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


def test_a_chosen_model_file_is_the_model(qtbot: QtBot, tmp_path: Path) -> None:
    fields = fields_of(qtbot, tmp_path, ProviderSettings(kind="gguf"))
    told: list[str] = []
    fields.finished.connect(lambda: told.append(fields.wanted().model))
    path = str(tmp_path / ("a" * 250 + ".gguf"))
    fields.choose_file.chosen.emit(path)

    assert told == [path]
    assert fields_of(qtbot, tmp_path, ProviderSettings(kind="gguf", model=path)).wanted().model == path


def test_a_missing_address_is_wrong_only_where_it_is_needed_now(qtbot: QtBot, tmp_path: Path) -> None:
    fields = fields_of(qtbot, tmp_path, ProviderSettings(kind="openai-compatible"), "server")
    assert not fields.show_invalid_address(missing=False)
    assert fields.show_invalid_address(missing=True)
    assert "no address" in fields.address_field.problem()
    fields.address_field.set_text("http://localhost:5000")
    assert not fields.show_invalid_address(missing=True)
    assert fields.address_field.problem() == ""


def test_every_field_has_a_name(qtbot: QtBot, tmp_path: Path) -> None:
    fields = fields_of(qtbot, tmp_path, ProviderSettings(kind="ollama"))
    named = [fields.address_field.edit, fields.key.field.edit, fields.model, fields.tools.box, fields.context]
    assert all(widget.accessibleName() for widget in named)
