"""Tests of core/settings/settings_schema.py."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from vaultdesk.core.platform.backups import back_up
from vaultdesk.core.settings import settings_schema
from vaultdesk.core.settings.settings_schema import (
    BrowserSettings,
    ChatSettings,
    SettingsGroup,
    VaultSettings,
    opened_vaults,
)
from vaultdesk.core.settings.settings_store import VERSION, Settings, SettingsStore

GROUPS = [item for item in vars(settings_schema).values() if isinstance(item, type) and issubclass(item, SettingsGroup)]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.__name__)
def test_each_field_has_a_title_and_a_description(group: type[BaseModel]) -> None:
    assert all(field.title and field.description for field in group.model_fields.values())


@pytest.mark.parametrize(("field", "value"), [("mode", "clever"), ("compact", "yes"), ("max_rounds", 0)])
def test_an_invalid_value_is_refused(field: str, value: Any) -> None:
    with pytest.raises(ValidationError):
        ChatSettings.model_validate({field: value})


def test_the_chat_storage_of_a_vault_is_initially_undecided() -> None:
    assert VaultSettings().chats == ""


def test_a_group_is_frozen() -> None:
    with pytest.raises(ValidationError):
        ChatSettings().mode = "chat"  # type: ignore[misc]


# Defaults of the desktop settings.


def test_tray_sound_and_global_shortcut_are_off_by_default() -> None:
    desktop = Settings().desktop

    assert (desktop.tray, desktop.sound, desktop.quick_ask_keys) == (False, False, "")


def test_an_unknown_sort_order_is_refused() -> None:
    with pytest.raises(ValidationError):
        BrowserSettings.model_validate({"sort": "size"})


def test_spell_checking_is_off_by_default() -> None:
    assert not Settings().editor.spelling


# Known vaults, and the rules of vaults after a downgrade.


def test_a_vault_is_known_after_it_was_opened() -> None:
    vaults = {"/a": VaultSettings(opened=datetime(2026, 3, 1, tzinfo=UTC)), "/b": VaultSettings(tool_calling=True)}
    assert opened_vaults(vaults) == [Path("/a")]


def test_a_downgrade_retains_every_rule_that_denies_or_asks(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    vault, lost = tmp_path.as_posix(), (tmp_path / "lost").as_posix()
    store.file.write_text(f"""version = {VERSION}
[vaults."{vault}"]
tool_calling = true
rules = [{{ answer = "deny", folder = "Diary" }}, {{ answer = "allow", folder = "Old" }}]
privacy = [{{ kind = "folder", value = "Diary", answer = "never" }}]
[vaults."{lost}"]
rules = [{{ answer = "allow" }}]
privacy = [{{ kind = "note", value = "Key.md", answer = "local" }}]
""")
    back_up(store.file, VERSION)
    text = f"""version = {VERSION + 1}
[vaults."{vault}"]
guards = ["in a shape of the future"]
privacy = [{{ kind = "tag", value = "mine", answer = "never" }}]
"""
    store.file.write_text(text)

    loaded_vault, recovered_vault = (store.load().vaults[key] for key in (vault, lost))
    assert [rule.value for rule in loaded_vault.privacy] == ["mine", "Diary"]
    assert [(rule.answer, rule.folder) for rule in loaded_vault.rules] == [("deny", "Diary")]
    assert loaded_vault.tool_calling is None
    assert ([rule.value for rule in recovered_vault.privacy], recovered_vault.rules) == (["Key.md"], ())
    assert store.problem is not None
    assert "backups" in store.problem.hint
    assert store.file.read_text() == text
