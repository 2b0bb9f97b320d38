"""Workarounds for self-hosted servers: models that are still loading, tools dropped from prompts, endless answers."""
