"""The properties of an agent's note, by name alone."""

import pytest

from vaultdesk.agent.profile_keys import FIELDS, QUIET, SPELLINGS, meaning, plain


@pytest.mark.parametrize("key", ["folderScope", "folder_scope", "Folder Scope", "FOLDER-SCOPE"])
def test_one_property_has_many_spellings(key: str) -> None:
    assert FIELDS[plain(key)] == "folders"


def test_what_we_write_is_what_we_read() -> None:
    assert {field: FIELDS[plain(key)] for field, key in SPELLINGS.items()} == {field: field for field in SPELLINGS}


@pytest.mark.parametrize(
    "key",
    ["base_url", "baseUrl", "ANTHROPIC_BASE_URL", "endpoint", "api_key", "apiKey", "OPENAI_API_KEY", "token",
     "command", "mcp", "mcpServers", "preset", "rules", "permissions", "approval", "auto_approve", "trusted", "hooks",
     "provider", "env", "proxy", "privacy", "private", "spending"],
)  # fmt: skip
def test_what_belongs_into_settings_is_known_as_such(key: str) -> None:
    assert meaning(plain(key)) == "settings"


@pytest.mark.parametrize(
    "key", ["folder", "scope", "enableTools", "deny", "allowed_paths", "write", "max_calls", "only"]
)
def test_what_may_be_meant_as_a_limit_is_not_passed_over(key: str) -> None:
    assert meaning(plain(key)) == "limit"


def test_what_any_note_has_is_quiet_and_the_rest_is_unknown() -> None:
    assert {meaning(key) for key in QUIET} == {"quiet"}
    assert meaning("mood") == "unknown"
