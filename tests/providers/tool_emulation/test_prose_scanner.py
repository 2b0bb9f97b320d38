"""Tests of providers/tool_emulation/prose_scanner.py."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.providers.tool_emulation.call_tags import PieceBuffer, ProseText
from vaultdesk.providers.tool_emulation.prose_scanner import PendingFenceLine, ProseScanner

# Waiting line.


def test_its_text_goes_out_up_to_what_may_be_a_tag() -> None:
    outlet = PieceBuffer()
    line = PendingFenceLine("  ```", 2, outlet, silent=False)

    assert not line.add("`")
    assert line.add("py a < b ")
    assert outlet.drain() == [ProseText("````")]
    assert (line.text(), line.emitted) == ("  ````py a < b ", 6)


def test_a_tag_stops_the_rest_of_the_line() -> None:
    outlet = PieceBuffer()
    line = PendingFenceLine("```py", 0, outlet, silent=False)

    assert not line.add(" a <t")
    assert not line.add("b c")
    assert outlet.drain() == [ProseText("```py a ")]
    assert line.emitted == 8


def test_it_can_be_read_at_its_end_or_the_next_backtick() -> None:
    for end in ("\n", "x\ny", "`", "x`"):
        line = PendingFenceLine("```py", 0, PieceBuffer(), silent=False)
        assert not line.add(" x")
        assert line.add(end)


def test_where_nothing_may_go_out_nothing_does() -> None:
    outlet = PieceBuffer()
    line = PendingFenceLine("```", 0, outlet, silent=True)
    line.add("`")

    assert outlet.drain() == []
    assert (line.text(), line.emitted) == ("````", 0)


# Prose: what goes out at once and what waits.


def said(*texts: str) -> list[str]:
    """Return what goes out after each of *texts*."""
    outlet = PieceBuffer()
    prose = ProseScanner(outlet)
    out = []
    for text in texts:
        prose.add(text)
        assert prose.read(final=False) is None
        out.append("".join(piece.text for piece in outlet.drain() if isinstance(piece, ProseText)))
    return out


@given(st.lists(st.text(alphabet=" \n\r\t`~>-*1.)#\\abc", min_size=1, max_size=5)))
def test_text_that_can_be_no_tag_goes_out_at_once(texts: list[str]) -> None:
    assert said(*texts) == texts


@pytest.mark.parametrize(
    ("texts", "out"),
    [
        (["a <", "q"], ["a ", "<q"]),
        (["a <tool_", "box>"], ["a ", "<tool_box>"]),
        (["a<use_too"], ["a<use_too"]),
        (["a <th", "e"], ["a ", "<the"]),
        (["a < ", "b"], ["a < ", "b"]),
        (["[", "[Note]]"], ["", "[[Note]]"]),
        (["[T", "ODO]"], ["", "[TODO]"]),
        (["a[", "b]"], ["a", "[b]"]),
        (["> <tool_cal", "l>"], ["> <tool_cal", "l>"]),
        (["`<tool_call>", "`"], ["`<tool_call>", "`"]),
        (["<tool_call>", " ", "is a tag"], ["", "", "<tool_call> is a tag"]),
        (["```\n<tool_call>{"], ["```\n<tool_call>{"]),
    ],
)
def test_only_what_may_become_a_tag_waits(texts: list[str], out: list[str]) -> None:
    assert said(*texts) == out


def test_a_line_that_may_open_a_fence_goes_out_before_it_is_read() -> None:
    assert said("``", "`py", " x", "\n", "<tool_call>{") == ["``", "`py", " x", "\n", "<tool_call>{"]


def test_a_tag_in_such_a_line_waits_for_its_end() -> None:
    assert said("```x <tool_call>{", "}", "\na") == ["```x ", "", "<tool_call>{}\na"]


def test_a_tag_behind_open_backticks_waits_until_they_are_closed() -> None:
    assert said("a ` b <tool_call>{", "} c", "` d") == ["a ` b ", "", "<tool_call>{} c` d"]


def test_a_tag_behind_backticks_is_found_when_their_paragraph_is_over() -> None:
    outlet = PieceBuffer()
    prose = ProseScanner(outlet)
    prose.add("a ` b <tool_call>{} c\n")
    assert prose.read(final=False) is None
    assert outlet.drain() == [ProseText("a ` b ")]
    prose.add("\nd")

    tag = prose.read(final=False)

    assert tag is not None
    assert tag.text == "<tool_call>"
    assert prose.text[prose.position :] == "{} c\n\nd"
    assert outlet.drain() == []


PARTS = ("word", " ", "a b. ", "`", "``` \n", "\n", "\\", "<", "[", "> ", "<tool", "1. ", "```x")


@given(st.lists(st.sampled_from(PARTS)), st.sampled_from(["word", " ", "x y ", " z", "~#>", "1."]))
def test_what_passes_at_once_comes_to_the_same_as_what_is_read(before: list[str], text: str) -> None:
    quick, slow = ProseScanner(PieceBuffer()), ProseScanner(PieceBuffer())
    for prose in (quick, slow):
        for part in before:
            prose.add(part)
            prose.read(final=False)
    passed = quick.accept_plain(text)
    slow.add(text)
    slow.read(final=False)

    for tail in ("<tool_call>{", "<think>", "</tool_call>", "</think>", "\n```\n<think>"):
        ends = []
        for prose in (copy.deepcopy(quick), copy.deepcopy(slow)):
            prose.add(tail)
            ends.append((prose.read(final=True), prose.text[prose.position :]))
        assert not passed or ends[0] == ends[1]


@pytest.mark.parametrize("text", ["word", " and more", "~ # > 1. -"])
def test_a_piece_in_the_middle_of_a_line_passes_at_once(text: str) -> None:
    prose = ProseScanner(PieceBuffer())

    assert not prose.accept_plain(text)
    prose.add("So")
    prose.read(final=False)
    assert prose.accept_plain(text)
    for marked in ("`", "a\n", "\\", "a <", "["):
        assert not prose.accept_plain(marked)
