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

GROUPS = [one for one in vars(settings_schema).values() if isinstance(one, type) and issubclass(one, SettingsGroup)]


@pytest.mark.parametrize("group", GROUPS, ids=lambda one: one.__name__)
def test_each_field_has_words_for_people(group: type[BaseModel]) -> None:
    assert all(field.title and field.description for field in group.model_fields.values())


@pytest.mark.parametrize(("field", "value"), [("mode", "clever"), ("compact", "yes"), ("max_rounds", 0)])
def test_a_value_of_another_kind_is_refused(field: str, value: Any) -> None:
    with pytest.raises(ValidationError):
        ChatSettings.model_validate({field: value})


def test_a_vault_has_not_been_asked_whether_chats_are_kept() -> None:
    assert VaultSettings().chats == ""


def test_a_group_is_frozen() -> None:
    with pytest.raises(ValidationError):
        ChatSettings().mode = "chat"  # type: ignore[misc]


# Settings of the desktop: their defaults are what a person expects who never opened the settings.


def test_nothing_stays_running_or_listens_for_keys_unless_it_was_asked_for() -> None:
    desktop = Settings().desktop

    assert (desktop.tray, desktop.sound, desktop.quick_ask_keys) == (False, False, "")


def test_an_order_that_is_none_is_refused() -> None:
    with pytest.raises(ValidationError):
        BrowserSettings.model_validate({"sort": "size"})


def test_spelling_is_checked_only_where_it_was_asked_for() -> None:
    assert not Settings().editor.spelling


# Settings' vaults: which are known, and that a downgrade loosens no rule.


def test_a_vault_is_known_once_it_was_opened() -> None:
    vaults = {"/a": VaultSettings(opened=datetime(2026, 3, 1, tzinfo=UTC)), "/b": VaultSettings(tool_calling=True)}
    assert opened_vaults(vaults) == [Path("/a")]


def test_a_downgrade_keeps_every_rule_that_forbids_or_asks(tmp_path: Path) -> None:
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

    here, gone = (store.load().vaults[key] for key in (vault, lost))
    assert [rule.value for rule in here.privacy] == ["mine", "Diary"]
    assert [(rule.answer, rule.folder) for rule in here.rules] == [("deny", "Diary")]
    assert here.tool_calling is None
    assert ([rule.value for rule in gone.privacy], gone.rules) == (["Key.md"], ())
    assert store.problem is not None
    assert "backups" in store.problem.hint
    assert store.file.read_text() == text
