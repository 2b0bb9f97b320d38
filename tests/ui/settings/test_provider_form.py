"""Tests of ui/settings/provider_form.py."""

import http.server
import itertools
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import until
from tests.support.wire import WireServer
from tests.support.words import words_of
from tests.ui.settings.settings_env import SettingsEnv, on_settings_loop, settings_env
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

# ModelBox: typed or picked; ids listed by a server may be too long, invisible or too many.


def models(*ids: str) -> list[ModelInfo]:
    return [ModelInfo(model_id) for model_id in ids]


def create_box(qtbot: QtBot, model: str = "") -> ModelBox:
    box = ModelBox(model)
    qtbot.addWidget(box)
    box.show()
    return box


def test_a_typed_model_is_emitted_when_editing_finishes(qtbot: QtBot) -> None:
    box = create_box(qtbot)
    received: list[str] = []
    box.finished.connect(lambda: received.append(box.chosen()))
    edit = box.lineEdit()
    assert edit is not None
    QTest.keyClicks(edit, " qwen3:8b ")
    assert received == []
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert set(received) == {"qwen3:8b"}


def test_offered_models_do_not_change_the_chosen_one(qtbot: QtBot) -> None:
    box = create_box(qtbot, "mine")
    box.offer(models("a", "b", "a"))
    assert (box.chosen(), box.models()) == ("mine", ["a", "b"])


def test_a_single_offered_model_is_chosen_automatically(qtbot: QtBot) -> None:
    single, several = create_box(qtbot), create_box(qtbot)
    single.offer(models("only"))
    several.offer(models("a", "b"))
    assert (single.chosen(), several.chosen()) == ("only", "")
    edit = several.lineEdit()
    assert edit is not None
    assert edit.placeholderText() == "Choose one of 2, or type a name"


def test_a_picked_model_is_emitted_immediately(qtbot: QtBot) -> None:
    box = create_box(qtbot)
    received: list[str] = []
    box.finished.connect(lambda: received.append(box.chosen()))
    box.offer(models("a", "b"))
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert received == ["b"]


def test_ids_that_are_too_long_invisible_or_too_many_are_omitted(qtbot: QtBot) -> None:
    box = create_box(qtbot)
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
    box = create_box(qtbot)
    before = box.minimumSizeHint().width()
    box.offer(models("x" * MAX_MODEL_ID))
    assert box.minimumSizeHint().width() == before


def test_each_entry_shows_and_describes_the_capabilities_of_its_model(qtbot: QtBot) -> None:
    box = create_box(qtbot)
    box.offer([ModelInfo("a", tools=True, images=True, context=200_000), ModelInfo("b", tools=False), ModelInfo("c")])
    capabilities = [box.itemData(index, ROW_ROLE).right for index in range(3)]
    assert capabilities == ["tools · sees pictures · 200k", "text-based tools", ""]
    assert box.itemData(0, Qt.ItemDataRole.AccessibleDescriptionRole) == capabilities[0]
    box.resize(400, box.sizeHint().height())
    box.showPopup()
    assert not box.view().grab().isNull()
    box.hidePopup()


def test_the_wheel_over_the_box_scrolls_the_page(qtbot: QtBot) -> None:
    box = create_box(qtbot, "b")
    box.offer(models("a", "b", "c"))
    box.setFocus()
    assert wheel_over(box) is False
    assert box.chosen() == "b"


# ProviderFields: each kind has only the rows it needs, and only chosen values are written.


def create_fields(qtbot: QtBot, folder: Path, settings: ProviderSettings, name: str = "") -> ProviderFields:
    row = provider_rows(Settings(providers={name or settings.kind: settings}))[0]
    fields = ProviderFields(row, settings_env(folder).credentials, PlainButton("Test"), QWidget())
    qtbot.addWidget(fields)
    fields.resize(500, 400)
    fields.show()
    return fields


def row_labels(fields: ProviderFields) -> list[str]:
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
    fields = create_fields(qtbot, tmp_path, ProviderSettings(kind=kind))
    assert row_labels(fields) == rows.split()


def test_a_custom_server_has_a_name_and_its_address_first(qtbot: QtBot, tmp_path: Path) -> None:
    fields = create_fields(qtbot, tmp_path, ProviderSettings(kind="openai-compatible"), "server")
    assert row_labels(fields) == ["Name", "Address", "Key", "Model", "Tools", "API"]
    second = create_fields(qtbot, tmp_path, ProviderSettings(kind="anthropic", name="Work"), "anthropic-2")
    assert row_labels(second) == ["Name", "Key", "Address", "Model", "Tools"]


def test_untouched_fields_leave_the_settings_unchanged(qtbot: QtBot, tmp_path: Path) -> None:
    settings = ProviderSettings(kind="openai", model="gpt-x")
    entered = create_fields(qtbot, tmp_path, settings).entered_settings()
    assert entered == settings
    assert entered.model_fields_set == {"kind", "model"}


def test_chosen_values_are_in_the_entered_settings(qtbot: QtBot, tmp_path: Path) -> None:
    fields = create_fields(qtbot, tmp_path, ProviderSettings(kind="openai"))
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


def test_the_context_of_ollama_is_a_number_and_defaults_to_that_of_the_model(qtbot: QtBot, tmp_path: Path) -> None:
    fields = create_fields(qtbot, tmp_path, ProviderSettings(kind="ollama"))
    assert fields.context.text() == "As the model says"
    received: list[int] = []
    fields.finished.connect(lambda: received.append(fields.entered_settings().context))
    fields.context.setValue(16_384)
    assert received == [16_384]


def test_a_chosen_model_file_becomes_the_model(qtbot: QtBot, tmp_path: Path) -> None:
    fields = create_fields(qtbot, tmp_path, ProviderSettings(kind="gguf"))
    received: list[str] = []
    fields.finished.connect(lambda: received.append(fields.entered_settings().model))
    path = str(tmp_path / ("a" * 250 + ".gguf"))
    fields.choose_file.chosen.emit(path)

    assert received == [path]
    assert create_fields(qtbot, tmp_path, ProviderSettings(kind="gguf", model=path)).entered_settings().model == path


def test_a_missing_address_is_a_problem_only_when_it_is_required(qtbot: QtBot, tmp_path: Path) -> None:
    fields = create_fields(qtbot, tmp_path, ProviderSettings(kind="openai-compatible"), "server")
    assert not fields.show_invalid_address(missing=False)
    assert fields.show_invalid_address(missing=True)
    assert "no address" in fields.address_field.problem()
    fields.address_field.set_text("http://localhost:5000")
    assert not fields.show_invalid_address(missing=True)
    assert fields.address_field.problem() == ""


def test_every_field_has_an_accessible_name(qtbot: QtBot, tmp_path: Path) -> None:
    fields = create_fields(qtbot, tmp_path, ProviderSettings(kind="ollama"))
    named = [fields.address_field.edit, fields.key.field.edit, fields.model, fields.tools.box, fields.context]
    assert all(widget.accessibleName() for widget in named)


# UseProviderRow: names the provider used in chats, or shows its label if the provider is unknown.


@on_settings_loop
async def test_the_status_names_the_provider_used_in_chats(tmp_path: Path) -> None:
    row = UseProviderRow(settings_env(tmp_path).catalog)
    received = []
    for label in ("openai/gpt-x", "offline/offline", "anthropic/opus", "gone/model"):
        row.show_default_model(label, "anthropic/opus")
        received.append(row.status.text())
    assert received == [
        "Chats use OpenAI · gpt-x now.",
        "Chats use Offline assistant now.",
        "Chats use this provider now.",
        "Chats use gone/model now.",
    ]


# OfflineForm: one button selects the built-in assistant for chats.


@on_settings_loop
async def test_the_button_selects_the_offline_assistant_for_chats(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    env.store.set("chat.model", "openai/gpt-x")
    form = OfflineForm("Offline assistant", env.writer(), env.catalog)
    assert form.use.status.text() == "Chats use OpenAI · gpt-x now."
    form.use.button.click()
    assert env.store.settings.chat.model == "offline/offline"
    assert form.use.status.text() == "Chats use this provider now."
    assert form.tab_ends == (form.use.button, form.use.button)


# ProviderForm: a test against a real server reports its result and sends no note.

KEY = "sk-test-0123456789abcdefghij"
UNREACHABLE = "http://127.0.0.1:9"


class _LoginPage(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Router</title><h1>Log in</h1>")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def login_page() -> Iterator[str]:
    """A server that answers every request with an HTML page, as a router does."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _LoginPage)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join(5)


def form_for(env: SettingsEnv, url: str, *, kind: str = "openai-compatible") -> ProviderForm:
    form = ProviderForm(env.add_server(url, kind=kind), env.writer(), env.credentials, env.catalog)
    form.resize(500, 400)
    form.show()
    return form


async def run_test(form: ProviderForm) -> bool:
    results: list[bool] = []
    form.tested.connect(lambda _name, ok: results.append(ok))
    QTest.mouseClick(form.test_button, Qt.MouseButton.LeftButton)
    await until(lambda: results and form.test_button.isEnabled(), seconds=10)
    return results[0]


@pytest.mark.parametrize("kind", ["openai-compatible", "anthropic"])
@on_settings_loop
async def test_a_valid_key_is_stored_after_the_test_and_its_models_are_offered(tmp_path: Path, kind: str) -> None:
    env = settings_env(tmp_path)
    with WireServer(key=KEY, models=("small", "large")) as server:
        form = form_for(env, server.url, kind=kind)
        form.fields.key.field.set_text(KEY)
        assert await run_test(form)
        assert [(request.method, request.json) for request in server.requests] == [("GET", None)]
    assert "My server answered in" in form.outcome()
    assert "offers 2 models. No note was sent for this test." in form.outcome()
    assert sorted(form.fields.model.models()) == ["large", "small"]
    assert env.credentials.get("server", env.row("server").origin) is not None
    assert KEY not in env.store.file.read_text(encoding="utf-8")


@on_settings_loop
async def test_an_invalid_key_is_reported_without_repeating_it(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    with WireServer(key=KEY) as server:
        form = form_for(env, server.url)
        form.fields.key.field.set_text("sk-wrong-0123456789abcdefghij")
        assert not await run_test(form)
        assert server.posts == []
    assert "key" in form.outcome().lower()
    assert "sk-wrong" not in form.outcome()
    assert form.fields.model.models() == []


@on_settings_loop
async def test_an_html_page_is_not_accepted_as_an_answer(tmp_path: Path, login_page: str) -> None:
    form = form_for(settings_env(tmp_path), login_page)
    assert not await run_test(form)
    assert form.outcome()
    assert "<h1>" not in form.outcome()
    assert form.fields.model.models() == []


@on_settings_loop
async def test_a_missing_engine_for_model_files_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_file_provider, "ENGINE", "no_such_engine")
    form = form_for(settings_env(tmp_path), "", kind="gguf")
    sentence = "Model files need the package no_such_engine, which is not installed."
    before = words_of(form)
    assert not await run_test(form)
    for text in (before, words_of(form)):
        assert text.count(sentence) == 1
        assert "A GGUF file that VaultDesk runs itself" in text


@on_settings_loop
async def test_an_unreachable_server_is_reported_with_its_address(tmp_path: Path) -> None:
    form = form_for(settings_env(tmp_path), UNREACHABLE)
    assert not await run_test(form)
    assert "127.0.0.1:9" in form.outcome()


@pytest.fixture
def german_window(qapp: QApplication) -> Iterator[None]:
    install_language(qapp, "de", [resource_path("translations")])
    yield
    install_language(qapp, "en", [])


@on_settings_loop
async def test_the_outcome_of_a_test_is_in_the_language_of_the_window(tmp_path: Path, german_window: None) -> None:
    form = form_for(settings_env(tmp_path), UNREACHABLE)
    assert not await run_test(form)
    assert "Nothing answers" not in form.outcome()
    assert "127.0.0.1:9" in form.outcome()


@on_settings_loop
async def test_a_running_test_disables_the_button_and_prevents_a_second_test(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    with WireServer() as server:
        form = form_for(env, server.url)
        form.fields.key.field.set_text(KEY)
        form.fields.key.field.edit.editingFinished.emit()
        form.test_button.click()
        await until(lambda: not form.test_button.isEnabled())
        form.fields.key.entered.emit()
        await until(form.test_button.isEnabled, seconds=10)
        assert len(server.requests) == 1


@on_settings_loop
async def test_a_typed_key_is_tested_when_editing_finishes(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    with WireServer(key=KEY) as server:
        form = form_for(env, server.url)
        form.fields.key.field.set_text(KEY)
        form.fields.key.field.edit.editingFinished.emit()
        await until(lambda: "answered" in form.outcome(), seconds=10)


@pytest.mark.parametrize("url", ["http://user:secret@host/v1", "ftp://host", "http://a b", "http://host/?key=1"])
@on_settings_loop
async def test_an_invalid_address_is_a_field_problem_and_not_stored(tmp_path: Path, url: str) -> None:
    env = settings_env(tmp_path)
    form = form_for(env, UNREACHABLE)
    form.fields.address_field.set_text(url)
    form.fields.address_field.edit.editingFinished.emit()
    assert "address" in form.fields.address_field.problem()
    assert "secret" not in form.fields.address_field.problem()
    assert env.row("server").settings.base_url == UNREACHABLE
    form.test_button.click()
    assert form.outcome() == ""
    form.fields.address_field.set_text("http://localhost:5000")
    form.fields.address_field.edit.editingFinished.emit()
    assert form.fields.address_field.problem() == ""
    assert env.row("server").settings.base_url == "http://localhost:5000"


@on_settings_loop
async def test_a_test_without_an_address_asks_for_one(tmp_path: Path) -> None:
    form = form_for(settings_env(tmp_path), "")
    form.fields.key.field.set_text(KEY)
    form.test_button.click()
    await until(form.fields.address_field.problem)
    assert "no address" in form.fields.address_field.problem()
    assert form.fields.key.typed() == KEY


@on_settings_loop
async def test_a_new_address_asks_for_the_key_again(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    env.credentials.set("server", "http://127.0.0.1:9", KEY)
    form = form_for(env, UNREACHABLE)
    await until(form.fields.key.remark)
    form.fields.address_field.set_text("https://elsewhere.example")
    form.fields.address_field.edit.editingFinished.emit()
    await until(form.fields.key.field.problem)
    assert "is not sent to https://elsewhere.example:443" in form.fields.key.field.problem()


@on_settings_loop
async def test_use_in_chats_stores_a_typed_key_and_selects_the_model(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    form = form_for(env, "http://localhost:1234")
    form.use.button.click()
    await until(lambda: form.use.status.text().startswith("Choose a model first"))
    form.fields.model.setCurrentText("qwen3:8b")
    form.fields.key.field.set_text(KEY)
    form.use.button.click()
    await until(lambda: env.store.settings.chat.model == "server/qwen3:8b")
    await until(lambda: form.use.status.text() == "Chats use this provider now.")
    assert env.credentials.get("server", env.row("server").origin) is not None


@on_settings_loop
async def test_closing_the_page_during_a_test_is_safe(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    with WireServer() as server:
        form = form_for(env, server.url)
        form.test_button.click()
        await until(lambda: not form.test_button.isEnabled())
        destroyed: list[bool] = []
        form.destroyed.connect(lambda: destroyed.append(True))
        form.deleteLater()
        await until(lambda: destroyed)


@on_settings_loop
async def test_a_key_typed_just_before_the_page_closes_is_stored(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    window = QWidget()
    form = form_for(env, UNREACHABLE)
    form.setParent(window)
    window.show()
    origin = env.row("server").origin
    form.fields.key.field.set_text(KEY)
    form.fields.key.field.edit.editingFinished.emit()
    form.deleteLater()
    await until(lambda: env.credentials.get("server", origin) is not None)
    await until(lambda: not shiboken6.isValid(form))


def fit_height(form: ProviderForm) -> None:
    """Give *form* the height of its content."""
    # A layout inside another one requests its update with an event: the size hint of the form is outdated until then.
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    form.resize(500, form.sizeHint().height())
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


def gaps_of(form: ProviderForm) -> list[int]:
    """Return the distances between the tops of the first four fields of *form*."""
    rows = (form.fields.name_field, form.fields.address_field, form.fields.key, form.fields.model)
    tops = [field.mapTo(form, field.rect().topLeft()).y() for field in rows]
    return [lower - upper for upper, lower in itertools.pairwise(tops)]


@on_settings_loop
async def test_the_hidden_outcome_leaves_no_gap(tmp_path: Path) -> None:
    form = form_for(settings_env(tmp_path), UNREACHABLE)
    await until(form.fields.key.field.edit.placeholderText)
    before = form.sizeHint().height()
    assert not await run_test(form)
    assert form.sizeHint().height() > before
    fit_height(form)
    gaps = gaps_of(form)
    assert max(gaps) - min(gaps) > 2  # the outcome, between key and model
    form._outcome.hide()
    fit_height(form)
    gaps = gaps_of(form)
    assert max(gaps) - min(gaps) <= 2


@on_settings_loop
async def test_m10_the_address_is_used_as_written_when_the_option_is_set(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    env.add_server("http://127.0.0.1:9/api")
    form = ProviderForm(env.row("server"), env.writer(), env.credentials, env.catalog)
    assert form.fields.add_v1.isVisibleTo(form)

    form.fields.add_v1.click()
    assert not env.store.settings.providers["server"].add_v1
    form.fields.add_v1.click()
    assert env.store.settings.providers["server"].add_v1


@on_settings_loop
async def test_m10_a_kind_with_a_known_path_has_no_such_option(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    form = ProviderForm(env.row("openai"), env.writer(), env.credentials, env.catalog)

    assert not form.fields.add_v1.isVisibleTo(form)
