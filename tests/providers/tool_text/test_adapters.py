"""Adapters: each model finds its family by its name."""

import pytest

from vaultdesk.providers.tool_text.adapters import BASE, adapter_for, preferred_way


@pytest.mark.parametrize(
    ("model", "family", "dialect"),
    [
        ("gpt-4o-mini", "GPT", "sentinel"),
        ("openai/gpt-oss-20b", "GPT", "sentinel"),
        ("gpt-oss:120b", "GPT", "sentinel"),
        ("o3-mini", "GPT", "sentinel"),
        ("openai/o1", "GPT", "sentinel"),
        ("gpt-5.1-codex", "GPT", "sentinel"),
        ("claude-opus-4-7", "Claude", "xml"),
        ("anthropic/claude-3.7-sonnet:thinking", "Claude", "xml"),
        ("models/gemini-3-pro", "Gemini", "sentinel"),
        ("google/gemini-2.5-flash", "Gemini", "sentinel"),
        ("qwen2.5:7b-instruct-q4_K_M", "Qwen", "sentinel"),
        ("QwQ-32B", "Qwen", "sentinel"),
        ("qwen3-coder:30b", "Qwen", "xml"),
        ("meta-llama/Llama-3.3-70B-Instruct", "Llama", "sentinel"),
        ("mistralai/mixtral-8x7b", "Mistral", "sentinel"),
        ("deepseek-r1-distill-llama-70b", "DeepSeek", "sentinel"),
        ("gemma3:27b", "Gemma", "sentinel"),
        ("phi4:14b", "Phi", "sentinel"),
        ("microsoft/phi-3.5-mini", "Phi", "sentinel"),
        ("nous-hermes2-mixtral", "Hermes", "sentinel"),
        ("Hermes-3-Llama-3.1-8B", "Hermes", "sentinel"),
        ("zai-org/glm-4.6", "GLM", "xml"),
        ("dolphin-something", "base", "sentinel"),
        ("foo3-mini", "base", "sentinel"),
        ("", "base", "sentinel"),
    ],
)
def test_a_model_is_known_by_its_name(model: str, family: str, dialect: str) -> None:
    assert (adapter_for(model).family, preferred_way(model)) == (family, dialect)


@pytest.mark.parametrize(
    ("model", "brief"),
    [
        ("llama3.2:1b", True),
        ("qwen2.5:0.5b", True),
        ("gemma-3-270m-it", True),
        ("gemma3:4b", True),
        ("smollm2", True),
        ("qwen3:8b", False),
        ("mixtral-8x7b", False),
        ("llama3.3:70b-instruct-q4_0", False),
        ("gpt-4o", False),
        ("model-2025-01-31b", False),
    ],
)
def test_small_models_are_taught_in_few_words(model: str, brief: bool) -> None:
    assert adapter_for(model).brief is brief


def test_each_family_of_the_seed_has_what_it_needs() -> None:
    assert "call the tool before you answer" in " ".join(adapter_for("gpt-4o").additions)
    assert adapter_for("gpt-4o").hint
    assert "after which you stop" in " ".join(adapter_for("claude-x").additions)
    assert "tool_code" in " ".join(adapter_for("gemini-x").additions)
    assert (BASE.additions, BASE.hint) == ((), "")
