"""Where things end, asked for rising places."""

from vaultdesk.vault.lookahead import Lookahead


def test_line_ends_and_closing_marks() -> None:
    text = "ab]]\ncd\n]]"
    ahead = Lookahead(text)
    assert [ahead.line_end(place) for place in (0, 3, 4, 5, 8)] == [4, 4, 4, 7, 10]
    assert ahead.closing("]]", 0, 4) == 2
    assert ahead.closing("]]", 5, 7) == -1
    assert ahead.closing("]]", 6, 7) == -1
    assert ahead.closing("]]", 8, 10) == 8


def test_blocks_end_at_blank_lines_items_headings_fences_and_cells() -> None:
    for text in ("ab\n\nc", "ab\n- c", "ab\n1. c", "ab\n# c", "ab\n```", "ab\n| c", "> ab\n>\n> c"):
        ahead = Lookahead(text)
        assert ahead.enters_block(0)
        assert not ahead.enters_block(text.index("b"))
        assert ahead.enters_block(len(text) - 1)


def test_code_ends_at_the_next_run_of_the_same_length_in_its_block() -> None:
    ahead = Lookahead("`a``b` ``\n\n`")
    assert ahead.enters_block(0)
    assert ahead.code_end(0, 1) == 6
    assert ahead.code_end(7, 2) == 0
    ahead.enters_block(11)
    assert ahead.code_end(11, 1) == 0


def test_fences_close_with_enough_of_the_same_mark() -> None:
    text = "\n```` py\n```\n~~~~\n`````\nx"
    ahead = Lookahead(text)
    assert ahead.is_fence(1, 5)
    assert text[ahead.fence_end(1, "`", 4) :] == "\nx"
    assert not Lookahead("\n```a`").is_fence(1, 4)
    assert not Lookahead("\nx ```").is_fence(3, 6)
