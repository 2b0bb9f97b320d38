"""Anthropic and compatible servers: the Messages API."""
