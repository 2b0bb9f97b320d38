"""OpenRouter models: its list of models, with what each can do and what it costs. Asks nobody (PROTOCOLS 3.4)."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from pydantic import JsonValue

from vaultdesk.providers.loose_json import entries, fields, number, words
from vaultdesk.providers.model_list import by_id, named_entries
from vaultdesk.providers.peer import Peer
from vaultdesk.providers.provider import ModelInfo, Price

_MILLION = Decimal(1_000_000)


def openrouter_models(body: JsonValue, peer: Peer) -> tuple[ModelInfo, ...]:
    """Return the models in *body* that answer with text. Raises `ProviderBroken` where it is no list of models."""
    return by_id(_model(entry) for entry in named_entries(body, peer) if _answers_with_text(entry))


def _answers_with_text(entry: Mapping[str, JsonValue]) -> bool:
    kinds = entries(fields(entry.get("architecture")).get("output_modalities"))
    return not kinds or "text" in kinds


def _model(entry: Mapping[str, JsonValue]) -> ModelInfo:
    top = fields(entry.get("top_provider"))
    seen = entries(fields(entry.get("architecture")).get("input_modalities"))
    takes = entries(entry.get("supported_parameters"))
    return ModelInfo(
        words(entry.get("id")),
        words(entry.get("name")),
        context=number(entry.get("context_length")) or number(top.get("context_length")),
        max_output=number(top.get("max_completion_tokens")),
        tools="tools" in takes if takes else None,
        images="image" in seen if seen else None,
        reasoning="reasoning" in takes if takes else None,
        price=_price(fields(entry.get("pricing"))),
    )


def _price(pricing: Mapping[str, JsonValue]) -> Price | None:
    asked, answered = _per_million(pricing.get("prompt")), _per_million(pricing.get("completion"))
    if asked is None or answered is None:
        return None
    return Price(asked, answered, _per_million(pricing.get("input_cache_read")))


def _per_million(dollars: JsonValue) -> float | None:
    """Return dollars a million tokens of "0.000003" a token; None for -1, a router that charges as its model does."""
    try:
        price = Decimal(dollars if isinstance(dollars, str) else "nan")
    except InvalidOperation:
        return None
    return float(price * _MILLION) if price.is_finite() and 0 <= price < 1 else None
