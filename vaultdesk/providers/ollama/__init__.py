"""Ollama over its native chat API."""
