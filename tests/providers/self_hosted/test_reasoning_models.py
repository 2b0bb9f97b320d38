"""Reasoning models by name: families that may leave reasoning in the text, and models of the same names that do not."""

import pytest

from vaultdesk.providers.self_hosted.reasoning_models import has_reasoning_name


@pytest.mark.parametrize(
    "model",
    [
        "deepseek-r1:7b", "DeepSeek-R1-Distill-Qwen-1.5B", "deepseek-ai/DeepSeek-V3.1", "deepseek-v4-flash",
        "qwen3:0.6b", "Qwen/Qwen3-30B-A3B-Thinking-2507", "qwq-32b", "THUDM/GLM-Z1-9B", "glm-4.6", "zai-org/GLM-5",
        "MiniMaxAI/MiniMax-M2", "kimi-k2-thinking", "seed-oss-36b", "SmolLM3-3B", "nvidia/nemotron-nano-9b-v2",
        "phi-4-mini-reasoning", "olmo-3-7b-think", "gpt-oss:20b", "Magistral-Small", "XiaomiMiMo/MiMo-7B",
    ],
)  # fmt: skip
def test_m2_families_that_reason_are_known_by_name(model: str) -> None:
    assert has_reasoning_name(model)


@pytest.mark.parametrize(
    "model",
    [
        "gpt-5.2", "claude-opus-4-5", "gemini-3-pro", "llama3.2:3b", "SmolLM2-135M-Instruct", "qwen2.5:7b-instruct",
        "Qwen3-4B-Instruct-2507", "qwen3-coder:30b", "deepseek-v3", "deepseek-chat", "glm-4-9b-chat", "kimi-k2",
        "mistral-small", "gemma3:4b", "phi-4", "granite3.3:8b", "hermes-3-llama-3.1-8b", "spring-7b", "string-r10",
    ],
)  # fmt: skip
def test_m2_other_models_are_not(model: str) -> None:
    assert not has_reasoning_name(model)
