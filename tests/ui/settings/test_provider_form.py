"""Tests of ui/settings/provider_form.py."""

import http.server
import itertools
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import until
from tests.support.wire import WireServer
from tests.support.words import words_of
from tests.ui.settings.settings_desk import SettingsDesk, on_settings_loop, settings_desk
from tests.ui.settings.wheel import wheel_over
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.providers.gguf import model_file_provider
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.ui.settings.provider_form import (
    MAX_LISTED_MODEL_IDS,
    MAX_MODEL_ID,
    ModelBox,
    OfflineForm,
    ProviderFields,
    ProviderForm,
    UseProviderRow,
)
from vaultdesk.ui.settings.provider_list import provider_rows
from vaultdesk.ui.translation import install_language
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.lists.list_row import ROW_ROLE

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
    received: list[str] = []
    box.finished.connect(lambda: received.append(box.chosen()))
    edit = box.lineEdit()
    assert edit is not None
    QTest.keyClicks(edit, " qwen3:8b ")
    assert received == []
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert set(received) == {"qwen3:8b"}


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
    received: list[str] = []
    box.finished.connect(lambda: received.append(box.chosen()))
    box.offer(models("a", "b"))
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert received == ["b"]


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
    words = [box.itemData(place, ROW_ROLE).right for place in range(3)]
    assert words == ["tools · sees pictures · 200k", "text-based tools", ""]
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
    expected = fields_of(qtbot, tmp_path, settings).entered_settings()
    assert expected == settings
    assert expected.model_fields_set == {"kind", "model"}


def test_what_is_chosen_is_wanted(qtbot: QtBot, tmp_path: Path) -> None:
    fields = fields_of(qtbot, tmp_path, ProviderSettings(kind="openai"))
    received: list[ProviderSettings] = []
    fields.finished.connect(lambda: received.append(fields.entered_settings()))
    fields.tools.box.setCurrentIndex(3)
    fields.tools.box.activated.emit(3)
    fields.api.box.setCurrentIndex(1)
    fields.api.box.activated.emit(1)
    assert received[-1] == ProviderSettings(kind="openai", tools="xml", api="chat")
    fields.api.box.setCurrentIndex(0)
    fields.api.box.activated.emit(0)
    assert received[-1] == ProviderSettings(kind="openai", tools="xml")


def test_a_window_of_ollama_is_a_number_and_none_is_the_models_own(qtbot: QtBot, tmp_path: Path) -> None:
    fields = fields_of(qtbot, tmp_path, ProviderSettings(kind="ollama"))
    assert fields.context.text() == "As the model says"
    received: list[int] = []
    fields.finished.connect(lambda: received.append(fields.entered_settings().context))
    fields.context.setValue(16_384)
    assert received == [16_384]


def test_a_chosen_model_file_is_the_model(qtbot: QtBot, tmp_path: Path) -> None:
    fields = fields_of(qtbot, tmp_path, ProviderSettings(kind="gguf"))
    received: list[str] = []
    fields.finished.connect(lambda: received.append(fields.entered_settings().model))
    path = str(tmp_path / ("a" * 250 + ".gguf"))
    fields.choose_file.chosen.emit(path)

    assert received == [path]
    assert fields_of(qtbot, tmp_path, ProviderSettings(kind="gguf", model=path)).entered_settings().model == path


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


# Use row: who answers in chats is told by name, and by label where the name is not known any more.


@on_settings_loop
async def test_who_is_asked_is_told(tmp_path: Path) -> None:
    row = UseProviderRow(settings_desk(tmp_path).catalog)
    received = []
    for asked in ("openai/gpt-x", "offline/offline", "anthropic/opus", "gone/model"):
        row.show_default_model(asked, "anthropic/opus")
        received.append(row.status_text())
    assert received == [
        "Chats use OpenAI · gpt-x now.",
        "Chats use Offline assistant now.",
        "Chats use this provider now.",
        "Chats use gone/model now.",
    ]


# Offline form: the built-in assistant is asked by one button, and the form says so.


@on_settings_loop
async def test_the_button_lets_chats_ask_it(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    desk.store.set("chat.model", "openai/gpt-x")
    form = OfflineForm("Offline assistant", desk.keeper(), desk.catalog)
    assert form.use.status_text() == "Chats use OpenAI · gpt-x now."
    form.use.button.click()
    assert desk.store.settings.chat.model == "offline/offline"
    assert form.use.status_text() == "Chats use this provider now."
    assert form.tab_ends == (form.use.button, form.use.button)


# Provider form: a test against a real server says what holds, and sends nothing of any note.

KEY = "sk-test-0123456789abcdefghij"
NOBODY = "http://127.0.0.1:9"


class _Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Router</title><h1>Log in</h1>")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def web_page() -> Iterator[str]:
    """A server that answers everything with a page for people, as a router does."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Web)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join(5)


def form_for(desk: SettingsDesk, url: str, *, kind: str = "openai-compatible") -> ProviderForm:
    form = ProviderForm(desk.add_server(url, kind=kind), desk.keeper(), desk.credentials, desk.catalog)
    form.resize(500, 400)
    form.show()
    return form


async def answer_to_test(form: ProviderForm) -> bool:
    results: list[bool] = []
    form.tested.connect(lambda _name, ok: results.append(ok))
    QTest.mouseClick(form.test_button, Qt.MouseButton.LeftButton)
    await until(lambda: results and form.test_button.isEnabled(), seconds=10)
    return results[0]


@pytest.mark.parametrize("kind", ["openai-compatible", "anthropic"])
@on_settings_loop
async def test_a_right_key_is_proven_kept_and_offers_the_models(tmp_path: Path, kind: str) -> None:
    desk = settings_desk(tmp_path)
    with WireServer(key=KEY, models=("small", "large")) as server:
        form = form_for(desk, server.url, kind=kind)
        form.fields.key.field.set_text(KEY)
        assert await answer_to_test(form)
        assert [(request.method, request.json) for request in server.requests] == [("GET", None)]
    assert "My server answered in" in form.outcome()
    assert "offers 2 models. No note was sent for this test." in form.outcome()
    assert sorted(form.fields.model.models()) == ["large", "small"]
    assert desk.credentials.get("server", desk.row("server").origin) is not None
    assert KEY not in desk.store.file.read_text(encoding="utf-8")


@on_settings_loop
async def test_a_wrong_key_is_refused_in_words_without_repeating_the_key(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    with WireServer(key=KEY) as server:
        form = form_for(desk, server.url)
        form.fields.key.field.set_text("sk-wrong-0123456789abcdefghij")
        assert not await answer_to_test(form)
        assert server.posts == []
    assert "key" in form.outcome().lower()
    assert "sk-wrong" not in form.outcome()
    assert form.fields.model.models() == []


@on_settings_loop
async def test_a_page_for_people_is_not_taken_for_an_answer(tmp_path: Path, web_page: str) -> None:
    form = form_for(settings_desk(tmp_path), web_page)
    assert not await answer_to_test(form)
    assert form.outcome()
    assert "<h1>" not in form.outcome()
    assert form.fields.model.models() == []


@on_settings_loop
async def test_a_missing_engine_for_model_files_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_file_provider, "ENGINE", "no_such_engine")
    form = form_for(settings_desk(tmp_path), "", kind="gguf")
    sentence = "Model files need the package no_such_engine, which is not installed."
    before = words_of(form)
    assert not await answer_to_test(form)
    for words in (before, words_of(form)):
        assert words.count(sentence) == 1
        assert "A GGUF file that VaultDesk runs itself" in words


@on_settings_loop
async def test_no_server_is_said_with_its_address(tmp_path: Path) -> None:
    form = form_for(settings_desk(tmp_path), NOBODY)
    assert not await answer_to_test(form)
    assert "127.0.0.1:9" in form.outcome()


@pytest.fixture
def in_german(qapp: QApplication) -> Iterator[None]:
    install_language(qapp, "de", [resource_path("translations")])
    yield
    install_language(qapp, "en", [])


@on_settings_loop
async def test_the_outcome_of_a_test_is_in_the_language_of_the_window(tmp_path: Path, in_german: None) -> None:
    form = form_for(settings_desk(tmp_path), NOBODY)
    assert not await answer_to_test(form)
    assert "Nothing answers" not in form.outcome()
    assert "127.0.0.1:9" in form.outcome()


@on_settings_loop
async def test_while_a_test_runs_the_button_is_off_and_leaving_the_field_begins_no_second(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    with WireServer() as server:
        form = form_for(desk, server.url)
        form.fields.key.field.set_text(KEY)
        form.fields.key.field.edit.editingFinished.emit()
        form.test_button.click()
        await until(lambda: not form.test_button.isEnabled())
        form.fields.key.entered.emit()
        await until(form.test_button.isEnabled, seconds=10)
        assert len(server.requests) == 1


@on_settings_loop
async def test_a_key_that_was_typed_is_tested_when_its_field_is_left(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    with WireServer(key=KEY) as server:
        form = form_for(desk, server.url)
        form.fields.key.field.set_text(KEY)
        form.fields.key.field.edit.editingFinished.emit()
        await until(lambda: "answered" in form.outcome(), seconds=10)


@pytest.mark.parametrize("url", ["http://user:secret@host/v1", "ftp://host", "http://a b", "http://host/?key=1"])
@on_settings_loop
async def test_an_unusable_address_is_said_under_its_field_and_not_kept(tmp_path: Path, url: str) -> None:
    desk = settings_desk(tmp_path)
    form = form_for(desk, NOBODY)
    form.fields.address_field.set_text(url)
    form.fields.address_field.edit.editingFinished.emit()
    assert "address" in form.fields.address_field.problem()
    assert "secret" not in form.fields.address_field.problem()
    assert desk.row("server").settings.base_url == NOBODY
    form.test_button.click()
    assert form.outcome() == ""
    form.fields.address_field.set_text("http://localhost:5000")
    form.fields.address_field.edit.editingFinished.emit()
    assert form.fields.address_field.problem() == ""
    assert desk.row("server").settings.base_url == "http://localhost:5000"


@on_settings_loop
async def test_a_test_without_an_address_asks_for_one(tmp_path: Path) -> None:
    form = form_for(settings_desk(tmp_path), "")
    form.fields.key.field.set_text(KEY)
    form.test_button.click()
    await until(form.fields.address_field.problem)
    assert "no address" in form.fields.address_field.problem()
    assert form.fields.key.typed() == KEY


@on_settings_loop
async def test_a_new_address_asks_for_the_key_again(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    desk.credentials.set("server", "http://127.0.0.1:9", KEY)
    form = form_for(desk, NOBODY)
    await until(form.fields.key.remark)
    form.fields.address_field.set_text("https://elsewhere.example")
    form.fields.address_field.edit.editingFinished.emit()
    await until(form.fields.key.field.problem)
    assert "is not sent to https://elsewhere.example:443" in form.fields.key.field.problem()


@on_settings_loop
async def test_use_in_chats_keeps_a_typed_key_too_and_chooses_the_model(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    form = form_for(desk, "http://localhost:1234")
    form.use.button.click()
    await until(lambda: form.use.status_text().startswith("Choose a model first"))
    form.fields.model.setCurrentText("qwen3:8b")
    form.fields.key.field.set_text(KEY)
    form.use.button.click()
    await until(lambda: desk.store.settings.chat.model == "server/qwen3:8b")
    await until(lambda: form.use.status_text() == "Chats use this provider now.")
    assert desk.credentials.get("server", desk.row("server").origin) is not None


@on_settings_loop
async def test_leaving_the_page_in_the_middle_of_a_test_is_quiet(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    with WireServer() as server:
        form = form_for(desk, server.url)
        form.test_button.click()
        await until(lambda: not form.test_button.isEnabled())
        gone: list[bool] = []
        form.destroyed.connect(lambda: gone.append(True))
        form.deleteLater()
        await until(lambda: gone)


@on_settings_loop
async def test_a_key_typed_just_before_the_page_is_left_is_kept(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    window = QWidget()
    form = form_for(desk, NOBODY)
    form.setParent(window)
    window.show()
    origin = desk.row("server").origin
    form.fields.key.field.set_text(KEY)
    form.fields.key.field.edit.editingFinished.emit()
    form.deleteLater()
    await until(lambda: desk.credentials.get("server", origin) is not None)
    await until(lambda: not shiboken6.isValid(form))


@on_settings_loop
async def test_no_gap_is_left_where_the_outcome_will_stand(tmp_path: Path) -> None:
    form = form_for(settings_desk(tmp_path), NOBODY)
    await until(form.fields.key.field.edit.placeholderText)
    before = form.sizeHint().height()
    assert not await answer_to_test(form)
    assert form.sizeHint().height() > before
    rows = [form.fields.name_field, form.fields.address_field, form.fields.key, form.fields.model]
    form._outcome.hide()
    form.resize(500, form.sizeHint().height())
    form.layout().activate()
    tops = [field.mapTo(form, field.rect().topLeft()).y() for field in rows]
    gaps = [lower - upper for upper, lower in itertools.pairwise(tops)]
    assert max(gaps) - min(gaps) <= 2


@on_settings_loop
async def test_m10_the_address_is_kept_as_written_where_that_is_switched_on(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    desk.add_server("http://127.0.0.1:9/api")
    form = ProviderForm(desk.row("server"), desk.keeper(), desk.credentials, desk.catalog)
    assert form.fields.add_v1.isVisibleTo(form)

    form.fields.add_v1.click()
    assert not desk.store.settings.providers["server"].add_v1
    form.fields.add_v1.click()
    assert desk.store.settings.providers["server"].add_v1


@on_settings_loop
async def test_m10_a_kind_whose_path_is_known_has_no_such_switch(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    form = ProviderForm(desk.row("openai"), desk.keeper(), desk.credentials, desk.catalog)

    assert not form.fields.add_v1.isVisibleTo(form)
