"""Tests of providers/self_hosted/small_models.py."""

from dataclasses import replace

import pytest

from tests.providers.asking import ask, request
from vaultdesk.providers.model_events import TurnEnded
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.providers.scripted_provider import ScriptedProvider
from vaultdesk.providers.self_hosted.small_models import (
    GreedyDecoding,
    is_small_model,
    named_weights,
    prefers_greedy_decoding,
)


@pytest.mark.parametrize(
    ("name", "weights"),
    [
        ("smollm2:135m", 135_000_000),
        ("qwen2.5-coder-0.5b-instruct-q4_k_m", 500_000_000),
        ("Llama-3.2-3B-Instruct", 3_000_000_000),
        ("meta-llama-3.1-8b", 8_000_000_000),
        ("mixtral-8x7b", 0),  # eight experts: no number of it is the model's
        ("7B", 7_000_000_000),
        ("gpt-4o", 0),
        ("q4_b", 0),
        ("gemma3", 0),
    ],
)
def test_the_size_is_read_from_the_name(name: str, weights: int) -> None:
    assert named_weights(name) == weights


def test_what_the_server_says_of_its_size_comes_before_the_name() -> None:
    assert is_small_model("smol", ModelInfo("smol", weights=134_515_008))
    assert not is_small_model("tiny-1b", ModelInfo("tiny-1b", weights=30_000_000_000))
    assert not is_small_model("gpt-4o", None)


@pytest.mark.parametrize(
    ("model", "info", "likely"),
    [
        ("smollm2:135m", None, True),
        ("qwen2.5:0.5b", ModelInfo("qwen2.5:0.5b"), True),
        ("qwen3:0.6b", None, False),
        ("qwen3-1.7b-instruct-2507", None, True),
        ("deepseek-r1:1.5b", None, False),
        ("any:1b", ModelInfo("any:1b", reasoning=True), False),
        ("llama3.1:8b", None, False),
    ],
)
def test_r5_small_models_that_do_not_think_are_asked_for_their_likely_words(
    model: str, info: ModelInfo | None, likely: bool
) -> None:
    assert prefers_greedy_decoding(model, info) is likely


async def test_r5_a_temperature_that_was_set_holds() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]] * 3)
    likely, usual = GreedyDecoding(inner, lambda: True), GreedyDecoding(inner, lambda: False)

    await ask(likely)
    await ask(likely, replace(request(), temperature=0.7))
    await ask(usual)

    assert [one.temperature for one in inner.requests] == [0.0, 0.7, None]
