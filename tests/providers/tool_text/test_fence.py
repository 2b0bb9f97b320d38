"""Fence."""

import pytest

from vaultdesk.providers.tool_text.fence import Fence


def end(text: str, *, mark: str = "`", indent: int = 0, quoted: bool = False, by: int = 0) -> int | None:
    """Return where the code ends that begins with *text*; None where it goes on."""
    fence = Fence(mark, indent, quoted)
    place = 0
    for start in range(0, len(text), by or len(text)):
        piece = text[start : start + (by or len(text))]
        place = start + fence.read(piece, 0)
        if fence.over:
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
