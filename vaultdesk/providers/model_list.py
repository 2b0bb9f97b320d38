"""Model list: what models a server names, in the shapes both wires have. Asks nobody."""

from pydantic import JsonValue

from vaultdesk.providers.loose_json import entries, fields, words
from vaultdesk.providers.peer import Peer, not_spoken
from vaultdesk.providers.provider import ModelInfo

MAX_MODELS = 2000
"""Entries we take: the largest catalogue of today has about 500."""


def listed_models(body: JsonValue, peer: Peer) -> tuple[ModelInfo, ...]:
    """Return the models in *body* by id, each once. Raises `ProviderBroken` where it is no list of models."""
    answer = fields(body)
    if not isinstance(body, list) and not isinstance(answer.get("data", answer.get("models")), list | None):
        raise not_spoken(peer, "JSON without models in it")
    if not isinstance(body, list) and not answer.keys() & {"data", "models"}:
        raise not_spoken(peer, "JSON without models in it")
    listed = entries(body) or entries(answer.get("data")) or entries(answer.get("models"))
    found = (_model(entry) for entry in listed[:MAX_MODELS])
    return tuple(sorted({model.id: model for model in found if model.id}.values(), key=lambda model: model.id))


def _model(entry: JsonValue) -> ModelInfo:
    names = fields(entry)
    return ModelInfo(words(names.get("id")), words(names.get("display_name")) or words(names.get("name")))
