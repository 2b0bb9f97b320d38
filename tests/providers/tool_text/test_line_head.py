"""Line head."""

import pytest

from vaultdesk.providers.tool_text.line_head import LONGEST, LineHead, line_head


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
    assert found.end == LONGEST
