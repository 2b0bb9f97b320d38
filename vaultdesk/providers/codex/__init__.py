"""The user's own `codex` program as a provider, over JSON-RPC."""

from vaultdesk.providers.codex.codex_provider import Codex

__all__ = ["Codex"]
