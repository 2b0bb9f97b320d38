"""Ollama asking: Ollama and LM Studio as the tests ask them."""

from typing import Any

from vaultdesk.providers.http_connection import openai_address, plain_address
from vaultdesk.providers.ollama_provider import Ollama
from vaultdesk.providers.openai.lmstudio import LMStudio
from vaultdesk.providers.sdk_provider import ProviderEndpoint

NOWHERE = "http://127.0.0.1:11434"


def ollama(url: str = NOWHERE, *, context: int = 0, silence: float = 10.0, **endpoint: Any) -> Ollama:
    return Ollama(ProviderEndpoint("Ollama", plain_address(url), **endpoint), context, notice_delay=silence)


def lmstudio(url: str, *, silence: float = 10.0, **endpoint: Any) -> LMStudio:
    return LMStudio(ProviderEndpoint("LM Studio", openai_address(url), **endpoint), notice_delay=silence)
