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

# Line head


def head(text: str) -> LineHead:
    result = line_head(text, 0, final=True)
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("line", "leading_space", "width", "space_after_mark"),
    [
        ("words", 0, 0, 0),
        ("   x", 3, 3, 3),
        ("\tx", 4, 4, 4),
        ("- x", 0, 2, 0),
        ("1.  x", 0, 4, 1),
        (" > >  x", 1, 6, 1),
    ],
)
def test_columns_are_counted_as_in_markdown(line: str, leading_space: int, width: int, space_after_mark: int) -> None:
    result = head(line)

    assert (result.leading_space, result.width, result.space_after_mark) == (leading_space, width, space_after_mark)


@pytest.mark.parametrize(
    ("line", "content_column"),
    [("x", 0), ("   x", 0), ("- x", 2), ("-   x", 2), ("10. x", 4), ("> x", 1), ("> - x", 3), ("- > x", 1)],
)
def test_the_content_of_a_list_item_begins_after_its_mark(line: str, content_column: int) -> None:
    assert head(line).content_column == content_column


def test_quote_and_list_marks_are_distinguished() -> None:
    assert head("> x").quoted
    assert not head("> x").marked
    assert head("- > x").quoted
    assert head("- > x").marked
    assert not head("-x").marked
    assert not head("1x").marked


@pytest.mark.parametrize("line", ["", "\n", "  \n", "\r\n", "> \n", "# x", "###\n", "- x", "* x", "1. x", "1) x"])
def test_lines_that_interrupt_a_paragraph(line: str) -> None:
    assert head(line).interrupts


@pytest.mark.parametrize("line", ["x", "#x", "####### x", "    # x", "    - x", "2. x", "-x", "> x", "---"])
def test_lines_that_continue_a_paragraph(line: str) -> None:
    assert not head(line).interrupts


@pytest.mark.parametrize("text", ["", "  ", "-", "12", "12.", "> ", "- ", "#", "######", "~", "~~"])
def test_an_undecided_line_head_needs_more_text(text: str) -> None:
    assert line_head(text, 0, final=False) is None


@pytest.mark.parametrize("text", ["x", "\n", "-x", "**", "~~~", "`", "#x", "#######"])
def test_a_decided_line_head_needs_no_more_text(text: str) -> None:
    assert line_head(text, 0, final=False) is not None


def test_the_length_of_a_line_head_is_limited() -> None:
    result = line_head(" " * 10_000, 0, final=False)

    assert result is not None
    assert result.end == MAX_LINE_HEAD


# Fence


def code_end(text: str, *, mark: str = "`", indent: int = 0, quoted: bool = False, step: int = 0) -> int | None:
    """Return the end of the code that begins with *text*; None if it is not closed."""
    fence = FencedCode(mark, indent, quoted)
    position = 0
    for start in range(0, len(text), step or len(text)):
        chunk = text[start : start + (step or len(text))]
        position = start + fence.read(chunk, 0)
        if fence.ended:
            return position
        assert position == start + len(chunk)
    return None


CLOSED = {
    "```\na\n```\nb": 10,
    "```py\n```\n": 10,
    "````\n```\n````\nx": 14,
    "```\n```` \t\r\nx": 12,
    "```\n   ```\nx": 11,
    "```\n\n```\n": 9,
}
UNCLOSED = (
    "```\na",
    "```\n``\n",
    "```\n```x\n",
    "```\n    ```\n",
    "```\n~~~\n",
    "````\n```\n",
    "```\n``` ```\n",
    "```\n> ```\n",
)


@pytest.mark.parametrize("step", [0, 1, 2, 3])
@pytest.mark.parametrize("text", CLOSED)
def test_a_line_with_enough_marks_closes_the_fence(text: str, step: int) -> None:
    assert code_end(text, step=step) == CLOSED[text]
    assert code_end(text.replace("`", "~"), mark="~", step=step) == CLOSED[text]


@pytest.mark.parametrize("step", [0, 1])
@pytest.mark.parametrize("text", UNCLOSED)
def test_other_lines_do_not_close_the_fence(text: str, step: int) -> None:
    assert code_end(text, step=step) is None


def test_the_closing_line_in_a_list_may_have_the_indent_of_the_opening_one() -> None:
    assert code_end("```\n     ```\nx", indent=2) == 13
    assert code_end("```\n      ```\nx", indent=2) is None


def test_text_outside_a_list_item_does_not_end_its_code() -> None:
    assert code_end("```\ncarelessly indented\n  ```\n", indent=2) == 30


@pytest.mark.parametrize("step", [0, 1])
def test_the_end_of_a_quote_ends_its_code(step: int) -> None:
    assert code_end("```\n> a\nb", quoted=True, step=step) == 8
    assert code_end("```\n> a\n\n", quoted=True, step=step) == 8
    assert code_end("```\n> a\n> ```\nb", quoted=True, step=step) == 14
    assert code_end("```\n > a\n >\n> b", quoted=True, step=step) is None


def test_tab_stops_of_a_closing_line_are_counted_from_its_beginning() -> None:
    assert code_end("```\n \t```\n", step=1) is None
    assert code_end("```\n> \t```\n> ```\n", quoted=True, step=1) == 17


# Inline code


def test_a_run_of_backticks_is_closed_by_the_next_of_its_length() -> None:
    text = "`` a ` b `` c ` d"
    runs = BacktickRuns(text, 0, len(text))

    assert runs.code_end(2, 2) == 11
    assert runs.code_end(1, 6) == 15
    assert runs.code_end(1, 15) == 0
    assert runs.code_end(3, 0) == 0


def test_runs_of_backticks_are_searched_within_the_paragraph_only() -> None:
    assert BacktickRuns("` a `", 0, 3).code_end(1, 1) == 0


def test_held_text_is_retained_across_several_texts() -> None:
    code = PendingInlineCode(2)
    code.carry("a ` b", 5)
    assert code.held_text("", 0) == ""
    code.hold(1)
    code.hold(3)
    code.carry(" <x", 3)

    assert code.is_holding
    assert code.held_text("y>z", 2) == "<xy>"
    assert code.replay("y>z", 2) == ("` b <xy>z", 0, 8, 4)


def test_held_text_within_one_text_is_replayed_from_it() -> None:
    code = PendingInlineCode(2)
    code.hold(4)

    assert code.replay("a ` <x\n\nb", 7) == ("a ` <x\n\nb", 2, 7, 4)


# Pending line


def test_text_of_a_pending_line_is_emitted_up_to_a_possible_tag() -> None:
    buffer = SegmentBuffer()
    line = PendingFenceLine("  ```", 2, buffer, silent=False)

    assert not line.add("`")
    assert line.add("py a < b ")
    assert buffer.drain() == [ProseText("````")]
    assert (line.text(), line.emitted) == ("  ````py a < b ", 6)


def test_a_tag_holds_back_the_rest_of_the_line() -> None:
    buffer = SegmentBuffer()
    line = PendingFenceLine("```py", 0, buffer, silent=False)

    assert not line.add(" a <t")
    assert not line.add("b c")
    assert buffer.drain() == [ProseText("```py a ")]
    assert line.emitted == 8


def test_a_pending_line_is_complete_at_its_end_or_the_next_backtick() -> None:
    for ending in ("\n", "x\ny", "`", "x`"):
        line = PendingFenceLine("```py", 0, SegmentBuffer(), silent=False)
        assert not line.add(" x")
        assert line.add(ending)


def test_a_silent_pending_line_emits_nothing() -> None:
    buffer = SegmentBuffer()
    line = PendingFenceLine("```", 0, buffer, silent=True)
    line.add("`")

    assert buffer.drain() == []
    assert (line.text(), line.emitted) == ("````", 0)


# Prose: text that is emitted immediately, and text that is held back.


def emitted(*texts: str) -> list[str]:
    """Return the text emitted after each of *texts*."""
    buffer = SegmentBuffer()
    prose = ProseScanner(buffer)
    results = []
    for text in texts:
        prose.add(text)
        assert prose.read(final=False) is None
        results.append("".join(segment.text for segment in buffer.drain() if isinstance(segment, ProseText)))
    return results


@given(st.lists(st.text(alphabet=" \n\r\t`~>-*1.)#\\abc", min_size=1, max_size=5)))
def test_text_that_cannot_be_a_tag_is_emitted_immediately(texts: list[str]) -> None:
    assert emitted(*texts) == texts


@pytest.mark.parametrize(
    ("texts", "expected"),
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
def test_only_possible_tags_are_held_back(texts: list[str], expected: list[str]) -> None:
    assert emitted(*texts) == expected


def test_a_line_that_may_open_a_fence_is_emitted_before_it_is_parsed() -> None:
    assert emitted("``", "`py", " x", "\n", "<tool_call>{") == ["``", "`py", " x", "\n", "<tool_call>{"]


def test_a_tag_in_a_line_that_may_open_a_fence_is_held_back_until_its_end() -> None:
    assert emitted("```x <tool_call>{", "}", "\na") == ["```x ", "", "<tool_call>{}\na"]


def test_a_tag_after_open_backticks_is_held_back_until_they_are_closed() -> None:
    assert emitted("a ` b <tool_call>{", "} c", "` d") == ["a ` b ", "", "<tool_call>{} c` d"]


def test_a_tag_after_open_backticks_is_found_at_the_end_of_their_paragraph() -> None:
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
def test_plain_text_accepted_without_parsing_leads_to_the_same_state(before: list[str], text: str) -> None:
    fast, slow = ProseScanner(SegmentBuffer()), ProseScanner(SegmentBuffer())
    for prose in (fast, slow):
        for part in before:
            prose.add(part)
            prose.read(final=False)
    accepted = fast.accept_plain(text)
    slow.add(text)
    slow.read(final=False)

    for tail in ("<tool_call>{", "<think>", "</tool_call>", "</think>", "\n```\n<think>"):
        ends = []
        for prose in (copy.deepcopy(fast), copy.deepcopy(slow)):
            prose.add(tail)
            ends.append((prose.read(final=True), prose.text[prose.position :]))
        assert not accepted or ends[0] == ends[1]


@pytest.mark.parametrize("text", ["word", " and more", "~ # > 1. -"])
def test_plain_text_within_a_line_is_accepted_without_parsing(text: str) -> None:
    prose = ProseScanner(SegmentBuffer())

    assert not prose.accept_plain(text)
    prose.add("So")
    prose.read(final=False)
    assert prose.accept_plain(text)
    for markup in ("`", "a\n", "\\", "a <", "["):
        assert not prose.accept_plain(markup)
