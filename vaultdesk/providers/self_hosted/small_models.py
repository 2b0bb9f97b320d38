"""Small models: which are small by their number of parameters, and how they are asked unless the user set otherwise."""

import re
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace

from vaultdesk.providers.model_events import ModelEvent
from vaultdesk.providers.provider import ModelInfo, ModelRequest, Provider
from vaultdesk.providers.wrappers import ProviderWrapper

SMALL_MODEL_WEIGHTS = 3_000_000_000
"""Parameters from which a model is trusted with tools before it was tried, and with its own choice of words."""

_NAMED_WEIGHTS = re.compile(r"(?<![a-z0-9.])(\d{1,4}(?:\.\d{1,3})?)([bm])(?![a-z0-9])", re.IGNORECASE)
_MULTIPLIERS = {"b": 1_000_000_000, "m": 1_000_000}

_THINKING = re.compile(r"qwen-?3(?!.*instruct)|think|reason|qwq|(^|[-_/:])r1([-_:.]|$)|gpt-?oss|magistral|smollm-?3")
"""Names of models that think before they answer: without chance in the choice of words these repeat themselves."""


def named_weights(name: str) -> int:
    """Return the number of parameters in a model's *name*, like `qwen2.5-0.5b`; 0 for none."""
    sizes = [float(number) * _MULTIPLIERS[unit.lower()] for number, unit in _NAMED_WEIGHTS.findall(name)]
    return int(max(sizes, default=0))


def is_small_model(model: str, info: ModelInfo | None) -> bool:
    """Tell whether *model* is known to be small: by what its server says, else by its name."""
    weights = (info.weights if info is not None else 0) or named_weights(model)
    return 0 < weights < SMALL_MODEL_WEIGHTS


def prefers_likely_words(model: str, info: ModelInfo | None) -> bool:
    """Tell whether *model* answers best with its most likely words: it is small and does not think first."""
    thinks = (info is not None and info.reasoning is True) or bool(_THINKING.search(model.casefold()))
    return is_small_model(model, info) and not thinks


class LikelyWords(ProviderWrapper):
    """Wraps *provider*; asks for the most likely words (temperature 0) where nobody set a temperature."""

    def __init__(self, provider: Provider, applies: Callable[[], bool]) -> None:
        """*applies* tells whether the model is one of those that answer best so."""
        super().__init__(provider)
        self._applies = applies

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask. Raises `ProviderError`."""
        if request.temperature is None and self._applies():
            request = replace(request, temperature=0.0)
        return self._provider.stream(request)
