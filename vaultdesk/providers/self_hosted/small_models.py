"""Small models and reasoning models, detected by name or number of parameters, and greedy decoding as their default."""

import re
from collections.abc import AsyncGenerator, Callable

from vaultdesk.core.values import replace
from vaultdesk.providers.provider import ModelEvent, ModelInfo, ModelRequest, Provider
from vaultdesk.providers.wrappers import ProviderWrapper

# The chat templates of many of these models write the opening `<think>` into the prompt. A server that does not parse
# reasoning then sends it as text, and only a `</think>` after it shows what it was.

_REASONING_NAME = re.compile(
    r"""
    think | reason | qwq | qvq | (^|[-_/:])r1([-_:.]|$) | gpt-?oss | magistral | smollm-?3
    | qwen-?3(?!.*(instruct|coder))
    | deepseek-?v(3\.[1-9]|[4-9])
    | glm-?(4\.[5-9]|[5-9]|z1)
    | minimax-?m[1-9]
    | seed-?oss | hunyuan | nemotron | exaone-?deep | apriel | cogito | deephermes | hermes-?4
    | sky-?t1 | (marco|skywork)-?o1 | step-?3 | intern-?s1 | (^|[-_/:])(mimo|ring)[-_]
    """,
    re.VERBOSE,
)


def has_reasoning_name(model: str) -> bool:
    """Return whether the name of *model* is that of a family that reasons before it answers."""
    return bool(_REASONING_NAME.search(model.casefold()))


SMALL_MODEL_WEIGHTS = 3_000_000_000
"""Number of parameters below which a model is small: no tools before it was tested, and greedy decoding."""

_NAMED_WEIGHTS = re.compile(r"(?<![a-z0-9.])(\d{1,4}(?:\.\d{1,3})?)([bm])(?![a-z0-9])", re.IGNORECASE)
_MULTIPLIERS = {"b": 1_000_000_000, "m": 1_000_000}


def named_weights(name: str) -> int:
    """Return the number of parameters in a model's *name*, like `qwen2.5-0.5b`; 0 for none."""
    sizes = [float(number) * _MULTIPLIERS[unit.lower()] for number, unit in _NAMED_WEIGHTS.findall(name)]
    return int(max(sizes, default=0))


def is_small_model(model: str, info: ModelInfo | None) -> bool:
    """Return whether *model* is known to be small: by its server's facts, else by its name."""
    weights = (info.weights if info is not None else 0) or named_weights(model)
    return 0 < weights < SMALL_MODEL_WEIGHTS


def prefers_greedy_decoding(model: str, info: ModelInfo | None) -> bool:
    """Return whether *model* answers best with temperature 0: it is small and not a reasoning model,
    which would repeat itself."""
    reasons = (info is not None and info.reasoning is True) or has_reasoning_name(model)
    return is_small_model(model, info) and not reasons


class GreedyDecoding(ProviderWrapper):
    """Wraps *provider*; sets temperature 0 in requests without a temperature."""

    def __init__(self, provider: Provider, applies: Callable[[], bool]) -> None:
        """*applies* returns whether to do so for the current model."""
        super().__init__(provider)
        self._applies = applies

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer. Raises `ProviderError`."""
        if request.temperature is None and self._applies():
            request = replace(request, temperature=0.0)
        return self._provider.stream(request)
