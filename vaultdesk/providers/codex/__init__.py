"""Codex: questions put to the person's own `codex` program, which asks OpenAI with the person's own account."""

from vaultdesk.providers.codex.provider import Codex

__all__ = ["Codex"]
