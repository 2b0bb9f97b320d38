import pytest

from vaultdesk.providers.claude_models import (
    MAX_OUTPUT_TOKENS,
    THINKING_BUDGETS,
    claude_version,
    listed_claude_models,
    output_token_limit,
    thinking_fields,
)
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.provider import Effort, ModelInfo

SUMMARIZED = {"type": "adaptive", "display": "summarized"}


def budget(tokens: int) -> dict[str, object]:
    return {"thinking": {"type": "enabled", "budget_tokens": tokens}}


def adaptive(effort: str) -> dict[str, object]:
    return {"thinking": SUMMARIZED, "output_config": {"effort": effort}}


LOW_EFFORT = {"output_config": {"effort": "low"}}
DISABLED = {"thinking": {"type": "disabled"}}


@pytest.mark.parametrize(
    ("model", "with_high_effort", "with_effort_off"),
    [
        ("claude-3-5-haiku-latest", {}, {}),
        ("claude-3-7-sonnet-20250219", budget(16384), {}),
        ("claude-opus-4-1-20250805", budget(16384), {}),
        ("claude-sonnet-4-5-20250929", budget(16384), {}),
        ("claude-haiku-4-5", budget(16384), {}),
        ("claude-sonnet-4-6", adaptive("high"), {}),
        ("claude-opus-4-8", adaptive("high"), {}),
        ("claude-opus-5", adaptive("high"), DISABLED),
        ("claude-opus-5-5", adaptive("high"), LOW_EFFORT),
        ("claude-sonnet-5", adaptive("high"), DISABLED),
        ("claude-sonnet-5-5", adaptive("high"), {"thinking": {"type": "between_tools"}}),
        ("claude-haiku-5-5", adaptive("high"), DISABLED),
        ("claude-fable-5", adaptive("high"), LOW_EFFORT),
        ("claude-mythos-preview", adaptive("high"), LOW_EFFORT),
        ("claude-ode-7", adaptive("high"), LOW_EFFORT),
        ("us.anthropic.claude-opus-4-6-v1", adaptive("high"), {}),
        ("anthropic/claude-opus-4.5", budget(16384), {}),
        ("qwen3-8b", budget(16384), {}),
    ],
)
def test_each_version_gets_thinking_fields_in_its_own_format(
    model: str, with_high_effort: dict[str, object], with_effort_off: dict[str, object]
) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 4."""
    assert thinking_fields(model, "high") == with_high_effort
    assert thinking_fields(model, "off") == with_effort_off
    assert thinking_fields(model, "") == {}


@pytest.mark.parametrize(("effort", "tokens"), [("low", 2048), ("medium", 6144), ("high", 16384)])
def test_a_thinking_budget_is_always_below_the_length_limit(effort: Effort, tokens: int) -> None:
    assert thinking_fields("claude-haiku-4-5", effort) == budget(tokens)
    assert all(tokens < output_token_limit("claude-haiku-4-5", effort, answer) for answer in (1, 8192, 30_000, 60_000))


def test_the_length_limit_includes_the_thinking_budget() -> None:
    assert output_token_limit("claude-haiku-4-5", "", 8192) == 8192
    assert output_token_limit("claude-haiku-4-5", "low", 8192) == 8192 + THINKING_BUDGETS["low"]
    assert output_token_limit("claude-opus-5-5", "", 8192) == 8192 + THINKING_BUDGETS["high"]
    assert output_token_limit("claude-opus-5-5", "off", 8192) == 8192
    assert output_token_limit("claude-opus-5-5", "high", 30_000) == MAX_OUTPUT_TOKENS
    assert output_token_limit("claude-opus-5-5", "high", 60_000) == 60_000
    assert output_token_limit("claude-3-opus", "high", 4096) == 4096


def test_only_some_versions_accept_a_temperature_or_forced_tools() -> None:
    names = ("claude-haiku-4-5", "claude-opus-4-6", "claude-opus-4-7", "claude-opus-5", "claude-opus-5-5", "llama")

    assert [claude_version(name).temperature for name in names] == [True, True, False, False, False, True]
    assert [claude_version(name).forced_tools for name in names] == [True, True, True, True, False, True]


def test_the_list_of_models_is_read_with_its_capabilities() -> None:
    body = {
        "data": [
            {
                "type": "model",
                "id": "claude-opus-5-5",
                "display_name": "Claude Opus 5.5",
                "max_input_tokens": 1_000_000,
                "max_tokens": 128_000,
                "lifecycle": "active",
                "capabilities": {"image_input": {"supported": True}, "thinking": {"supported": True}},
            },
            {"type": "model", "id": "claude-2.1", "lifecycle": "retired"},
            {"type": "model", "id": "old", "display_name": "Old", "capabilities": None},
        ]
    }

    assert listed_claude_models(body, ErrorContext("Anthropic", "api.anthropic.com", "Anthropic")) == (
        ModelInfo(
            "claude-opus-5-5", "Claude Opus 5.5", context=1_000_000, max_output=128_000, images=True, reasoning=True
        ),
        ModelInfo("old", "Old"),
    )
