"""Ollama asking: Ollama and LM Studio as the tests ask them."""

from typing import Any

from vaultdesk.providers.address import openai_address, plain_address
from vaultdesk.providers.lmstudio import LMStudio
from vaultdesk.providers.ollama import Ollama
from vaultdesk.providers.sdk_provider import Endpoint

NOWHERE = "http://127.0.0.1:11434"


def ollama(url: str = NOWHERE, *, context: int = 0, silence: float = 10.0, **endpoint: Any) -> Ollama:
    return Ollama(Endpoint("Ollama", plain_address(url), **endpoint), context, silence=silence)


def lmstudio(url: str, *, silence: float = 10.0, **endpoint: Any) -> LMStudio:
    return LMStudio(Endpoint("LM Studio", openai_address(url), **endpoint), silence=silence)
