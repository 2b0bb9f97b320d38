"""Providers of Ollama and LM Studio for tests."""

from typing import Any

from vaultdesk.providers.http_connection import openai_address, plain_address
from vaultdesk.providers.ollama_provider import Ollama
from vaultdesk.providers.openai.lmstudio import LMStudio
from vaultdesk.providers.sdk_provider import ProviderEndpoint

DEFAULT_URL = "http://127.0.0.1:11434"


def ollama(url: str = DEFAULT_URL, *, context: int = 0, notice_delay: float = 10.0, **endpoint: Any) -> Ollama:
    return Ollama(ProviderEndpoint("Ollama", plain_address(url), **endpoint), context, notice_delay=notice_delay)


def lmstudio(url: str, *, notice_delay: float = 10.0, **endpoint: Any) -> LMStudio:
    return LMStudio(ProviderEndpoint("LM Studio", openai_address(url), **endpoint), notice_delay=notice_delay)
