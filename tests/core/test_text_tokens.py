"""Tests of core/text_tokens.py: the estimate compared with counts of real tokenizers."""

import json
from pathlib import Path
from typing import get_args

import pytest

from vaultdesk.core import text_tokens as text_tokens_module
from vaultdesk.core.text_tokens import (
    DEFAULT_VOCABULARY,
    MAX_COUNTED_CHARACTERS,
    VocabularyName,
    text_tokens,
    vocabulary_of,
)

COUNTS = json.loads(Path(__file__).with_name("token_counts.json").read_text(encoding="utf-8"))
"""Sample texts with their token counts by real tokenizers: OpenAI's o200k_base and cl100k_base, Qwen's,
Mistral's Tekken and SentencePiece v3, and SmolLM2's."""


@pytest.mark.parametrize("vocabulary", get_args(VocabularyName))
@pytest.mark.parametrize("kind", sorted(COUNTS))
def test_r2_an_estimate_is_within_ten_percent_of_a_real_tokenizer(kind: str, vocabulary: VocabularyName) -> None:
    exact = COUNTS[kind]["tokens"][vocabulary]
    assert text_tokens(COUNTS[kind]["text"], vocabulary) == pytest.approx(exact, rel=0.1)


def test_empty_text_has_no_tokens_and_any_character_has_some() -> None:
    assert (text_tokens(""), text_tokens("a") > 0, text_tokens("\U0001f600") > 0) == (0, True, True)


def test_a_long_text_is_estimated_from_samples() -> None:
    sample = COUNTS["english"]["text"]
    text = sample * 400
    assert len(text) > MAX_COUNTED_CHARACTERS
    assert text_tokens(text) == pytest.approx(400 * text_tokens(sample), rel=0.05)


@pytest.mark.parametrize(
    ("model", "vocabulary"),
    [
        ("gpt-4o-mini", "o200k"),
        ("openai/gpt-5.1", "o200k"),
        ("gpt-oss:20b", "o200k"),
        ("o3-mini", "o200k"),
        ("gpt-4", "cl100k"),
        ("llama3.2:3b", "cl100k"),
        ("meta-llama/Llama-3.1-8B-Instruct", "cl100k"),
        ("llama-2-7b-chat", "llama2"),
        ("claude-sonnet-4-5", "llama2"),
        ("mistral-small-3.2", "tekken"),
        ("mixtral:8x7b", "llama2"),
        ("SmolLM2-135M-Instruct.Q4_1", "smollm"),
        ("qwen3:8b", "qwen"),
        ("gemma3:4b", DEFAULT_VOCABULARY),
        ("", DEFAULT_VOCABULARY),
    ],
)
def test_the_vocabulary_is_derived_from_the_model_name(model: str, vocabulary: VocabularyName) -> None:
    assert vocabulary_of(model) == vocabulary


def test_a_text_is_counted_once_for_all_vocabularies(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    count = text_tokens_module._count
    monkeypatch.setattr(text_tokens_module, "_cached_counts", {})
    monkeypatch.setattr(text_tokens_module, "_count", lambda text: [counted.append(text), count(text)][1])

    estimates = {text_tokens("Brandt rang about the boiler.", name) for name in get_args(VocabularyName) * 2}

    assert counted == ["Brandt rang about the boiler."]
    assert min(estimates) > 0
