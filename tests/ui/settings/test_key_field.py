"""Key field: shows that there is a key but never the key, and stores a typed key for one address only."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from tests.support.qt_loop import until
from tests.ui.settings.settings_env import SettingsEnv, on_settings_loop, settings_env
from vaultdesk.ui.settings.key_field import MASK_DOTS, KeyField, masked_key

KEY = "sk-ant-0123456789abcdefghijklmnop-K7Qw"
URL = "http://localhost:1234"


@pytest.mark.parametrize(("secret", "expected"), [(KEY, f"{MASK_DOTS}K7Qw"), ("short-key", MASK_DOTS), ("", MASK_DOTS)])
def test_a_masked_key_shows_its_last_four_characters_at_most(secret: str, expected: str) -> None:
    assert masked_key(secret) == expected


def create_field(env: SettingsEnv) -> KeyField:
    field = KeyField(env.credentials)
    field.show()
    return field


@on_settings_loop
async def test_the_placeholder_says_what_to_enter_without_a_key(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    field = create_field(env)
    field.show_key(env.row("anthropic"))
    await until(lambda: field.field.edit.placeholderText())
    assert field.field.edit.placeholderText() == "Paste your key"
    field.show_key(env.add_server(URL))
    await until(lambda: field.field.edit.placeholderText() == "If the server requires one")
    assert (field.remark(), field.field.problem()) == ("", "")


@on_settings_loop
async def test_a_stored_key_is_masked_and_its_location_is_shown(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    row = env.add_server(URL)
    env.credentials.set("server", row.origin, KEY)
    field = create_field(env)
    field.show_key(row)
    await until(field.remark)
    assert field.field.edit.placeholderText() == f"{MASK_DOTS}K7Qw"
    assert field.remark() == "In this computer’s keyring. Enter another key to replace it."
    assert field.typed() == ""


@on_settings_loop
async def test_a_key_from_the_environment_is_labelled_as_such(tmp_path: Path) -> None:
    env = settings_env(tmp_path, {"ANTHROPIC_API_KEY": KEY})
    field = create_field(env)
    field.show_key(env.row("anthropic"))
    await until(field.remark)
    assert field.remark() == (
        "Taken from the environment (ANTHROPIC_API_KEY). It takes precedence over a key entered here."
    )


@on_settings_loop
async def test_a_key_for_another_origin_is_a_problem_of_the_field(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    row = env.add_server(URL)
    env.credentials.set("server", "https://evil.example:443", KEY)
    field = create_field(env)
    field.show_key(row)
    await until(field.field.problem)
    assert "https://evil.example:443" in field.field.problem()
    assert "enter the key again" in field.field.problem()
    assert KEY not in field.field.problem()


@on_settings_loop
async def test_a_typed_key_is_stored_for_the_address_and_cleared_from_the_field(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    row = env.add_server(URL)
    field = create_field(env)
    field.field.set_text(f" {KEY} ")
    assert await field.save(row)
    found = env.credentials.get("server", row.origin)
    assert found is not None
    assert found.secret == KEY
    assert field.typed() == ""
    assert field.field.edit.placeholderText() == f"{MASK_DOTS}K7Qw"
    assert env.credentials.get("server", "https://elsewhere.example:443") is None


@on_settings_loop
async def test_an_invalid_key_stays_in_the_field_with_the_reason(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    field = create_field(env)
    field.field.set_text("two words")
    assert not await field.save(env.add_server(URL))
    assert field.field.problem().startswith("The key contains a space")
    assert field.typed() == "two words"
    assert env.keyring.passwords == {}


@on_settings_loop
async def test_a_key_without_an_address_is_not_stored(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    field = create_field(env)
    field.field.set_text(KEY)
    assert not await field.save(env.add_server(""))
    assert "address first" in field.field.problem()
    assert env.keyring.passwords == {}


@on_settings_loop
async def test_enter_and_leaving_the_field_each_emit_once(tmp_path: Path) -> None:
    field = create_field(settings_env(tmp_path))
    received: list[str] = []
    field.entered.connect(lambda: received.append(field.typed()))
    assert field.field.edit.echoMode() == QLineEdit.EchoMode.Password
    QTest.keyClicks(field.field.edit, "abc")
    QTest.keyClick(field.field.edit, Qt.Key.Key_Return)
    assert received == ["abc"]
    field.field.edit.editingFinished.emit()
    assert received == ["abc", "abc"]
    field.field.set_text("")
    field.field.edit.editingFinished.emit()
    assert received == ["abc", "abc"]
