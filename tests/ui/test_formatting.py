"""Tests of ui/formatting.py."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QLocale

from vaultdesk.index.index_state import IndexState
from vaultdesk.privacy.ledger import LedgerEntry
from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.ui.formatting import (
    capabilities_text,
    dollars,
    format_file_size,
    index_short_text,
    index_text,
    model_info_text,
    plain_excerpt,
    token_count_text,
    tool_mode_text,
)

# Amounts of money.


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0.0, "$0.00"),
        (0.000_02, "under $0.001"),
        (0.002, "$0.002"),
        (0.0141, "$0.014"),
        (0.5, "$0.500"),
        (1.0, "$1.00"),
        (1_234.5, "$1,234.50"),
    ],
)
def test_an_amount_has_the_significant_digits(amount: float, text: str) -> None:
    assert dollars(amount) == text


def test_t4_an_amount_uses_the_separators_of_the_locale() -> None:
    before = QLocale()
    QLocale.setDefault(QLocale("de_DE"))
    try:
        amounts = [dollars(amount) for amount in (0.002, 1_234.5)]
    finally:
        QLocale.setDefault(before)

    assert [amount.strip("$ \u00a0") for amount in amounts] == ["0,002", "1.234,50"]


def test_markup_is_removed_and_marks_stay_on_their_words() -> None:
    text = "## Pump\n\nThe **heat pump** costs, says [[Boiler|the boiler]]."
    start = text.index("heat pump")
    excerpt = plain_excerpt(text, [(start, start + 9)])
    assert excerpt.text == "Pump The heat pump costs, says the boiler."
    assert [excerpt.text[a:b] for a, b in excerpt.marks] == ["heat pump"]


@pytest.mark.parametrize("marks", [[(5, 2)], [(0, 900)], [(0, 4), (2, 6)], [(3, 3)]])
def test_invalid_marks_are_omitted(marks: list[tuple[int, int]]) -> None:
    excerpt = plain_excerpt("pump and boiler", marks)
    assert excerpt.text == "pump and boiler"
    assert all(0 <= a < b <= len(excerpt.text) for a, b in excerpt.marks)


def test_mark_characters_in_the_note_are_ignored() -> None:
    assert plain_excerpt("a \x02pump\x03 b").marks == ()


# Status bar texts: short, with plural forms.

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def sent(path: str, provider: str = "Anthropic") -> LedgerEntry:
    return LedgerEntry(1, NOW, "c", provider, "api.anthropic.com", "m", path, "", 100)


@pytest.mark.parametrize(
    ("state", "text", "mark"),
    [
        (IndexState("scanning"), "Scanning notes…", "working"),
        (IndexState("scanning", done=1_200, total=15_000), "Reading notes: 1,200 of 15,000", "working"),
        (IndexState("ready", notes=1, last_indexed=NOW), "1 note · indexed just now", "ready"),
        (IndexState("ready", notes=1_204), "1,204 notes", "ready"),
        (IndexState("ready", notes=3, problems=2), "3 notes · 2 notes could not be read", "ready"),
        (IndexState("failed", error="Its file is damaged."), "The search index is paused", "failed"),
    ],
)
def test_each_index_state_has_a_text(state: IndexState, text: str, mark: str) -> None:
    assert index_text(state, NOW + timedelta(seconds=5))[:2] == (text, mark)


@pytest.mark.parametrize(
    ("state", "short"),
    [
        (IndexState("scanning"), "…"),
        (IndexState("scanning", done=6_000, total=15_000), "40 %"),
        (IndexState("ready", notes=1_204), ""),
        (IndexState("failed", error="Its file is damaged."), "Paused"),
    ],
)
def test_each_index_state_has_a_short_text(state: IndexState, short: str) -> None:
    assert index_short_text(state) == short


def test_just_now_is_shown_for_less_than_five_minutes() -> None:
    text, _, _ = index_text(IndexState("ready", notes=2, last_indexed=NOW), NOW + timedelta(minutes=5))

    assert text.startswith("2 notes · indexed at ")


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (3_149, "3.1 kB"), (2_500_000, "2.5 MB")],
)
def test_file_sizes_have_decimal_units(size: int, text: str) -> None:
    assert format_file_size(size) == text


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        (0, ""),
        (512, "512"),
        (2048, "2k"),
        (32_768, "32k"),
        (128_000, "128k"),
        (131_072, "128k"),
        (200_000, "200k"),
        (1_000_000, "1M"),
        (1_047_576, "1M"),
        (1_048_576, "1M"),
        (2_097_152, "2M"),
    ],
)
def test_token_counts_are_rounded(tokens: int, text: str) -> None:
    assert token_count_text(tokens) == text


@pytest.mark.parametrize(
    ("tool_mode", "text"),
    [("native", "tools"), ("sentinel", "text-based tools"), ("xml", "text-based tools"), ("none", "no tools")],
)
def test_each_tool_mode_has_a_text(tool_mode: ToolMode, text: str) -> None:
    assert tool_mode_text(tool_mode) == text


def test_unknown_capabilities_are_omitted() -> None:
    assert capabilities_text("native", images=None, reasoning=False, context=0) == "tools"
    assert capabilities_text(None, images=None, reasoning=None, context=0) == ""
    full_text = capabilities_text("xml", images=True, reasoning=True, context=8192, local=True)
    assert full_text == "text-based tools · sees pictures · thinks · 8k · on this computer"


def test_a_model_listed_without_tools_has_text_based_tools() -> None:
    assert model_info_text(ModelInfo("a", tools=True, context=4096)) == "tools · 4k"
    assert model_info_text(ModelInfo("a", tools=False)) == "text-based tools"
    assert model_info_text(ModelInfo("a", images=True)) == "sees pictures"
