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

from tests.support.qt_loop import until
from tests.support.wire import WireServer
from tests.support.words import words_of
from tests.ui.settings.settings_desk import SettingsDesk, on_settings_loop, settings_desk
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.providers.gguf import model_file_provider
from vaultdesk.ui.settings.provider_form import OfflineForm, ProviderForm, UseProviderRow
from vaultdesk.ui.translation import install_language

# Use row: who answers in chats is told by name, and by label where the name is not known any more.


@on_settings_loop
async def test_who_is_asked_is_told(tmp_path: Path) -> None:
    row = UseProviderRow(settings_desk(tmp_path).catalog)
    told = []
    for asked in ("openai/gpt-x", "offline/offline", "anthropic/opus", "gone/model"):
        row.show_default_model(asked, "anthropic/opus")
        told.append(row.status_text())
    assert told == [
        "Chats ask OpenAI · gpt-x now.",
        "Chats ask Offline assistant now.",
        "Chats ask this one now.",
        "Chats ask gone/model now.",
    ]


# Offline form: the built-in assistant is asked by one button, and the form says so.


@on_settings_loop
async def test_the_button_lets_chats_ask_it(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    desk.store.set("chat.model", "openai/gpt-x")
    form = OfflineForm("Offline assistant", desk.keeper(), desk.catalog)
    assert form.use.status_text() == "Chats ask OpenAI · gpt-x now."
    form.use.button.click()
    assert desk.store.settings.chat.model == "offline/offline"
    assert form.use.status_text() == "Chats ask this one now."
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
    await until(lambda: form.use.status_text() == "Chats ask this one now.")
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
