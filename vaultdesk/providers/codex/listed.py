"""Listed: what codex says about its models and its settings. Asks nobody."""

from pydantic import JsonValue

from vaultdesk.providers.codex.mailbox import Said
from vaultdesk.providers.loose_json import entries, fields, words
from vaultdesk.providers.provider import ModelInfo


def models_in(page: Said) -> list[ModelInfo]:
    """Return the models of one page of `model/list`, in its order."""
    found = (_model(fields(entry)) for entry in entries(page.get("data")))
    return [model for model in found if model is not None]


def extensions_in(settings: Said) -> tuple[str, ...]:
    """Return the names of the programs (MCP servers) the person's settings would start with each thread."""
    return tuple(fields(fields(settings.get("config")).get("mcp_servers")))


def wants_login(account: Said) -> bool:
    """Tell whether codex needs an account and has none."""
    return account.get("requiresOpenaiAuth") is True and account.get("account") is None


def _model(entry: dict[str, JsonValue]) -> ModelInfo | None:
    name = words(entry.get("model")) or words(entry.get("id"))
    if not name or entry.get("hidden") is True:
        return None
    return ModelInfo(
        name,
        words(entry.get("displayName")),
        tools=True,
        images="image" in modalities if (modalities := entries(entry.get("inputModalities"))) else None,
        reasoning=bool(entries(entry.get("supportedReasoningEfforts"))),
    )
