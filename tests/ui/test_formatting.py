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

# Money: amounts as people read them.


@pytest.mark.parametrize(
    ("amount", "words"),
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
def test_an_amount_has_the_digits_that_matter(amount: float, words: str) -> None:
    assert dollars(amount) == words


def test_t4_an_amount_has_the_signs_of_the_place() -> None:
    before = QLocale()
    QLocale.setDefault(QLocale("de_DE"))
    try:
        amounts = [dollars(amount) for amount in (0.002, 1_234.5)]
    finally:
        QLocale.setDefault(before)

    assert [amount.strip("$ \u00a0") for amount in amounts] == ["0,002", "1.234,50"]


def test_signs_go_and_marks_stay_on_their_words() -> None:
    text = "## Pump\n\nThe **heat pump** costs, says [[Boiler|the boiler]]."
    start = text.index("heat pump")
    shown = plain_excerpt(text, [(start, start + 9)])
    assert shown.text == "Pump The heat pump costs, says the boiler."
    assert [shown.text[a:b] for a, b in shown.marks] == ["heat pump"]


@pytest.mark.parametrize("marks", [[(5, 2)], [(0, 900)], [(0, 4), (2, 6)], [(3, 3)]])
def test_impossible_marks_are_left_out(marks: list[tuple[int, int]]) -> None:
    shown = plain_excerpt("pump and boiler", marks)
    assert shown.text == "pump and boiler"
    assert all(0 <= a < b <= len(shown.text) for a, b in shown.marks)


def test_what_marks_places_cannot_come_from_the_note() -> None:
    assert plain_excerpt("a \x02pump\x03 b").marks == ()


# Facts: the status bar's words are true, short, and count in plain English.

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def sent(path: str, provider: str = "Anthropic") -> LedgerEntry:
    return LedgerEntry(1, NOW, "c", provider, "api.anthropic.com", "m", path, "", 100)


@pytest.mark.parametrize(
    ("state", "words", "mark"),
    [
        (IndexState("scanning"), "Scanning notes…", "working"),
        (IndexState("scanning", done=1_200, total=15_000), "Reading notes: 1,200 of 15,000", "working"),
        (IndexState("ready", notes=1, last_indexed=NOW), "1 note · indexed just now", "ready"),
        (IndexState("ready", notes=1_204), "1,204 notes", "ready"),
        (IndexState("ready", notes=3, problems=2), "3 notes · 2 notes could not be read", "ready"),
        (IndexState("failed", error="Its file is damaged."), "The search index is paused", "failed"),
    ],
)
def test_index_is_told(state: IndexState, words: str, mark: str) -> None:
    assert index_text(state, NOW + timedelta(seconds=5))[:2] == (words, mark)


@pytest.mark.parametrize(
    ("state", "short"),
    [
        (IndexState("scanning"), "…"),
        (IndexState("scanning", done=6_000, total=15_000), "40 %"),
        (IndexState("ready", notes=1_204), ""),
        (IndexState("failed", error="Its file is damaged."), "Paused"),
    ],
)
def test_index_is_told_in_a_few_letters(state: IndexState, short: str) -> None:
    assert index_short_text(state) == short


def test_just_now_is_over_after_a_minute() -> None:
    words, _, _ = index_text(IndexState("ready", notes=2, last_indexed=NOW), NOW + timedelta(minutes=5))

    assert words.startswith("2 notes · indexed at ")


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (3_149, "3.1 kB"), (2_500_000, "2.5 MB")],
)
def test_a_file_s_size_is_told_as_file_managers_do(size: int, words: str) -> None:
    assert format_file_size(size) == words


@pytest.mark.parametrize(
    ("tokens", "words"),
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
def test_a_window_is_called_by_its_round_number(tokens: int, words: str) -> None:
    assert token_count_text(tokens) == words


@pytest.mark.parametrize(
    ("way", "words"),
    [("native", "tools"), ("sentinel", "text-based tools"), ("xml", "text-based tools"), ("none", "no tools")],
)
def test_each_way_to_tools_has_its_words(way: ToolMode, words: str) -> None:
    assert tool_mode_text(way) == words


def test_what_nobody_says_is_left_out() -> None:
    assert capabilities_text("native", images=None, reasoning=False, context=0) == "tools"
    assert capabilities_text(None, images=None, reasoning=None, context=0) == ""
    full_text = capabilities_text("xml", images=True, reasoning=True, context=8192, local=True)
    assert full_text == "text-based tools · sees pictures · thinks · 8k · on this computer"


def test_a_list_that_denies_tools_leads_to_tools_by_text() -> None:
    assert model_info_text(ModelInfo("a", tools=True, context=4096)) == "tools · 4k"
    assert model_info_text(ModelInfo("a", tools=False)) == "text-based tools"
    assert model_info_text(ModelInfo("a", images=True)) == "sees pictures"
