"""The user's own `codex` program as a provider, over JSON-RPC."""
