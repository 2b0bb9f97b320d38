"""Model words: what is known in a few words, and nothing of what is not."""

import pytest

from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.ui.model_text import capabilities_text, model_info_text, token_count_text, tool_mode_text


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
    [("native", "tools"), ("sentinel", "tools by text"), ("xml", "tools by text"), ("none", "no tools")],
)
def test_each_way_to_tools_has_its_words(way: ToolMode, words: str) -> None:
    assert tool_mode_text(way) == words


def test_what_nobody_says_is_left_out() -> None:
    assert capabilities_text("native", sees=None, thinks=False, context=0) == "tools"
    assert capabilities_text(None, sees=None, thinks=None, context=0) == ""
    whole = capabilities_text("xml", sees=True, thinks=True, context=8192, local=True)
    assert whole == "tools by text · sees pictures · thinks · 8k · on this computer"


def test_a_list_that_denies_tools_leads_to_tools_by_text() -> None:
    assert model_info_text(ModelInfo("a", tools=True, context=4096)) == "tools · 4k"
    assert model_info_text(ModelInfo("a", tools=False)) == "tools by text"
    assert model_info_text(ModelInfo("a", images=True)) == "sees pictures"
