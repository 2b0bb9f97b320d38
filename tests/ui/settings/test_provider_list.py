"""Tests of ui/settings/provider_list.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.settings.settings_env import settings_env
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.providers.provider_types import PROVIDER_TYPES
from vaultdesk.ui.settings.provider_list import (
    LOCAL_MODEL_DESTINATION,
    STATE_COLORS,
    UNKNOWN_HOST,
    ModelLocations,
    ProviderButton,
    ProviderList,
    ProviderRow,
    ProviderState,
    new_provider,
    provider_rows,
    remote_providers,
)
from vaultdesk.ui.theme.theme import theme

# Provider rows: configured providers, then vendors without a key, then the offline assistant.


def with_providers(**providers: ProviderSettings) -> Settings:
    return Settings(providers=providers)


def test_vendors_and_the_offline_assistant_are_listed_by_default() -> None:
    rows = provider_rows(Settings())
    assert [(row.name, row.title, row.host, row.configured) for row in rows] == [
        ("openai", "OpenAI", "api.openai.com", False),
        ("anthropic", "Anthropic", "api.anthropic.com", False),
        ("gemini", "Google Gemini", "generativelanguage.googleapis.com", False),
        ("openrouter", "OpenRouter", "openrouter.ai", False),
        ("offline", "Offline assistant", "", False),
    ]
    assert [row.wants_key for row in rows] == [True, True, True, True, False]
    assert [row.ready for row in rows] == [True] * 5


def test_configured_providers_come_first_with_their_name_and_host() -> None:
    custom = ProviderSettings(kind="openai-compatible", name="Kitchen", base_url="http://localhost:1234")
    rows = provider_rows(with_providers(kitchen=custom, anthropic=ProviderSettings(kind="anthropic")))
    assert [row.name for row in rows] == ["kitchen", "anthropic", "openai", "gemini", "openrouter", "offline"]
    row = rows[0]
    assert (row.title, row.host, row.origin, row.local) == ("Kitchen", "localhost:1234", "http://localhost:1234", True)
    assert not row.wants_key
    assert row.configured


def test_a_vendor_with_another_address_shows_its_host() -> None:
    moved = ProviderSettings(kind="openai", base_url="https://proxy.example/v1")
    row = provider_rows(with_providers(openai=moved))[0]
    assert (row.title, row.host, row.origin) == ("OpenAI", "proxy.example", "https://proxy.example:443")


@pytest.mark.parametrize("url", ["", "http://user:secret@host/v1", "ftp://host", "http://a b"])
def test_an_invalid_address_leaves_the_host_empty(url: str) -> None:
    settings = ProviderSettings(kind="openai-compatible", base_url=url)
    row = provider_rows(with_providers(own=settings))[0]
    assert (row.host, row.origin, row.local, row.ready) == ("", "", False, False)


def test_t1_local_a_local_program_has_the_host_it_sends_requests_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEX_HOME", str(tmp_path))
    settings = with_providers(codex=ProviderSettings(kind="codex"))
    row = provider_rows(settings)[0]
    assert (row.title, row.host, row.origin, row.local, row.ready) == ("Codex", "chatgpt.com", "", False, True)
    assert [provider.host for provider in remote_providers(settings)] == ["chatgpt.com"]

    (tmp_path / "config.toml").write_text('model_provider = "ollama"\n')
    row = provider_rows(settings)[0]
    assert (row.host, row.local, row.ready) == ("localhost:11434", True, True)
    assert remote_providers(settings) == ()


@pytest.mark.parametrize("kind", [kind for kind in PROVIDER_TYPES if kind != "offline"])
def test_a_new_provider_of_each_kind_gets_a_unique_name(kind: ProviderKind) -> None:
    settings = Settings()
    names = []
    for _ in range(3):
        name, provider = new_provider(settings, kind)
        settings = settings.with_provider(name, provider)
        names.append((name, provider_rows(settings)[len(names)].title))
    stem, title = ("server", "My server") if kind == "openai-compatible" else (kind, PROVIDER_TYPES[kind].title)
    assert names == [(stem, title), (f"{stem}-2", f"{title} 2"), (f"{stem}-3", f"{title} 3")]
    assert {entry.kind for entry in settings.providers.values()} == {kind}


# Remote providers and model locations, from the settings.

SETTINGS = (
    Settings()
    .with_provider("anthropic", ProviderSettings(kind="anthropic"))
    .with_provider("ollama", ProviderSettings(kind="ollama"))
    .with_provider("work", ProviderSettings(kind="openai-compatible", base_url="https://llm.example/v1", name="Work"))
)


def test_only_configured_providers_outside_this_computer_are_remote() -> None:
    hosts = [(provider.title, provider.host) for provider in remote_providers(SETTINGS)]
    assert hosts == [("Anthropic", "api.anthropic.com"), ("Work", "llm.example")]
    assert remote_providers(Settings()) == ()


def test_this_computer_is_always_a_location(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    locations = ModelLocations(store)
    assert locations.all() == (LOCAL_MODEL_DESTINATION,)
    store.change(lambda _settings: SETTINGS)
    assert [location.host for location in locations.all()] == ["", "api.anthropic.com", "llm.example"]


def test_a_model_is_at_its_provider_or_at_an_unknown_host(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    store.change(lambda _settings: SETTINGS)
    locations = ModelLocations(store)
    assert locations.of("offline/offline") == LOCAL_MODEL_DESTINATION
    assert locations.of("ollama/gemma") == LOCAL_MODEL_DESTINATION
    assert locations.of("ollama/gpt-oss:120b-cloud").host == "ollama.com"
    assert locations.of("work/big").host == "llm.example"
    unknown = locations.of("gone/x")
    assert (unknown.host, unknown.local) == (UNKNOWN_HOST, False)


# ProviderButton: shows its state as text and color; the buttons are one tab stop with arrow keys.

REMOTE = ProviderRow(
    "anthropic", "Anthropic", ProviderSettings(kind="anthropic"), "api.anthropic.com", "https://x:443", local=False
)
LOCAL = ProviderRow(
    "own", "Kitchen", ProviderSettings(kind="openai-compatible"), "localhost:1", "http://localhost:1", local=True
)
NO_ADDRESS = ProviderRow("own", "Kitchen", ProviderSettings(kind="openai-compatible"), "", "", local=False)
OFFLINE = ProviderRow("offline", "Offline assistant", ProviderSettings(kind="offline"), "", "", local=True)


@pytest.mark.parametrize(
    ("row", "state", "text"),
    [
        (REMOTE, "untested", "api.anthropic.com · not tested"),
        (REMOTE, "no key", "api.anthropic.com · no key yet"),
        (REMOTE, "works", "api.anthropic.com · answers"),
        (LOCAL, "fails", "on this computer · the test failed"),
        (NO_ADDRESS, "untested", "no address yet"),
        (OFFLINE, "untested", "built in · quotes your notes"),
    ],
)
def test_host_and_state_are_shown_as_text(qtbot: QtBot, row: ProviderRow, state: ProviderState, text: str) -> None:
    button = ProviderButton(first=True)
    qtbot.addWidget(button)
    button.show_row(row, state, chosen=False)
    assert button.shown_text() == text
    assert button.accessibleName() == f"{row.title}, {text}"


@pytest.mark.parametrize("state", ["no key", "works", "fails"])
def test_the_dot_has_the_color_of_the_state(qtbot: QtBot, state: ProviderState) -> None:
    button = ProviderButton(first=True)
    qtbot.addWidget(button)
    button.resize(260, button.sizeHint().height())
    button.show_row(REMOTE, state, chosen=False)
    center = (button.width() - theme().px(16) - theme().px(7) // 2 - 1, button.height() // 2)
    assert button.grab().toImage().pixelColor(*center) == theme().color(STATE_COLORS[state])


def test_arrow_keys_move_between_the_buttons_and_choose(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    column = QVBoxLayout(host)
    buttons = [ProviderButton(first=not number) for number in range(3)]
    for number, button in enumerate(buttons):
        column.addWidget(button)
        button.show_row(REMOTE, "untested", chosen=not number)
    host.show()
    host.activateWindow()
    qtbot.waitUntil(host.isActiveWindow, timeout=30_000)
    chosen: list[int] = []
    for number, button in enumerate(buttons):
        button.clicked.connect(lambda _checked=False, number=number: chosen.append(number))
    buttons[0].setFocus()
    QTest.keyClick(buttons[0], Qt.Key.Key_Down)
    assert host.focusWidget() is buttons[1]
    assert chosen == [1]
    assert [button.isChecked() for button in buttons] == [False, True, False]


# ProviderList: rows in order, one chosen, with their current states.


def test_rows_keep_their_state_when_others_are_added(qtbot: QtBot, tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    env.add_server("http://localhost:1")
    view = ProviderList(env.catalog)
    qtbot.addWidget(view)
    view.show_rows(provider_rows(env.store.settings))
    view.set_current("server")
    view.set_state("server", "works")
    view.set_state("server", "no key", only_if_unknown=True)
    codex = env.store.change(lambda settings: settings.with_provider("codex", ProviderSettings(kind="codex")))
    view.show_rows(provider_rows(codex))
    assert view.names()[:2] == ["server", "codex"]
    assert view.button("server").shown_text() == "on this computer · answers"
    assert view.button("codex").shown_text() == "chatgpt.com · not tested"
    assert (view.current(), view.button("server").isChecked()) == ("server", True)


def test_a_clicked_row_is_emitted_and_an_unknown_row_cannot_be_current(qtbot: QtBot, tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    view = ProviderList(env.catalog)
    qtbot.addWidget(view)
    view.show_rows(provider_rows(env.store.settings))
    received: list[str] = []
    view.chosen.connect(received.append)
    view.button("gemini").click()
    view.set_current("gone")
    assert (received, view.current()) == (["gemini"], None)
