from typing import Any

import pytest

from vaultdesk.core.errors import ProviderBroken
from vaultdesk.providers.openrouter_models import openrouter_models
from vaultdesk.providers.peer import Peer
from vaultdesk.providers.provider import ModelInfo, Price

PEER = Peer("OpenRouter", "openrouter.ai", "OpenAI")


def entry(**more: Any) -> dict[str, Any]:
    return {"id": "a/b", "name": "B", **more}


def listed(**more: Any) -> ModelInfo:
    (model,) = openrouter_models({"data": [entry(**more)]}, PEER)
    return model


def test_what_a_model_can_and_costs_is_read() -> None:
    model = listed(
        context_length=1_048_576,
        top_provider={"max_completion_tokens": 65536, "context_length": 1_000_000},
        architecture={"input_modalities": ["file", "image", "text"], "output_modalities": ["text"]},
        supported_parameters=["max_tokens", "tools", "tool_choice", "reasoning"],
        pricing={"prompt": "0.00000015", "completion": "0.0000006", "input_cache_read": "0.000000015"},
    )

    assert model == ModelInfo("a/b", "B", 1_048_576, 65536, True, True, True, Price(0.15, 0.6, 0.015))


def test_what_is_listed_without_a_thing_lacks_it_and_what_is_not_said_is_not_known() -> None:
    bare = listed(supported_parameters=["temperature"], architecture={"input_modalities": ["text"]})

    assert (bare.tools, bare.reasoning, bare.images, bare.price) == (False, False, False, None)
    assert listed() == ModelInfo("a/b", "B")


@pytest.mark.parametrize(
    ("pricing", "price"),
    [
        ({"prompt": "0", "completion": "0"}, Price(0.0, 0.0)),
        ({"prompt": "-1", "completion": "-1"}, None),
        ({"prompt": "soon", "completion": "0"}, None),
        ({"prompt": "1e999999", "completion": "0"}, None),
        ({"prompt": "NaN", "completion": "0"}, None),
        ({"prompt": 3, "completion": None}, None),
        ("free", None),
    ],
)
def test_prices_are_read_or_not_known(pricing: object, price: Price | None) -> None:
    assert listed(pricing=pricing).price == price


def test_models_that_make_no_text_are_left_out() -> None:
    painter = entry(id="a/painter", architecture={"output_modalities": ["image"]})

    assert openrouter_models({"data": [painter, entry()]}, PEER) == (ModelInfo("a/b", "B"),)


@pytest.mark.parametrize("junk", [{"architecture": 3}, {"top_provider": []}, {"supported_parameters": {}}, {"id": 7}])
def test_fields_of_the_wrong_kind_never_crash(junk: dict[str, Any]) -> None:
    assert len(openrouter_models({"data": [entry(**junk), 7]}, PEER)) <= 1


def test_something_else_is_told() -> None:
    with pytest.raises(ProviderBroken):
        openrouter_models({"error": "x"}, PEER)
