"""Tests of providers/tool_emulation/markdown_code.py."""

import pytest

from vaultdesk.providers.tool_emulation.markdown_code import (
    MAX_LINE_HEAD,
    BacktickRuns,
    FencedCode,
    LineHead,
    PendingInlineCode,
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

    assert (found.lead, found.width, found.after) == (lead, width, after)


@pytest.mark.parametrize(
    ("line", "inner"),
    [("x", 0), ("   x", 0), ("- x", 2), ("-   x", 2), ("10. x", 4), ("> x", 1), ("> - x", 3), ("- > x", 1)],
)
def test_a_list_items_text_begins_behind_its_mark(line: str, inner: int) -> None:
    assert head(line).inner == inner


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
    assert code.held("", 0) == ""
    code.hold(1)
    code.hold(3)
    code.carry(" <x", 3)

    assert code.holds
    assert code.held("y>z", 2) == "<xy>"
    assert code.replay("y>z", 2) == ("` b <xy>z", 0, 8, 4)


def test_what_stands_in_one_text_is_read_again_there() -> None:
    code = PendingInlineCode(2)
    code.hold(4)

    assert code.replay("a ` <x\n\nb", 7) == ("a ` <x\n\nb", 2, 7, 4)
