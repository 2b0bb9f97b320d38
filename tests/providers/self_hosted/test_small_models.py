"""Tests of providers/self_hosted/small_models.py."""

import pytest

from tests.providers.asking import ask, request
from tests.support.scripted_provider import ScriptedProvider
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import ModelInfo, TurnEnded
from vaultdesk.providers.self_hosted.small_models import (
    GreedyDecoding,
    has_reasoning_name,
    is_small_model,
    named_weights,
    prefers_greedy_decoding,
)

# Reasoning models by name: families that may leave reasoning in the text, and models of the same names that do not.


@pytest.mark.parametrize(
    "model",
    [
        "deepseek-r1:7b", "DeepSeek-R1-Distill-Qwen-1.5B", "deepseek-ai/DeepSeek-V3.1", "deepseek-v4-flash",
        "qwen3:0.6b", "Qwen/Qwen3-30B-A3B-Thinking-2507", "qwq-32b", "THUDM/GLM-Z1-9B", "glm-4.6", "zai-org/GLM-5",
        "MiniMaxAI/MiniMax-M2", "kimi-k2-thinking", "seed-oss-36b", "SmolLM3-3B", "nvidia/nemotron-nano-9b-v2",
        "phi-4-mini-reasoning", "olmo-3-7b-think", "gpt-oss:20b", "Magistral-Small", "XiaomiMiMo/MiMo-7B",
    ],
)  # fmt: skip
def test_m2_families_of_reasoning_models_are_recognized_by_name(model: str) -> None:
    assert has_reasoning_name(model)


@pytest.mark.parametrize(
    "model",
    [
        "gpt-5.2", "claude-opus-4-5", "gemini-3-pro", "llama3.2:3b", "SmolLM2-135M-Instruct", "qwen2.5:7b-instruct",
        "Qwen3-4B-Instruct-2507", "qwen3-coder:30b", "deepseek-v3", "deepseek-chat", "glm-4-9b-chat", "kimi-k2",
        "mistral-small", "gemma3:4b", "phi-4", "granite3.3:8b", "hermes-3-llama-3.1-8b", "spring-7b", "string-r10",
    ],
)  # fmt: skip
def test_m2_other_models_are_not_recognized_as_reasoning_models(model: str) -> None:
    assert not has_reasoning_name(model)


@pytest.mark.parametrize(
    ("name", "weights"),
    [
        ("smollm2:135m", 135_000_000),
        ("qwen2.5-coder-0.5b-instruct-q4_k_m", 500_000_000),
        ("Llama-3.2-3B-Instruct", 3_000_000_000),
        ("meta-llama-3.1-8b", 8_000_000_000),
        ("mixtral-8x7b", 0),  # eight experts: neither number is the size of the model
        ("7B", 7_000_000_000),
        ("gpt-4o", 0),
        ("q4_b", 0),
        ("gemma3", 0),
    ],
)
def test_the_number_of_weights_is_read_from_the_name(name: str, weights: int) -> None:
    assert named_weights(name) == weights


def test_the_size_reported_by_the_server_takes_precedence_over_the_name() -> None:
    assert is_small_model("smol", ModelInfo("smol", weights=134_515_008))
    assert not is_small_model("tiny-1b", ModelInfo("tiny-1b", weights=30_000_000_000))
    assert not is_small_model("gpt-4o", None)


@pytest.mark.parametrize(
    ("model", "info", "greedy"),
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
def test_r5_small_models_without_reasoning_use_greedy_decoding(
    model: str, info: ModelInfo | None, greedy: bool
) -> None:
    assert prefers_greedy_decoding(model, info) is greedy


async def test_r5_a_temperature_of_the_request_is_not_changed() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]] * 3)
    greedy, sampling = GreedyDecoding(inner, lambda: True), GreedyDecoding(inner, lambda: False)

    await ask(greedy)
    await ask(greedy, replace(request(), temperature=0.7))
    await ask(sampling)

    assert [model_request.temperature for model_request in inner.requests] == [0.0, 0.7, None]
