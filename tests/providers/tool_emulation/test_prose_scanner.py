"""Tests of providers/tool_emulation/prose_scanner.py."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.providers.tool_emulation.dialects import ProseText, SegmentBuffer
from vaultdesk.providers.tool_emulation.prose_scanner import (
    MAX_LINE_HEAD,
    BacktickRuns,
    FencedCode,
    LineHead,
    PendingFenceLine,
    PendingInlineCode,
    ProseScanner,
    line_head,
)

# Line head.


def head(text: str) -> LineHead:
    found = line_head(text, 0, final=True)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("line", "lead", "width", "after"),
    [
        ("words", 0, 0, 0),
        ("   x", 3, 3, 3),
        ("\tx", 4, 4, 4),
        ("- x", 0, 2, 0),
        ("1.  x", 0, 4, 1),
        (" > >  x", 1, 6, 1),
    ],
)
def test_columns_are_counted_as_markdown_does(line: str, lead: int, width: int, after: int) -> None:
    found = head(line)

    assert (found.leading_space, found.width, found.space_after_mark) == (lead, width, after)


@pytest.mark.parametrize(
    ("line", "inner"),
    [("x", 0), ("   x", 0), ("- x", 2), ("-   x", 2), ("10. x", 4), ("> x", 1), ("> - x", 3), ("- > x", 1)],
)
def test_a_list_items_text_begins_behind_its_mark(line: str, inner: int) -> None:
    assert head(line).content_column == inner


def test_marks_are_told_apart() -> None:
    assert head("> x").quoted
    assert not head("> x").marked
    assert head("- > x").quoted
    assert head("- > x").marked
    assert not head("-x").marked
    assert not head("1x").marked


@pytest.mark.parametrize("line", ["", "\n", "  \n", "\r\n", "> \n", "# x", "###\n", "- x", "* x", "1. x", "1) x"])
def test_what_no_paragraph_goes_on_into(line: str) -> None:
    assert head(line).interrupts


@pytest.mark.parametrize("line", ["x", "#x", "####### x", "    # x", "    - x", "2. x", "-x", "> x", "---"])
def test_what_a_paragraph_goes_on_into(line: str) -> None:
    assert not head(line).interrupts


@pytest.mark.parametrize("text", ["", "  ", "-", "12", "12.", "> ", "- ", "#", "######", "~", "~~"])
def test_too_little_waits_for_more(text: str) -> None:
    assert line_head(text, 0, final=False) is None


@pytest.mark.parametrize("text", ["x", "\n", "-x", "**", "~~~", "`", "#x", "#######"])
def test_enough_waits_for_nothing(text: str) -> None:
    assert line_head(text, 0, final=False) is not None


def test_a_head_without_end_is_cut() -> None:
    found = line_head(" " * 10_000, 0, final=False)

    assert found is not None
    assert found.end == MAX_LINE_HEAD


# Fence.


def end(text: str, *, mark: str = "`", indent: int = 0, quoted: bool = False, by: int = 0) -> int | None:
    """Return where the code ends that begins with *text*; None where it goes on."""
    fence = FencedCode(mark, indent, quoted)
    place = 0
    for start in range(0, len(text), by or len(text)):
        piece = text[start : start + (by or len(text))]
        place = start + fence.read(piece, 0)
        if fence.ended:
            return place
        assert place == start + len(piece)
    return None


CLOSED = {
    "```\na\n```\nb": 10,
    "```py\n```\n": 10,
    "````\n```\n````\nx": 14,
    "```\n```` \t\r\nx": 12,
    "```\n   ```\nx": 11,
    "```\n\n```\n": 9,
}
OPEN = (
    "```\na",
    "```\n``\n",
    "```\n```x\n",
    "```\n    ```\n",
    "```\n~~~\n",
    "````\n```\n",
    "```\n``` ```\n",
    "```\n> ```\n",
)


@pytest.mark.parametrize("by", [0, 1, 2, 3])
@pytest.mark.parametrize("text", CLOSED)
def test_a_line_of_enough_marks_closes(text: str, by: int) -> None:
    assert end(text, by=by) == CLOSED[text]
    assert end(text.replace("`", "~"), mark="~", by=by) == CLOSED[text]


@pytest.mark.parametrize("by", [0, 1])
@pytest.mark.parametrize("text", OPEN)
def test_nothing_else_closes(text: str, by: int) -> None:
    assert end(text, by=by) is None


def test_in_a_list_the_closing_line_may_be_indented_as_the_opening_one() -> None:
    assert end("```\n     ```\nx", indent=2) == 13
    assert end("```\n      ```\nx", indent=2) is None


def test_leaving_a_list_item_does_not_end_its_code() -> None:
    assert end("```\ncarelessly indented\n  ```\n", indent=2) == 30


@pytest.mark.parametrize("by", [0, 1])
def test_the_end_of_the_quote_ends_the_code_in_it(by: int) -> None:
    assert end("```\n> a\nb", quoted=True, by=by) == 8
    assert end("```\n> a\n\n", quoted=True, by=by) == 8
    assert end("```\n> a\n> ```\nb", quoted=True, by=by) == 14
    assert end("```\n > a\n >\n> b", quoted=True, by=by) is None


def test_the_tab_stops_of_a_closing_line_count_from_its_beginning() -> None:
    assert end("```\n \t```\n", by=1) is None
    assert end("```\n> \t```\n> ```\n", quoted=True, by=1) == 17


# Inline code.


def test_a_run_is_closed_by_the_next_of_its_length() -> None:
    text = "`` a ` b `` c ` d"
    runs = BacktickRuns(text, 0, len(text))

    assert runs.code_end(2, 2) == 11
    assert runs.code_end(1, 6) == 15
    assert runs.code_end(1, 15) == 0
    assert runs.code_end(3, 0) == 0


def test_runs_are_looked_for_within_the_paragraph_only() -> None:
    assert BacktickRuns("` a `", 0, 3).code_end(1, 1) == 0


def test_what_is_held_back_is_kept_over_several_texts() -> None:
    code = PendingInlineCode(2)
    code.carry("a ` b", 5)
    assert code.held_text("", 0) == ""
    code.hold(1)
    code.hold(3)
    code.carry(" <x", 3)

    assert code.is_holding
    assert code.held_text("y>z", 2) == "<xy>"
    assert code.replay("y>z", 2) == ("` b <xy>z", 0, 8, 4)


def test_what_stands_in_one_text_is_read_again_there() -> None:
    code = PendingInlineCode(2)
    code.hold(4)

    assert code.replay("a ` <x\n\nb", 7) == ("a ` <x\n\nb", 2, 7, 4)


# Waiting line.


def test_its_text_goes_out_up_to_what_may_be_a_tag() -> None:
    buffer = SegmentBuffer()
    line = PendingFenceLine("  ```", 2, buffer, silent=False)

    assert not line.add("`")
    assert line.add("py a < b ")
    assert buffer.drain() == [ProseText("````")]
    assert (line.text(), line.emitted) == ("  ````py a < b ", 6)


def test_a_tag_stops_the_rest_of_the_line() -> None:
    buffer = SegmentBuffer()
    line = PendingFenceLine("```py", 0, buffer, silent=False)

    assert not line.add(" a <t")
    assert not line.add("b c")
    assert buffer.drain() == [ProseText("```py a ")]
    assert line.emitted == 8


def test_it_can_be_read_at_its_end_or_the_next_backtick() -> None:
    for end in ("\n", "x\ny", "`", "x`"):
        line = PendingFenceLine("```py", 0, SegmentBuffer(), silent=False)
        assert not line.add(" x")
        assert line.add(end)


def test_where_nothing_may_go_out_nothing_does() -> None:
    buffer = SegmentBuffer()
    line = PendingFenceLine("```", 0, buffer, silent=True)
    line.add("`")

    assert buffer.drain() == []
    assert (line.text(), line.emitted) == ("````", 0)


# Prose: what goes out at once and what waits.


def said(*texts: str) -> list[str]:
    """Return what goes out after each of *texts*."""
    buffer = SegmentBuffer()
    prose = ProseScanner(buffer)
    out = []
    for text in texts:
        prose.add(text)
        assert prose.read(final=False) is None
        out.append("".join(piece.text for piece in buffer.drain() if isinstance(piece, ProseText)))
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
    buffer = SegmentBuffer()
    prose = ProseScanner(buffer)
    prose.add("a ` b <tool_call>{} c\n")
    assert prose.read(final=False) is None
    assert buffer.drain() == [ProseText("a ` b ")]
    prose.add("\nd")

    tag = prose.read(final=False)

    assert tag is not None
    assert tag.text == "<tool_call>"
    assert prose.text[prose.position :] == "{} c\n\nd"
    assert buffer.drain() == []


PARTS = ("word", " ", "a b. ", "`", "``` \n", "\n", "\\", "<", "[", "> ", "<tool", "1. ", "```x")


@given(st.lists(st.sampled_from(PARTS)), st.sampled_from(["word", " ", "x y ", " z", "~#>", "1."]))
def test_what_passes_at_once_comes_to_the_same_as_what_is_read(before: list[str], text: str) -> None:
    quick, slow = ProseScanner(SegmentBuffer()), ProseScanner(SegmentBuffer())
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
    prose = ProseScanner(SegmentBuffer())

    assert not prose.accept_plain(text)
    prose.add("So")
    prose.read(final=False)
    assert prose.accept_plain(text)
    for marked in ("`", "a\n", "\\", "a <", "["):
        assert not prose.accept_plain(marked)
