"""Profile keys: which properties of an agent's note mean what, and which it must not have. Reads no value."""

from collections.abc import Mapping
from typing import Literal

Field = Literal[
    "description", "model", "tools", "folders", "read_only", "dangerous", "rounds", "result_limit", "calls_a_minute",
    "effort",
]  # fmt: skip
"""What a property of an agent's note can set."""

FIELDS: Mapping[str, Field] = {
    "description": "description",
    "model": "model",
    "tools": "tools",
    "folders": "folders",
    "folderscope": "folders",
    "readonly": "read_only",
    "dangerous": "dangerous",
    "dangerousoperations": "dangerous",
    "allowdangerousoperations": "dangerous",
    "rounds": "rounds",
    "maxrounds": "rounds",
    "maxresult": "result_limit",
    "maxresultsize": "result_limit",
    "callsaminute": "calls_a_minute",
    "effort": "effort",
}
"""The properties by their plain spelling: `folderScope`, `folder_scope` and `Folder scope` are one (seed mnemosyne)."""

SPELLINGS: Mapping[Field, str] = {
    "description": "description",
    "model": "model",
    "tools": "tools",
    "folders": "folders",
    "read_only": "read_only",
    "dangerous": "dangerous_operations",
    "rounds": "max_rounds",
    "result_limit": "max_result",
    "calls_a_minute": "calls_a_minute",
    "effort": "effort",
}
"""How our own notes spell them."""

QUIET = frozenset({
    "tags", "tag", "aliases", "alias", "cssclasses", "cssclass", "title", "name", "id", "icon", "color", "banner",
    "publish", "permalink", "author", "version", "created", "modified", "updated", "edited", "date", "keywords",
})  # fmt: skip
"""Properties every note may have; they mean nothing here, and nobody thinks they do."""

SETTINGS_ONLY = (
    "url", "uri", "endpoint", "host", "apikey", "key", "token", "secret", "password", "credential", "command", "args",
    "env", "mcp", "server", "preset", "rule", "permission", "approv", "trust", "grant", "consent", "proxy", "privacy",
    "private", "spending", "budget", "header", "hook", "plugin", "provider", "script", "exec",
)  # fmt: skip
"""Pieces of names that only the person's settings may hold, never a file that a sync partner can write."""

LIMITING = (
    "folder", "scope", "tool", "allow", "deny", "forbid", "block", "restrict", "only", "write", "edit", "delete",
    "danger", "limit", "max", "rate", "round", "exclude", "include", "ignore", "path", "access", "result",
    "call",
)  # fmt: skip
"""Pieces of names that may be meant to hold an agent back: misread, it would go further than its writer meant."""

Meaning = Literal["quiet", "settings", "limit", "unknown"]
"""What a property that sets nothing comes to."""


def plain(key: str) -> str:
    """Return *key* without case, spaces and joints: `folderScope` and `folder-scope` become one."""
    return "".join(character for character in key.casefold() if character not in " _-")


def meaning(key: str) -> Meaning:
    """Return what *key*, in its plain spelling and none of `FIELDS`, comes to."""
    if key in QUIET:
        return "quiet"
    if any(piece in key for piece in SETTINGS_ONLY):
        return "settings"
    return "limit" if any(piece in key for piece in LIMITING) else "unknown"
