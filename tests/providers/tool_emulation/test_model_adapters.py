"""Tests of providers/tool_emulation/model_adapters.py."""

import pytest

from vaultdesk.providers.tool_emulation.model_adapters import (
    BASE_ADAPTER,
    DEFAULT_TEXT_LIMITS,
    adapter_for,
    preferred_dialect,
)

# Text limits: how much text is accepted around calls.


@pytest.mark.parametrize(
    ("text", "too_long"),
    [
        ("", False),
        ("I'll search your notes.", False),
        ("I'll search your notes. Then I read the best one.", False),
        ("One. Two. Three.", True),
        ("a" * 200, False),
        ("  " + "a" * 200 + "\n\n", False),
        ("a" * 201, True),
        ("Let me look at e.g. the boiler note from 3. May.", False),
    ],
)
def test_a_preamble_is_long_after_two_sentences_or_200_characters(text: str, too_long: bool) -> None:
    assert DEFAULT_TEXT_LIMITS.is_long_preamble(text) is too_long


@pytest.mark.parametrize(
    ("text", "streamed", "premature"),
    [
        ("a" * 50, True, False),
        ("a" * 51, True, True),
        ("\n\n" + "a" * 50 + "  \n", True, False),
        ("a" * 100, False, False),
        ("a" * 101, False, True),
        (" " * 500, True, False),
    ],
)
def test_text_after_a_call_is_premature_after_50_characters_of_a_stream_or_100_otherwise(
    text: str, streamed: bool, premature: bool
) -> None:
    assert DEFAULT_TEXT_LIMITS.is_premature_answer(text, streamed=streamed) is premature


# Adapters: the family is derived from the name of the model.


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
def test_the_family_is_recognized_by_the_name_of_the_model(model: str, family: str, dialect: str) -> None:
    assert (adapter_for(model).family, preferred_dialect(model)) == (family, dialect)


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
def test_small_models_get_a_brief_tool_prompt(model: str, brief: bool) -> None:
    assert adapter_for(model).brief is brief


def test_families_have_their_rules_and_hints() -> None:
    assert "call the tool before you answer" in " ".join(adapter_for("gpt-4o").extra_rules)
    assert adapter_for("gpt-4o").hint
    assert "after which you stop" in " ".join(adapter_for("claude-x").extra_rules)
    assert "tool_code" in " ".join(adapter_for("gemini-x").extra_rules)
    assert (BASE_ADAPTER.extra_rules, BASE_ADAPTER.hint) == ((), "")
