"""Thinking."""

import pytest

from vaultdesk.providers.tool_text.outlet import Outlet
from vaultdesk.providers.tool_text.pieces import Piece, Thought
from vaultdesk.providers.tool_text.thinking import Thinking


def think(text: str, name: str = "think") -> tuple[list[Piece], str]:
    """Return what a block comes to whose opening tag was read, and what is left."""
    outlet = Outlet()
    thought = Thinking(name, outlet)
    place = thought.read(text, 0, final=True)
    return outlet.take(), text[place:] if thought.over else "(open)"


@pytest.mark.parametrize("name", ["think", "thinking", "reasoning", "thought"])
def test_a_block_ends_with_its_own_tag(name: str) -> None:
    assert think(f"so</{name}>yes", name) == ([Thought("so")], "yes")
    assert think("so</other>yes", name) == ([Thought("so</other>yes")], "(open)")


def test_another_blocks_tags_are_text() -> None:
    assert think("<thinking>a</thinking></think>b") == ([Thought("<thinking>a</thinking>")], "b")


def test_a_tag_again_before_a_word_counts_once() -> None:
    assert think("\n<think>\na</think>b") == ([Thought("\n\na")], "b")


def test_blocks_nest_at_line_starts() -> None:
    assert think("a\n  <think>b</think>c</think>d") == ([Thought("a\n  bc")], "d")


def test_a_tag_within_a_line_is_written_about() -> None:
    assert think("the <think> tag</think>b") == ([Thought("the <think> tag")], "b")


def test_only_the_beginning_of_a_tag_waits() -> None:
    outlet = Outlet()
    thought = Thinking("think", outlet)

    assert thought.read("a < b </thi", 0, final=False) == 6
    assert outlet.take() == [Thought("a < b ")]
    assert thought.read("</things", 0, final=False) == 8
    assert outlet.take() == [Thought("</things")]
